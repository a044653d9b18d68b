import type { CanvasListing } from "../../../core/records/listing.ts";
import { type Cursor, MOST_LOOKED_THROUGH, PASSAGE, readCursor, titleKey, wordsOf, writeCursor } from "../listing.ts";
import type { Canvases, ListQuery } from "../ports.ts";
import { listingFrom, number, text } from "../rows.ts";
import type { SqlDatabase, SqlRow, SqlValue } from "./engine/adapter.ts";

export const LISTING_COLUMNS =
  "seq, id, owner, CAST(title AS BLOB) AS title, status, version, revision, created_at, updated_at, last_editor, words, open_comments, open_proposals, edited, CAST(news AS BLOB) AS news, approved, CASE WHEN json_valid(meta) THEN json_extract(meta, '$.kept') END AS kept";

/** Newest change first. Pages continue behind the cursor's row, so that a canvas changed meanwhile shifts nothing. */
export function listCanvases(
  database: SqlDatabase,
  owner: string,
  query: ListQuery,
): Awaited<ReturnType<Canvases["list"]>> {
  const statuses = countsOf(database, owner).filter(
    ({ status }) => (query.status === undefined || status === query.status) && status !== query.except,
  );
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const words = wordsOf(query.query);
  const { rows, total } =
    words.length === 0
      ? { rows: newest(database, owner, statuses, cursor, query.limit + 1), total: sumOf(statuses) }
      : search(database, owner, query, words, cursor);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const next =
    rows.length > query.limit && last
      ? writeCursor({ updatedAt: text(last, "updated_at"), seq: number(last, "seq") })
      : null;
  const listings = page.map((row) => listingFrom(row, query.reader));
  const canvases = query.passages ? withPassages(database, owner, listings, words) : listings;
  return { canvases, total, ...(next === null ? {} : { next }) };
}

interface StatusCount {
  readonly status: string;
  readonly n: number;
}

/** Of those that are not in the bin, by status; a status that none has is left out. */
function countsOf(database: SqlDatabase, owner: string): readonly StatusCount[] {
  return database
    .all("SELECT status, n FROM counts WHERE owner = ? AND is_binned = 0", owner)
    .map((row) => ({ status: text(row, "status"), n: number(row, "n") }));
}

function sumOf(counts: readonly StatusCount[]): number {
  return counts.reduce((sum, { n }) => sum + n, 0);
}

const BEHIND = " AND (updated_at, seq) < (?, ?)";

/** Each status has an order of its own: their first ones are merged, however many of others there are. */
function newest(
  database: SqlDatabase,
  owner: string,
  statuses: readonly StatusCount[],
  cursor: Cursor | null,
  limit: number,
): readonly SqlRow[] {
  if (statuses.length === 0) return [];
  const ofOne = `SELECT * FROM (SELECT seq, updated_at FROM canvases INDEXED BY canvases_by_status
    WHERE owner = ? AND status = ? AND deleted_at IS NULL${cursor ? BEHIND : ""}
    ORDER BY updated_at DESC, seq DESC LIMIT ?)`;
  const merged = statuses.map(() => ofOne).join(" UNION ALL ");
  const behind = cursor ? [cursor.updatedAt, cursor.seq] : [];
  return database.all(
    `SELECT ${LISTING_COLUMNS} FROM canvases WHERE seq IN (SELECT seq FROM (${merged}) ORDER BY updated_at DESC, seq DESC LIMIT ?)
     ORDER BY updated_at DESC, seq DESC`,
    ...statuses.flatMap(({ status }) => [owner, status, ...behind, limit]),
    limit,
  );
}

/** Every text is looked through. */
function search(
  database: SqlDatabase,
  owner: string,
  { status, except, limit }: ListQuery,
  words: readonly string[],
  cursor: Cursor | null,
): { readonly rows: readonly SqlRow[]; readonly total: number } {
  const conditions = ["owner = ?"];
  const values: SqlValue[] = [owner];
  if (status !== undefined) {
    conditions.push("status = ?");
    values.push(status);
  }
  if (except !== undefined) {
    conditions.push("status <> ?");
    values.push(except);
  }
  for (const word of words) {
    conditions.push("coalesce(search, title || char(10) || content) LIKE ? ESCAPE '\\'");
    values.push(`%${word.replace(/[\\%_]/g, "\\$&")}%`);
  }
  const where = conditions.join(" AND ");
  const total = number(database.get(`SELECT count(*) AS n FROM living WHERE ${where}`, ...values) ?? {}, "n");
  const rows = database.all(
    `SELECT ${LISTING_COLUMNS} FROM living WHERE ${where}${cursor ? BEHIND : ""} ORDER BY updated_at DESC, seq DESC LIMIT ?`,
    ...values,
    ...(cursor ? [cursor.updatedAt, cursor.seq] : []),
    limit + 1,
  );
  return { rows, total };
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

/**
 * SQLite folds the letters of ASCII by itself: others are sought as they are, and all in either case. Sorted here: asked for an
 * order, it goes through all canvases in that order.
 */
export function findTitled(database: SqlDatabase, owner: string, title: string): CanvasListing | null {
  const sought = title.trim();
  const rows = database.all(
    `SELECT ${LISTING_COLUMNS} FROM living WHERE owner = ? AND title COLLATE NOCASE IN (?, ?, ?)`,
    owner,
    sought,
    sought.toLowerCase(),
    sought.toUpperCase(),
  );
  const newest = rows
    .map((row) => ({ seq: number(row, "seq"), listing: listingFrom(row) }))
    .filter(({ listing }) => titleKey(listing.title) === titleKey(sought))
    .sort((a, b) => (a.listing.updatedAt === b.listing.updatedAt ? b.seq - a.seq : newerFirst(a.listing, b.listing)));
  return newest[0]?.listing ?? null;
}

/** ISO times of one form compare as text. */
function newerFirst(a: CanvasListing, b: CanvasListing): number {
  return a.updatedAt < b.updatedAt ? 1 : -1;
}
