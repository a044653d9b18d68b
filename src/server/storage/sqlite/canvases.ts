import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasEvent, Change } from "../../../core/records/history.ts";
import type { StoreError } from "../../../protocol/errors.ts";
import { decideWithTexts } from "../decide-with-texts.ts";
import { assertKeepable, auditLinesOf } from "../listing.ts";
import { readPeopleEvents } from "../people-events.ts";
import type { Canvases, Decide, Decided as Made, Once, UpdateOutcome } from "../ports.ts";
import { number, RECORD_COLUMNS, recordFrom, recordValues, text } from "../rows.ts";
import { UnwritableError } from "../store-error.ts";
import { addLines } from "./audit.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";
import { createHistory } from "./history/history.ts";
import { writeLines } from "./history/line.ts";
import { peopleRows } from "./history/people-events.ts";
import { forgetVersions, insertVersion, versionText } from "./history/versions.ts";
import { findTitled, listCanvases, newestIds } from "./list.ts";
import { findOnce, keepOnce } from "./once.ts";
import { rowFor, whyMissing, writeReaders } from "./readers.ts";
import { assertWhole, RECORD_ROW } from "./rows.ts";
import { weightOf } from "./weight.ts";

/** `keep`: so many sealed versions of a canvas stay; null: all. */
export function createCanvases(
  connection: Connection,
  now: () => Date,
  log: (line: string) => void,
  keep: number | null = null,
): Canvases {
  const { read, write } = connection;
  const time = (): string => now().toISOString();
  return {
    ...createHistory(connection, log),

    create: (owner, change, once, most) =>
      write((database) => createCanvas(database, { owner, change, once, most, keep, at: time() })),

    find: (reader, id) =>
      read((database) => {
        const row = rowFor(database, reader, id, RECORD_ROW);
        if (!row) return whyMissing(database, reader, id, time());
        const record = recordFrom(row);
        assertWhole(database, record);
        return { kind: "found", record };
      }),

    update: async (reader, id, { versions = [], once, isReading = false }, decide) => {
      const update = { reader, id, versions, once, isReading, decide, keep, at: time() };
      try {
        // Whoever reads again changes nothing, mostly: then nobody waits for a lock.
        const unchanged = isReading ? await read((database) => decideToWriteNothing(database, update)) : null;
        return unchanged ?? (await write((database) => decideAndWrite(database, update)));
      } catch (error) {
        if (!(error instanceof UnwritableError)) throw error;
        return read((database) => decideOnly(database, update, error));
      }
    },

    list: (reader, query) => read((database) => listCanvases(database, reader, query, time())),

    titled: (owner, title) => read((database) => findTitled(database, owner, title)),

    findCreated: (owner, fingerprint, since) =>
      read((database) => {
        const row = database.get(
          "SELECT id FROM living WHERE owner = ? AND fingerprint = ? AND created_at >= ? ORDER BY created_at DESC, seq DESC LIMIT 1",
          owner,
          fingerprint,
          since,
        );
        return row ? text(row, "id") : null;
      }),

    eventsByPeople: (reader, { canvasId, ...query }) => {
      const asked = { reader, canvasId, now: time() };
      return readPeopleEvents(query, (...page) => read((database) => peopleRows(database, asked, ...page)), log);
    },

    ids: (reader, limit) => read((database) => newestIds(database, reader, limit, time())),

    weight: (reader, id) => read((database) => weightOf(database, reader, id)),

    count: () => read((database) => number(database.get("SELECT n FROM used_ids") ?? {}, "n")),
  };
}

interface Creation {
  readonly owner: string;
  readonly change: Change;
  readonly once: Once | undefined;
  readonly most: number | undefined;
  readonly keep: number | null;
  readonly at: string;
}

function createCanvas(
  database: SqlDatabase,
  { owner, change, once, most = Number.POSITIVE_INFINITY, keep, at }: Creation,
): Awaited<ReturnType<Canvases["create"]>> {
  const { id } = change.record.document;
  assertBelongs(change.record, owner, id);
  const known = once && findOnce(database, owner, "", once);
  if (known) return known.same ? { kind: "repeated", id: known.canvasId } : { kind: "key_reused" };
  if (database.get("SELECT 1 AS taken FROM ids WHERE id = ?", id)) return { kind: "taken" };
  if (most !== Number.POSITIVE_INFINITY && countOf(database, owner) >= most) return { kind: "full" };
  const seq = insertCanvas(database, change.record, { fingerprint: once?.fingerprint });
  writeBeside(database, owner, seq, change, keep);
  if (once) keepOnce(database, owner, "", once, id, at);
  markChanged(database, owner, id);
  return { kind: "created" };
}

/** The rows of a new canvas, in the bin or not; the number by which its history names it. */
export function insertCanvas(
  database: SqlDatabase,
  record: CanvasRecord,
  { fingerprint, deletedAt }: { readonly fingerprint?: string | undefined; readonly deletedAt?: string | undefined },
): number {
  const { owner } = record;
  const { id, createdAt } = record.document;
  database.run(
    "INSERT INTO ids (id, owner, created_at, deleted_at) VALUES (?, ?, ?, ?)",
    id,
    owner,
    createdAt,
    deletedAt ?? null,
  );
  const values = recordValues(record);
  database.run(
    `INSERT INTO canvases (id, owner, fingerprint, deleted_at, ${RECORD_COLUMNS.join(", ")}) VALUES (?, ?, ?, ?${", ?".repeat(values.length)})`,
    id,
    owner,
    fingerprint ?? null,
    deletedAt ?? null,
    ...values,
  );
  const seq = number(database.get("SELECT seq FROM canvases WHERE id = ?", id) ?? {}, "seq");
  writeReaders(database, seq, {}, record);
  return seq;
}

/** Those in the bin count, too. */
function countOf(database: SqlDatabase, owner: string): number {
  return number(database.get("SELECT coalesce(sum(n), 0) AS n FROM counts WHERE owner = ?", owner) ?? {}, "n");
}

interface Update<Answer> {
  readonly reader: string;
  readonly id: string;
  readonly versions: readonly number[];
  readonly once: Once | undefined;
  readonly isReading: boolean;
  readonly decide: Decide<Answer>;
  readonly keep: number | null;
  readonly at: string;
}

type Decided<Answer> =
  | Exclude<UpdateOutcome<Answer>, { readonly kind: "done" }>
  | { readonly kind: "decided"; readonly seq: number; readonly record: CanvasRecord; readonly made: Made<Answer> };

/** Where nothing can be written, for `reason`: what needs no write is answered, and a reading, whose change is not kept. */
function decideOnly<Answer>(database: SqlDatabase, update: Update<Answer>, reason: StoreError): UpdateOutcome<Answer> {
  const decided = decideNow(database, update);
  if (decided.kind !== "decided") return decided;
  const { change, answer } = decided.made;
  if (!change) return { kind: "done", answer, wrote: false };
  if (!update.isReading) throw reason;
  return { kind: "done", answer, wrote: false, unsaved: reason.message };
}

/** Null: there is something to be written. */
function decideToWriteNothing<Answer>(database: SqlDatabase, update: Update<Answer>): UpdateOutcome<Answer> | null {
  const decided = decideNow(database, update);
  if (decided.kind !== "decided") return decided;
  const { change, answer } = decided.made;
  return change ? null : { kind: "done", answer, wrote: false };
}

/** The body of an update; the caller holds the write lock, so what was loaded is still so when it is replaced. */
function decideAndWrite<Answer>(database: SqlDatabase, update: Update<Answer>): UpdateOutcome<Answer> {
  const { id, once } = update;
  const decided = decideNow(database, update);
  if (decided.kind !== "decided") return decided;
  const { seq, record } = decided;
  const { owner } = record;
  const { change, answer } = decided.made;
  if (!change) return { kind: "done", answer, wrote: false };

  assertBelongs(change.record, owner, id);
  const changed = database.run(
    `UPDATE canvases SET ${RECORD_COLUMNS.map((column) => `${column} = ?`).join(", ")} WHERE seq = ? AND revision = ?`,
    ...recordValues(change.record),
    seq,
    record.document.revision,
  );
  if (changed !== 1) throw new Error(`Canvas ${id} left revision ${record.document.revision} under a write lock`);
  writeReaders(database, seq, record, change.record);
  writeBeside(database, owner, seq, change, update.keep);
  if (once) keepOnce(database, owner, id, once, id, update.at);
  markChanged(database, owner, id);
  return { kind: "done", answer, wrote: true };
}

function decideNow<Answer>(database: SqlDatabase, update: Update<Answer>): Decided<Answer> {
  const { reader, id, once } = update;
  const row = rowFor(database, reader, id, RECORD_ROW);
  if (!row) return whyMissing(database, reader, id, update.at);
  const record = recordFrom(row);
  const known = once && findOnce(database, record.owner, id, once);
  if (known) return known.same ? { kind: "repeated", record } : { kind: "key_reused" };

  assertWhole(database, record);
  const seq = number(row, "seq");
  const textOf = (version: number) => versionText(database, seq, version);
  return { kind: "decided", seq, record, made: decideWithTexts(record, update, textOf) };
}

/** The states that a change keeps, the versions that it sealed and the events that it logs, also for the audit. */
function writeBeside(database: SqlDatabase, owner: string, seq: number, change: Change, keep: number | null): void {
  for (const version of change.sealed) insertVersion(database, owner, seq, version);
  writeLines(database, owner, seq, change);
  if (keep !== null && change.sealed.length > 0) forgetVersions(database, seq, keep);
  const last = database.get("SELECT coalesce(max(sequence), 0) AS n FROM events WHERE canvas = ?", seq);
  let sequence = number(last ?? {}, "n");
  for (const event of change.events) {
    sequence += 1;
    insertEvent(database, owner, seq, { ...event, sequence });
  }
  addLines(database, owner, auditLinesOf(change));
}

export function insertEvent(database: SqlDatabase, owner: string, seq: number, event: CanvasEvent): void {
  database.run(
    "INSERT INTO events (canvas, sequence, owner, kind, by, at, version, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    seq,
    event.sequence,
    owner,
    event.kind,
    JSON.stringify(event.by),
    event.at,
    event.version,
    JSON.stringify(event.payload),
  );
}

/** Throws where a caller mixes up whose canvas it is, or has not checked its texts. */
export function assertBelongs(record: CanvasRecord, owner: string, id: string): void {
  if (record.owner !== owner || record.document.id !== id) {
    throw new RangeError(`A change to ${id} of ${owner} carries ${record.document.id} of ${record.owner}`);
  }
  assertKeepable(record);
}

/** Gives the canvas the owner's next number: whoever asks for changes behind an older one is told of it. */
export function markChanged(database: SqlDatabase, owner: string, id: string): void {
  database.run(
    "UPDATE ids SET changed = (SELECT coalesce(max(changed), 0) + 1 FROM ids WHERE owner = ?) WHERE id = ? AND owner = ?",
    owner,
    id,
    owner,
  );
}
