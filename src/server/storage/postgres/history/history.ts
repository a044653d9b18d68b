import { withPoints } from "../../../../core/document/versions/points.ts";
import type { PointSummary } from "../../../../core/records/history.ts";
import { StoreError } from "../../../../protocol/errors.ts";
import { isPatch, type LineRow, lineRow, MOMENT, momentText, summaryOf } from "../../line-row.ts";
import type { Canvases } from "../../ports.ts";
import { eventsFrom, number, type StoredRow, summaryFrom } from "../../rows.ts";
import type { Run } from "../engine/database.ts";
import { prepared } from "../engine/statement.ts";
import { SEEN_ID } from "../readers.ts";
import { endText, type KnownTexts, readText } from "./texts.ts";

type History = Pick<Canvases, "versions" | "version" | "points" | "moments" | "moment" | "events">;

const SUMMARY = "version, revision, title, status, by, at, words_added, words_removed, label";
const POINT = "version, revision, reason, at, words_added, words_removed";
/** Of a canvas that is not deleted, and there for this reader. */
const LIVING = `(SELECT id FROM canvases WHERE id = ${SEEN_ID} AND deleted_at IS NULL)`;

const VERSIONS = prepared(
  `SELECT ${SUMMARY} FROM versions WHERE canvas = ${LIVING} AND version < $3 ORDER BY version DESC LIMIT $4`,
);
const VERSION = prepared(`SELECT ${SUMMARY} FROM versions WHERE canvas = ${LIVING} AND version = $3`);
const POINTS = prepared(
  `SELECT ${POINT} FROM points WHERE canvas = ${LIVING} AND version BETWEEN $3 AND $4 AND reason <> '${MOMENT}'
   ORDER BY version, revision DESC`,
);
const MOMENT_COUNTS = prepared(
  `SELECT version, count(*)::int AS n FROM points WHERE canvas = ${LIVING} AND version BETWEEN $3 AND $4 GROUP BY version`,
);
const MOMENTS = prepared(
  `SELECT ${POINT} FROM points WHERE canvas = ${LIVING} AND version = $3 ORDER BY revision DESC`,
);
const ONE_MOMENT = prepared(
  `SELECT ${POINT}, hash, base, step, body FROM points WHERE canvas = ${LIVING} AND version = $3 AND revision = $4`,
);
const LINE = prepared(
  `SELECT ${POINT}, hash, base, step, body FROM points WHERE canvas = ${LIVING} AND version = $3 AND revision <= $4
   ORDER BY revision`,
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
      const [from, to] = [page.at(-1)?.version ?? 0, page[0]?.version ?? 0];
      const counts = await read(MOMENT_COUNTS(id, reader, from, to));
      if (counts.length === 0) return page;
      const moments = new Map(counts.map((row) => [number(row, "version"), number(row, "n")]));
      const points = await pointsOf(reader, id, from, to);
      return page.map((each) => withPoints(each, points.get(each.version), moments.get(each.version)));
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

    moments: async (reader, id, version) => {
      const rows = isNumbered(version) ? await read(MOMENTS(id, reader, version)) : [];
      return linesFrom(rows).map(summaryOf);
    },

    moment: async (reader, id, version, revision) => {
      if (!isNumbered(version) || !isNumbered(revision)) return null;
      const [found] = await read(ONE_MOMENT(id, reader, version, revision));
      const row = found === undefined ? null : lineRow(found);
      if (row === null) return null;
      const line = row.body !== "" ? [row] : linesFrom(await read(LINE(id, reader, version, revision)));
      const isWhole = row.body !== "" && !isPatch(row.body);
      const before = isWhole ? null : await endText(read, texts, id, version - 1);
      const content = momentText(line, revision, () => before);
      return content === null ? null : { ...summaryOf(row), version, content };
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

function linesFrom(rows: readonly StoredRow[]): readonly LineRow[] {
  return rows.flatMap((row) => lineRow(row) ?? []);
}

function byVersion(rows: readonly StoredRow[]): ReadonlyMap<number, readonly PointSummary[]> {
  const points = new Map<number, PointSummary[]>();
  for (const row of linesFrom(rows)) {
    points.set(row.version, [...(points.get(row.version) ?? []), summaryOf(row) as PointSummary]);
  }
  return points;
}
