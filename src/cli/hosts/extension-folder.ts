import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CommandError } from "../surroundings.ts";
import { isTable } from "./configuration-format.ts";

/** By this name in its package.json a folder is known as ours. */
const NAME = "writing-canvas-copilot-extension";
const ABOUT = "package.json";

/** What the build made for a host: its files, whole. */
export interface BuiltExtension {
  readonly version: string;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

export type ExtensionState =
  | { readonly kind: "absent" }
  | {
      readonly kind: "ours";
      /** Empty where it says none. */
      readonly version: string;
      /** The data folder that it was told; null: whichever its surroundings say. */
      readonly data: string | null;
      /** Whether its files are those of this program. */
      readonly isCurrent: boolean;
    }
  /** Somebody else's, or nothing that can be read. */
  | { readonly kind: "other" };

/** Null: it is not built. */
export async function readBuiltExtension(folder: string | undefined): Promise<BuiltExtension | null> {
  if (folder === undefined) return null;
  try {
    const names = (await readdir(folder)).sort();
    const files = await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
    const about = files.find(({ name }) => name === ABOUT);
    return { version: about ? versionOf(JSON.parse(about.bytes.toString("utf8"))) : "", files };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** What lies where the host looks; `built` is what this program would put there. */
export async function inspectExtension(folder: string, built: BuiltExtension | null): Promise<ExtensionState> {
  if ((await lstat(folder).catch(() => null)) === null) return { kind: "absent" };
  const about = await readAbout(folder);
  if (about === null) return { kind: "other" };
  const data = typeof about.data === "string" ? about.data : null;
  return { kind: "ours", version: versionOf(about), data, isCurrent: await hasFiles(folder, about, built) };
}

async function readAbout(folder: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const about: unknown = JSON.parse(await readFile(join(folder, ABOUT), "utf8"));
    return isTable(about) && about.name === NAME ? about : null;
  } catch {
    // Whatever it is, it is not what we write.
    return null;
  }
}

async function hasFiles(folder: string, about: unknown, built: BuiltExtension | null): Promise<boolean> {
  if (built === null || built.version !== versionOf(about)) return false;
  const same = await Promise.all(
    built.files
      .filter(({ name }) => name !== ABOUT)
      .map(async ({ name, bytes }) => (await readFile(join(folder, name)).catch(() => null))?.equals(bytes) ?? false),
  );
  return same.every(Boolean);
}

const versionOf = (about: unknown): string =>
  isTable(about) && typeof about.version === "string" ? about.version : "";

interface Placing {
  readonly built: BuiltExtension;
  readonly data: string | null;
  /** When; where what is there now is to be kept. */
  readonly keep: Date | null;
}

/**
 * Puts the files there, all or none: hosts take any folder that lies beside, so they are written one level deeper and
 * moved. Where what was there is kept, or null.
 */
export async function placeExtension(folder: string, { built, data, keep }: Placing): Promise<string | null> {
  const kept = keep === null ? null : keptPlace(folder, keep);
  await inDraft(folder, async (draft) => {
    const made = join(draft, "new");
    await mkdir(made);
    for (const { name, bytes } of built.files) {
      await writeWhole(join(made, name), name === ABOUT ? withData(bytes, data) : bytes);
    }
    const old = kept ?? join(draft, "old");
    const had = await moveIfThere(folder, old);
    try {
      await rename(made, folder);
    } catch (error) {
      if (had) await rename(old, folder);
      throw error;
    }
  });
  return kept;
}

/** Takes the folder away, all or nothing of it. */
export async function removeExtension(folder: string): Promise<void> {
  await inDraft(folder, (draft) => moveIfThere(folder, join(draft, "old")));
}

/** In a folder of its own beside it, which goes again whatever happens. Throws in words. */
async function inDraft(folder: string, work: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = join(dirname(folder), `.${basename(folder)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await mkdir(draft, { recursive: true });
    try {
      await work(draft);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } catch (error) {
    throw new CommandError(`${folder} cannot be written: ${error instanceof Error ? error.message : error}.`);
  }
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function withData(about: Buffer, data: string | null): Buffer {
  if (data === null) return about;
  return Buffer.from(`${JSON.stringify({ ...JSON.parse(about.toString("utf8")), data }, null, 2)}\n`);
}

/** Not beside it, where the host would take it for another extension. */
function keptPlace(folder: string, now: Date): string {
  const day = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return join(
    dirname(dirname(folder)),
    `extension-${basename(folder)}.backup-${day}-${randomBytes(3).toString("hex")}`,
  );
}
