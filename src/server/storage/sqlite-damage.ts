import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Which file stands at a path: the same number, the same file. Null: none. */
export function inodeAt(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

interface Damage {
  readonly path: string;
  /** The file that was found damaged. */
  readonly inode: bigint | null;
  readonly damage: string;
  readonly now: Date;
  readonly log: (line: string) => void;
}

/** Renames a damaged file and its journal, unless another process has done so and put a new one in its place. */
export function moveAside({ path, inode, damage, now, log }: Damage): void {
  const lock = `${path}.repair`;
  if (!takeLock(lock, now)) return;
  try {
    if (inode === null || inodeAt(path) !== inode) return;
    const aside = freeName(`${path}${SUFFIX}${now.toISOString().replaceAll(":", "-").slice(0, 19)}`);
    if (existsSync(`${path}-journal`)) renameSync(`${path}-journal`, `${aside}${JOURNAL}`);
    renameSync(path, aside);
    log(
      `${path} was damaged (${damage}). It was moved to ${aside}, nothing in it was changed, and a new store was started.`,
    );
  } finally {
    rmdirSync(lock);
  }
}

const SUFFIX = ".damaged-";
const JOURNAL = "-journal";

/** Whoever misses a canvas must learn where it may be: as long as a file that was moved aside lies there. */
export function damageNotice(path: string): string | null {
  const aside = readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}${SUFFIX}`) && !name.endsWith(JOURNAL))
    .map((name) => join(dirname(path), name));
  if (aside.length === 0) return null;
  return `An earlier store was damaged and moved aside, unchanged, to ${aside.join(" and ")}. Canvases kept in it are not listed. This note ends when the file is moved elsewhere.`;
}

/** A folder is made by exactly one. One left behind by a killed process is taken away after a while. */
function takeLock(lock: string, now: Date): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && now.getTime() - since > STALE_MS) rmdirSync(lock);
    return false;
  }
}

const STALE_MS = 10_000;

function freeName(name: string): string {
  if (!existsSync(name)) return name;
  for (let n = 2; ; n++) if (!existsSync(`${name}-${n}`)) return `${name}-${n}`;
}
