/** Builds dist/: the widget (one HTML file), the server bundle, the command, the declarations. */
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** By Node itself and the program's own file: what lies in node_modules/.bin does not start without a shell on Windows. */
function run(program, args) {
  const file = fileURLToPath(new URL(`../node_modules/${program}`, import.meta.url));
  const done = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
run("vite/bin/vite.js", ["build", "--logLevel", "warn"]);
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
run("typescript/bin/tsc", ["-p", "tsconfig.server.json"]);
chmodSync(new URL("../dist/index.js", import.meta.url), 0o755);
