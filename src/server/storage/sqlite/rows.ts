import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { number, recordFrom, text } from "../rows.ts";
import { DamagedRowError } from "../store-error.ts";
import type { SqlDatabase } from "./engine/adapter.ts";

/** Throws where an engine gave less than the file holds: it ends a text at a NUL, and replaces what is no UTF-8. */
export function assertWhole(database: SqlDatabase, { document, owner }: CanvasRecord): void {
  const { id, content } = document;
  const row = database.get("SELECT octet_length(content) AS n FROM canvases WHERE id = ? AND owner = ?", id, owner);
  if (row?.n === Buffer.byteLength(content)) return;
  throw new DamagedRowError(
    "storage_failed",
    `The text of canvas ${id} is damaged. Other canvases are not affected. Restart writing-canvas: it brings back what is left.`,
  );
}

/** The first canvas whose row cannot be read, in words; null: there is none. */
export function damagedRow(database: SqlDatabase): string | null {
  for (const { seq } of database.all("SELECT seq FROM canvases")) {
    const row = database.get(`SELECT ${RECORD_ROW} FROM canvases WHERE seq = ?`, number({ seq: seq ?? null }, "seq"));
    try {
      if (row) assertWhole(database, recordFrom(row));
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
      return `in the row of canvas ${text(row ?? {}, "id")}`;
    }
  }
  return null;
}

/** What `recordFrom` reads. Texts of the person's and the model's come as bytes, so that damaged ones can be told. */
export const RECORD_ROW =
  "seq, id, owner, CAST(meta AS BLOB) AS meta, CAST(record AS BLOB) AS record, CAST(content AS BLOB) AS content, CAST(baseline AS BLOB) AS baseline";
/** What `summaryFrom` reads. */
export const SUMMARY_ROW =
  "version, revision, CAST(title AS BLOB) AS title, status, CAST(by AS BLOB) AS by, at, words_added, words_removed, CAST(label AS BLOB) AS label";
/** What `eventsFrom` reads. */
/** `versions.meta` of the oldest that is kept: who looks for damage knows that nothing is missing below it. */
export const OLDEST_KEPT = JSON.stringify({ oldestKept: true });

export const EVENT_ROW = "sequence, kind, CAST(by AS BLOB) AS by, at, version, CAST(payload AS BLOB) AS payload";
