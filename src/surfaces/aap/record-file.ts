import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { link, lstat, mkdir, open, realpath, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { InteractionRecord } from "../../protocol/interactions.ts";
import { folderNameOf } from "./agent-folder.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Of what is being written: no record, as its name says, and of nobody else's. */
export const UNFINISHED = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Sorted by it, records are in the order of time. */
export function recordFileName({ timestamp, id }: Pick<InteractionRecord, "timestamp" | "id">): string {
  const time = timestamp.replace(/[:.]/g, "-");
  // Ids and times come from logs, which may have been brought here from elsewhere.
  return `${UUID.test(id) && /^[\w-]+$/.test(time) ? `${time}-${id}` : folderNameOf(`${time}-${id}`)}.json`;
}

export function recordFileText(record: InteractionRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/**
 * The folder below `root`, made where it is not there yet. Throws where one of the folders on the way is a link: what is written
 * stays below the root.
 */
export async function openFolder(root: string, names: readonly string[]): Promise<string> {
  await mkdir(root, { recursive: true, mode: FOLDER_MODE });
  let at = await realpath(root);
  for (const name of names) {
    at = join(at, name);
    await mkdir(at, { mode: FOLDER_MODE }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    const found = await lstat(at);
    if (!found.isDirectory()) throw new LinkError(at);
  }
  return at;
}

/** What should be a folder of ours is none. */
export class LinkError extends Error {
  override readonly name = "LinkError";

  constructor(readonly path: string) {
    super(`${path} is a link or a file, and no folder`);
  }
}

/** Writes a file once, whole or not at all. One that is there already stays as it is, whoever wrote it. */
export async function writeOnce(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  if (await isThere(path)) return;
  const unfinished = await writeUnfinished(folder, text, { isSynced: true });
  try {
    await link(unfinished, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return;
      // Some disks know no second name for a file.
      if (!["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(error.code ?? "") || (await isThere(path))) throw error;
      await rename(unfinished, path);
    });
  } finally {
    await remove(unfinished);
  }
}

/** Writes a file in place of the one that is there, whole or not at all. */
export async function writeAgain(folder: string, name: string, text: string): Promise<void> {
  const unfinished = await writeUnfinished(folder, text, { isSynced: false });
  try {
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await remove(unfinished);
    throw error;
  }
}

async function writeUnfinished(
  folder: string,
  text: string,
  { isSynced }: { readonly isSynced: boolean },
): Promise<string> {
  const path = join(folder, `.${randomUUID()}.tmp`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags, FILE_MODE);
  try {
    await file.writeFile(text);
    if (isSynced) await file.sync();
  } catch (error) {
    await file.close();
    await remove(path);
    throw error;
  }
  await file.close();
  return path;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
