import { alignParagraphs } from "./align-paragraphs.ts";
import { diffSequences, internPair, type SequenceEdit } from "./sequence-diff.ts";

/** Changed runs of lines, insertions and deletions moved to natural borders (a blank line, a heading). */
export function lineEdits(a: readonly string[], b: readonly string[]): SequenceEdit[] {
  const { a: aIds, b: bIds, size } = internPair(a, b);
  const edits = alignParagraphs(diffSequences(aIds, bIds, size), a, b);
  return slideEdits(edits, a, aIds, b, bIds);
}

/**
 * A deletion or insertion among equal lines can often stand at several places: "P, blank" or "blank, P" were added.
 * It moves to where a reader would put it: beginning with a heading or after a blank line.
 */
function slideEdits(
  edits: readonly SequenceEdit[],
  a: readonly string[],
  aIds: Int32Array,
  b: readonly string[],
  bIds: Int32Array,
): SequenceEdit[] {
  return edits.map((edit, i) => {
    const removes = edit.bFrom === edit.bTo;
    if (!removes && edit.aFrom !== edit.aTo) return edit;
    const before = edits[i - 1];
    const after = edits[i + 1];
    const lines = removes ? a : b;
    const ids = removes ? aIds : bIds;
    const from = removes ? edit.aFrom : edit.bFrom;
    const to = removes ? edit.aTo : edit.bTo;
    // One equal line stays between neighbours, so that edits never touch.
    const floor = before ? (removes ? before.aTo : before.bTo) + 1 : 0;
    const ceiling = after ? (removes ? after.aFrom : after.bFrom) - 1 : ids.length;
    const shift = bestShift(lines, ids, from, to, floor, ceiling);
    if (shift === 0) return edit;
    return {
      aFrom: edit.aFrom + shift,
      aTo: edit.aTo + shift,
      bFrom: edit.bFrom + shift,
      bTo: edit.bTo + shift,
    };
  });
}

/** How far an edit looks for a better place; enough for any paragraph. */
const MAX_SHIFT = 100;
/** With so many equal lines around what differs, edits find the places that they have in the whole texts. */
export const LINES_AROUND = MAX_SHIFT + 2;

function bestShift(
  lines: readonly string[],
  ids: Int32Array,
  from: number,
  to: number,
  floor: number,
  ceiling: number,
): number {
  let best = 0;
  let bestScore = borderScore(lines, from, to);
  for (let up = 1; up <= MAX_SHIFT && from - up >= floor && ids[from - up] === ids[to - up]; up++) {
    const score = borderScore(lines, from - up, to - up);
    if (score > bestScore) {
      best = -up;
      bestScore = score;
    }
  }
  for (let down = 1; down <= MAX_SHIFT && to + down <= ceiling && ids[from + down - 1] === ids[to + down - 1]; down++) {
    const score = borderScore(lines, from + down, to + down);
    if (score > bestScore) {
      best = down;
      bestScore = score;
    }
  }
  return best;
}

function borderScore(lines: readonly string[], from: number, to: number): number {
  const first = lines[from]!;
  const opensAfterBlank = from === 0 || isBlank(lines[from - 1]!);
  const closesBeforeBlank = to === lines.length || isBlank(lines[to]!);
  let score = 0;
  if (!isBlank(first)) score += 2;
  if (/^ {0,3}#{1,6}\s/.test(first)) score += 4;
  if (opensAfterBlank && !isBlank(first)) score += 3;
  if (isBlank(lines[to - 1]!) || closesBeforeBlank) score += 2;
  return score;
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}
