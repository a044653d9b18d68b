/** One changed run: a[aFrom, aTo) became b[bFrom, bTo). Lists of them are ordered and never touch each other. */
export interface SequenceEdit {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/**
 * Beyond so many differences in one box the search stops looking for the shortest script and splits where it got
 * furthest. The longer the sequences, the sooner: time grows with length × effort.
 */
function effortFor(items: number): number {
  return Math.max(32, Math.min(700, Math.floor(30_000_000 / (items + 1))));
}

const NEVER = 0x7fffffff;

/** Two lists as small integers: equal keys, equal numbers. */
export function internPair(a: readonly string[], b: readonly string[]): { a: Int32Array; b: Int32Array; size: number } {
  const numbers = new Map<string, number>();
  const intern = (items: readonly string[]): Int32Array => {
    const ids = new Int32Array(items.length);
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      let id = numbers.get(item);
      if (id === undefined) {
        id = numbers.size;
        numbers.set(item, id);
      }
      ids[i] = id;
    }
    return ids;
  };
  return { a: intern(a), b: intern(b), size: numbers.size };
}

/**
 * Myers' difference of two sequences of interned items (each below `size`): the shortest edit script, or, beyond a bound
 * of effort, a correct one that may be longer. Time grows with length × min(differences, bound).
 */
export function diffSequences(
  a: Int32Array,
  b: Int32Array,
  size: number,
  effort = effortFor(a.length + b.length),
): SequenceEdit[] {
  let start = 0;
  const shorter = Math.min(a.length, b.length);
  while (start < shorter && a[start] === b[start]) start++;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  if (start === aEnd || start === bEnd) {
    return start === aEnd && start === bEnd ? [] : [{ aFrom: start, aTo: aEnd, bFrom: start, bTo: bEnd }];
  }

  // What only one side has can match nothing: without it half-rewritten texts are nearly equal, and the search short.
  const aKept = itemsSharedWith(a, start, aEnd, b, start, bEnd, size);
  const bKept = itemsSharedWith(b, start, bEnd, a, start, aEnd, size);
  const aGone = new Uint8Array(aKept.length).fill(1);
  const bGone = new Uint8Array(bKept.length).fill(1);
  matchBoxes(pick(a, aKept), pick(b, bKept), aGone, bGone, effort);

  const aChanged = new Uint8Array(aEnd - start).fill(1);
  const bChanged = new Uint8Array(bEnd - start).fill(1);
  for (let i = 0; i < aKept.length; i++) if (!aGone[i]) aChanged[aKept[i]! - start] = 0;
  for (let i = 0; i < bKept.length; i++) if (!bGone[i]) bChanged[bKept[i]! - start] = 0;
  return collectEdits(aChanged, bChanged, start);
}

function itemsSharedWith(
  items: Int32Array,
  from: number,
  to: number,
  other: Int32Array,
  otherFrom: number,
  otherTo: number,
  size: number,
): Int32Array {
  const present = new Uint8Array(size);
  for (let i = otherFrom; i < otherTo; i++) present[other[i]!] = 1;
  const kept = new Int32Array(to - from);
  let count = 0;
  for (let i = from; i < to; i++) if (present[items[i]!]) kept[count++] = i;
  return kept.subarray(0, count);
}

function pick(items: Int32Array, indices: Int32Array): Int32Array {
  const picked = new Int32Array(indices.length);
  for (let i = 0; i < indices.length; i++) picked[i] = items[indices[i]!]!;
  return picked;
}

function collectEdits(aChanged: Uint8Array, bChanged: Uint8Array, offset: number): SequenceEdit[] {
  const edits: SequenceEdit[] = [];
  let i = 0;
  let j = 0;
  while (i < aChanged.length || j < bChanged.length) {
    const aFrom = i;
    const bFrom = j;
    while (i < aChanged.length && aChanged[i]) i++;
    while (j < bChanged.length && bChanged[j]) j++;
    if (i > aFrom || j > bFrom) {
      edits.push({ aFrom: aFrom + offset, aTo: i + offset, bFrom: bFrom + offset, bTo: j + offset });
    } else {
      i++;
      j++;
    }
  }
  return edits;
}

/** Clears the flag of every item that has a partner. Divides at the middle of a shortest path (Myers, linear space). */
function matchBoxes(a: Int32Array, b: Int32Array, aGone: Uint8Array, bGone: Uint8Array, effort: number): void {
  const diagonals = a.length + b.length + 3;
  const forward = new Int32Array(diagonals);
  const backward = new Int32Array(diagonals);
  const stack: number[] = [0, a.length, 0, b.length];
  while (stack.length > 0) {
    let bTo = stack.pop()!;
    let bFrom = stack.pop()!;
    let aTo = stack.pop()!;
    let aFrom = stack.pop()!;
    while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
      aGone[aFrom++] = 0;
      bGone[bFrom++] = 0;
    }
    while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
      aGone[--aTo] = 0;
      bGone[--bTo] = 0;
    }
    if (aFrom === aTo || bFrom === bTo) continue;
    const middle = findMiddle(a, aFrom, aTo, b, bFrom, bTo, forward, backward, effort);
    stack.push(aFrom, middle.x, bFrom, middle.y, middle.x, aTo, middle.y, bTo);
  }
}

/**
 * A point on a shortest path through the box, or the furthest point reached when `effort` is spent. The box begins and
 * ends with unequal items. Diagonal k holds the points with x - y = k; `forward[k]` is the furthest x reached on it from
 * the start, `backward[k]` the nearest from the end; impossible neighbours hold values that never win.
 */
function findMiddle(
  a: Int32Array,
  aFrom: number,
  aTo: number,
  b: Int32Array,
  bFrom: number,
  bTo: number,
  forward: Int32Array,
  backward: Int32Array,
  effort: number,
): { x: number; y: number } {
  const kMin = aFrom - bTo;
  const kMax = aTo - bFrom;
  const index = 1 - kMin;
  const kStart = aFrom - bFrom;
  const kEnd = aTo - bTo;
  const odd = ((kStart - kEnd) & 1) !== 0;
  let fMin = kStart;
  let fMax = kStart;
  let bMin = kEnd;
  let bMax = kEnd;
  forward[index + kStart] = aFrom;
  backward[index + kEnd] = aTo;
  for (let round = 1; ; round++) {
    if (fMin > kMin) forward[index + --fMin - 1] = -1;
    else fMin++;
    if (fMax < kMax) forward[index + ++fMax + 1] = -1;
    else fMax--;
    for (let k = fMax; k >= fMin; k -= 2) {
      const below = forward[index + k - 1]!;
      const above = forward[index + k + 1]!;
      let x = below < above ? above : below + 1;
      let y = x - k;
      while (x < aTo && y < bTo && a[x] === b[y]) {
        x++;
        y++;
      }
      forward[index + k] = x;
      if (odd && bMin <= k && k <= bMax && backward[index + k]! <= x) return { x, y };
    }
    if (bMin > kMin) backward[index + --bMin - 1] = NEVER;
    else bMin++;
    if (bMax < kMax) backward[index + ++bMax + 1] = NEVER;
    else bMax--;
    for (let k = bMax; k >= bMin; k -= 2) {
      const below = backward[index + k - 1]!;
      const above = backward[index + k + 1]!;
      let x = below < above ? below : above - 1;
      let y = x - k;
      while (x > aFrom && y > bFrom && a[x - 1] === b[y - 1]) {
        x--;
        y--;
      }
      backward[index + k] = x;
      if (!odd && fMin <= k && k <= fMax && x <= forward[index + k]!) return { x, y };
    }
    if (round >= effort) return furthest();
  }

  function furthest(): { x: number; y: number } {
    let ahead = { x: aFrom, y: bFrom };
    for (let k = fMax; k >= fMin; k -= 2) {
      let x = Math.min(forward[index + k]!, aTo);
      if (x - k > bTo) x = bTo + k;
      if (x + x - k > ahead.x + ahead.y) ahead = { x, y: x - k };
    }
    let behind = { x: aTo, y: bTo };
    for (let k = bMax; k >= bMin; k -= 2) {
      let x = Math.max(backward[index + k]!, aFrom);
      if (x - k < bFrom) x = bFrom + k;
      if (x + x - k < behind.x + behind.y) behind = { x, y: x - k };
    }
    return ahead.x + ahead.y - aFrom - bFrom > aTo + bTo - behind.x - behind.y ? ahead : behind;
  }
}
