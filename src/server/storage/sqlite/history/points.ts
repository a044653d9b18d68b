import { MOST_OF_SEALED, MOST_POINTS, outranks, thinPoints } from "../../../../core/document/versions/points.ts";
import type { PointRecord, PointSummary } from "../../../../core/records/history.ts";
import { pointBody, pointContent, pointSummary } from "../../point-row.ts";
import { number } from "../../rows.ts";
import { hashText } from "../../version-text.ts";
import type { SqlDatabase } from "../engine/adapter.ts";
import { versionText } from "./versions.ts";

const POINT_ROW = "version, revision, reason, at, words_added, words_removed, hash, CAST(body AS BLOB) AS body";

/** Keeps a text that stood inside an open version, never the same twice in a row, and thins its neighbours out. */
export function insertPoint(database: SqlDatabase, owner: string, canvas: number, point: PointRecord): void {
  const hash = hashText(point.content);
  const newest = database.get(
    `SELECT ${POINT_ROW} FROM points WHERE canvas = ? AND version = ? ORDER BY revision DESC LIMIT 1`,
    canvas,
    point.version,
  );
  const kept = newest?.hash === hash ? pointSummary(newest) : null;
  if (kept !== null && !outranks(point, kept)) return;
  if (kept !== null) dropPoints(database, canvas, point.version, [kept.revision]);
  database.run(
    `INSERT OR REPLACE INTO points (canvas, version, revision, owner, reason, at, words_added, words_removed, hash, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    canvas,
    point.version,
    point.revision,
    owner,
    point.reason,
    point.at,
    point.wordsAdded,
    point.wordsRemoved,
    hash,
    pointBody(versionText(database, canvas, point.version - 1), point.content),
  );
  thin(database, canvas, point.version, MOST_POINTS);
}

/** After a version was sealed: what it says itself needs no point, and fewer of the others are enough. */
export function settlePoints(database: SqlDatabase, canvas: number, version: number, content: string): void {
  if (!database.get("SELECT 1 AS kept FROM points WHERE canvas = ? AND version = ?", canvas, version)) return;
  database.run("DELETE FROM points WHERE canvas = ? AND version = ? AND hash = ?", canvas, version, hashText(content));
  thin(database, canvas, version, MOST_OF_SEALED);
}

/** Those of the versions `from` to `to`, by version, newest first. */
export function listPoints(
  database: SqlDatabase,
  canvas: number,
  from: number,
  to: number,
): ReadonlyMap<number, readonly PointSummary[]> {
  const rows = database.all(
    `SELECT version, revision, reason, at, words_added, words_removed FROM points
     WHERE canvas = ? AND version BETWEEN ? AND ? ORDER BY version, revision DESC`,
    canvas,
    from,
    to,
  );
  const points = new Map<number, PointSummary[]>();
  for (const row of rows) {
    const point = pointSummary(row);
    if (point === null) continue;
    const version = number(row, "version");
    points.set(version, [...(points.get(version) ?? []), point]);
  }
  return points;
}

/** Null: it is not kept (any more), or cannot be rebuilt exactly. */
export function readPoint(
  database: SqlDatabase,
  canvas: number,
  version: number,
  revision: number,
): PointRecord | null {
  const row = database.get(
    `SELECT ${POINT_ROW} FROM points WHERE canvas = ? AND version = ? AND revision = ?`,
    canvas,
    version,
    revision,
  );
  const summary = row ? pointSummary(row) : null;
  if (!row || summary === null) return null;
  const content = pointContent(row, () => versionText(database, canvas, version - 1));
  return content === null ? null : { ...summary, version, content };
}

function thin(database: SqlDatabase, canvas: number, version: number, most: number): void {
  const points = listPoints(database, canvas, version, version).get(version) ?? [];
  dropPoints(database, canvas, version, thinPoints(points, most));
}

function dropPoints(database: SqlDatabase, canvas: number, version: number, revisions: readonly number[]): void {
  for (const revision of revisions) {
    database.run("DELETE FROM points WHERE canvas = ? AND version = ? AND revision = ?", canvas, version, revision);
  }
}
