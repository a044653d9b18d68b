import { rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import type { DumpCounts } from "../../server/archive/dump-lines.ts";
import { type DumpOptions, dumpLines } from "../../server/archive/write-dump.ts";
import { draftBeside, placeFile } from "../../server/storage/sqlite/engine/place-file.ts";
import { STORE_FILE } from "../../server/storage/sqlite/store.ts";
import { dataFolder } from "../data-folder.ts";
import { withStore } from "../open-store.ts";
import { CommandError, DONE, FAILED, type Invocation, UsageError } from "../surroundings.ts";
import { printable, printableJson, sizeInWords } from "../terminal/printable.ts";
import { progressOn } from "../terminal/progress.ts";
import { assertPlace, fileError, placeOf } from "./backup.ts";

interface Named {
  readonly id: string;
  readonly reason: string;
}

interface Dumped {
  readonly counts: DumpCounts;
  readonly bytes: number;
  readonly skipped: readonly Named[];
  /** They are in it, but could not be loaded as they are. */
  readonly refused: readonly Named[];
  /** The store has said something: a version that cannot be rebuilt, say. */
  readonly isRemarked: boolean;
}

/** Everything that is kept, or what is kept of one owner. Exit code 1 when something is damaged, and not in it. */
export async function dump(invocation: Invocation): Promise<number> {
  const { stdout, stderr } = invocation.surroundings;
  const [named = "-"] = invocation.positionals;
  const file = named === "-" ? null : await placeFor(invocation, named);
  if (file === null && invocation.options.json) {
    throw new UsageError("With --json name a FILE: without one the dump itself goes to stdout.");
  }
  if (file === null && stdout.isTTY) {
    throw new UsageError("A dump is not for a terminal: name a FILE, or send stdout to a program.");
  }
  const dumped = file === null ? await dumpTo(invocation, toStream(stdout)) : await dumpInto(invocation, file);
  const { counts, bytes, skipped, refused, isRemarked } = dumped;
  for (const { id, reason } of skipped) stderr.write(`Canvas ${id} is left out: ${printable(reason)}\n`);
  for (const { id, reason } of refused)
    stderr.write(`Canvas ${id} is in it, but loading will refuse it: what is kept of it ${printable(reason)}\n`);
  if (file !== null && invocation.options.json)
    stdout.write(printableJson({ file, ...counts, bytes, skipped, refused }));
  else {
    if (file !== null) stdout.write(`${printable(file)}\n`);
    const { canvases, versions } = counts;
    stderr.write(
      `${canvases} ${canvases === 1 ? "canvas" : "canvases"}, ${versions} older ${versions === 1 ? "version" : "versions"}, ${sizeInWords(bytes)}.\n`,
    );
  }
  return skipped.length + refused.length > 0 || isRemarked ? FAILED : DONE;
}

async function placeFor(invocation: Invocation, named: string): Promise<string> {
  const { folder, uid } = invocation.surroundings;
  const force = invocation.options.force === true;
  const file = await placeOf(resolve(folder, named), uid, force);
  assertPlace(file, force, join(dataFolder(invocation), STORE_FILE));
  return file;
}

/** Whole or not at all, and for nobody else to read. */
async function dumpInto(invocation: Invocation, file: string): Promise<Dumped> {
  const draft = draftBeside(file, invocation.surroundings.pid);
  try {
    const handle = await open(draft, "wx", 0o600);
    let dumped: Dumped;
    try {
      dumped = await dumpTo(invocation, toHandle(handle));
    } finally {
      await handle.close();
    }
    placeFile(draft, file, { force: invocation.options.force === true });
    return dumped;
  } catch (error) {
    throw fileError(error, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

type Sink = (bytes: Buffer) => Promise<void>;
/** So much is written at once. */
const CHUNK = 256 * 1024;

async function dumpTo(invocation: Invocation, write: Sink): Promise<Dumped> {
  const { surroundings, options } = invocation;
  const { version, now } = surroundings;
  const [skipped, refused]: [Named[], Named[]] = [[], []];
  let isRemarked = false;
  const progress = progressOn(surroundings, "Writing");
  const asked: DumpOptions = {
    ...(typeof options.owner === "string" ? { owner: options.owner } : {}),
    version,
    now: now(),
    onProgress: progress.step,
    onSkipped: (id, reason) => skipped.push({ id, reason }),
    onRefused: (id, reason) => refused.push({ id, reason }),
  };
  const onLog = (): void => {
    isRemarked = true;
  };
  try {
    const { counts, bytes } = await withStore(invocation, (store) => writeLines(dumpLines(store, asked), write), {
      mustExist: true,
      onLog,
    });
    return { counts, bytes, skipped, refused, isRemarked };
  } finally {
    progress.end();
  }
}

async function writeLines(
  lines: AsyncGenerator<string, DumpCounts>,
  write: Sink,
): Promise<{ readonly counts: DumpCounts; readonly bytes: number }> {
  let [waiting, size, bytes]: [Buffer[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    await write(Buffer.concat(waiting, size));
    [waiting, size, bytes] = [[], 0, bytes + size];
  };
  for (;;) {
    const { done, value } = await lines.next();
    if (done) {
      await flush();
      return { counts: value, bytes };
    }
    const line = Buffer.from(value);
    waiting.push(line);
    size += line.length;
    if (size >= CHUNK) await flush();
  }
}

function toHandle(handle: FileHandle): Sink {
  return async (bytes) => {
    await handle.writeFile(bytes);
  };
}

/** No faster than it is read. */
function toStream(stream: Writable): Sink {
  return (bytes) =>
    new Promise((resolve, reject) => {
      stream.write(bytes, (error) => {
        if (error) reject(new CommandError(`The dump could not be written to its end: ${error.message}.`));
        else resolve();
      });
    });
}
