import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { type Reader, readerChanges } from "../listing.ts";
import type { Missing } from "../ports.ts";
import { number } from "../rows.ts";
import type { SqlDatabase, SqlRow } from "./engine/adapter.ts";

/** The owner's own by id. The engine would choose the index by id alone, and read whose it is from the canvas itself. */
export const OWN = "canvases INDEXED BY canvases_of_owner WHERE owner = ? AND id = ?";
/** The numbers of canvases that others share with a subject, those in the bin too. */
export const SHARED_WITH = "SELECT canvas FROM readers WHERE subject = ? AND is_reading = 1";
/** The same at a time, the second value: without those that a link gave which has ended by then. */
export const SHARED_AT = `${SHARED_WITH} AND (until IS NULL OR until > ?)`;

/**
 * The row of a canvas that is there for the reader and not in the bin. One of somebody else's is looked for exactly as one
 * that never was: in two indexes in which it is not.
 */
export function rowFor(database: SqlDatabase, reader: string, id: string, columns: string): SqlRow | undefined {
  const own = database.get(`SELECT ${columns} FROM ${OWN} AND deleted_at IS NULL`, reader, id);
  if (own !== undefined) return own;
  const shared = database.get(`${SHARED_WITH} AND id = ?`, reader, id);
  if (shared === undefined) return undefined;
  return database.get(`SELECT ${columns} FROM canvases WHERE seq = ? AND deleted_at IS NULL`, number(shared, "canvas"));
}

/** The number by which history names a canvas that is there for the reader; null: there is none. */
export function seqFor(database: SqlDatabase, reader: string, id: string): number | null {
  const row = rowFor(database, reader, id, "seq");
  return row ? number(row, "seq") : null;
}

/** Of an id under which nothing lives for the reader; at a time, as `SHARED_AT`. */
export function whyMissing(database: SqlDatabase, reader: string, id: string, now: string): Missing {
  const gone = database.get(
    `SELECT 1 AS gone FROM ids INDEXED BY ids_deleted_of_owner WHERE owner = ? AND id = ? AND deleted_at IS NOT NULL
     UNION ALL SELECT 1 FROM canvases WHERE seq = (${SHARED_AT} AND id = ?) AND deleted_at IS NOT NULL`,
    reader,
    id,
    reader,
    now,
    id,
  );
  return { kind: gone ? "deleted" : "none" };
}

/** Whether anybody shares, or did by a link that has ended, anything with them. */
export function hasShared(database: SqlDatabase, reader: string): boolean {
  return database.get(`${SHARED_WITH} LIMIT 1`, reader) !== undefined;
}

/** Keeps for whom the canvas is there now, and tells whoever came or went. Nothing is written where nobody did. */
export function writeReaders(
  database: SqlDatabase,
  seq: number,
  before: Pick<CanvasRecord, "sharing">,
  { document, ...now }: Pick<CanvasRecord, "sharing" | "document">,
): void {
  const { came, went } = readerChanges(before, now);
  for (const subject of went) writeReader(database, { subject, until: null }, document.id, seq, 0);
  for (const reader of came) writeReader(database, reader, document.id, seq, 1);
}

function writeReader(
  database: SqlDatabase,
  { subject, until }: Reader,
  id: string,
  seq: number,
  isReading: 0 | 1,
): void {
  const newest = database.get("SELECT coalesce(max(changed), 0) AS n FROM readers WHERE subject = ?", subject);
  database.run(
    `INSERT INTO readers (subject, id, changed, is_reading, until, canvas) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (subject, id) DO UPDATE SET changed = excluded.changed, is_reading = excluded.is_reading,
       until = excluded.until, canvas = excluded.canvas`,
    subject,
    id,
    number(newest ?? {}, "n") + 1,
    isReading,
    until,
    seq,
  );
}
