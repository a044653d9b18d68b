import { tokenize } from "../text/tokenize.ts";
import type { SequenceEdit } from "./sequence-diff.ts";

/** Pairs of lines that may be compared in one stretch, and in all of them together. */
export const MAX_PAIRS = 20_000;
const MAX_PAIRS_SUM = 100_000;
/** Lines that share less than this are different lines. */
export const LIKENESS = 0.35;

/**
 * Where only blank lines hold rewritten paragraphs apart, a difference by lines pairs them by count: take the first of
 * five away, and each seems to have become the next. This pairs such paragraphs by their words instead. The edits still
 * turn `a` into `b`.
 */
export function alignParagraphs(
  edits: readonly SequenceEdit[],
  a: readonly string[],
  b: readonly string[],
): readonly SequenceEdit[] {
  let spent = 0;
  let changed = false;
  const aligned: (readonly SequenceEdit[])[] = [];
  for (let i = 0; i < edits.length; ) {
    let end = i + 1;
    while (end < edits.length && isBlankBetween(a, edits[end - 1]!.aTo, edits[end]!.aFrom)) end++;
    const stretch = edits.slice(i, end);
    i = end;
    const first = stretch[0]!;
    const last = stretch.at(-1)!;
    const pairs = (last.aTo - first.aFrom) * (last.bTo - first.bFrom);
    // One edit needs no choice; edits line for line are in step already.
    const isInStep = stretch.every((edit) => edit.aTo - edit.aFrom === edit.bTo - edit.bFrom);
    if (stretch.length === 1 || isInStep || pairs > MAX_PAIRS || spent + pairs > MAX_PAIRS_SUM) {
      aligned.push(stretch);
      continue;
    }
    spent += pairs;
    const found = pairLines(a, first.aFrom, last.aTo, b, first.bFrom, last.bTo);
    if (found.length === 0) aligned.push(stretch);
    else {
      changed = true;
      aligned.push(editsAround(found, a, first.aFrom, last.aTo, b, first.bFrom, last.bTo));
    }
  }
  return changed ? aligned.flat() : edits;
}

export interface Pair {
  readonly i: number;
  readonly j: number;
}

/**
 * The lines or sentences of a[aFrom, aTo) and b[bFrom, bTo) that belong together, in order: the choice with most likeness
 * in sum. Time and memory grow with the product of the two lengths.
 */
export function pairLines(
  a: readonly string[],
  aFrom: number,
  aTo: number,
  b: readonly string[],
  bFrom: number,
  bTo: number,
): Pair[] {
  const aWords = a.slice(aFrom, aTo).map(wordsOf);
  const bWords = b.slice(bFrom, bTo).map(wordsOf);
  const width = bWords.length + 1;
  const best = new Float64Array((aWords.length + 1) * width);
  const likenesses = new Float64Array((aWords.length + 1) * width);
  for (let i = aWords.length - 1; i >= 0; i--) {
    for (let j = bWords.length - 1; j >= 0; j--) {
      const likeness = isContinued(a[aFrom + i]!, b[bFrom + j]!) ? 1 : likenessOf(aWords[i]!, bWords[j]!);
      const paired = likeness < LIKENESS ? 0 : likeness + best[(i + 1) * width + j + 1]!;
      likenesses[i * width + j] = likeness;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < aWords.length && j < bWords.length; ) {
    const here = best[i * width + j]!;
    const likeness = likenesses[i * width + j]!;
    if (likeness >= LIKENESS && here === likeness + best[(i + 1) * width + j + 1]!) {
      pairs.push({ i: aFrom + i++, j: bFrom + j++ });
    } else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return pairs;
}

/** Shorter lines stand in many others by chance. */
const SHORTEST_CONTINUED = 12;

/** Whether one is the other with something put before or behind it, whatever else looks like it. */
function isContinued(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a.trim(), b.trim()] : [b.trim(), a.trim()];
  return shorter.length >= SHORTEST_CONTINUED && (longer.startsWith(shorter) || longer.endsWith(shorter));
}

/** The edits that keep equal pairs, rewrite the others, and treat what stands between them as it is. */
function editsAround(
  pairs: readonly Pair[],
  a: readonly string[],
  aFrom: number,
  aTo: number,
  b: readonly string[],
  bFrom: number,
  bTo: number,
): SequenceEdit[] {
  const edits: SequenceEdit[] = [];
  const put = (edit: SequenceEdit): void => {
    if (edit.aFrom === edit.aTo && edit.bFrom === edit.bTo) return;
    const last = edits.at(-1);
    if (last && last.aTo === edit.aFrom && last.bTo === edit.bFrom) {
      edits[edits.length - 1] = { ...edit, aFrom: last.aFrom, bFrom: last.bFrom };
    } else edits.push(edit);
  };
  let i = aFrom;
  let j = bFrom;
  for (const pair of [...pairs, { i: aTo, j: bTo }]) {
    let aEnd = pair.i;
    let bEnd = pair.j;
    while (aEnd > i && bEnd > j && a[aEnd - 1] === b[bEnd - 1]) {
      aEnd--;
      bEnd--;
    }
    while (i < aEnd && j < bEnd && a[i] === b[j]) {
      i++;
      j++;
    }
    put({ aFrom: i, aTo: aEnd, bFrom: j, bTo: bEnd });
    const isEqual = a[pair.i] === b[pair.j];
    if (pair.i < aTo && !isEqual) put({ aFrom: pair.i, aTo: pair.i + 1, bFrom: pair.j, bTo: pair.j + 1 });
    i = pair.i + 1;
    j = pair.j + 1;
  }
  return edits;
}

function isBlankBetween(lines: readonly string[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (lines[i]!.trim() !== "") return false;
  return true;
}

export function wordsOf(line: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const token of tokenize(line)) {
    if (token.trim() !== "") words.set(token, (words.get(token) ?? 0) + token.length);
  }
  return words;
}

/** The share of letters in common, whatever their order. */
export function likenessOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const [word, weight] of a) {
    all += weight;
    const other = b.get(word);
    if (other !== undefined) shared += Math.min(weight, other);
  }
  for (const weight of b.values()) all += weight;
  return all === 0 ? 0 : (2 * shared) / all;
}
