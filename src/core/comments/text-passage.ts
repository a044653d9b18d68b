import type { TextChange } from "../diff/hunk.ts";
import { createPositionMap, type PositionMap } from "../diff/position-map.ts";
import { lineChanges, refineChange } from "../diff/text-changes.ts";
import { commonEnd, commonStart } from "./similarity.ts";
import { createWordIndex, type WordIndex } from "./word-index.ts";

export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The way from one text to the next, worked out as far as somebody asks: lines at once, words only in the lines that
 * hold a comment, the index of new text only when a quote must be looked for.
 */
export interface Passage {
  readonly before: string;
  readonly after: string;
  readonly lines: PositionMap;
  /** The changed lines, as ranges of the text after. */
  readonly inserted: readonly Range[];
  /** A map by words for before[from, to); null where the change is too large to compare by words. */
  wordsAround(from: number, to: number): PositionMap | null;
  /** Whether after[from, to) has anything that was not there before. False: it is old text that stayed. */
  isNew(from: number, to: number): boolean;
  index(): WordIndex;
}

/** Changes larger than this, and all changes together beyond the sum, are not compared by words. */
const MAX_REFINED = 60_000;
const MAX_REFINED_SUM = 600_000;

export function createPassage(before: string, after: string): Passage {
  const changes = lineChanges(before, after);
  const lines = createPositionMap(changes);
  const inserted: Range[] = [];
  let growth = 0;
  for (const { from, to, insert } of changes) {
    inserted.push({ from: from + growth, to: from + growth + insert.length });
    growth += insert.length - (to - from);
  }

  let spent = 0;
  const refinedChanges = new Map<number, readonly TextChange[] | null>();
  const refined = (i: number): readonly TextChange[] | null => {
    let known = refinedChanges.get(i);
    if (known === undefined) {
      const change = changes[i]!;
      const size = differingSize(before, change);
      const affordable = size <= MAX_REFINED && spent + size <= MAX_REFINED_SUM;
      if (affordable) spent += size;
      known = affordable ? refineChange(before, change) : null;
      refinedChanges.set(i, known);
    }
    return known;
  };

  const wordsAround = (from: number, to: number): PositionMap | null => {
    let i = firstAt(changes.length, (k) => changes[k]!.to >= from);
    const local: TextChange[] = [];
    const first = changes[i];
    if (!first) return lines;
    // The local map starts as if nothing had changed before it.
    const shift = inserted[i]!.from - first.from;
    for (; i < changes.length && changes[i]!.from <= to; i++) {
      const words = refined(i);
      if (words === null) return null;
      for (const word of words) local.push(word);
    }
    return shifted(createPositionMap(local), shift);
  };

  const isNew = (from: number, to: number): boolean => {
    let i = firstAt(inserted.length, (k) => inserted[k]!.to > from);
    for (; i < inserted.length && inserted[i]!.from < to; i++) {
      const words = refined(i);
      if (words === null) return true;
      let at = inserted[i]!.from - changes[i]!.from;
      for (const change of words) {
        const start = change.from + at;
        if (start < to && start + change.insert.length > from) return true;
        // Old text that stands on both sides of something taken out is newly joined.
        if (change.insert === "" && start > from && start < to) return true;
        at += change.insert.length - (change.to - change.from);
      }
    }
    return false;
  };

  let index: WordIndex | null = null;
  return {
    before,
    after,
    lines,
    inserted,
    wordsAround,
    isNew,
    index: () => {
      index ??= createWordIndex(after, inserted);
      return index;
    },
  };
}

/** How much of a change is left when its equal ends are cut off: one word changed in an endless line is little. */
function differingSize(before: string, { from, to, insert }: TextChange): number {
  const size = to - from + insert.length;
  if (size <= MAX_REFINED) return size;
  const shorter = Math.min(to - from, insert.length);
  const head = commonStart(before, from, insert, 0, shorter);
  const tail = commonEnd(before, to, insert, insert.length, shorter - head);
  return size - 2 * (head + tail);
}

function shifted(map: PositionMap, shift: number): PositionMap {
  return {
    map: (position, side) => map.map(position, side) + shift,
    mapRange: (from, to) => {
      const range = map.mapRange(from, to);
      return { from: range.from + shift, to: range.to + shift };
    },
    touches: map.touches,
    kept: map.kept,
  };
}

function firstAt(count: number, holds: (i: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
