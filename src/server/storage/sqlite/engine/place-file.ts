import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";

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
