import { partsTerminator } from "../text/split-lines.ts";
import { splitSentences } from "../text/split-sentences.ts";
import type { TextChange } from "./hunk.ts";
import { joinWords } from "./join-words.ts";
import { lineEdits } from "./line-edits.ts";
import { type SentenceEdit, sentenceEdits } from "./sentence-edits.ts";
import type { SequenceEdit } from "./sequence-diff.ts";
import { type LinedText, linedText, unitsOf } from "./text-units.ts";

/** A stretch of the base that a side changed, with what each side has there. */
export interface ChangedStretch {
  readonly from: number;
  readonly to: number;
  readonly mine: string;
  readonly theirs: string;
  /** What the merge has there; null where only a person can decide. */
  readonly settled: string | null;
}

/** All stretches of the base that either side changed, in order and disjoint. */
export function changedStretches(base: string, mine: string, theirs: string): ChangedStretch[] {
  const was = linedText(base);
  const my = linedText(mine);
  const their = linedText(theirs);
  const stretches: ChangedStretch[] = [];
  for (const group of groupLines(hunksOf(was, my), hunksOf(was, their))) {
    if (group.mine.length === 0 || group.theirs.length === 0) {
      const side = group.mine.length > 0 ? my : their;
      for (const hunk of [...group.mine, ...group.theirs]) stretches.push(oneSided(was, side, hunk, side === my));
      continue;
    }
    const myEdits = group.mine.flatMap((hunk) => sentenceEdits(was, my, hunk));
    const theirEdits = group.theirs.flatMap((hunk) => sentenceEdits(was, their, hunk));
    const found = groupOverlapping(base, myEdits, theirEdits).map((clash) => settle(base, clash));
    const whole = wholeLines(was, group, myEdits, theirEdits);
    if (isWritten(base, whole, found)) for (const stretch of found) stretches.push(stretch);
    else stretches.push(whole);
  }
  return stretches;
}

/** The changes that turn `base` into `now`, by whole sentences. Ordered and disjoint, but they may touch each other. */
export function sentenceEditsBetween(base: string, now: string): SentenceEdit[] {
  const was = linedText(base);
  const is = linedText(now);
  return hunksOf(was, is).flatMap((hunk) => sentenceEdits(was, is, hunk));
}

function oneSided(was: LinedText, side: LinedText, hunk: SequenceEdit, isMine: boolean): ChangedStretch {
  const from = was.starts[hunk.aFrom]!;
  const to = was.starts[hunk.aTo]!;
  const now = side.text.slice(side.starts[hunk.bFrom]!, side.starts[hunk.bTo]!);
  const before = was.text.slice(from, to);
  return { from, to, mine: isMine ? now : before, theirs: isMine ? before : now, settled: now };
}

/** All lines of a group as one decision. */
function wholeLines(
  was: LinedText,
  { mine, theirs }: LineGroup,
  myEdits: readonly SentenceEdit[],
  theirEdits: readonly SentenceEdit[],
): ChangedStretch {
  const from = was.starts[Math.min(mine[0]!.aFrom, theirs[0]!.aFrom)]!;
  const to = was.starts[Math.max(mine.at(-1)!.aTo, theirs.at(-1)!.aTo)]!;
  const my = written(was.text, from, to, myEdits);
  const their = written(was.text, from, to, theirEdits);
  return { from, to, mine: my, theirs: their, settled: my === their ? my : null };
}

/**
 * Whether each sentence that comes of these stretches was written by somebody, however they are decided. A sentence put into a line that the other
 * side made a list item, for one, becomes part of an item that nobody wrote.
 */
function isWritten(base: string, whole: ChangedStretch, stretches: readonly ChangedStretch[]): boolean {
  const { from, to } = whole;
  const known = new Set([whole.mine, whole.theirs, base.slice(from, to)].flatMap(unitTexts));
  for (const { settled } of stretches) {
    if (settled === null) continue;
    for (const kind of ["prose", "whole"]) known.add(`${kind} ${settled.trim()}`);
  }
  // A decision about half a code block would leave its other half open.
  const evenness = new Set([whole.mine, whole.theirs].map(fenceEvenness));
  const isKnown = (decide: (stretch: ChangedStretch) => string): boolean => {
    const changes = stretches.map((stretch) => ({ ...stretch, insert: stretch.settled ?? decide(stretch) }));
    const text = written(base, from, to, changes);
    if (text !== "" && !endsLine(text)) return false;
    return evenness.has(fenceEvenness(text)) && unitTexts(text).every((unit) => known.has(unit));
  };
  return isKnown(({ mine }) => mine) && isKnown(({ theirs }) => theirs);
}

/** Each unit with its kind: a code fence inside a line of prose is another thing. */
export function unitTexts(text: string): string[] {
  const lined = linedText(text);
  return unitsOf(lined, 0, lined.lines.length).map((unit) => `${unit.kind} ${text.slice(unit.from, unit.to).trim()}`);
}

/** The changed runs of lines, each widened to whole sentences where somebody wrapped their lines. */
export function hunksOf(was: LinedText, now: LinedText): SequenceEdit[] {
  const hunks: SequenceEdit[] = [];
  for (const edit of lineEdits(was.lines, now.lines)) {
    let up = 0;
    while (was.wraps[edit.aFrom - 1 - up]) up++;
    let down = 0;
    while (was.wraps[edit.aTo - 1 + down]) down++;
    const last = hunks.at(-1);
    const aTo = edit.aTo + down;
    const bTo = edit.bTo + down;
    if (last && edit.aFrom - up < last.aTo) hunks[hunks.length - 1] = { ...last, aTo, bTo };
    else hunks.push({ aFrom: edit.aFrom - up, aTo, bFrom: edit.bFrom - up, bTo });
  }
  return withWholeFences(hunks, was, now);
}

/** A fence that one run of lines opens and a later one closes: all from the one to the other is one change. */
function withWholeFences(hunks: readonly SequenceEdit[], was: LinedText, now: LinedText): SequenceEdit[] {
  const isUneven = ({ aFrom, aTo, bFrom, bTo }: SequenceEdit): boolean =>
    fencesIn(was, aFrom, aTo) % 2 !== fencesIn(now, bFrom, bTo) % 2;
  const joined: SequenceEdit[] = [];
  let open: SequenceEdit | null = null;
  const uneven = hunks.map(isUneven);
  let left = uneven.filter(Boolean).length;
  hunks.forEach((hunk, i) => {
    if (open !== null) joined[joined.length - 1] = open = { ...open, aTo: hunk.aTo, bTo: hunk.bTo };
    else joined.push(hunk);
    if (!uneven[i]) return;
    left--;
    // The last one stays open to the end of the text: then it is alone.
    open = open === null && left > 0 ? joined.at(-1)! : null;
  });
  return joined;
}

function fenceEvenness(text: string): number {
  const lined = linedText(text);
  return fencesIn(lined, 0, lined.lines.length) % 2;
}

function fencesIn({ lines, kinds }: LinedText, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (kinds[i] === "code" && /^[ \t>]*(?:```|~~~)/.test(lines[i]!)) count++;
  return count;
}

interface LineGroup {
  readonly mine: SequenceEdit[];
  readonly theirs: SequenceEdit[];
}

/** Runs of lines that overlap or touch each other. */
function groupLines(mine: readonly SequenceEdit[], theirs: readonly SequenceEdit[]): LineGroup[] {
  const groups: LineGroup[] = [];
  let end = -1;
  for (let i = 0, j = 0; i < mine.length || j < theirs.length; ) {
    const my = mine[i];
    const their = theirs[j];
    const isMine = my !== undefined && (their === undefined || my.aFrom <= their.aFrom);
    const hunk: SequenceEdit = (isMine ? mine[i++] : theirs[j++])!;
    if (hunk.aFrom > end || groups.length === 0) groups.push({ mine: [], theirs: [] });
    const group = groups.at(-1)!;
    (isMine ? group.mine : group.theirs).push(hunk);
    end = Math.max(end, hunk.aTo);
  }
  return groups;
}

interface Clash {
  from: number;
  to: number;
  readonly mine: SentenceEdit[];
  readonly theirs: SentenceEdit[];
}

/** Changes that overlap. Those that only touch do so at the border of a sentence, and can be decided each by itself. */
function groupOverlapping(base: string, mine: readonly SentenceEdit[], theirs: readonly SentenceEdit[]): Clash[] {
  const clashes: Clash[] = [];
  for (let i = 0, j = 0; i < mine.length || j < theirs.length; ) {
    const isMine = comesFirst(mine[i], theirs[j]);
    const edit = (isMine ? mine[i++] : theirs[j++])!;
    const last = clashes.at(-1);
    if (last && overlaps(base, last, edit, isMine)) {
      (isMine ? last.mine : last.theirs).push(edit);
      last.to = Math.max(last.to, edit.to);
    } else {
      clashes.push({ from: edit.from, to: edit.to, mine: isMine ? [edit] : [], theirs: isMine ? [] : [edit] });
    }
  }
  return clashes;
}

/** At one place: insertions, then the longest change, and of equally long ones a deletion. */
function comesFirst(my: SentenceEdit | undefined, their: SentenceEdit | undefined): boolean {
  if (!my || !their) return my !== undefined;
  if (my.from !== their.from) return my.from < their.from;
  if (my.to !== their.to) return my.from === my.to || (their.from !== their.to && my.to > their.to);
  return my.insert === "" || their.insert !== "";
}

function overlaps(base: string, clash: Clash, edit: SentenceEdit, isMine: boolean): boolean {
  if (edit.from !== clash.to) return edit.from < clash.to;
  const other = (isMine ? clash.theirs : clash.mine).at(-1);
  if (!other || other.to !== edit.from) return false;
  // Two insertions at one place: their order is anybody's guess.
  if (other.from === other.to) return edit.from === edit.to || losesItsLine(base, other, edit);
  return edit.from === edit.to && losesItsLine(base, edit, other);
}

/** Whether a sentence was put into a line of which the other side's deletion beside it leaves nothing. */
function losesItsLine(base: string, insertion: SentenceEdit, deletion: SentenceEdit): boolean {
  if (deletion.insert !== "" || endsLine(insertion.insert)) return false;
  const isBehind = insertion.from === deletion.to;
  if (isBehind) return isLineStart(base, deletion.from);
  const removed = base.slice(deletion.from, deletion.to);
  return /[\r\n]/.test(removed) || /^[^\S\r\n]*(?:[\r\n]|$)/.test(base.slice(deletion.to, deletion.to + 100));
}

function endsLine(text: string): boolean {
  return /[\r\n]$/.test(text);
}

function isLineStart(text: string, offset: number): boolean {
  return offset === 0 || (endsLine(text[offset - 1]!) && !partsTerminator(text, offset));
}

function settle(base: string, { from, to, mine: my, theirs: their }: Clash): ChangedStretch {
  const mine = written(base, from, to, my);
  const theirs = written(base, from, to, their);
  return { from, to, mine, theirs, settled: settled() };

  function settled(): string | null {
    if (their.length === 0 || mine === theirs) return mine;
    if (my.length === 0) return theirs;
    if (from === to) return fullerInsertion(mine, theirs);
    const unit = my.length === 1 && their.length === 1 ? my[0]!.rewrites : undefined;
    const isSame = unit !== undefined && their[0]!.rewrites?.from === unit.from;
    return isSame && unit.kind !== "code" ? joinWords(base.slice(from, to), mine, theirs) : null;
  }
}

/** Of two insertions the one that begins or ends with all sentences of the other: it has all that both sides wrote. */
function fullerInsertion(mine: string, theirs: string): string | null {
  const [shorter, longer] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
  const few = sentencesOf(shorter);
  const many = sentencesOf(longer);
  const begins = few.every((sentence, i) => sentence === many[i]);
  const ends = few.every((sentence, i) => sentence === many[many.length - few.length + i]);
  return few.length > 0 && few.length < many.length && (begins || ends) ? longer : null;
}

function sentencesOf(text: string): string[] {
  return splitSentences(text)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function written(base: string, from: number, to: number, changes: readonly TextChange[]): string {
  let text = "";
  let at = from;
  for (const change of changes) {
    text += base.slice(at, change.from) + change.insert;
    at = change.to;
  }
  return text + base.slice(at, to);
}
