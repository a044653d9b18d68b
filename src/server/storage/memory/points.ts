import { MOST_OF_SEALED, MOST_POINTS, outranks, thinPoints } from "../../../core/document/versions/points.ts";
import type { PointRecord, PointSummary, VersionRecord } from "../../../core/records/history.ts";

/** Those inside this version, newest first. */
export function pointsIn(points: readonly PointRecord[], version: number): readonly PointSummary[] {
  const inside = points.filter((point) => point.version === version).reverse();
  return inside.map(({ content: _content, version: _version, ...summary }) => summary);
}

export function withPoint(points: readonly PointRecord[], more: PointRecord): readonly PointRecord[] {
  const newest = points.findLast(({ version }) => version === more.version);
  const isTwin = newest?.content === more.content;
  if (newest !== undefined && isTwin && !outranks(more, newest)) return points;
  const rest = isTwin ? points.filter((point) => point !== newest) : points;
  return thinned([...rest, more], more.version, MOST_POINTS);
}

/** What stays of them once their version is sealed. */
export function settled(points: readonly PointRecord[], { version, content }: VersionRecord): readonly PointRecord[] {
  const rest = points.filter((point) => point.version !== version || point.content !== content);
  return thinned(rest, version, MOST_OF_SEALED);
}

function thinned(points: readonly PointRecord[], version: number, most: number): readonly PointRecord[] {
  const inside = points.filter((point) => point.version === version);
  const dropped = thinPoints(inside, most);
  return points.filter((point) => point.version !== version || !dropped.includes(point.revision));
}
