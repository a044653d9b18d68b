import { composeChanges } from "../../core/diff/compose-changes.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import { charactersFor, MOST_MOMENTS, MOST_MOMENTS_OF_SEALED, thinMoments } from "../../core/document/versions/line.ts";
import { MOST_OF_SEALED, MOST_POINTS, outranks, thinPoints } from "../../core/document/versions/points.ts";
import type { Change, PointSummary, VersionRecord } from "../../core/records/history.ts";
import { type LineRow, MOMENT, rowOfMoment, rowOfPoint, summaryOf, withBody, withoutReason } from "./line-row.ts";
import { applyPatch, hashText, type Patch } from "./version-text.ts";

/** What a change brings for the line of one version. */
export interface LineNews {
  readonly version: number;
  readonly rows: readonly LineRow[];
  /** Its text, once the change has sealed it. */
  readonly sealed: Pick<VersionRecord, "revision" | "content"> | null;
  /** The length of the version's text, where its line is to be thinned out now; null: it is not. */
  readonly thins: number | null;
}

/** What becomes of a line: rows that are written, in the place of those of their revision; rows that are no points any more; rows that go. */
export interface LinePlan {
  readonly version: number;
  readonly written: readonly LineRow[];
  readonly demoted: readonly number[];
  readonly dropped: readonly number[];
}

/** What the change brings for each line. `before`: the texts of the versions before those with points. */
export function lineNews(change: Change, before: (version: number) => string | null): readonly LineNews[] {
  const { points = [], moments = [], sealed, thins = [], record } = change;
  const versions = new Set([...moments, ...points, ...sealed].map(({ version }) => version));
  for (const version of thins) versions.add(version);
  return [...versions].map((version) => {
    const sealing = sealed.find((each) => each.version === version) ?? null;
    return {
      version,
      rows: [
        ...moments.filter((each) => each.version === version).map(rowOfMoment),
        // Last: a point takes the place of its moment.
        ...points.filter((each) => each.version === version).map((each) => rowOfPoint(each, before(version - 1))),
      ],
      sealed: sealing,
      thins: thins.includes(version) ? (sealing ?? record.document).content.length : null,
    };
  });
}

/** Which rows of a line a plan needs: all of them; those of points, and of what becomes one, without their bodies; or none. */
export function rowsNeeded({ rows, sealed, thins }: LineNews): "all" | "points" | "none" {
  if (thins !== null) return "all";
  return sealed !== null || rows.some(isPoint) ? "points" : "none";
}

/** `there`: the rows that are needed of those that are there. */
export function planLine(there: readonly LineRow[], { version, rows, sealed, thins }: LineNews): LinePlan {
  let line = there;
  for (const row of rows) line = isPoint(row) ? withPoint(line, row) : withRow(line, row);
  if (sealed !== null) line = settled(line, sealed);
  const isSealed = sealed !== null;
  if (thins !== null)
    line = thinned(line, isSealed ? MOST_MOMENTS_OF_SEALED : MOST_MOMENTS, charactersFor(thins, isSealed));
  const were = new Map(there.map((row) => [row.revision, row]));
  const changed = line.filter((row) => were.get(row.revision) !== row);
  const isDemoted = (row: LineRow): boolean => {
    const was = were.get(row.revision);
    return was !== undefined && isPoint(was) && !isPoint(row) && was.base === row.base && was.step === row.step;
  };
  const left = new Set(line.map(({ revision }) => revision));
  const dropped = there.map(({ revision }) => revision).filter((revision) => !left.has(revision));
  return {
    version,
    written: changed.filter((row) => !isDemoted(row)),
    demoted: changed.filter(isDemoted).map(({ revision }) => revision),
    // Perhaps none of those that were needed, and there all the same.
    dropped: sealed === null ? dropped : [...new Set([...dropped, sealed.revision])],
  };
}

/** The rows of a line after a plan. */
export function lineAfter(there: readonly LineRow[], { written, demoted, dropped }: LinePlan): readonly LineRow[] {
  const kept = there
    .filter(({ revision }) => !dropped.includes(revision))
    .map((row) => (demoted.includes(row.revision) ? withoutReason(row) : row));
  return written.reduce(withRow, kept);
}

function isPoint({ reason }: LineRow): boolean {
  return reason !== MOMENT;
}

function withRow(line: readonly LineRow[], row: LineRow): readonly LineRow[] {
  const others = line.filter(({ revision }) => revision !== row.revision);
  const at = others.findLastIndex(({ revision }) => revision < row.revision) + 1;
  return others.toSpliced(at, 0, row);
}

/** A text that equals the newest point is none, unless it is one for a better reason. */
function withPoint(line: readonly LineRow[], point: LineRow): readonly LineRow[] {
  const newest = line.findLast(isPoint);
  const isTwin = newest !== undefined && newest.hash === point.hash;
  if (isTwin && !outranks(pointOf(point), pointOf(newest))) return line;
  const rest = isTwin ? demote(line, [newest.revision]) : line;
  const moment = rest.find(({ revision }) => revision === point.revision);
  return withPointsAtMost(withRow(rest, moment === undefined ? point : withBody(moment, point)), MOST_POINTS);
}

/** Once a version is sealed: what it says itself needs no point, what it ends with no moment, and fewer of the points are enough. */
function settled(line: readonly LineRow[], { revision, content }: Pick<VersionRecord, "revision" | "content">) {
  const hash = hashText(content);
  const same = line.filter((row) => isPoint(row) && row.hash === hash).map((row) => row.revision);
  const inside = line.filter((row) => row.revision !== revision);
  return withPointsAtMost(demote(inside, same), MOST_OF_SEALED);
}

function withPointsAtMost(line: readonly LineRow[], most: number): readonly LineRow[] {
  return demote(line, thinPoints(line.filter(isPoint).map(pointOf), most));
}

function demote(line: readonly LineRow[], revisions: readonly number[]): readonly LineRow[] {
  if (revisions.length === 0) return line;
  return line.map((row) => (revisions.includes(row.revision) ? withoutReason(row) : row));
}

function pointOf(row: LineRow): PointSummary {
  return summaryOf(row) as PointSummary;
}

function thinned(line: readonly LineRow[], most: number, mostCharacters: number): readonly LineRow[] {
  let characters = line.reduce((sum, row) => sum + charactersOf(row), 0);
  let left = line;
  for (const revision of thinMoments(line.map(summaryOf), 0)) {
    if (left.length <= most && characters <= mostCharacters) break;
    const row = left.find((each) => each.revision === revision)!;
    left = left.filter((each) => each !== row).map((each) => (each.base === revision ? composed(row, each) : each));
    characters = left.reduce((sum, each) => sum + charactersOf(each), 0);
  }
  return left;
}

function charactersOf(row: LineRow): number {
  return (isPoint(row) ? 0 : row.body.length) + (row.step?.length ?? 0);
}

/** The row behind another, as it reads without that. What is damaged stays so: it stands on what is not there. */
function composed({ body, base, step }: LineRow, behind: LineRow): LineRow {
  try {
    const own = JSON.parse(behind.step ?? "") as Patch;
    if (step !== null) return { ...behind, base, step: JSON.stringify(joined(JSON.parse(step) as Patch, own)) };
    if (behind.body !== "") return { ...behind, base: null, step: null };
    const below = JSON.parse(body) as string | Patch;
    const whole = typeof below === "string" ? applyPatch(below, own) : joined(below, own);
    return { ...behind, base: null, step: null, body: JSON.stringify(whole) };
  } catch {
    // Only a row can be at fault: it is no JSON, or patches what is not there.
    return behind;
  }
}

function joined(first: Patch, second: Patch): Patch {
  return composeChanges(changesIn(first), changesIn(second)).map(({ from, to, insert }) => [from, to, insert]);
}

function changesIn(patch: Patch): readonly TextChange[] {
  return patch.map(([from, to, insert]) => ({ from, to, insert }));
}
