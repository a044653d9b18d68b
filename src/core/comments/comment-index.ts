import type { TextChange } from "../diff/hunk.ts";
import type { CanvasComment } from "../records/canvas.ts";
import { isOrphaned } from "./describe-anchor.ts";
import type { RangeMap } from "./map-anchors.ts";

/** Comments on a text, by their places: which of them a change reaches is found without looking at all. */
export interface CommentIndex {
  get(id: string): CanvasComment | undefined;
  /** Whether it is on a passage, and its words are in the text. */
  isThere(id: string): boolean;
  /** Those whose words are written in, or beside; and all that have lost theirs, for they may come back. */
  reachedBy(changes: readonly TextChange[]): readonly CanvasComment[];
  /** Those whose words stand between two places of the text that this one has become. */
  between(from: number, to: number, map: Pick<RangeMap, "start" | "end">): readonly CanvasComment[];
}

/** Reads each comment once. `content`: the text that they stand in. */
export function indexComments(comments: readonly CanvasComment[], content: string): CommentIndex {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const placed: Placed[] = [];
  const lost = new Map<string, CanvasComment>();
  for (const comment of comments) {
    const { anchor } = comment;
    if (anchor === null) continue;
    if (isOrphaned(comment, content)) lost.set(comment.id, comment);
    else placed.push({ comment, from: anchor.offset, to: anchor.offset + anchor.length });
  }
  placed.sort((a, b) => a.from - b.from);
  // How far those up to each of them reach at most.
  const reach = new Float64Array(placed.length);
  placed.forEach(({ to }, at) => {
    reach[at] = Math.max(to, reach[at - 1] ?? 0);
  });
  /** From the last that begins up to there, back to the first that reaches as far. */
  const walk = (count: number, isBehind: (reached: number) => boolean): readonly CanvasComment[] => {
    const found: CanvasComment[] = [];
    for (let at = count - 1; at >= 0 && !isBehind(reach[at]!); at--) {
      const { comment, to } = placed[at]!;
      if (!isBehind(to)) found.push(comment);
    }
    return found;
  };
  return {
    get: (id) => byId.get(id),
    isThere: (id) => (byId.get(id)?.anchor ?? null) !== null && !lost.has(id),
    reachedBy(changes) {
      if (changes.length === 0) return [];
      const reached = new Set(lost.values());
      for (const { from, to } of changes) {
        const count = countWhile(placed, (one) => one.from <= to);
        for (const comment of walk(count, (end) => end < from)) reached.add(comment);
      }
      return [...reached];
    },
    between(from, to, map) {
      const count = countWhile(placed, (one) => map.start(one.from) <= to);
      return walk(count, (end) => map.end(end) < from);
    },
  };
}

interface Placed {
  readonly comment: CanvasComment;
  readonly from: number;
  readonly to: number;
}

/** For how many of them, in their order, it holds. */
function countWhile(placed: readonly Placed[], holds: (one: Placed) => boolean): number {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(placed[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
