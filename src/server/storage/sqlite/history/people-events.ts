import { KINDS_IN_SQL, newestFirst, SAYS_PERSON } from "../../people-events.ts";
import type { EventPlace } from "../../ports.ts";
import { number, text } from "../../rows.ts";
import type { SqlDatabase, SqlRow } from "../engine/adapter.ts";
import { SHARED_AT, seqFor } from "../readers.ts";
import { EVENT_ROW } from "../rows.ts";

/** In the very words of the indexes, which the engine would not use for others. */
const BY_PEOPLE = `kind IN (${KINDS_IN_SQL}) AND instr(by, '${SAYS_PERSON}') > 0`;

/**
 * Without those in the bin, and told so by an index: what a canvas says of it itself stands behind its text. The numbers in the
 * index are not in the order of the ids, so that those of one time are sorted.
 */
const OF_OWNER = `SELECT canvas_id, ${EVENT_ROW} FROM events INDEXED BY events_by_people
  CROSS JOIN (SELECT seq, id AS canvas_id FROM canvases INDEXED BY canvases_by_owner WHERE owner = ?1 AND deleted_at IS NULL) ON seq = canvas
  WHERE owner = ?1 AND ${BY_PEOPLE} AND at <= ?2 AND (at, canvas_id, sequence) < (?2, ?3, ?4)
  ORDER BY at DESC, canvas_id DESC, sequence DESC LIMIT ?5`;

const OF_CANVAS = `SELECT ?1 AS canvas_id, ${EVENT_ROW} FROM events INDEXED BY events_by_people_in_canvas
  WHERE canvas = ?2 AND ${BY_PEOPLE} AND at >= ?7 AND at <= ?3 AND (at, ?1, sequence) < (?3, ?4, ?5)
  ORDER BY at DESC, sequence DESC LIMIT ?6`;

/** Those with the newest events behind a place: what others share has no order of its own. */
const SHARED = `WITH theirs AS (SELECT seq, id FROM living WHERE seq IN (${SHARED_AT}) AND owner <> ?1)
  SELECT seq, id FROM theirs ORDER BY (
    SELECT at FROM events INDEXED BY events_by_people_in_canvas
    WHERE canvas = seq AND ${BY_PEOPLE} AND at <= ?3 AND (at, id, sequence) < (?3, ?4, ?5)
    ORDER BY at DESC, sequence DESC LIMIT 1
  ) DESC, id DESC LIMIT ?6`;

interface Asked {
  readonly reader: string;
  /** One canvas; all when left out. */
  readonly canvasId: string | undefined;
  /** ISO time. */
  readonly now: string;
}

/** The first rows behind a place, as `readPeopleEvents` asks for them. */
export function peopleRows(
  database: SqlDatabase,
  { reader, canvasId, now }: Asked,
  before: EventPlace,
  most: number,
): readonly SqlRow[] {
  const behind = [before.at, before.canvasId, before.sequence] as const;
  const ofCanvas = (id: string, seq: number, since = "") => database.all(OF_CANVAS, id, seq, ...behind, most, since);
  if (canvasId !== undefined) {
    const seq = seqFor(database, reader, canvasId);
    return seq === null ? [] : ofCanvas(canvasId, seq);
  }
  let first = database.all(OF_OWNER, reader, ...behind, most);
  // Each of them has an event that comes before all those of canvases that are left out here: more than `most` are not needed.
  for (const row of database.all(SHARED, reader, now, ...behind, most)) {
    const last = first[most - 1];
    const theirs = ofCanvas(text(row, "id"), number(row, "seq"), last && text(last, "at"));
    first = [...first, ...theirs].sort((a, b) => newestFirst(placeOf(a), placeOf(b))).slice(0, most);
  }
  return first;
}

function placeOf(row: SqlRow): EventPlace {
  return { at: text(row, "at"), canvasId: text(row, "canvas_id"), sequence: number(row, "sequence") };
}
