import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, constants, copyFile, link, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { foreignLinkWords, ownFolderPath, ownPath } from "../../surfaces/files/own-path.ts";
import { CommandError, type Surroundings } from "../surroundings.ts";

/**
 * Writes a file that is there whole or not at all, and never over another one unless `force` says so. Through a link of the
 * user's own, or of the system's, it writes what the link leads to; one that somebody else has made it never follows.
 */
export async function writeOutput(
  { folder, uid }: Pick<Surroundings, "folder" | "uid">,
  name: string,
  data: string | Uint8Array,
  { force }: { readonly force: boolean },
): Promise<string> {
  const path = resolve(folder, name);
  try {
    const own = await (force ? ownPath(path, uid) : ownFolderPath(path, uid));
    if (!own.ok) throw new CommandError(foreignLinkWords(own.link));
    const target = own.path;
    const there = await statsOf(target);
    if (there?.isDirectory()) throw new CommandError(`${path} is a folder. Name a file in it: --output FILE`);
    // Renaming over it would do away with it: as root even with /dev/null.
    if (force && there !== null && !there.isFile())
      throw new CommandError(`${path} is a device or a pipe. Leave out --output and send stdout there.`);
    const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
    try {
      // Somebody else's file may let others write: ours in its place does not.
      const rights = there?.uid === uid ? 0o777 : 0o755;
      const mode = force && there !== null ? there.mode & rights : null;
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
