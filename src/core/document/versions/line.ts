import type { Canvas } from "../../records/canvas.ts";
import type { MomentSummary } from "../../records/history.ts";
import { timeApart } from "./points.ts";

/**
 * The line of a version: every text that stood inside it, each by its changes from the one before. The store thins it out,
 * whenever so many have come that it is worth reading what is there.
 */

/** So many moments a line has while its version is open, and after it was sealed; points count. */
export const MOST_MOMENTS = 200;
export const MOST_MOMENTS_OF_SEALED = 60;
/** So many characters a line has, beside those of its points; of a long text as many as that has, and while it is open twice as many. */
const MOST_CHARACTERS = 400_000;
const MOST_CHARACTERS_OF_SEALED = 100_000;

export function charactersFor(length: number, isSealed: boolean): number {
  return isSealed ? Math.max(MOST_CHARACTERS_OF_SEALED, length) : Math.max(MOST_CHARACTERS, 2 * length);
}

/** Whether the line of a version that is sealed now has more than it may keep. */
export function isLongForSealed({ head, document }: Canvas): boolean {
  const { line } = head;
  if (line === undefined) return false;
  return line.moments > MOST_MOMENTS_OF_SEALED || line.characters > charactersFor(document.content.length, true);
}

/**
 * The revisions of those moments that go, in the order in which they go, so that at most `most` are left: those that stand
 * for the least time, as long ago as they are. Points stay, and the first and the last.
 */
export function thinMoments(moments: readonly MomentSummary[], most: number): number[] {
  const left = moments.toSorted((a, b) => a.revision - b.revision);
  const last = left.at(-1);
  const dropped: number[] = [];
  while (last !== undefined && left.length > most) {
    const index = leastWorth(left, last);
    const moment = left[index];
    if (moment === undefined) break;
    dropped.push(moment.revision);
    left.splice(index, 1);
  }
  return dropped;
}

/** -1: none may go. */
function leastWorth(moments: readonly MomentSummary[], last: MomentSummary): number {
  let least = -1;
  let worth = Number.POSITIVE_INFINITY;
  for (let index = 1; index < moments.length - 1; index++) {
    const moment = moments[index]!;
    if (moment.reason !== undefined) continue;
    const share =
      timeApart(moments[index - 1]!.at, moments[index + 1]!.at) / (timeApart(moment.at, last.at) + A_MOMENT);
    if (share >= worth) continue;
    least = index;
    worth = share;
  }
  return least;
}

/** How long ago "just now" is. */
const A_MOMENT = 1_000;
