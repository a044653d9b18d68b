import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StoreError } from "../../../protocol/errors.ts";

const KEY_BYTES = 32;
// Its maker writes it right after making it: a key that stays short for this long was left by a process that was killed.
const ROUNDS = 50;
const ROUND_MS = 20;

/** The folder's key: what links and sessions are signed with. Made by whoever needs it first, the same for all processes. */
export async function openPageKey(folder: string): Promise<Buffer> {
  const file = join(folder, "page.key");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await findKey(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const next = "Make it yours again, or delete it: then open pages ask for a new link.";
    throw new StoreError("storage_failed", `The page's key cannot be used: ${reason}. ${next}`, error);
  }
}

export function newPageKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** A folder that is there, and in which this process may make nothing. */
export function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EROFS" || code === "EACCES" || code === "EPERM";
  }
}

async function findKey(file: string): Promise<Buffer> {
  for (let round = 0; ; round += 1) {
    const made = makeKey(file);
    if (made !== null) return made;
    const key = readKey(file);
    if (key !== null && key.length === KEY_BYTES) return key;
    if (key !== null && round >= ROUNDS) {
      rmSync(file, { force: true });
      round = 0;
    } else await wait(ROUND_MS);
  }
}

/** Null: there is one already. */
function makeKey(file: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
    throw error;
  }
  try {
    const key = newPageKey();
    writeSync(descriptor, key);
    fsyncSync(descriptor);
    return key;
  } finally {
    closeSync(descriptor);
  }
}

/** Null: it went away meanwhile. A key that others could read is closed to them. */
function readKey(file: string): Buffer | null {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
