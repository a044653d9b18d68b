import type { MomentSummary, PointSummary, VersionSummary } from "../../records/history.ts";

/** So many points a version has at most while it is open, and after it was sealed. */
export const MOST_POINTS = 24;
export const MOST_OF_SEALED = 12;

/**
 * The revisions of those points of a version that go, so that at most `most` are left, in whatever order they are given.
 * First those that stand for nothing but the time, where their neighbours are nearest to each other; then those after which words went, or that
 * the person rested on or left. What stood before a removal never goes, however many there are.
 */
export function thinPoints(points: readonly PointSummary[], most: number): number[] {
  const left = points.toSorted((a, b) => a.revision - b.revision);
  const dropped: number[] = [];
  while (left.length > most) {
    const index = leastWorth(left);
    const point = left[index];
    if (point === undefined) break;
    dropped.push(point.revision);
    left.splice(index, 1);
  }
  return dropped;
}

export function isPoint(moment: MomentSummary): moment is PointSummary {
  return moment.reason !== undefined;
}

/** Whether a text that equals the newest kept one is to take its place: only when it is kept for a better reason. */
export function outranks(more: PointSummary, kept: PointSummary): boolean {
  return more.reason === "removal" && kept.reason !== "removal";
}

/** -1: none may go. */
function leastWorth(points: readonly PointSummary[]): number {
  let least = -1;
  let worth = { rank: Number.POSITIVE_INFINITY, gap: Number.POSITIVE_INFINITY };
  points.forEach((point, index) => {
    if (point.reason === "removal") return;
    const rank = point.reason === "interval" && !losesWords(point, points[index + 1]) ? 0 : 1;
    const gap = apart(points[index - 1], points[index + 1]);
    if (least !== -1 && (rank > worth.rank || (rank === worth.rank && gap >= worth.gap))) return;
    least = index;
    worth = { rank, gap };
  });
  return least;
}

/** Deleted little by little, words go without any save that removes much. */
function losesWords(point: PointSummary, next: PointSummary | undefined): boolean {
  return next !== undefined && next.wordsAdded < point.wordsAdded;
}

/** The time that nothing would stand for; the first and the last stand for all before and after them. */
function apart(older: PointSummary | undefined, newer: PointSummary | undefined): number {
  return older && newer ? timeApart(older.at, newer.at) : Number.POSITIVE_INFINITY;
}

/** How many milliseconds lie between two ISO times, whichever is the earlier: a clock that was put back has gone on, too. */
export function timeApart(one: string, other: string): number {
  return Math.abs(read(one) - read(other));
}

function read(time: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: it reads the text that it is given, not the time.
  return Date.parse(time);
}

/** The summary with the points inside the version, newest first, and with how many moments there are, where that is more. */
export function withPoints(
  summary: VersionSummary,
  points: readonly PointSummary[] = [],
  moments: number = points.length,
): VersionSummary {
  if (moments === 0) return summary;
  return { ...summary, ...(points.length === 0 ? {} : { points }), ...(moments > points.length ? { moments } : {}) };
}
