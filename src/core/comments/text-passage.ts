import type { TextChange } from "../diff/hunk.ts";
import { createPositionMap, type PositionMap } from "../diff/position-map.ts";
import { lineChanges, refineChange } from "../diff/text-changes.ts";
import { commonEnd, commonStart } from "./similarity.ts";
import { createBlocks, type TextBlocks } from "./text-blocks.ts";
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
  /** Where after[from, to) stood before, if all of it is old text that stayed together; else null. */
  origin(from: number, to: number): number | null;
  index(): WordIndex;
  /** The words of the text after, of a longer one those at its beginning: how frequent a word is. */
  sample(): WordIndex;
  blocksBefore(): TextBlocks;
  blocksAfter(): TextBlocks;
}

/** Changes larger than this, and all changes together beyond the sum, are not compared by words. */
const MAX_REFINED = 60_000;
const MAX_REFINED_SUM = 600_000;
const SAMPLE = 200_000;

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

  const origin = (from: number, to: number): number | null => {
    let i = firstAt(inserted.length, (k) => inserted[k]!.to > from);
    let shift = i === 0 ? 0 : inserted[i - 1]!.to - changes[i - 1]!.to;
    for (; i < inserted.length && inserted[i]!.from < to; i++) {
      const words = refined(i);
      if (words === null) return null;
      let at = inserted[i]!.from - changes[i]!.from;
      for (const change of words) {
        const start = change.from + at;
        if (start < to && start + change.insert.length > from) return null;
        // Old text that stands on both sides of something taken out is newly joined.
        if (change.insert === "" && start > from && start < to) return null;
        at += change.insert.length - (change.to - change.from);
        if (start + change.insert.length <= from) shift = at;
      }
    }
    return from - shift;
  };

  let index: WordIndex | null = null;
  let sample: WordIndex | null = null;
  let blocksBefore: TextBlocks | null = null;
  let blocksAfter: TextBlocks | null = null;
  return {
    before,
    after,
    lines,
    inserted,
    wordsAround,
    isNew: (from, to) => origin(from, to) === null,
    origin,
    index: () => {
      index ??= createWordIndex(after, inserted);
      return index;
    },
    sample: () => {
      sample ??= createWordIndex(after, [{ from: 0, to: Math.min(after.length, SAMPLE) }]);
      return sample;
    },
    blocksBefore: () => {
      blocksBefore ??= createBlocks(before);
      return blocksBefore;
    },
    blocksAfter: () => {
      blocksAfter ??= createBlocks(after);
      return blocksAfter;
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
