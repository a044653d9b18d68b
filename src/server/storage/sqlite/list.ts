import type { CanvasListing } from "../../../core/records/listing.ts";
import { MOST_LOOKED_THROUGH, PASSAGE, readCursor, wordsOf, writeCursor } from "../listing.ts";
import type { Canvases, ListQuery } from "../ports.ts";
import { listingFrom, number, text } from "../rows.ts";
import type { SqlDatabase, SqlValue } from "./engine/adapter.ts";

export const LISTING_COLUMNS =
  "seq, id, CAST(title AS BLOB) AS title, status, version, revision, created_at, updated_at, last_editor, words, open_comments, open_proposals, edited, CAST(news AS BLOB) AS news, approved, CASE WHEN json_valid(meta) THEN json_extract(meta, '$.kept') END AS kept";

/** Newest change first. Pages continue behind the cursor's row, so that a canvas changed meanwhile shifts nothing. */
export function listCanvases(
  database: SqlDatabase,
  owner: string,
  query: ListQuery,
): Awaited<ReturnType<Canvases["list"]>> {
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
  const listings = page.map((row) => listingFrom(row, query.reader));
  const canvases = query.passages ? withPassages(database, owner, listings, wordsOf(query.query)) : listings;
  return { canvases, total, ...(next === null ? {} : { next }) };
}

/**
 * A long text is not read for the few words of it that are shown: the engine cuts them out. Letters of which there are
 * more in lower case than in upper shift the place by a little, which the passage has room for.
 */
function withPassages(
  database: SqlDatabase,
  owner: string,
  listings: readonly CanvasListing[],
  words: readonly string[],
): readonly CanvasListing[] {
  let left = MOST_LOOKED_THROUGH;
  return listings.map((listing) => {
    if (words.length === 0 || left <= 0) return listing;
    const size = database.get(
      "SELECT octet_length(content) AS n FROM living WHERE id = ? AND owner = ?",
      listing.id,
      owner,
    );
    left -= size === undefined ? 0 : number(size, "n");
    if (left <= 0) return listing;
    for (const word of words) {
      const found = database.get(
        `SELECT CAST(substr(content, max(1, at - ?), ?) AS BLOB) AS passage FROM
          (SELECT content, instr(CASE WHEN search IS NULL THEN lower(content) ELSE substr(search, length(title) + 2) END, ?) AS at
           FROM living WHERE id = ? AND owner = ?) WHERE at > 0`,
        PASSAGE.before,
        PASSAGE.length,
        word,
        listing.id,
        owner,
      );
      if (found !== undefined) return { ...listing, passage: text(found, "passage") };
    }
    return listing;
  });
}
