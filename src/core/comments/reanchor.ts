import { createPositionMap } from "../diff/position-map.ts";
import { changesBetween } from "../diff/text-changes.ts";
import type { Anchor, CanvasComment } from "../document/records.ts";
import { describeAnchor, isDetached } from "./describe-anchor.ts";

/** The comments with their anchors moved from the text `before` to the text `after`, which is `revision`. */
export function reanchorComments(
  comments: readonly CanvasComment[],
  before: string,
  after: string,
  revision: number,
): CanvasComment[] {
  const anchored = comments.filter((comment) => comment.anchor !== null);
  const anchors = reanchorAll(
    anchored.map((comment) => comment.anchor!),
    before,
    after,
    revision,
  );
  const moved = new Map(anchored.map((comment, i) => [comment.id, anchors[i]!]));
  return comments.map((comment) => {
    const anchor = moved.get(comment.id);
    return anchor === undefined || anchor === comment.anchor ? comment : { ...comment, anchor };
  });
}

export function reanchorAll(anchors: readonly Anchor[], before: string, after: string, revision: number): Anchor[] {
  if (before === after) return [...anchors];
  const map = createPositionMap(changesBetween(before, after));
  return anchors.map((anchor) => {
    const end = anchor.offset + anchor.length;
    if (!isDetached(anchor, before) && !map.touches(anchor.offset, end)) {
      const { from } = map.mapRange(anchor.offset, end);
      return describeAnchor(after, from, anchor.length, revision);
    }
    return { ...anchor, offset: map.map(Math.min(anchor.offset, before.length), 1), length: 0, revision };
  });
}
