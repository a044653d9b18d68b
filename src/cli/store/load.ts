import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CheckedDump, checkDump } from "../../server/archive/check-dump.ts";
import { DumpError } from "../../server/archive/dump-error.ts";
import { type Loaded, loadDump, planLoad } from "../../server/archive/load-dump.ts";
import type { DumpFile } from "../../server/archive/read-lines.ts";
import { openRawFile } from "../../server/storage/sqlite/recovery/recover-store.ts";
import { hasStore, withStore } from "../open-store.ts";
import { CommandError, DONE, FAILED, type Invocation, type Surroundings } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { progressOn } from "../terminal/progress.ts";

/** Checks a dump as a whole, then puts it in. Exit code 1 when something of it could not be. */
export async function load(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const named = invocation.positionals[0] ?? "";
  const source = await sourceOf(surroundings, named);
  try {
    const file = openRawFile(source.path);
    try {
      const dump = checked(file, named === "-" ? "stdin" : named);
      const loaded = options["dry-run"] ? await plan(invocation, file, dump) : await put(invocation, file, dump);
      say(invocation, dump, loaded);
      return loaded.skipped.length > 0 ? FAILED : DONE;
    } finally {
      file.close();
    }
  } finally {
    source.remove();
  }
}

function checked(file: DumpFile, named: string): CheckedDump {
  try {
    return checkDump(file);
  } catch (error) {
    throw error instanceof DumpError ? new CommandError(`${named} cannot be loaded. ${error.message}`) : error;
  }
}

async function put(invocation: Invocation, file: DumpFile, dump: CheckedDump): Promise<Loaded> {
  const progress = progressOn(invocation.surroundings, "Loading");
  try {
    return await withStore(invocation, (store) => loadDump(store, file, dump, { onProgress: progress.step }));
  } finally {
    progress.end();
  }
}

function plan(invocation: Invocation, file: DumpFile, dump: CheckedDump): Promise<Loaded> {
  if (!hasStore(invocation)) return planLoad(null, file, dump);
  return withStore(invocation, (store) => planLoad(store, file, dump));
}

function say({ surroundings, options }: Invocation, { head }: CheckedDump, loaded: Loaded): void {
  const { stdout, stderr } = surroundings;
  const { written, there, skipped, adopted } = loaded;
  const isPlan = options["dry-run"] === true;
  for (const { line, id, reason } of skipped) {
    stderr.write(`Line ${line}${id === null ? "" : ` (canvas ${id})`} ${printable(reason)} It is left out.\n`);
  }
  if (options.json) {
    stdout.write(printableJson({ ...loaded, dryRun: isPlan }));
    return;
  }
  stdout.write(
    `${canvases(written)} ${isPlan ? "would be loaded" : "loaded"}, ${there} there already, ${skipped.length} left out.\n`,
  );
  if (there > 0) stderr.write("What is there already is left as it is.\n");
  if (head.owner !== undefined || isPlan) return;
  stderr.write(
    adopted
      ? "The store has the id and the keys of the one that was dumped: canvases that hosts show, and what browsers have not saved yet, fit it.\n"
      : "The store keeps its own id and keys: canvases that hosts show already save here once the assistant shows them again.\n",
  );
}

function canvases(count: number): string {
  return `${count} ${count === 1 ? "canvas" : "canvases"}`;
}

interface Source {
  readonly path: string;
  readonly remove: () => void;
}

/** A file is read where it lies; what can be read only once is put into one first. */
async function sourceOf(surroundings: Surroundings, named: string): Promise<Source> {
  if (named === "-") return kept(surroundings, surroundings.stdin, "stdin");
  const path = resolve(surroundings.folder, named);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new CommandError(`${path} does not exist. Name a file that \`dump\` wrote, or - for stdin.`);
  if (found.isDirectory()) throw new CommandError(`${path} is a folder. Name a file in it that \`dump\` wrote.`);
  if (found.isFile()) return { path, remove: () => undefined };
  return kept(surroundings, createReadStream(path), path);
}

async function kept({ env }: Surroundings, stream: Readable, named: string): Promise<Source> {
  // Only its owner can look into such a folder.
  const folder = mkdtempSync(join(env.TMPDIR || tmpdir(), "writing-canvas-load-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "dump.jsonl");
    await pipeline(stream, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    remove();
    throw new CommandError(`${named} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
