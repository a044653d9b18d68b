import type { CanvasStore, ListQuery } from "./canvas-store.ts";
import { readCursor, wordsOf, writeCursor } from "./listing.ts";
import type { SqlDatabase, SqlValue } from "./sqlite-adapter.ts";
import { listingFrom, number, text } from "./sqlite-rows.ts";

export const LISTING_COLUMNS =
  "seq, id, CAST(title AS BLOB) AS title, status, version, revision, created_at, updated_at, last_editor, words, open_comments, open_proposals, edited, CAST(news AS BLOB) AS news, approved, CASE WHEN json_valid(meta) THEN json_extract(meta, '$.kept') END AS kept";

/** Newest change first. Pages continue behind the cursor's row, so that a canvas changed meanwhile shifts nothing. */
export function listCanvases(
  database: SqlDatabase,
  owner: string,
  query: ListQuery,
): Awaited<ReturnType<CanvasStore["list"]>> {
  const conditions = ["owner = ?"];
  const values: SqlValue[] = [owner];
  if (query.status !== undefined) {
    conditions.push("status = ?");
    values.push(query.status);
  }
  if (query.except !== undefined) {
    conditions.push("status <> ?");
    values.push(query.except);
  }
  for (const word of wordsOf(query.query)) {
    conditions.push("coalesce(search, title || char(10) || content) LIKE ? ESCAPE '\\'");
    values.push(`%${word.replace(/[\\%_]/g, "\\$&")}%`);
  }
  const where = conditions.join(" AND ");
  const total = number(database.get(`SELECT count(*) AS n FROM living WHERE ${where}`, ...values) ?? {}, "n");

  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const behind = cursor ? " AND (updated_at, seq) < (?, ?)" : "";
  const rows = database.all(
    `SELECT ${LISTING_COLUMNS} FROM living WHERE ${where}${behind} ORDER BY updated_at DESC, seq DESC LIMIT ?`,
    ...values,
    ...(cursor ? [cursor.updatedAt, cursor.seq] : []),
    query.limit + 1,
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const next =
    rows.length > query.limit && last
      ? writeCursor({ updatedAt: text(last, "updated_at"), seq: number(last, "seq") })
      : null;
  return { canvases: page.map((row) => listingFrom(row, query.reader)), total, ...(next === null ? {} : { next }) };
}
