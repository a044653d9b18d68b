import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, link, lstat, open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import { type AnchoredFolder, inFolder } from "./anchored-folder.ts";
import type { Disk } from "./decide-sync.ts";
import type { FilePort, WriteOutcome } from "./file-port.ts";
import { decodeFile, encodeFile, hashOf, tooLarge } from "./file-text.ts";
import { isTrouble, type Trouble, troubleOf } from "./trouble.ts";

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** A pipe in the place of the file must not hold us up. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** The file at this real path. Whatever is put in its place or on its way, nothing outside its folder is touched. */
export function createDiskFile(path: string, randomId: (length: number) => string): FilePort {
  const folder = dirname(path);
  const name = basename(path);
  return {
    read: () => inFolder<Disk>(folder, async ({ at }) => (await look(join(at, name))).disk),

    write: async (text, over) => {
      const outcome = await inFolder<WriteOutcome>(folder, async (anchored) => {
        const target = join(anchored.at, name);
        const before = await look(target);
        if (!isExpected(before.disk, over)) return { kind: "changed" };
        const trouble = before.stats === null ? null : readOnly(before.stats);
        if (trouble !== null) return { kind: "trouble", trouble };
        const bytes = encodeFile(text, over?.bom ?? false);
        const temporary = join(anchored.at, temporaryName(name, randomId(12)));
        try {
          await writeTemporary(temporary, bytes, before.stats);
          const put = await replace(temporary, target, before.stats);
          if (put) await syncFolder(anchored);
          return put ? { kind: "written", hash: hashOf(bytes) } : { kind: "changed" };
        } catch (error) {
          return { kind: "trouble", trouble: troubleOf(error, "be written") };
        } finally {
          await removeIfThere(temporary);
        }
      });
      return outcome.kind === "missing" ? { kind: "changed" } : outcome;
    },
  };
}

/** What an earlier run left half written beside the file when it was killed. */
export async function removeLeftovers(path: string): Promise<void> {
  await inFolder(dirname(path), async ({ at }) => {
    const prefix = temporaryPrefix(basename(path));
    for (const name of await readdir(at)) {
      if (name.startsWith(prefix) && name.endsWith(".tmp")) await removeIfThere(join(at, name));
    }
  });
}

/** Where a text is made ready that is to become the file of this name. */
export function temporaryName(name: string, random: string): string {
  return `${temporaryPrefix(name)}${random}.tmp`;
}

function temporaryPrefix(name: string): string {
  return `.writing-canvas-${createHash("sha256").update(name).digest("hex").slice(0, 8)}-`;
}

interface Look {
  readonly disk: Disk;
  readonly stats: Stats | null;
}

async function look(target: string): Promise<Look> {
  let handle: FileHandle;
  try {
    const seen = await lstat(target);
    const trouble = notAFile(seen);
    if (trouble !== null) return { disk: { kind: "trouble", trouble }, stats: null };
    handle = await open(target, constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { disk: { kind: "missing" }, stats: null };
    // It became a link between the two calls.
    const trouble = code === "ELOOP" ? becameLink : troubleOf(error, "be read");
    return { disk: { kind: "trouble", trouble }, stats: null };
  }
  try {
    const stats = await handle.stat();
    const trouble = notAFile(stats) ?? (stats.size > MAX_CONTENT_BYTES ? tooLarge(stats.size) : null);
    if (trouble !== null) return { disk: { kind: "trouble", trouble }, stats };
    const file = decodeFile(await handle.readFile());
    return { disk: isTrouble(file) ? { kind: "trouble", trouble: file } : { kind: "text", ...file }, stats };
  } catch (error) {
    return { disk: { kind: "trouble", trouble: troubleOf(error, "be read") }, stats: null };
  } finally {
    await handle.close();
  }
}

const becameLink: Trouble = {
  code: "link",
  message:
    "has become a link, and links are followed only when a file is opened. End this and open it again, or put the file back",
};

function notAFile(stats: Stats): Trouble | null {
  if (stats.isSymbolicLink()) return becameLink;
  if (stats.isDirectory()) return { code: "not_a_file", message: "is a folder, not a file" };
  if (!stats.isFile()) return { code: "not_a_file", message: "is a device or a pipe, not a file" };
  return null;
}

/** Renaming over it would work all the same, but whoever took the right to write away meant it. */
function readOnly(stats: Stats): Trouble | null {
  if ((stats.mode & 0o222) !== 0) return null;
  return { code: "read_only", message: "is read-only. The canvas keeps the text; it is written once the file may be" };
}

function isExpected(disk: Disk, over: { readonly hash: string } | null): boolean {
  return over === null ? disk.kind === "missing" : disk.kind === "text" && disk.hash === over.hash;
}

/** All bytes, on the disk, with the rights and the owner of the file that it replaces. */
async function writeTemporary(path: string, bytes: Buffer, like: Stats | null): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
  const handle = await open(path, flags, like === null ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (like !== null) {
      const own = await handle.stat();
      if (own.uid !== like.uid || own.gid !== like.gid) {
        // Only the superuser can give a file away; for all others the text matters more than the owner.
        await handle.chown(like.uid, like.gid).catch(() => undefined);
      }
      await handle.chmod(like.mode & 0o777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One step for everybody who looks: the old file or the new. False: somebody was faster. */
async function replace(temporary: string, target: string, before: Stats | null): Promise<boolean> {
  if (before === null) {
    try {
      await link(temporary, target);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") return false;
      // Disks without hard links: looked at once more, then renamed.
      if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    }
  }
  if (!isSame(before, await statsOf(target))) return false;
  await rename(temporary, target);
  return true;
}

async function statsOf(target: string): Promise<Stats | null> {
  try {
    return await lstat(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isSame(a: Stats | null, b: Stats | null): boolean {
  if (a === null || b === null) return a === b;
  return a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

async function syncFolder({ handle }: AnchoredFolder): Promise<void> {
  // Some disks cannot sync a folder; the file itself is on the disk already.
  await handle?.sync().catch(() => undefined);
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
