import type { MomentSummary, VersionSummary } from "../../../core/records/history.ts";
import { clockTime, exactTime } from "../../time-in-words.ts";

/** A text of the history: a version, or a recovery point inside it (by its revision). */
export interface Place {
  readonly version: number;
  readonly point?: number;
}

export function placeKey({ version, point }: Place): string {
  return point === undefined ? `${version}` : `${version}.${point}`;
}

/** A version is the end of everything that stood inside it. */
export function isBefore(a: Place, b: Place): boolean {
  if (a.version !== b.version) return a.version < b.version;
  return (a.point ?? Number.POSITIVE_INFINITY) < (b.point ?? Number.POSITIVE_INFINITY);
}

/** `moments`: those of its version, as far as they are known; the points are known with the versions. */
export function momentAt(
  versions: readonly VersionSummary[],
  { version, point }: Place,
  moments: readonly MomentSummary[] = [],
): MomentSummary | null {
  const points = versions.find((one) => one.version === version)?.points ?? [];
  return [...points, ...moments].find((one) => one.revision === point) ?? null;
}

/** When a text inside a version stood: of points, which are minutes apart, without seconds. */
export function timeOf({ at, reason }: MomentSummary, now: number): string {
  return reason === undefined ? exactTime(at, now) : clockTime(at, now);
}

/** The newest text from which much was taken away: what somebody looks for who misses words. */
export function lastRemoval(versions: readonly VersionSummary[]): Place | null {
  for (const { version, points } of versions) {
    const found = points?.find(({ reason }) => reason === "removal");
    if (found) return { version, point: found.revision };
  }
  return null;
}

/** By how many words the text that is kept next, or the version itself, is shorter. */
export function wordsLostAfter({ wordsAdded, wordsRemoved, points = [] }: VersionSummary, revision: number): number {
  const at = points.findIndex((one) => one.revision === revision);
  const point = points[at];
  if (point === undefined) return 0;
  const next = points[at - 1] ?? { wordsAdded, wordsRemoved };
  return Math.max(0, point.wordsAdded - point.wordsRemoved - (next.wordsAdded - next.wordsRemoved));
}
