import type { TextChange } from "./hunk.ts";

/** Maps positions of the text before into the text after. Many lookups share one index; each is a binary search. */
export interface PositionMap {
  /**
   * Where `position` is afterwards. Text inserted exactly there goes after it with side -1, before it with side 1; a
   * position inside a replaced range goes to the start (-1) or the end (1) of what replaced it. Monotone for each side.
   */
  map(position: number, side: -1 | 1): number;
  /** The range that what is left of [from, to) occupies. Text inserted at its borders stays outside. */
  mapRange(from: number, to: number): { readonly from: number; readonly to: number };
  /** Whether a change removes something of [from, to) or inserts strictly inside it. */
  touches(from: number, to: number): boolean;
  /** How many characters of [from, to) no change removes. */
  kept(from: number, to: number): number;
}

export function createPositionMap(changes: readonly TextChange[]): PositionMap {
  const count = changes.length;
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  // Growth of the text by all changes before the i-th.
  const growth = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    const change = changes[i]!;
    starts[i] = change.from;
    ends[i] = change.to;
    growth[i + 1] = growth[i]! + change.insert.length - (change.to - change.from);
  }

  /** The first change that ends at or after `position`. */
  const firstReaching = (position: number): number => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const map = (position: number, side: -1 | 1): number => {
    let i = firstReaching(position);
    for (; i < count && starts[i]! <= position; i++) {
      const from = starts[i]!;
      const to = ends[i]!;
      const insertedAt = from + growth[i]!;
      const insertedEnd = to + growth[i + 1]!;
      if (from === to) {
        if (side < 0) return insertedAt;
        continue;
      }
      if (position === from) return insertedAt;
      if (position < to) return side < 0 ? insertedAt : insertedEnd;
    }
    return position + growth[i]!;
  };

  return {
    map,
    mapRange: (from, to) => {
      const start = map(from, 1);
      return { from: start, to: Math.max(start, map(to, -1)) };
    },
    touches: (from, to) => {
      for (let i = firstReaching(from); i < count && starts[i]! < to; i++) {
        if (starts[i] === ends[i] ? starts[i]! > from : ends[i]! > from) return true;
      }
      return false;
    },
    kept: (from, to) => {
      let left = to - from;
      for (let i = firstReaching(from); i < count && starts[i]! < to; i++) {
        left -= Math.max(0, Math.min(ends[i]!, to) - Math.max(starts[i]!, from));
      }
      return left;
    },
  };
}

/** One position, mapped as `PositionMap.map` does. For many, make the map once. */
export function mapPosition(changes: readonly TextChange[], position: number, side: -1 | 1): number {
  return createPositionMap(changes).map(position, side);
}
