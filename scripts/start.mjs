/** `npm start`: installs and builds what is missing or stale, then serves. Arguments go on to `serve`. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureDependencies } from "./ensure-dependencies.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const BUILT = [
  "dist/index.js",
  "dist/server.js",
  "dist/canvas-app.html",
  "dist/page.html",
  "dist/copilot-extension/extension.mjs",
];
const SOURCES = [
  "src",
  "copilot-extension",
  "scripts/build.mjs",
  "vite.config.ts",
  "vite.page.config.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** The newest change in a file or folder, tests apart. */
function newest(path) {
  const found = statSync(`${root}${path}`);
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = readdirSync(`${root}${path}`).filter((name) => !/\.test\.tsx?$/.test(name));
  return Math.max(found.mtimeMs, ...inside.map((name) => newest(`${path}/${name}`)));
}

function isStale() {
  if (BUILT.some((path) => !existsSync(`${root}${path}`))) return true;
  const built = Math.min(...BUILT.map((path) => statSync(`${root}${path}`).mtimeMs));
  return SOURCES.some((path) => existsSync(`${root}${path}`) && newest(path) > built);
}

if (!ensureDependencies()) process.exit(1);
if (isStale()) {
  console.log("Building …");
  const built = spawnSync(process.execPath, [`${root}scripts/build.mjs`], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
// In this very process, so that signals and the exit code are the server's own.
process.argv.splice(1, 1, `${root}dist/index.js`, "serve");
await import("../dist/index.js");
