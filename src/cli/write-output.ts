import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, constants, copyFile, link, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CommandError } from "./surroundings.ts";

/**
 * Writes a file that is there whole or not at all, and never over another one unless `force` says so. Through a link it
 * writes what the link leads to.
 */
export async function writeOutput(
  folder: string,
  name: string,
  data: string | Uint8Array,
  { force }: { readonly force: boolean },
): Promise<string> {
  const path = resolve(folder, name);
  try {
    const target = force ? await realpath(path).catch(() => path) : path;
    const there = await statsOf(target);
    if (there?.isDirectory()) throw new CommandError(`${path} is a folder. Name a file in it: --output FILE`);
    // Renaming over it would do away with it: as root even with /dev/null.
    if (force && there !== null && !there.isFile())
      throw new CommandError(`${path} is a device or a pipe. Leave out --output and send stdout there.`);
    const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
    try {
      const mode = force && there !== null ? there.mode & 0o777 : null;
      await writeFile(draft, data, { flag: "wx", ...(mode === null ? {} : { mode: 0o600 }) });
      // What others could not read before they cannot read now.
      if (mode !== null) await chmod(draft, mode);
      if (force) await rename(draft, target);
      else await placeNew(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
    return path;
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(reasonOf(error, path));
  }
}

/** Fails where something is already there, even if it came a moment ago. */
async function placeNew(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // Some file systems have no links.
    await copyFile(draft, target, constants.COPYFILE_EXCL);
  }
}

async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function reasonOf(error: unknown, path: string): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EEXIST":
      return `${path} is already there and was left as it is. Choose another name, or replace it with --force.`;
    case "ENOENT":
    case "ENOTDIR":
      return `${path} cannot be written: there is no folder ${dirname(path)}. Make it first.`;
    default:
      return `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
