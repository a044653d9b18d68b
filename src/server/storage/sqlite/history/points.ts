import { MOST_OF_SEALED, MOST_POINTS, outranks, thinPoints } from "../../../../core/document/versions/points.ts";
import type { PointReason, PointRecord, PointSummary } from "../../../../core/records/history.ts";
import { hashText, patchBetween, readChain } from "../../version-text.ts";
import type { SqlDatabase, SqlRow } from "../engine/adapter.ts";
import { number, text } from "../rows.ts";
import { versionText } from "./versions.ts";

const REASONS: readonly PointReason[] = ["removal", "rest", "left", "interval"];
const POINT_ROW = "version, revision, reason, at, words_added, words_removed, hash, CAST(body AS BLOB) AS body";

/** Keeps a text that stood inside an open version, never the same twice in a row, and thins its neighbours out. */
export function insertPoint(database: SqlDatabase, owner: string, canvas: number, point: PointRecord): void {
  const hash = hashText(point.content);
  const newest = database.get(
    `SELECT ${POINT_ROW} FROM points WHERE canvas = ? AND version = ? ORDER BY revision DESC LIMIT 1`,
    canvas,
    point.version,
  );
  const kept = newest?.hash === hash ? summaryOf(newest) : null;
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
    bodyOf(versionText(database, canvas, point.version - 1), point.content),
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
    const point = summaryOf(row);
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
  const summary = row ? summaryOf(row) : null;
  if (!row || summary === null) return null;
  const content = contentOf(row, () => versionText(database, canvas, version - 1));
  return content === null ? null : { ...summary, version, content };
}

/** As `versions.body`: a full copy, or a patch, here always on the version before. */
function bodyOf(before: string | null, content: string): string {
  const whole = JSON.stringify(content);
  if (before === null) return whole;
  const patch = JSON.stringify(patchBetween(before, content));
  return patch.length < whole.length ? patch : whole;
}

function contentOf(row: SqlRow, before: () => string | null): string | null {
  try {
    const body = text(row, "body");
    const base = body.startsWith("[") ? before() : "";
    if (base === null) return null;
    const content = readChain([JSON.stringify(base), body]);
    return hashText(content) === text(row, "hash") ? content : null;
  } catch {
    // Only the row can be at fault: it is no JSON, or patches what is not there.
    return null;
  }
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

/** Null: the row is damaged, and one that cannot be read is none. */
function summaryOf(row: SqlRow): PointSummary | null {
  try {
    const said = text(row, "reason");
    const reason = REASONS.find((known) => known === said);
    if (reason === undefined) return null;
    return {
      revision: number(row, "revision"),
      at: text(row, "at"),
      reason,
      wordsAdded: number(row, "words_added"),
      wordsRemoved: number(row, "words_removed"),
    };
  } catch {
    // A column holds what we never write there.
    return null;
  }
}
