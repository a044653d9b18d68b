import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Change } from "../../../core/records/history.ts";
import type { StoreError } from "../../../protocol/errors.ts";
import { assertKeepable } from "../listing.ts";
import type { Decision, Missing, Once, UpdateOutcome } from "../ports.ts";
import type { SqlDatabase } from "./engine/adapter.ts";
import { insertPoint, settlePoints } from "./history/points.ts";
import { insertVersion, versionText } from "./history/versions.ts";
import { markChanged } from "./mark-changed.ts";
import { number, RECORD_COLUMNS, RECORD_ROW, recordFrom, recordValues, text } from "./rows.ts";

export interface Update<Answer> {
  readonly owner: string;
  readonly id: string;
  readonly versions: readonly number[];
  readonly once: Once | undefined;
  readonly isReading: boolean;
  readonly decide: (record: CanvasRecord, texts: ReadonlyMap<number, string>) => Decision<Answer>;
  readonly at: string;
}

type Decided<Answer> =
  | Exclude<UpdateOutcome<Answer>, { readonly kind: "done" }>
  | { readonly kind: "decided"; readonly seq: number; readonly record: CanvasRecord; readonly made: Decision<Answer> };

/** Where nothing can be written, for `reason`: what needs no write is answered, and a reading, whose change is not kept. */
export function decideOnly<Answer>(
  database: SqlDatabase,
  update: Update<Answer>,
  reason: StoreError,
): UpdateOutcome<Answer> {
  const decided = decide(database, update);
  if (decided.kind !== "decided") return decided;
  const { change, answer } = decided.made;
  if (!change) return { kind: "done", answer, wrote: false };
  if (!update.isReading) throw reason;
  return { kind: "done", answer, wrote: false, unsaved: reason.message };
}

/** The body of an update; the caller holds the write lock, so what was loaded is still so when it is replaced. */
export function decideAndWrite<Answer>(database: SqlDatabase, update: Update<Answer>): UpdateOutcome<Answer> {
  const { owner, id, once } = update;
  const decided = decide(database, update);
  if (decided.kind !== "decided") return decided;
  const { seq, record } = decided;
  const { change, answer } = decided.made;
  if (!change) return { kind: "done", answer, wrote: false };

  assertBelongs(change, owner, id);
  const changed = database.run(
    `UPDATE canvases SET ${RECORD_COLUMNS.map((column) => `${column} = ?`).join(", ")} WHERE seq = ? AND revision = ?`,
    ...recordValues(change.record),
    seq,
    record.document.revision,
  );
  if (changed !== 1) throw new Error(`Canvas ${id} left revision ${record.document.revision} under a write lock`);
  writeBeside(database, owner, seq, change);
  if (once) keepOnce(database, owner, id, once, id, update.at);
  markChanged(database, owner, id);
  return { kind: "done", answer, wrote: true };
}

function decide<Answer>(database: SqlDatabase, update: Update<Answer>): Decided<Answer> {
  const { owner, id, once } = update;
  const row = database.get(`SELECT ${RECORD_ROW} FROM living WHERE id = ? AND owner = ?`, id, owner);
  if (!row) return whyMissing(database, owner, id);
  const record = recordFrom(row);
  const known = once && findOnce(database, owner, id, once);
  if (known) return known.same ? { kind: "repeated", record } : { kind: "key_reused" };

  const seq = number(row, "seq");
  return { kind: "decided", seq, record, made: update.decide(record, textsOf(database, seq, update.versions)) };
}

/** Of an id under which nothing lives. */
export function whyMissing(database: SqlDatabase, owner: string, id: string): Missing {
  const deleted = "SELECT 1 AS gone FROM ids WHERE id = ? AND owner = ? AND deleted_at IS NOT NULL";
  return { kind: database.get(deleted, id, owner) ? "deleted" : "none" };
}

/** A version that cannot be rebuilt is left out: a damaged history keeps nobody from the text of today. */
function textsOf(database: SqlDatabase, seq: number, versions: readonly number[]): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const version of versions) {
    const content = versionText(database, seq, version);
    if (content !== null) texts.set(version, content);
  }
  return texts;
}

/** The points that a change keeps, the versions that it sealed and the events that it logs. */
export function writeBeside(database: SqlDatabase, owner: string, seq: number, change: Change): void {
  for (const point of change.points ?? []) insertPoint(database, owner, seq, point);
  for (const version of change.sealed) {
    insertVersion(database, owner, seq, version);
    settlePoints(database, seq, version.version, version.content);
  }
  for (const event of change.events) {
    database.run(
      `INSERT INTO events (canvas, sequence, owner, kind, by, at, version, payload)
       SELECT ?, coalesce(max(sequence), 0) + 1, ?, ?, ?, ?, ?, ? FROM events WHERE canvas = ?`,
      seq,
      owner,
      event.kind,
      JSON.stringify(event.by),
      event.at,
      event.version,
      JSON.stringify(event.payload),
      seq,
    );
  }
}

/** Was this key used before (in `scope`: a canvas, or "" for creating), and with the same payload? */
export function findOnce(
  database: SqlDatabase,
  owner: string,
  scope: string,
  once: Once,
): { readonly same: boolean; readonly canvasId: string } | null {
  const row = database.get(
    "SELECT fingerprint, canvas_id FROM once WHERE owner = ? AND scope = ? AND key = ?",
    owner,
    scope,
    once.key,
  );
  return row ? { same: text(row, "fingerprint") === once.fingerprint, canvasId: text(row, "canvas_id") } : null;
}

export function keepOnce(
  database: SqlDatabase,
  owner: string,
  scope: string,
  once: Once,
  canvasId: string,
  at: string,
): void {
  database.run(
    "INSERT INTO once (owner, scope, key, fingerprint, canvas_id, at) VALUES (?, ?, ?, ?, ?, ?)",
    owner,
    scope,
    once.key,
    once.fingerprint,
    canvasId,
    at,
  );
}

export function assertBelongs(change: Change, owner: string, id: string): void {
  if (change.record.owner !== owner || change.record.document.id !== id) {
    throw new RangeError(
      `A change to ${id} of ${owner} carries ${change.record.document.id} of ${change.record.owner}`,
    );
  }
  assertKeepable(change.record);
}
