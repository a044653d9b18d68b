import { withPoints } from "../../../../core/document/versions/points.ts";
import type { PointSummary } from "../../../../core/records/history.ts";
import { StoreError } from "../../../../protocol/errors.ts";
import { isPatch, pointContent, pointSummary } from "../../point-row.ts";
import type { Canvases } from "../../ports.ts";
import { eventsFrom, number, type StoredRow, summaryFrom, text } from "../../rows.ts";
import type { Run } from "../engine/database.ts";
import { prepared } from "../engine/statement.ts";
import { SEEN_ID } from "../readers.ts";
import { type KnownTexts, readText } from "./texts.ts";

type History = Pick<Canvases, "versions" | "version" | "points" | "point" | "events">;

const SUMMARY = "version, revision, title, status, by, at, words_added, words_removed, label";
const POINT = "version, revision, reason, at, words_added, words_removed";
/** Of a canvas that is not deleted, and there for this reader. */
const LIVING = `(SELECT id FROM canvases WHERE id = ${SEEN_ID} AND deleted_at IS NULL)`;

const VERSIONS = prepared(
  `SELECT ${SUMMARY} FROM versions WHERE canvas = ${LIVING} AND version < $3 ORDER BY version DESC LIMIT $4`,
);
const VERSION = prepared(`SELECT ${SUMMARY} FROM versions WHERE canvas = ${LIVING} AND version = $3`);
const POINTS = prepared(
  `SELECT ${POINT} FROM points WHERE canvas = ${LIVING} AND version BETWEEN $3 AND $4 ORDER BY version, revision DESC`,
);
const ONE_POINT = prepared(
  `SELECT ${POINT}, hash, body FROM points WHERE canvas = ${LIVING} AND version = $3 AND revision = $4`,
);
const EVENTS = prepared(
  `SELECT sequence, kind, by, at, version, payload FROM events
   WHERE canvas = ${LIVING} AND sequence > $3 ORDER BY sequence LIMIT $4`,
);
/** Higher than any version. */
const LAST = 2 ** 31 - 1;

/** What was: sealed versions, the points inside versions, and the log. */
export function createHistory(read: Run, texts: KnownTexts, log: (line: string) => void): History {
  const pointsOf = async (reader: string, id: string, from: number, to: number) =>
    byVersion(await read(POINTS(id, reader, from, to)));
  return {
    versions: async (reader, id, { limit, before }) => {
      const rows = await read(VERSIONS(id, reader, Math.min(before ?? LAST, LAST), limit));
      const page = rows.map(summaryFrom);
      if (page.length === 0) return [];
      const points = await pointsOf(reader, id, page.at(-1)?.version ?? 0, page[0]?.version ?? 0);
      return page.map((summary) => withPoints(summary, points.get(summary.version)));
    },

    version: async (reader, id, version) => {
      if (!isNumbered(version)) return null;
      const [row] = await read(VERSION(id, reader, version));
      if (row === undefined) return null;
      const known = await readText(read, texts, id, version);
      if (known !== null) return { ...summaryFrom(row), content: known.content };
      throw new StoreError(
        "storage_failed",
        `Version ${version} cannot be rebuilt exactly: the store is damaged in its history. The current text is not affected.`,
      );
    },

    points: async (reader, id, version) =>
      isNumbered(version) ? ((await pointsOf(reader, id, version, version)).get(version) ?? []) : [],

    point: async (reader, id, version, revision) => {
      if (!isNumbered(version) || !isNumbered(revision)) return null;
      const [row] = await read(ONE_POINT(id, reader, version, revision));
      const summary = row === undefined ? null : pointSummary(row);
      if (row === undefined || summary === null) return null;
      const before = isPatch(text(row, "body")) ? await readText(read, texts, id, version - 1) : null;
      const content = pointContent(row, () => before?.content ?? null);
      return content === null ? null : { ...summary, version, content };
    },

    events: async (reader, id, after, limit) => {
      const rows = await read(EVENTS(id, reader, Math.min(after, LAST), limit));
      const events = eventsFrom(rows);
      const damaged = rows.length - events.length;
      if (damaged > 0) log(`Of the log of canvas ${id} ${damaged} of ${rows.length} entries are damaged and left out.`);
      return events;
    },
  };
}

/** Whether a version or revision can have this number at all. */
function isNumbered(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= LAST;
}

function byVersion(rows: readonly StoredRow[]): ReadonlyMap<number, readonly PointSummary[]> {
  const points = new Map<number, PointSummary[]>();
  for (const row of rows) {
    const point = pointSummary(row);
    if (point === null) continue;
    const version = number(row, "version");
    points.set(version, [...(points.get(version) ?? []), point]);
  }
  return points;
}
