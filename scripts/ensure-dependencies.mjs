/** Makes node_modules fit package-lock.json, and leaves it alone when it already does. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function readJson(path) {
  return JSON.parse(readFileSync(`${root}${path}`, "utf8"));
}

/** Why the installed packages do not fit the lock, in words; null when they fit. */
export function misfit() {
  if (!existsSync(`${root}node_modules/.package-lock.json`)) return "nothing is installed yet";
  const locked = readJson("package-lock.json").packages;
  const installed = readJson("node_modules/.package-lock.json").packages;
  for (const [path, wanted] of Object.entries(locked)) {
    if (path === "") continue;
    const there = installed[path];
    // Packages for other platforms are in the lock and, rightly, not in the folder.
    if (there === undefined && (wanted.optional || wanted.peer)) continue;
    if (there === undefined) return `${path} is missing`;
    if (there.version !== wanted.version) return `${path} is at ${there.version}, the lock says ${wanted.version}`;
    if (!existsSync(`${root}${path}/package.json`)) return `${path} is listed but its folder is empty`;
  }
  return null;
}

function npm(args) {
  console.log(`$ npm ${args.join(" ")}`);
  const done = spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (done.error) console.error(`npm could not be started: ${done.error.message}`);
  return done.status === 0;
}

/** True when the dependencies are in place. What was done, and what went wrong, is printed. */
export function ensureDependencies() {
  const why = misfit();
  if (why === null) return true;
  console.log(`Installing the dependencies: ${why}.`);
  if (npm(["ci", "--no-audit", "--no-fund"])) return true;
  console.log("npm refused the lock file. Trying again without it being exact (npm install).");
  if (npm(["install", "--no-audit", "--no-fund"])) return true;
  console.error(
    "The dependencies could not be installed: see npm's words above. With the registry reachable, run `npm install` and try again.",
  );
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !ensureDependencies()) process.exit(1);
