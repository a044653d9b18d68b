import { splitLines } from "../text/split-lines.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { tokenize } from "../text/tokenize.ts";
import { hunksOf } from "./changed-stretches.ts";
import type { TextChange } from "./hunk.ts";
import { sentenceEdits } from "./sentence-edits.ts";
import { diffSequences, internPair, type SequenceEdit } from "./sequence-diff.ts";
import { applyChanges } from "./text-changes.ts";
import { type LinedText, linedText, onlyUnits, type TextUnit, unitsOf } from "./text-units.ts";

/**
 * The base with the changes that both sides have made, as each of the two shows them; none where they share nothing.
 * Compared with the base, a text can often be read in several ways, and two readings of one change would put it in twice:
 * where both sides went on from the same text, as a model does that names too old a version, the merge starts there.
 */
export function sharedBases(base: string, mine: string, theirs: string): string[] {
  if (!mayShare(base, mine, theirs)) return [];
  const [my, their] = [mine, theirs].map(readText) as [Text, Text];
  // What the first reading leaves out because it sees something else in it, the other may see.
  const bases = [
    withShared(withShared(base, my, their), their, my),
    withShared(withShared(base, their, my), my, their),
  ];
  // In an order that does not hang on whose text is whose.
  return [...new Set(bases)].filter((one) => one !== base).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** A look at the new lines alone: nearly always there is nothing in common, and no more to be done. */
function mayShare(base: string, mine: string, theirs: string): boolean {
  const old = new Set(splitLines(base));
  const newParts = (text: string): string[] =>
    splitLines(text).flatMap((line) => (old.has(line) ? [] : splitSentences(line).map((part) => part.trim())));
  const others = new Set(newParts(theirs));
  others.delete("");
  return others.size > 0 && newParts(mine).some((part) => others.has(part));
}

/** The base with the changes of `now` that `other` has made too. */
function withShared(base: string, now: Text, other: Text): string {
  const was = readText(base);
  const old = new Set(was.texts);
  const others = new Set(other.texts);
  const both = new Set(now.texts.filter((text) => others.has(text) && !old.has(text) && saysSomething(text)));
  return both.size === 0 ? base : applyChanges(base, changesOf(was, now, other, both));
}

/** Brackets, tags and lines of one word are put in at many places, each time anew. */
function saysSomething(text: string): boolean {
  let words = 0;
  for (const token of tokenize(text)) if (/\p{L}/u.test(token) && ++words === 3) return true;
  return false;
}

interface Text extends LinedText {
  readonly units: readonly TextUnit[];
  /** The units' texts. */
  readonly texts: readonly string[];
}

function readText(text: string): Text {
  const lined = linedText(text);
  const units = unitsOf(lined, 0, lined.lines.length);
  return { ...lined, units, texts: textsOf(lined, units) };
}

function textsOf({ text }: LinedText, units: readonly TextUnit[]): string[] {
  return units.map(({ from, to }) => text.slice(from, to));
}

/** Of the changes from `was` to `now` what stands in `other` too, in the same order. */
function changesOf(was: Text, now: Text, other: Text, both: ReadonlySet<string>): TextChange[] {
  const twins = twinUnits(now, other);
  const there = new Set(other.texts);
  const near = nearRanges(was, other);
  const stood = new Set(was.texts);
  const isMoved = (unit: TextUnit): boolean => stood.has(now.text.slice(unit.from, unit.to));
  return hunksOf(was, now).flatMap((hunk) => {
    // The same words put in elsewhere, as headings and rows often are, are another change.
    const ranges = near(hunk);
    const isKept = (unit: TextUnit): boolean => {
      const twin = twins.get(unit.from);
      return twin !== undefined && ranges.some(({ from, to }) => from <= twin && twin < to);
    };
    const isShared = (unit: TextUnit): boolean => isKept(unit) && both.has(now.text.slice(unit.from, unit.to));
    const putUnits = inOrder(unitsOf(now, hunk.bFrom, hunk.bTo));
    const goneUnits = inOrder(unitsOf(was, hunk.aFrom, hunk.aTo));
    let shift = now.starts[hunk.bFrom]! - was.starts[hunk.aFrom]!;
    return sentenceEdits(was, now, hunk).flatMap((edit): TextChange[] => {
      const start = edit.from + shift;
      const end = start + edit.insert.length;
      shift += edit.insert.length - (edit.to - edit.from);
      const put = putUnits(start, end);
      const gone = goneUnits(edit.from, edit.to);
      if (!put.some(isShared) || textsOf(was, gone).some((text) => there.has(text))) return [];
      // What both have and the base had too was moved: put in once more, each side would seem to take another one out.
      if (put.every((unit) => isKept(unit) && !isMoved(unit))) return [edit];
      if (isTorn(now.text, put, isShared, isMoved)) return [];
      return gone.length > 0 ? [] : [{ ...edit, insert: onlyUnits(now.text, start, end, put, isShared) }];
    });
  });
}

/** Whether a new sentence stands in one line with one that was moved there: apart, each would end up in another line. */
function isTorn(
  text: string,
  units: readonly TextUnit[],
  isNew: (unit: TextUnit) => boolean,
  isMoved: (unit: TextUnit) => boolean,
): boolean {
  return units.some((unit, i) => {
    const next = units[i + 1];
    if (next === undefined || /[\r\n]/.test(text.slice(unit.to, next.from))) return false;
    return (isNew(unit) && isMoved(next)) || (isMoved(unit) && isNew(next));
  });
}

/** Gives the units inside one range after the other. */
function inOrder(units: readonly TextUnit[]): (from: number, to: number) => TextUnit[] {
  let at = 0;
  return (from, to) => {
    const inside: TextUnit[] = [];
    for (; at < units.length && units[at]!.to <= to; at++) if (units[at]!.from >= from) inside.push(units[at]!);
    return inside;
  };
}

/** For the sentences of `one` that stand in `other` too, in the same order: where they begin there. */
function twinUnits(one: Text, other: Text): ReadonlyMap<number, number> {
  const { a, b, size } = internPair(one.texts, other.texts);
  const twins = new Map<number, number>();
  let i = 0;
  let j = 0;
  const end = { aFrom: a.length, aTo: a.length, bTo: b.length };
  for (const { aFrom, aTo, bTo } of [...diffSequences(a, b, size), end]) {
    while (i < aFrom) twins.set(one.units[i++]!.from, other.units[j++]!.from);
    i = aTo;
    j = bTo;
  }
  return twins;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where in `other` stands what it changed at or beside the lines of the base that a hunk changed. To be asked in order. */
function nearRanges(was: Text, other: Text): (hunk: SequenceEdit) => Range[] {
  const hunks = hunksOf(was, other);
  let first = 0;
  return ({ aFrom, aTo }) => {
    while (first < hunks.length && hunks[first]!.aTo < aFrom - 1) first++;
    const ranges: Range[] = [];
    for (let n = first; n < hunks.length && hunks[n]!.aFrom <= aTo + 1; n++) {
      ranges.push({ from: other.starts[hunks[n]!.bFrom]!, to: other.starts[hunks[n]!.bTo]! });
    }
    return ranges;
  };
}
