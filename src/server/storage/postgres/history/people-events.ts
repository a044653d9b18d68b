import { KINDS_IN_SQL, SAYS_PERSON } from "../../people-events.ts";
import type { EventPlace } from "../../ports.ts";
import type { StoredRow } from "../../rows.ts";
import type { Run } from "../engine/database.ts";
import { prepared } from "../engine/statement.ts";
import { SEEN_ID, sharedCanvases } from "../readers.ts";

const ROW = "canvas AS canvas_id, sequence, kind, by, at, version, payload";
/** In the very words of the indexes, which the database would not use for others. */
const BY_PEOPLE = `kind IN (${KINDS_IN_SQL}) AND strpos(by, '${SAYS_PERSON}') > 0`;

/** The first of one canvas behind a place. `from` is the number of its first value: time, id, number, and how many. */
function ofCanvas(id: string, from: number, columns = ROW, most = `$${from + 3}::int`): string {
  return `SELECT ${columns} FROM events WHERE canvas = ${id} AND ${BY_PEOPLE} AND ${behind(from)}
    ORDER BY at DESC, sequence DESC LIMIT ${most}`;
}

function behind(from: number): string {
  return `(at, canvas, sequence) < ($${from}::text, $${from + 1}::text, $${from + 2}::int)`;
}

const OF_ONE = prepared(ofCanvas(`(SELECT id FROM canvases WHERE id = ${SEEN_ID} AND deleted_at IS NULL)`, 3));

/**
 * Their own in their order, each looked for among the living (OFFSET keeps the database from reading all canvases first). Of
 * what others share, which has no order of its own, the canvases with the newest events.
 */
const OF_ALL = prepared(
  `SELECT * FROM (
     (SELECT ${ROW} FROM events, LATERAL (SELECT FROM canvases WHERE id = canvas AND canvases.owner = $1 AND deleted_at IS NULL OFFSET 0) AS living
      WHERE owner = $1 AND ${BY_PEOPLE} AND ${behind(3)} ORDER BY at DESC, canvas DESC, sequence DESC LIMIT $6::int)
     UNION ALL
     (SELECT theirs.* FROM (
        SELECT each.id FROM (${sharedCanvases("$1", "id", { now: "$2", where: " AND owner <> $1" })}) AS each,
          LATERAL (${ofCanvas("each.id", 3, "at", "1")}) AS newest
        ORDER BY newest.at DESC, each.id DESC LIMIT $6::int) AS first,
      LATERAL (${ofCanvas("first.id", 3)}) AS theirs)
   ) AS every ORDER BY at DESC, canvas_id DESC, sequence DESC LIMIT $6::int`,
);

interface Asked {
  readonly reader: string;
  /** One canvas; all when left out. */
  readonly canvasId: string | undefined;
  /** ISO time. */
  readonly now: string;
}

/** The first rows behind a place, as `readPeopleEvents` asks for them. */
export function peopleRows(
  read: Run,
  { reader, canvasId, now }: Asked,
  { at, canvasId: last, sequence }: EventPlace,
  most: number,
): Promise<readonly StoredRow[]> {
  return canvasId === undefined
    ? read(OF_ALL(reader, now, at, last, sequence, most))
    : read(OF_ONE(canvasId, reader, at, last, sequence, most));
}
