/** Builds dist/: the widget (one HTML file), the server bundle, the command, the declarations. */
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
run(bin("vite"), ["build", "--logLevel", "warn"]);
await build({
  absWorkingDir: root,
  entryPoints: { index: "src/main.ts", server: "src/server.ts" },
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  splitting: true,
  loader: { ".md": "text" },
  logLevel: "warning",
});
run(bin("tsc"), ["-p", "tsconfig.server.json"]);
chmodSync(new URL("../dist/index.js", import.meta.url), 0o755);
