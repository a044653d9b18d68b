/** Finds programs on this machine, and installs the system's own where that is possible. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the first of these names that can be run, then the first of these places; else null. */
export function findProgram(names, places = []) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const ending = process.platform === "win32" ? ".exe" : "";
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
  return [...candidates, ...places].find(isRunnable) ?? null;
}

/** Whether `install` can do anything here. */
export function canInstall() {
  return existsSync("/etc/debian_version") && process.getuid?.() === 0;
}

export function install(packages) {
  // An out-of-date package list is no reason to stop: the install says whether it was enough.
  if (!apt(["update"])) console.log("apt-get update failed; trying to install from the lists that are there.");
  return apt(["install", "-y", "--no-install-recommends", ...packages]);
}

function apt(args) {
  console.log(`$ apt-get ${args.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { stdio: "inherit", env }).status === 0;
}
