import { createHash } from "node:crypto";
import type { AuditLine } from "../../core/records/history.ts";
import { StoreError } from "../../protocol/errors.ts";
import { type ArchivedCanvas, NOBODY, type Store, type UsedId } from "../storage/ports.ts";
import { DamagedRowError, DeletedMeanwhileError } from "../storage/store-error.ts";
import { DumpError } from "./dump-error.ts";
import {
  counted,
  DUMP_FORMAT,
  DUMP_KIND,
  type DumpCounts,
  type DumpHead,
  type DumpLine,
  type EndLine,
  NO_COUNTS,
  parseLine,
} from "./dump-lines.ts";
import { canvasFrom, canvasLine, historyReader, historyWriter, isHistoryLine } from "./history-lines.ts";

export interface DumpOptions {
  /** This person's data alone, without secrets. */
  readonly owner?: string;
  /** Of this program. */
  readonly version: string;
  readonly now: Date;
  readonly onProgress?: (done: number, all: number) => void;
  /** A canvas that is damaged is not in the dump. */
  readonly onSkipped: (id: string, reason: string) => void;
  /** A canvas that is in the dump, and that loading would refuse as it is. */
  readonly onRefused: (id: string, reason: string) => void;
}

/**
 * All of a store as lines, each with its line break. Others may write meanwhile: each canvas is as it was at one moment. One
 * canvas at a time is in memory: it is in the dump whole or not at all.
 */
export async function* dumpLines(store: Store, options: DumpOptions): AsyncGenerator<string, DumpCounts> {
  const hash = createHash("sha256");
  let counts = NO_COUNTS;
  let lines = 0;
  const write = (line: DumpLine | DumpHead): string => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    lines += 1;
    counts = counted(counts, line);
    return text;
  };

  const owners = await ownersIn(store, options.owner);
  const ids = new Map<string, readonly UsedId[]>();
  for (const owner of owners) ids.set(owner, await store.archive.ids(owner));
  if (options.owner === undefined) ids.set(NOBODY, await store.archive.ids(NOBODY));
  const all = [...ids.values()].reduce((sum, each) => sum + each.length, 0);
  let done = 0;

  yield write(headOf(store, owners.length, options));
  for await (const line of peopleLines(store, options.owner)) yield write(line);
  for (const [owner, used] of ids) {
    if (options.owner === undefined && owner !== NOBODY) {
      yield write({ kind: "secret", owner, secret: await store.secrets.of(owner) });
    }
    for await (const line of auditLines(store, owner)) yield write(line);
    for (const each of used) {
      const lines = await linesOf(store, owner, each, options);
      const texts = lines.map(write);
      const refusal = whyRefused(texts);
      if (refusal !== null) options.onRefused(each.id, refusal);
      yield* texts;
      done += 1;
      options.onProgress?.(done, all);
    }
  }
  const end: EndLine = { kind: "end", lines: lines + 1, ...counts, sha256: hash.digest("hex") };
  yield `${JSON.stringify(end)}\n`;
  return counts;
}

/** So many people, or lines of the audit, stand in one line. */
const AT_ONCE = 200;

async function* peopleLines({ archive, people }: Store, owner: string | undefined): AsyncGenerator<DumpLine> {
  const known = owner === undefined ? await archive.people() : await people.of([owner]);
  for (let at = 0; at < known.length; at += AT_ONCE) yield { kind: "people", people: known.slice(at, at + AT_ONCE) };
}

/** The oldest first: in this order they are put in again. */
async function* auditLines({ audit }: Store, owner: string): AsyncGenerator<DumpLine> {
  const lines: AuditLine[] = [];
  for (let before: number | undefined; ; ) {
    const page = await audit.list(owner, { limit: AT_ONCE, ...(before === undefined ? {} : { before }) });
    for (const { number: _, ...line } of page) lines.push(line);
    // One with fewer lines need not be the last: damaged ones are left out.
    if (page.length === 0) break;
    before = page.at(-1)?.number;
  }
  lines.reverse();
  for (let at = 0; at < lines.length; at += AT_ONCE)
    yield { kind: "audit", owner, lines: lines.slice(at, at + AT_ONCE) };
}

/** Also of somebody who has no canvas, and was seen. */
async function ownersIn({ archive, people }: Store, asked: string | undefined): Promise<readonly string[]> {
  const owners = await archive.owners();
  if (asked === undefined) return owners;
  if (owners.includes(asked) || (await people.of([asked])).length > 0) return [asked];
  throw new StoreError("invalid_input", nothingOf(asked, owners));
}

const MOST_NAMED = 10;

/** That there is nothing of an owner, and of whom there is something. */
export function nothingOf(asked: string, owners: readonly string[]): string {
  const named = owners.slice(0, MOST_NAMED).map((owner) => JSON.stringify(owner));
  const more = owners.length > MOST_NAMED ? ` and ${owners.length - MOST_NAMED} more` : "";
  const others =
    owners.length === 0 ? "Nobody has canvases here." : `Those who have canvases: ${named.join(", ")}${more}.`;
  return `There is nothing of ${JSON.stringify(asked)} here. ${others}`;
}

function headOf({ storeId }: Store, owners: number, { owner, version, now }: DumpOptions): DumpHead {
  return {
    kind: DUMP_KIND,
    format: DUMP_FORMAT,
    version,
    storeId,
    ...(owner === undefined ? {} : { owner }),
    owners,
    at: now.toISOString(),
  };
}

/** Of one id: its canvas with all of its history, or that it was used. */
async function linesOf(
  store: Store,
  owner: string,
  used: UsedId,
  { now, onSkipped }: DumpOptions,
): Promise<readonly DumpLine[]> {
  const { archive } = store;
  let left = used;
  for (;;) {
    try {
      const canvas = await archive.read(owner, used.id);
      return canvas === null ? [{ kind: "used", owner, ...left }] : await canvasLines(store, owner, canvas);
    } catch (error) {
      if (error instanceof DamagedRowError) {
        onSkipped(used.id, error.message);
        return [];
      }
      if (!(error instanceof DeletedMeanwhileError)) throw error;
      // Only its id is left to be read.
      left = { ...used, deletedAt: used.deletedAt ?? now.toISOString() };
    }
  }
}

/** As whoever loads the lines of one id reads them; null: they can be loaded. */
function whyRefused(texts: readonly string[]): string | null {
  try {
    let read: ReturnType<typeof historyReader> | null = null;
    for (const text of texts) {
      const line = parseLine(text, 0);
      if (line.kind === "canvas") read = historyReader(canvasFrom(line));
      else if (isHistoryLine(line)) read?.(line, 0);
    }
    return null;
  } catch (error) {
    if (error instanceof DumpError) return error.reason;
    throw error;
  }
}

async function canvasLines({ archive }: Store, owner: string, canvas: ArchivedCanvas): Promise<readonly DumpLine[]> {
  const lines: DumpLine[] = [canvasLine(canvas)];
  const lineOf = historyWriter(canvas);
  for await (const entry of archive.history(owner, canvas)) lines.push(lineOf(entry));
  return lines;
}
