import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { readerChanges, subjectsOf } from "../listing.ts";
import { type StoredRow, text } from "../rows.ts";
import type { StatementParts } from "./engine/statement.ts";

/**
 * The owner's own id ($2, $1). By one value of both, so that no other index can be chosen: an id of somebody else's is not
 * there, exactly as one that never was.
 */
export const OWN_ID = ownId("$1", "$2");

function ownId(id: string, owner: string): string {
  return `(SELECT id FROM ids WHERE owner || ' ' || id = ${owner}::text || ' ' || ${id}::text)`;
}

/** The id of a canvas ($1), in the bin or not, if it is there for the reader ($2): first among their own. */
export const SEEN_ID = seenId("$1", "$2");

export function seenId(id: string, reader: string): string {
  return `(SELECT id FROM ids WHERE owner || ' ' || id = ${reader}::text || ' ' || ${id}::text
     UNION ALL SELECT id FROM readers WHERE subject = ${reader} AND id = ${id} AND is_reading LIMIT 1)`;
}

/** The ids of canvases that others share with a reader, those in the bin too. */
export function sharedWith(reader: string): string {
  return `SELECT id FROM readers WHERE subject = ${reader} AND is_reading`;
}

/**
 * Columns of the canvases that others share with a reader, without those in the bin: each found by its id, whatever the
 * database guesses of how many there are (OFFSET keeps it from looking in another way, by another index). At a time:
 * without those that a link gave which has ended by then.
 */
export function sharedCanvases(
  reader: string,
  columns: string,
  { now, where = "" }: { readonly now?: string; readonly where?: string } = {},
): string {
  const isGood = now === undefined ? "" : ` AND (readers.until IS NULL OR readers.until > ${now})`;
  return `SELECT ${columns} FROM (SELECT found.* FROM readers,
      LATERAL (SELECT * FROM canvases WHERE canvases.id = readers.id OFFSET 0) AS found
      WHERE readers.subject = ${reader} AND readers.is_reading${isGood}) AS shared
    WHERE deleted_at IS NULL${where}`;
}

/** Those whom a row of `canvases` names, besides its owner. */
export function readersIn(row: StoredRow): readonly string[] {
  return typeof row.readers === "string" ? (JSON.parse(row.readers) as string[]) : [];
}

/** All who are told of what happens to the canvas of this row. */
export function toldOf(row: StoredRow): readonly string[] {
  return [text(row, "owner"), ...readersIn(row)];
}

/** As a row of `canvases` names them. */
export function readersValue(record: Pick<CanvasRecord, "sharing">): string {
  return JSON.stringify(subjectsOf(record));
}

/** Of a write in `written`: who came, and who went. Nothing where nobody did. */
export function readerSteps(
  parts: StatementParts,
  before: Pick<CanvasRecord, "sharing">,
  record: Pick<CanvasRecord, "sharing">,
): readonly string[] {
  const { came, went } = readerChanges(before, record);
  const steps: string[] = [];
  if (came.length > 0)
    steps.push(`came AS (INSERT INTO readers (subject, id, changed, is_reading, until)
      SELECT each.subject, written.id, pg_current_xact_id(), true, nullif(each.until, '') FROM written,
        unnest(${parts.value(
          came.map(({ subject }) => subject),
          "text[]",
        )}, ${parts.value(
          came.map(({ until }) => until ?? ""),
          "text[]",
        )}) AS each (subject, until)
      ON CONFLICT (subject, id) DO UPDATE SET changed = excluded.changed, is_reading = true, until = excluded.until)`);
  if (went.length > 0)
    steps.push(`went AS (UPDATE readers SET is_reading = false, changed = pg_current_xact_id() FROM written
      WHERE readers.id = written.id AND readers.subject = ANY(${parts.value(went, "text[]")}))`);
  return steps;
}

/** For nobody any more: of canvases that are deleted for good, in `from`. */
export function endReaders(from: string): string {
  return `UPDATE readers SET is_reading = false, changed = pg_current_xact_id()
    FROM (SELECT ended.id, each.subject FROM ${from} AS ended, json_array_elements_text(ended.readers::json) AS each (subject)) AS gone
    WHERE readers.subject = gone.subject AND readers.id = gone.id`;
}
