import { randomBytes } from "node:crypto";
import {
  chmod,
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CommandError } from "../surroundings.ts";

const LARGEST = 50 * 1024 * 1024;

export interface ConfigurationFile {
  /** Where it really is: a link is followed, and stays. */
  readonly path: string;
  /** Null: there is none. */
  readonly text: string | null;
}

/** A host's configuration file as it is. Throws, in words, where it cannot be read as text. */
export async function readConfiguration(path: string): Promise<ConfigurationFile> {
  try {
    const real = await realpath(path);
    const { size } = await stat(real);
    if (size > LARGEST) throw new CommandError(`${path} is larger than 50 MB. It was left as it is.`);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(real));
    return { path: real, text };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { path, text: null };
    const reason = error instanceof TypeError ? "it is not UTF-8 text" : error instanceof Error ? error.message : error;
    throw new CommandError(`${path} cannot be read: ${reason}. It was left as it is.`);
  }
}

interface Writing {
  readonly now: Date;
  /** A project's file, which others are to read too. */
  readonly isShared: boolean;
}

/**
 * Writes it whole or not at all, with the rights that it had, if it is still as it was read; what was there is kept beside
 * it first. Where the backup is, or null when there was nothing. A new file is the user's alone, unless it is shared.
 */
export async function replaceConfiguration(
  before: ConfigurationFile,
  text: string,
  { now, isShared }: Writing,
): Promise<string | null> {
  const { path } = before;
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await mkdir(dirname(path), { recursive: true });
    const mode = before.text === null ? (isShared ? 0o644 : 0o600) : (await stat(path)).mode & 0o777;
    const handle = await open(draft, "wx", mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The process's mask may have taken rights away.
    await chmod(draft, mode);
    const backup = before.text === null ? null : await backUp(path, now);
    await assertUnchanged(before);
    await rename(draft, path);
    return backup;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} cannot be written: ${error instanceof Error ? error.message : error}.`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Takes the file away, where it was made by us alone; what was there is kept beside it. */
export async function removeConfiguration(before: ConfigurationFile, now: Date): Promise<string> {
  const backup = await backUp(before.path, now);
  await assertUnchanged(before);
  await rm(before.path);
  return backup;
}

/** The texts of the backups of a file, the newest first. */
export async function backupsOf(path: string): Promise<readonly string[]> {
  const prefix = `${basename(path)}.backup-`;
  const names = await readdir(dirname(path)).catch(() => []);
  const found = names
    .filter((name) => name.startsWith(prefix))
    .sort()
    .reverse();
  return Promise.all(found.map((name) => readFile(join(dirname(path), name), "utf8")));
}

/** The host may write its own file at any moment: then ours would undo what it wrote. */
async function assertUnchanged({ path, text }: ConfigurationFile): Promise<void> {
  const now = await readConfiguration(path);
  if (now.text !== text) {
    throw new CommandError(`${path} was changed by another program meanwhile. It was left as it is; try again.`);
  }
}

async function backUp(path: string, now: Date): Promise<string> {
  const day = now.toISOString().slice(0, 19).replaceAll(":", "-");
  for (let attempt = 1; ; attempt++) {
    const backup = `${path}.backup-${day}${attempt === 1 ? "" : `-${attempt}`}`;
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 99) throw error;
    }
  }
}
