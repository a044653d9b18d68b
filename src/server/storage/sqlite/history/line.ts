import type { Change, MomentRecord, MomentSummary, PointSummary } from "../../../../core/records/history.ts";
import { type LineRow, lineRow, MOMENT, momentText, summaryOf } from "../../line-row.ts";
import { type LineNews, type LinePlan, lineNews, planLine, rowsNeeded } from "../../plan-line.ts";
import { number } from "../../rows.ts";
import type { SqlDatabase } from "../engine/adapter.ts";
import { versionText } from "./versions.ts";

const SUMMARY = "version, revision, reason, at, words_added, words_removed";
const STEP = "hash, base, CAST(step AS BLOB) AS step";
const ROW = `${SUMMARY}, ${STEP}, CAST(body AS BLOB) AS body`;
const OF_POINTS = `reason <> '${MOMENT}'`;

/** Keeps what a change brings for the lines of versions, and thins them out. */
export function writeLines(database: SqlDatabase, owner: string, canvas: number, change: Change): void {
  for (const news of lineNews(change, (version) => endText(database, canvas, version))) {
    const needed = rowsNeeded(news);
    const there = needed === "none" ? [] : rowsThere(database, canvas, news, needed === "all");
    writePlan(database, owner, canvas, planLine(there, news));
  }
}

function rowsThere(
  database: SqlDatabase,
  canvas: number,
  { version, rows: news }: LineNews,
  isWhole: boolean,
): readonly LineRow[] {
  const of = "FROM points WHERE canvas = ? AND version = ?";
  const rows = isWhole
    ? database.all(`SELECT ${ROW} ${of} ORDER BY revision`, canvas, version)
    : database.all(
        `SELECT ${SUMMARY}, ${STEP} ${of} AND (${OF_POINTS} OR revision IN (${news.map(() => "?").join(", ")})) ORDER BY revision`,
        canvas,
        version,
        ...news.map(({ revision }) => revision),
      );
  return rows.flatMap((row) => lineRow(row) ?? []);
}

function writePlan(
  database: SqlDatabase,
  owner: string,
  canvas: number,
  { version, written, demoted, dropped }: LinePlan,
): void {
  const one = "canvas = ? AND version = ? AND revision = ?";
  for (const revision of dropped) database.run(`DELETE FROM points WHERE ${one}`, canvas, version, revision);
  for (const revision of demoted)
    database.run(
      `UPDATE points SET reason = '${MOMENT}', body = CASE WHEN step IS NULL THEN body ELSE '' END WHERE ${one}`,
      canvas,
      version,
      revision,
    );
  for (const row of written) insertRow(database, owner, canvas, row);
}

/** In the place of what is kept of the same revision. */
export function insertRow(database: SqlDatabase, owner: string, canvas: number, row: LineRow): void {
  database.run(
    `INSERT OR REPLACE INTO points (canvas, version, revision, owner, reason, at, words_added, words_removed, hash, base, step, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    canvas,
    row.version,
    row.revision,
    owner,
    row.reason,
    row.at,
    row.wordsAdded,
    row.wordsRemoved,
    row.hash,
    row.base,
    row.step,
    row.body,
  );
}

/** Those of the versions `from` to `to`, by version, newest first; and how many moments each has. */
export function listPoints(
  database: SqlDatabase,
  canvas: number,
  from: number,
  to: number,
): ReadonlyMap<number, { readonly points: readonly PointSummary[]; readonly moments: number }> {
  const counts = database.all(
    "SELECT version, count(*) AS n FROM points WHERE canvas = ? AND version BETWEEN ? AND ? GROUP BY version",
    canvas,
    from,
    to,
  );
  if (counts.length === 0) return new Map();
  const rows = database.all(
    `SELECT ${SUMMARY} FROM points WHERE canvas = ? AND version BETWEEN ? AND ? AND ${OF_POINTS}
     ORDER BY version, revision DESC`,
    canvas,
    from,
    to,
  );
  const points = rows.flatMap((row) => lineRow(row) ?? []);
  return new Map(
    counts.map((count) => {
      const version = number(count, "version");
      const inside = points.filter((point) => point.version === version).map((row) => summaryOf(row) as PointSummary);
      return [version, { points: inside, moments: number(count, "n") }];
    }),
  );
}

/** All of one version, newest first. */
export function listMoments(database: SqlDatabase, canvas: number, version: number): readonly MomentSummary[] {
  const rows = database.all(
    `SELECT ${SUMMARY} FROM points WHERE canvas = ? AND version = ? ORDER BY revision DESC`,
    canvas,
    version,
  );
  return rows.flatMap((row) => lineRow(row) ?? []).map(summaryOf);
}

/** Null: it is not kept (any more), or cannot be rebuilt exactly. */
export function readMoment(
  database: SqlDatabase,
  canvas: number,
  version: number,
  revision: number,
): MomentRecord | null {
  const found = database.get(
    `SELECT ${ROW} FROM points WHERE canvas = ? AND version = ? AND revision = ?`,
    canvas,
    version,
    revision,
  );
  const row = found ? lineRow(found) : null;
  if (row === null) return null;
  const rows = row.body !== "" ? [row] : readLineRows(database, canvas, version, revision).rows;
  const content = momentText(rows, revision, () => endText(database, canvas, version - 1));
  return content === null ? null : { ...summaryOf(row), version, content };
}

/** The line up to a revision; `damaged`: the revisions of rows that say nothing. */
export function readLineRows(
  database: SqlDatabase,
  canvas: number,
  version: number,
  revision: number,
): { readonly rows: readonly LineRow[]; readonly damaged: readonly number[] } {
  const found = database.all(
    `SELECT ${ROW} FROM points WHERE canvas = ? AND version = ? AND revision <= ? ORDER BY revision`,
    canvas,
    version,
    revision,
  );
  const read = found.map((row) => ({ row: lineRow(row), revision: number(row, "revision") }));
  return {
    rows: read.flatMap(({ row }) => row ?? []),
    damaged: read.filter(({ row }) => row === null).map((each) => each.revision),
  };
}

/** The text of a version, empty before the first; null: it cannot be had. */
export function endText(database: SqlDatabase, canvas: number, version: number): string | null {
  return version === 0 ? "" : versionText(database, canvas, version);
}
