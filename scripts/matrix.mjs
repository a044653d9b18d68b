/** Drives every host that we know of, and writes the table of what works where into the README. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
// Set here and not in package.json: Windows has another way of writing that.
const env = { ...process.env, CANVAS_MATRIX: "rewrite" };
const args = [vitest, "run", "--config", "test/browser/vitest.config.ts", "host-matrix", ...process.argv.slice(2)];
const cwd = fileURLToPath(new URL("..", import.meta.url));
process.exit(spawnSync(process.execPath, args, { cwd, env, stdio: "inherit" }).status ?? 1);
