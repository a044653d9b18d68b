/** Makes node_modules fit package-lock.json, and leaves it alone when it already does. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
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

/** Without a word unless something is wrong: then all that npm said. */
function install() {
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error"];
  const done = spawnSync("npm", args, { cwd: root, encoding: "utf8", shell: process.platform === "win32" });
  if (done.error) console.error(`npm could not be started: ${done.error.message}`);
  else if (done.status !== 0) console.error(`$ npm ${args.join(" ")}\n${done.stdout}${done.stderr}`);
  return done.status === 0;
}

/** Whether a lock says what it said before, and at most adds packages for this platform that it did not know. */
export function keptLock(before, after) {
  const [was, is] = [JSON.parse(before).packages, JSON.parse(after).packages];
  const isSame = (path) => JSON.stringify(was[path]) === JSON.stringify(is[path]);
  return Object.keys(was).every(isSame) && Object.keys(is).every((path) => path in was || is[path].optional === true);
}

/**
 * True when the dependencies are in place. `npm install` keeps to the lock; `npm ci` refuses one that was written on another
 * platform, whose optional packages it lacks. A lock that had to be changed otherwise did not say what was needed: that is an
 * error. The file stays as it was.
 */
export function ensureDependencies() {
  const why = misfit();
  if (why === null) return true;
  console.log(`Installing the dependencies (${why}); the first time this takes a minute …`);
  const lock = `${root}package-lock.json`;
  const before = readFileSync(lock, "utf8");
  if (!install()) {
    console.error("The dependencies could not be installed. With the registry reachable, run this again.");
    return false;
  }
  const after = readFileSync(lock, "utf8");
  if (after === before) return true;
  writeFileSync(lock, before);
  if (keptLock(before, after)) return true;
  console.error(
    "package-lock.json does not fit package.json: run `npm install`, look at what it changed, and commit it.",
  );
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !ensureDependencies()) process.exit(1);
