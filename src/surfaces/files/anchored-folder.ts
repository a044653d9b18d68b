import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import type { Trouble } from "./trouble.ts";
import { troubleOf } from "./trouble.ts";

/** A folder that is held open: paths below `at` reach it even when somebody puts another in its place. */
export interface AnchoredFolder {
  readonly at: string;
  readonly handle: FileHandle | null;
}

/**
 * Works in the folder at this real path, if it is still there: a link in its place, or in the place of any folder above
 * it, is refused. On Linux the work goes through the open folder itself, so that none can be put there meanwhile.
 */
export async function inFolder<T>(
  folder: string,
  work: (anchored: AnchoredFolder) => Promise<T>,
): Promise<T | { readonly kind: "trouble"; readonly trouble: Trouble } | { readonly kind: "missing" }> {
  let handle: FileHandle | null = null;
  try {
    const real = await realpath(folder);
    if (real !== folder) return movedTo(real);
    handle = await openFolder(folder);
    const at = handle === null ? null : `/proc/self/fd/${handle.fd}`;
    // Only Linux has such names; elsewhere the folder goes by its path, which was looked at just before.
    const held = at === null ? null : await readlink(at).catch(() => null);
    if (held !== null && held !== folder) return movedTo(held);
    return await work({ at: at === null || held === null ? folder : at, handle });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { kind: "missing" };
    return { kind: "trouble", trouble: troubleOf(error, "be reached") };
  } finally {
    await handle?.close();
  }
}

function movedTo(real: string): { readonly kind: "trouble"; readonly trouble: Trouble } {
  const message = `is not touched: a folder on its way has become a link to ${real}. Put the folder back, or end this and open the file where it lies now`;
  return { kind: "trouble", trouble: { code: "moved", message } };
}

/** Null where folders cannot be opened (Windows). */
async function openFolder(folder: string): Promise<FileHandle | null> {
  if (constants.O_DIRECTORY === undefined) return null;
  return open(folder, constants.O_RDONLY | constants.O_DIRECTORY | (constants.O_NOFOLLOW ?? 0));
}
