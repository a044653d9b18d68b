import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const DRAFT = ".unfinished-";

/** The name for a file that is to be `into` once it is finished. Those of processes that were killed are removed. */
export function draftBeside(into: string, pid: number): string {
  removeLeftDrafts(into);
  // Not to be guessed: where others may write, a link under its name would lead elsewhere.
  return `${into}${DRAFT}${pid}-${randomBytes(6).toString("hex")}`;
}

function removeLeftDrafts(into: string): void {
  const beginning = `${basename(into)}${DRAFT}`;
  for (const name of readdirSync(dirname(into))) {
    const pid = name.startsWith(beginning) ? Number(/^\d+/.exec(name.slice(beginning.length))?.[0] ?? 0) : 0;
    if (pid > 0 && !isRunning(pid)) rmSync(join(dirname(into), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Gives a finished file its name, where there is none yet unless `force` says that it may be replaced. */
export function placeFile(draft: string, path: string, { force = false } = {}): void {
  syncFile(draft);
  if (force) renameSync(draft, path);
  else placeNew(draft, path);
  syncFolder(dirname(path));
}

function placeNew(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    // Some file systems have no links: there nothing is replaced either, unless it came just now.
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || existsSync(path)) throw error;
    renameSync(draft, path);
  }
}

/** What was written to the file is on the disk. */
export function syncFile(path: string): void {
  sync(path, "r+");
}

/** So are the names in the folder. Windows does that by itself, and opens no folders. */
export function syncFolder(path: string): void {
  if (process.platform !== "win32") sync(path, "r");
}

function sync(path: string, flags: "r" | "r+"): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
