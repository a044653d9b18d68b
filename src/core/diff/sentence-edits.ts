import { partsTerminator } from "../text/split-lines.ts";
import { LIKENESS, likenessOf, MAX_PAIRS, type Pair, pairLines, wordsOf } from "./align-paragraphs.ts";
import type { TextChange } from "./hunk.ts";
import { diffSequences, internPair, type SequenceEdit } from "./sequence-diff.ts";
import { type LinedText, type TextUnit, unitsOf } from "./text-units.ts";

/** A change of whole sentences, or of the white space between them. */
export interface SentenceEdit extends TextChange {
  /** The sentence that became one other sentence. Without it sentences were put in, taken out, joined or parted. */
  readonly rewrites?: TextUnit;
}

/**
 * A changed run of lines as changes of whole sentences. What was put in stands at the start of a line where it can, else
 * of a sentence; a sentence put behind the last one of a line stays in that line. Ordered and disjoint, but they may touch
 * each other; together they turn a's lines into b's.
 */
export function sentenceEdits(a: LinedText, b: LinedText, edit: SequenceEdit): SentenceEdit[] {
  const aUnits = unitsOf(a, edit.aFrom, edit.aTo);
  const bUnits = unitsOf(b, edit.bFrom, edit.bTo);
  const aTexts = aUnits.map(({ from, to }) => a.text.slice(from, to));
  const bTexts = bUnits.map(({ from, to }) => b.text.slice(from, to));
  const edits: SentenceEdit[] = [];
  let aAt = a.starts[edit.aFrom]!;
  let bAt = b.starts[edit.bFrom]!;
  for (const { aFrom, aTo, bFrom, bTo } of blocksOf(aTexts, bTexts)) {
    const first = aUnits[aFrom]!;
    const from = first.from;
    const to = aUnits[aTo - 1]!.to;
    const bStart = bUnits[bFrom]!.from;
    const bEnd = bUnits[bTo - 1]!.to;
    putBetween(edits, a.text.slice(aAt, from), b.text.slice(bAt, bStart), aAt);
    const insert = b.text.slice(bStart, bEnd);
    if (insert !== a.text.slice(from, to)) {
      const isOne = aTo - aFrom === 1 && bTo - bFrom === 1;
      edits.push({ from, to, insert, ...(isOne ? { rewrites: first } : {}) });
    }
    aAt = to;
    bAt = bEnd;
  }
  putBetween(edits, a.text.slice(aAt, a.starts[edit.aTo]!), b.text.slice(bAt, b.starts[edit.bTo]!), aAt);
  return edits;
}

/** What stands between two sentences that stayed: white space, and sentences that went or came. */
function putBetween(edits: SentenceEdit[], was: string, now: string, at: number): void {
  if (was === now) return;
  const line = /^[^\S\r\n]*[\r\n]/.test(was) && was.trim() === "" ? /[^\S\r\n]*[\r\n]/.exec(now) : null;
  if (line && line.index > 0 && /^[^\S\r\n]+\S/.test(now)) {
    // What continues the line, and then what stands on lines of its own.
    edits.push({ from: at, to: at, insert: now.slice(0, line.index) });
    putBetween(edits, was, now.slice(line.index), at);
    return;
  }
  const shorter = Math.min(was.length, now.length);
  let start = 0;
  while (start < shorter && was[start] === now[start] && isSpace(was, start)) start++;
  if (partsTerminator(was, start) || partsTerminator(now, start)) start--;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end) === now.at(-1 - end) && isSpace(was, was.length - 1 - end)) end++;
  if (partsTerminator(was, was.length - end) || partsTerminator(now, now.length - end)) end--;
  edits.push({ from: at + start, to: at + was.length - end, insert: now.slice(start, now.length - end) });
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text[at]!);
}

/** Runs of sentences of which one became the other, in order; all sentences outside were taken out or put in. */
function blocksOf(a: readonly string[], b: readonly string[]): SequenceEdit[] {
  const { a: aIds, b: bIds, size } = internPair(a, b);
  const blocks: SequenceEdit[] = [];
  const putEqual = (aFrom: number, aTo: number, bFrom: number): void => {
    for (let i = aFrom; i < aTo; i++) {
      const j = bFrom + i - aFrom;
      blocks.push({ aFrom: i, aTo: i + 1, bFrom: j, bTo: j + 1 });
    }
  };
  let aAt = 0;
  let bAt = 0;
  for (const edit of diffSequences(aIds, bIds, size)) {
    putEqual(aAt, edit.aFrom, bAt);
    for (const block of withAbsorbed(pairSentences(a, b, edit), a, b, edit)) blocks.push(block);
    aAt = edit.aTo;
    bAt = edit.bTo;
  }
  putEqual(aAt, a.length, bAt);
  return blocks;
}

/** The sentences of a changed run that belong together. */
function pairSentences(a: readonly string[], b: readonly string[], edit: SequenceEdit): readonly Pair[] {
  const { aFrom, aTo, bFrom, bTo } = edit;
  const aCount = aTo - aFrom;
  const bCount = bTo - bFrom;
  if (aCount === 0 || bCount === 0) return [];
  if (aCount === 1 && bCount === 1) return [{ i: aFrom, j: bFrom }];
  if (aCount * bCount <= MAX_PAIRS) return pairLines(a, aFrom, aTo, b, bFrom, bTo);
  if (aCount !== bCount) return [];
  // Too many to compare each with each: then only those that are in step.
  const pairs: Pair[] = [];
  for (let n = 0; n < aCount; n++) {
    const likeness = likenessOf(wordsOf(a[aFrom + n]!), wordsOf(b[bFrom + n]!));
    if (likeness >= LIKENESS) pairs.push({ i: aFrom + n, j: bFrom + n });
  }
  return pairs;
}

/** A sentence counts as taken up by its neighbour when that neighbour gained this share of its words. */
const TAKEN_UP = 0.5;

/** The pairs as blocks, each with the sentences beside it that were joined into it or parted from it. */
function withAbsorbed(
  pairs: readonly Pair[],
  a: readonly string[],
  b: readonly string[],
  edit: SequenceEdit,
): SequenceEdit[] {
  const blocks: SequenceEdit[] = [];
  pairs.forEach(({ i, j }, n) => {
    const last = blocks.at(-1);
    const next = pairs[n + 1];
    let aFrom = i;
    let aTo = i + 1;
    let bFrom = j;
    let bTo = j + 1;
    const aFloor = last?.aTo ?? edit.aFrom;
    const bFloor = last?.bTo ?? edit.bFrom;
    const aCeiling = next?.i ?? edit.aTo;
    const bCeiling = next?.j ?? edit.bTo;
    const isEqual = a[i] === b[j];
    const aHas = (): string => a.slice(aFrom, aTo).join(" ");
    const bHas = (): string => b.slice(bFrom, bTo).join(" ");
    if (!isEqual && aFloor + 1 === i && bFloor === j && isTakenUp(a[i - 1]!, aHas(), bHas())) aFrom--;
    if (!isEqual && bFloor + 1 === j && aFloor === i && isTakenUp(b[j - 1]!, bHas(), aHas())) bFrom--;
    if (!isEqual && aCeiling === i + 2 && bCeiling === j + 1 && isTakenUp(a[i + 1]!, aHas(), bHas())) aTo++;
    if (!isEqual && bCeiling === j + 2 && aCeiling === i + 1 && isTakenUp(b[j + 1]!, bHas(), aHas())) bTo++;
    blocks.push({ aFrom, aTo, bFrom, bTo });
  });
  return blocks;
}

/** Whether most words of a sentence that went are new in `after`. */
function isTakenUp(gone: string, before: string, after: string): boolean {
  const had = wordsOf(before);
  const has = wordsOf(after);
  let all = 0;
  let taken = 0;
  for (const [word, weight] of wordsOf(gone)) {
    all += weight;
    taken += Math.min(weight, Math.max(0, (has.get(word) ?? 0) - (had.get(word) ?? 0)));
  }
  return all > 0 && taken / all >= TAKEN_UP;
}
