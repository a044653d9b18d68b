import type { CanvasListing } from "../../../core/records/listing.ts";
import { type Cursor, MOST_LOOKED_THROUGH, PASSAGE, readCursor, titleKey, wordsOf, writeCursor } from "../listing.ts";
import type { Canvases, ListQuery } from "../ports.ts";
import { listingFrom, number, text } from "../rows.ts";
import type { SqlDatabase, SqlRow, SqlValue } from "./engine/adapter.ts";
import { hasShared, SHARED_AT } from "./readers.ts";

export const LISTING_COLUMNS =
  "seq, id, owner, CAST(title AS BLOB) AS title, status, version, revision, created_at, updated_at, last_editor, words, open_comments, open_proposals, edited, CAST(news AS BLOB) AS news, approved, shared, CASE WHEN json_valid(meta) THEN json_extract(meta, '$.kept') END AS kept";

/** Newest change first. Pages continue behind the cursor's row, so that a canvas changed meanwhile shifts nothing. */
export function listCanvases(
  database: SqlDatabase,
  reader: string,
  query: ListQuery,
  now: string,
): Awaited<ReturnType<Canvases["list"]>> {
  const shared = query.whose !== "own" && hasShared(database, reader);
  const whose = { reader, now, own: query.whose !== "shared", shared };
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const words = wordsOf(query.query);
  const { rows, total } =
    words.length === 0 ? newest(database, whose, query, cursor) : search(database, whose, query, words, cursor);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const next =
    rows.length > query.limit && last
      ? writeCursor({ updatedAt: text(last, "updated_at"), seq: number(last, "seq") })
      : null;
  const listings = page.map((row) => listingFrom(row, query.reader));
  const canvases = query.passages ? withPassages(database, listings, words) : listings;
  return { canvases, total, ...(next === null ? {} : { next }) };
}

/** Newest first, whoever changed them last. */
export function newestIds(database: SqlDatabase, reader: string, limit: number, now: string): readonly string[] {
  const own = `SELECT seq, id FROM canvases INDEXED BY canvases_by_owner
    WHERE owner = ? AND deleted_at IS NULL ORDER BY seq DESC LIMIT ?`;
  const rows = hasShared(database, reader)
    ? database.all(
        `SELECT id FROM (SELECT * FROM (${own}) UNION ALL SELECT seq, id FROM living WHERE seq IN (${SHARED_AT}))
         ORDER BY seq DESC LIMIT ?`,
        reader,
        limit,
        reader,
        now,
        limit,
      )
    : database.all(own, reader, limit);
  return rows.map((row) => text(row, "id"));
}

/** Whose canvases are asked for. */
interface Whose {
  readonly reader: string;
  /** ISO time. */
  readonly now: string;
  readonly own: boolean;
  /** Only where anybody shares something with them. */
  readonly shared: boolean;
}

/** One more than was asked for, where there are more. */
interface Page {
  readonly rows: readonly SqlRow[];
  readonly total: number;
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

/**
 * Each status has an order of its own: their first ones are merged, however many of others there are. What others share has
 * no order, and is looked at as a whole.
 */
function newest(database: SqlDatabase, whose: Whose, query: ListQuery, cursor: Cursor | null): Page {
  const { reader } = whose;
  const most = query.limit + 1;
  const behind = cursor ? [cursor.updatedAt, cursor.seq] : [];
  const statuses = whose.own ? countsOf(database, reader).filter(({ status }) => isAsked(status, query)) : [];
  const ofOne = `SELECT * FROM (SELECT seq, updated_at FROM canvases INDEXED BY canvases_by_status
    WHERE owner = ? AND status = ? AND deleted_at IS NULL${cursor ? BEHIND : ""}
    ORDER BY updated_at DESC, seq DESC LIMIT ?)`;
  const shared = whose.shared ? sharedWith(whose, query) : null;
  const merged = [
    ...statuses.map(() => ofOne),
    ...(shared === null ? [] : [`SELECT seq, updated_at FROM living WHERE ${shared.where}${cursor ? BEHIND : ""}`]),
  ];
  if (merged.length === 0) return { rows: [], total: 0 };
  const rows = database.all(
    `SELECT ${LISTING_COLUMNS} FROM canvases
     WHERE seq IN (SELECT seq FROM (${merged.join(" UNION ALL ")}) ORDER BY updated_at DESC, seq DESC LIMIT ?)
     ORDER BY updated_at DESC, seq DESC`,
    ...statuses.flatMap(({ status }) => [reader, status, ...behind, most]),
    ...(shared === null ? [] : [...shared.values, ...behind]),
    most,
  );
  return { rows, total: sumOf(statuses) + (shared === null ? 0 : countWhere(database, shared)) };
}

function isAsked(status: string, query: ListQuery): boolean {
  return (query.status === undefined || status === query.status) && status !== query.except;
}

interface Condition {
  readonly where: string;
  readonly values: readonly SqlValue[];
}

function sharedWith({ reader, now }: Whose, query: ListQuery): Condition {
  const status = ofStatus(query);
  return { where: `seq IN (${SHARED_AT})${status.where}`, values: [reader, now, ...status.values] };
}

function ofStatus({ status, except }: ListQuery): Condition {
  return {
    where: `${status === undefined ? "" : " AND status = ?"}${except === undefined ? "" : " AND status <> ?"}`,
    values: [status, except].filter((value) => value !== undefined),
  };
}

function countWhere(database: SqlDatabase, { where, values }: Condition): number {
  return number(database.get(`SELECT count(*) AS n FROM living WHERE ${where}`, ...values) ?? {}, "n");
}

/** Every text is looked through. */
function search(
  database: SqlDatabase,
  whose: Whose,
  query: ListQuery,
  words: readonly string[],
  cursor: Cursor | null,
): Page {
  const theirs = ofWhom(whose);
  const status = ofStatus(query);
  const found = {
    where: [
      `${theirs.where}${status.where}`,
      ...words.map(() => "coalesce(search, title || char(10) || content) LIKE ? ESCAPE '\\'"),
    ].join(" AND "),
    values: [...theirs.values, ...status.values, ...words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)],
  };
  const rows = database.all(
    `SELECT ${LISTING_COLUMNS} FROM living WHERE ${found.where}${cursor ? BEHIND : ""} ORDER BY updated_at DESC, seq DESC LIMIT ?`,
    ...found.values,
    ...(cursor ? [cursor.updatedAt, cursor.seq] : []),
    query.limit + 1,
  );
  return { rows, total: countWhere(database, found) };
}

function ofWhom({ reader, now, own, shared }: Whose): Condition {
  if (own && !shared) return { where: "owner = ?", values: [reader] };
  if (!own) return { where: `seq IN (${SHARED_AT})`, values: [reader, now] };
  const both = `SELECT seq FROM living WHERE owner = ? UNION ALL ${SHARED_AT}`;
  return { where: `seq IN (${both})`, values: [reader, reader, now] };
}

/**
 * A long text is not read for the few words of it that are shown: the engine cuts them out. Letters of which there are
 * more in lower case than in upper shift the place by a little, which the passage has room for.
 */
function withPassages(
  database: SqlDatabase,
  listings: readonly CanvasListing[],
  words: readonly string[],
): readonly CanvasListing[] {
  let left = MOST_LOOKED_THROUGH;
  return listings.map((listing) => {
    if (words.length === 0 || left <= 0) return listing;
    const size = database.get(
      "SELECT octet_length(content) AS n FROM living WHERE id = ? AND owner = ?",
      listing.id,
      listing.owner,
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
        listing.owner,
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
