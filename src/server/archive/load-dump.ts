import type { AuditLine } from "../../core/records/history.ts";
import { StoreError } from "../../protocol/errors.ts";
import { type ArchivedCanvas, type HistoryEntry, NOBODY, type Store } from "../storage/ports.ts";
import type { BadPart, CheckedDump, DumpPart } from "./check-dump.ts";
import { DumpError } from "./dump-error.ts";
import { type DumpLine, type PeopleLine, parseLine, type ReadAuditLine } from "./dump-lines.ts";
import { canvasFrom, historyReader, isHistoryLine } from "./history-lines.ts";
import { type DumpFile, readLines } from "./read-lines.ts";

export interface Loaded {
  /** Canvases that were written, and those whose ids were used already. */
  readonly written: number;
  readonly there: number;
  /** The same of ids of which nothing else is left. */
  readonly buried: number;
  readonly buriedThere: number;
  readonly skipped: readonly BadPart[];
  /** The store is now the one that was dumped: it has its id, and its keys where it had none. */
  readonly adopted: boolean;
}

export interface LoadOptions {
  readonly onProgress?: (done: number, all: number) => void;
}

/**
 * Puts a dump that was checked into a store, canvas by canvas, each whole or not at all. What is there is left as it is, so
 * it may be done again after it was interrupted.
 */
export async function loadDump(store: Store, file: DumpFile, dump: CheckedDump, options: LoadOptions): Promise<Loaded> {
  const { parts, head } = dump;
  let loaded: Loaded = { ...NOTHING, skipped: dump.bad };
  try {
    loaded = { ...loaded, adopted: head.owner === undefined && (await store.archive.adopt(head.storeId)) };
    for (const [done, part] of parts.entries()) {
      loaded = await loadPart(store, file, part, loaded);
      options.onProgress?.(done + 1, parts.length);
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError(
      "storage_failed",
      `${error.message} ${loaded.written} canvases were loaded before that. Load it again once that is mended: what is there already is left as it is.`,
      error,
    );
  }
  return loaded;
}

const NOTHING: Loaded = { written: 0, there: 0, buried: 0, buriedThere: 0, skipped: [], adopted: false };

/** What loading it would do; nothing is written. Null: a store that is still to be made. */
export async function planLoad(store: Store | null, file: DumpFile, dump: CheckedDump): Promise<Loaded> {
  const { head, parts, bad } = dump;
  const used = store === null ? new Set<string>() : await usedIn(store);
  const isSame = store === null || used.size === 0 || store.storeId === head.storeId;
  let plan: Loaded = { ...NOTHING, skipped: bad, adopted: head.owner === undefined && isSame };
  for (const part of parts) {
    const line = firstLine(file, part);
    if (line.kind === "canvas") plan = withCanvas(plan, !used.has(line.record.document.id));
    if (line.kind === "used") plan = withUsed(plan, !used.has(line.id));
  }
  return plan;
}

async function usedIn({ archive }: Store): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const owner of [...(await archive.owners()), NOBODY])
    for (const { id } of await archive.ids(owner)) used.add(id);
  return used;
}

async function loadPart(store: Store, file: DumpFile, part: DumpPart, loaded: Loaded): Promise<Loaded> {
  let id: string | null = null;
  try {
    const line = firstLine(file, part);
    if (line.kind === "secret") {
      if (loaded.adopted) await store.secrets.keep(line.owner, line.secret);
      return loaded;
    }
    if (line.kind === "people") {
      await keepPeople(store, line.people);
      return loaded;
    }
    if (line.kind === "audit") {
      await store.archive.writeAudit(line.owner, line.lines.map(auditLine));
      return loaded;
    }
    if (line.kind === "used") {
      const { kind: _, owner, deletedAt, ...used } = line;
      const buried = deletedAt === undefined ? used : { ...used, deletedAt };
      return withUsed(loaded, await store.archive.bury(owner, buried));
    }
    if (line.kind !== "canvas") throw new DumpError(part.line, "is not what it was a moment ago.");
    id = line.record.document.id;
    const canvas = canvasFrom(line);
    return withCanvas(loaded, await store.archive.write(line.owner, canvas, historyOf(file, part, canvas)));
  } catch (error) {
    // It was checked, so it has changed since; what a store refuses all the same is as good as damaged.
    if (!(error instanceof DumpError || error instanceof RangeError)) throw error;
    const at = error instanceof DumpError ? (error.line ?? part.line) : part.line;
    const reason = error instanceof DumpError ? error.reason : error.message;
    return { ...loaded, skipped: [...loaded.skipped, { line: at, id, reason }] };
  }
}

/** Whoever is known already is known better. */
async function keepPeople({ people }: Store, given: PeopleLine["people"]): Promise<void> {
  const known = new Set((await people.of(given.map(({ subject }) => subject))).map(({ subject }) => subject));
  for (const { subject, name, email } of given)
    if (!known.has(subject)) await people.seen({ subject, name, ...(email === undefined ? {} : { email }) });
}

/** What is done with canvases may be more than this program knows: it is shown as it is called. */
function auditLine({ kind, ...line }: ReadAuditLine): AuditLine {
  return { ...line, kind: kind as AuditLine["kind"] };
}

function firstLine(file: DumpFile, { line, start, end }: DumpPart): DumpLine {
  for (const { text } of readLines(file, { from: start, to: end, number: line })) return parseLine(text, line);
  throw new DumpError(line, "is not there any more.");
}

/** Read from the file whenever it is gone through: no history is in memory as a whole. */
function historyOf(file: DumpFile, part: DumpPart, canvas: ArchivedCanvas): Iterable<HistoryEntry> {
  return {
    *[Symbol.iterator]() {
      const read = historyReader(canvas);
      for (const { text, number } of readLines(file, { from: part.start, to: part.end, number: part.line })) {
        if (number === part.line) continue;
        const line = parseLine(text, number);
        if (!isHistoryLine(line)) throw new DumpError(number, "is not what it was a moment ago.");
        yield read(line, number);
      }
    },
  };
}

function withCanvas(loaded: Loaded, isNew: boolean): Loaded {
  return isNew ? { ...loaded, written: loaded.written + 1 } : { ...loaded, there: loaded.there + 1 };
}

function withUsed(loaded: Loaded, isNew: boolean): Loaded {
  return isNew ? { ...loaded, buried: loaded.buried + 1 } : { ...loaded, buriedThere: loaded.buriedThere + 1 };
}
