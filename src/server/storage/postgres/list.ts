import { STATUSES } from "../../../core/records/canvas.ts";
import type { CanvasListing } from "../../../core/records/listing.ts";
import { MOST_LOOKED_THROUGH, PASSAGE, readCursor, wordsOf, writeCursor } from "../listing.ts";
import type { Canvases, ListQuery } from "../ports.ts";
import { listingFrom, number, type StoredRow, text } from "../rows.ts";
import { countsOf } from "./counts.ts";
import type { Run } from "./engine/database.ts";
import { prepared, StatementParts } from "./engine/statement.ts";
import { sharedCanvases } from "./readers.ts";

export const LISTED =
  "seq, id, owner, title, status, version, revision, created_at, updated_at, last_editor, words, open_comments, open_proposals, edited, news, approved, shared, kept::int AS kept";
/** Title and text as they are searched: in lower case, which ASCII alone needs no column of its own for. */
const SEARCHED = "coalesce(search, lower(title || chr(10) || content))";

/** Newest change first. Pages continue behind the cursor's row, so that a canvas changed meanwhile shifts nothing. */
export async function listCanvases(
  read: Run,
  reader: string,
  query: ListQuery,
  now: string,
): Promise<Awaited<ReturnType<Canvases["list"]>>> {
  const words = wordsOf(query.query);
  const { rows, total } =
    words.length === 0 ? await newest(read, { reader, now }, query) : await search(read, { reader, now }, query, words);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const next =
    rows.length > query.limit && last
      ? writeCursor({ updatedAt: text(last, "updated_at"), seq: number(last, "seq") })
      : null;
  const listings = page.map((row) => listingFrom(row, query.reader));
  const canvases = query.passages && words.length > 0 ? await withPassages(read, listings, words) : listings;
  return { canvases, total, ...(next === null ? {} : { next }) };
}

interface Asking {
  readonly reader: string;
  /** ISO time. */
  readonly now: string;
}

interface Page {
  /** One more than was asked for, where there are more. */
  readonly rows: readonly StoredRow[];
  readonly total: number;
}

/**
 * Each status has its own order by time, of which only the beginning is read; how many there are is kept beside them. What
 * others share has no order, and is looked at as a whole, once.
 */
async function newest(read: Run, { reader, now }: Asking, query: ListQuery): Promise<Page> {
  const statuses = statusesOf(query);
  const parts = new StatementParts();
  const [whose, most] = [parts.value(reader), parts.value(query.limit + 1, "int")];
  const behind = behindCursor(parts, query.cursor);
  const own = query.whose === "shared" ? [] : statuses;
  const each = own.map(
    (status) =>
      `(SELECT ${LISTED} FROM canvases WHERE owner = ${whose} AND status = '${status}' AND deleted_at IS NULL${behind}
        ORDER BY updated_at DESC, seq DESC LIMIT ${most})`,
  );
  const none = `(SELECT ${LISTED} FROM canvases WHERE false)`;
  const counted = STATUSES.map((status) => `coalesce(counts.${status}, 0) AS n_${status}`).join(", ");
  const page = (more: readonly string[]): string =>
    `(SELECT * FROM (${[...each, ...more, none].join(" UNION ALL ")}) AS every ORDER BY updated_at DESC, seq DESC LIMIT ${most}) AS page`;
  const order = "ORDER BY page.updated_at DESC, page.seq DESC";
  const statement =
    query.whose === "own"
      ? `SELECT ${counted}, 0 AS n_shared, page.* FROM counts LEFT JOIN ${page([])} ON true WHERE counts.owner = ${whose} ${order}`
      : `WITH theirs AS MATERIALIZED (${sharedCanvases(whose, LISTED, {
          now: parts.value(now),
          where: ` AND status = ANY(ARRAY[${statuses.map((status) => `'${status}'`).join(", ")}]::text[])`,
        })})
         SELECT ${counted}, (SELECT count(*) FROM theirs) AS n_shared, page.* FROM (SELECT 1) AS always
         LEFT JOIN counts ON counts.owner = ${whose}
         LEFT JOIN ${page([`(SELECT * FROM theirs WHERE true${behind})`])} ON true ${order}`;
  const rows = await read(parts.finish(statement, true));
  const [first] = rows;
  return {
    rows: rows.filter((row) => row.id !== null),
    total: first === undefined ? 0 : countsOf(first, own) + number(first, "n_shared"),
  };
}

async function search(read: Run, { reader, now }: Asking, query: ListQuery, words: readonly string[]): Promise<Page> {
  // No text that is kept holds one.
  if (words.some((word) => word.includes("\0"))) return { rows: [], total: 0 };
  const found = (parts: StatementParts): string =>
    [
      `${ofWhom(parts, { reader, now }, query.whose)} WHERE deleted_at IS NULL`,
      ...(query.status === undefined ? [] : [`status = ${parts.value(query.status)}`]),
      ...(query.except === undefined ? [] : [`status <> ${parts.value(query.except)}`]),
      ...words.map((word) => `${SEARCHED} LIKE ${parts.value(`%${word.replace(/[\\%_]/g, "\\$&")}%`)} ESCAPE '\\'`),
    ].join(" AND ");
  const all = new StatementParts();
  const [row] = await read(all.finish(`SELECT count(*) AS n FROM ${found(all)}`, false));
  const parts = new StatementParts();
  const where = found(parts) + behindCursor(parts, query.cursor);
  const limit = parts.value(query.limit + 1, "int");
  const page = `SELECT ${LISTED} FROM ${where} ORDER BY updated_at DESC, seq DESC LIMIT ${limit}`;
  return { rows: await read(parts.finish(page, false)), total: number(row ?? {}, "n") };
}

/** Two lists one after the other: so each of them is found by its index. */
function ofWhom(parts: StatementParts, asking: Asking, whose: ListQuery["whose"]): string {
  const reader = parts.value(asking.reader);
  const lists = [
    ...(whose === "shared" ? [] : [`SELECT * FROM canvases WHERE owner = ${reader}`]),
    ...(whose === "own" ? [] : [sharedCanvases(reader, "*", { now: parts.value(asking.now) })]),
  ];
  return `(${lists.join(" UNION ALL ")}) AS theirs`;
}

function statusesOf({ status, except }: ListQuery): (typeof STATUSES)[number][] {
  return STATUSES.filter((each) => (status === undefined || each === status) && each !== except);
}

function behindCursor(parts: StatementParts, given: string | undefined): string {
  if (given === undefined) return "";
  const { updatedAt, seq } = readCursor(given);
  return ` AND (updated_at, seq) < (${parts.value(updatedAt)}, ${parts.value(seq, "bigint")})`;
}

const SIZES = prepared("SELECT id, octet_length(content) AS n FROM canvases WHERE id = ANY($1::text[])");
const PASSAGES = prepared(
  `SELECT DISTINCT ON (id) id, substr(content, greatest(1, at - $3::int), $4::int) AS passage FROM (
     SELECT id, content, place, strpos(CASE WHEN search IS NULL THEN lower(content) ELSE substr(search, length(title) + 2) END, word) AS at
     FROM canvases, unnest($2::text[]) WITH ORDINALITY AS sought (word, place) WHERE id = ANY($1::text[])) AS looked
   WHERE at > 0 ORDER BY id, place`,
);

/**
 * A long text is not sent for the few words of it that are shown: the database cuts them out. Letters of which there are
 * more in lower case than in upper shift the place by a little, which the passage has room for.
 */
async function withPassages(
  read: Run,
  listings: readonly CanvasListing[],
  words: readonly string[],
): Promise<readonly CanvasListing[]> {
  const sizes = new Map(
    (await read(SIZES(listings.map(({ id }) => id)))).map((row) => [text(row, "id"), number(row, "n")]),
  );
  let left = MOST_LOOKED_THROUGH;
  const looked = listings.filter(({ id }) => {
    left -= sizes.get(id) ?? 0;
    return left > 0;
  });
  const ids = looked.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await read(PASSAGES(ids, words, PASSAGE.before, PASSAGE.length));
  const passages = new Map(rows.map((row) => [text(row, "id"), text(row, "passage")]));
  return listings.map((listing) => {
    const passage = passages.get(listing.id);
    return passage === undefined ? listing : { ...listing, passage };
  });
}
