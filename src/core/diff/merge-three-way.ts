import { commonPrefix, commonSuffix } from "../text/common-ends.ts";
import { partsTerminator, terminatorOf } from "../text/split-lines.ts";
import { type ChangedStretch, changedStretches, unitTexts } from "./changed-stretches.ts";
import type { MergeConflict, MergeResult } from "./hunk.ts";
import { commonestTerminator, fromEditor, offsetMaps, toEditor } from "./line-endings.ts";
import { sharedBases } from "./shared-changes.ts";
import { applyChanges } from "./text-changes.ts";

/**
 * Both sides' changes to `base` in one text. Compared by lines, then by sentences, then by words: a sentence that both
 * rewrote is joined only where each kept most of it and their changes stand apart; otherwise the whole sentence is the
 * conflict. Equal changes never are. In a conflict my text stays in the result and theirs is offered beside it, so every
 * sentence that either side wrote is in the text or in a conflict, whole. merge(b, x, b) = x, merge(b, b, y) = y,
 * merge(b, x, x) = x.
 */
export function mergeThreeWay(base: string, mine: string, theirs: string): MergeResult {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] };
  if (mine === base) return { text: theirs, conflicts: [] };
  const exact = mergeExactly(base, mine, theirs);
  const hasReturns = base.includes("\r") || mine.includes("\r") || theirs.includes("\r");
  if (exact.conflicts.length === 0 || !hasReturns) return exact;
  const apart = mergeApartFromEndings(base, mine, theirs);
  return apart.conflicts.length < exact.conflicts.length ? apart : exact;
}

/**
 * One side wrote every line with other endings, as models do, while the other changed words at the lines' ends: the words
 * are merged without the endings, which then come from the side that changed them.
 */
function mergeApartFromEndings(base: string, mine: string, theirs: string): MergeResult {
  const merged = mergeExactly(toEditor(base), toEditor(mine), toEditor(theirs));
  const usual = commonestTerminator(base);
  const changedByThem = commonestTerminator(mine) === usual && commonestTerminator(theirs) !== usual;
  const endings = changedByThem ? theirs : mine;
  const text = fromEditor(merged.text, endings);
  const offsets = offsetMaps(text);
  const ended = (value: string): string => value.replaceAll("\n", commonestTerminator(endings));
  const conflicts = merged.conflicts.map((conflict) => {
    const from = offsets.fromEditor(conflict.from);
    const to = offsets.fromEditor(conflict.to);
    return { from, to, mine: text.slice(from, to), theirs: ended(conflict.theirs), base: ended(conflict.base) };
  });
  return { text, conflicts };
}

function mergeExactly(base: string, mine: string, theirs: string): MergeResult {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] };
  if (mine === base) return { text: theirs, conflicts: [] };
  // With one more line end each text ends with a whole line: what is put behind the last sentence of a text is then put
  // either into its last line or after it, as anywhere else.
  const end = commonestTerminator(base);
  const [was, my, their] = [base, mine, theirs].map((text) => bareEnd(text) + end) as [string, string, string];
  const { text, conflicts } = withoutLast(end, mergeFromShared(was, my, their));
  return { text: text + lastEnd(base, mine, theirs), conflicts };
}

/**
 * The line end of the whole text is merged apart: a model that leaves it out does not pull a paragraph that the person put
 * behind it into the one before.
 */
function lastEnd(base: string, mine: string, theirs: string): string {
  const was = endOf(base);
  const my = mine === "" ? was : endOf(mine);
  const their = theirs === "" ? was : endOf(theirs);
  if (my === was) return their;
  return their === was ? my : my || their;
}

function endOf(text: string): string {
  return text.slice(bareEnd(text).length);
}

function bareEnd(text: string): string {
  return text.slice(0, text.length - terminatorOf(text).length);
}

/**
 * From the base, or from what both sides made of it alike: of two readings of that, the one with fewer conflicts, as long as
 * all new sentences that a merge from the base keeps are in its text or in a conflict.
 */
function mergeFromShared(base: string, mine: string, theirs: string): MergeResult {
  const plain = mergeLines(base, mine, theirs);
  if (base.length + mine.length + theirs.length > MOST_COMPARED) {
    // Between their common ends long texts are often short. Where not, what both sides share is not worth a freeze.
    const { start, end } = commonEnds(base, mine, theirs);
    const middle = (text: string): string => text.slice(start, text.length - end);
    const [was, my, their] = [middle(base), middle(mine), middle(theirs)];
    if (was.length + my.length + their.length > MOST_COMPARED || sharedBases(was, my, their).length === 0) return plain;
    const { text, conflicts } = mergeFromShared(was, my, their);
    return {
      text: base.slice(0, start) + text + base.slice(base.length - end),
      conflicts: conflicts.map((one) => ({ ...one, from: one.from + start, to: one.to + start })),
    };
  }
  const bases = sharedBases(base, mine, theirs);
  if (bases.length === 0) return plain;
  const standing = sentencesIn(plain);
  const old = new Set(unitTexts(base));
  const wanted = [...unitTexts(mine), ...unitTexts(theirs)].filter((one) => standing.has(one) && !old.has(one));
  const merges = bases
    .map((shared) => mergeLines(shared, mine, theirs))
    .filter((merge) => {
      const all = sentencesIn(merge);
      return wanted.every((sentence) => all.has(sentence));
    });
  return merges.reduce(
    (best, next) => (next.conflicts.length < best.conflicts.length ? next : best),
    merges[0] ?? plain,
  );
}

/** Characters of all three texts: more of them are not compared sentence by sentence. */
const MOST_COMPARED = 600_000;

/** How much all three begin and end with, in whole paragraphs. */
function commonEnds(base: string, mine: string, theirs: string): { readonly start: number; readonly end: number } {
  const same = Math.min(commonPrefix(base, mine), commonPrefix(base, theirs));
  const paragraph = base.lastIndexOf("\n\n", same - 2);
  const start = paragraph < 0 ? 0 : paragraph + 2;
  const most = Math.min(base.length, mine.length, theirs.length) - start;
  const behind = Math.min(commonSuffix(base, mine, most), commonSuffix(base, theirs, most));
  const next = base.indexOf("\n\n", base.length - behind);
  return { start, end: next < 0 ? 0 : base.length - next - 2 };
}

/** The sentences of a merge, and those that it offers. */
function sentencesIn({ text, conflicts }: MergeResult): ReadonlySet<string> {
  const taken = conflicts.map(({ from, to, theirs: insert }) => ({ from, to, insert }));
  return new Set([...unitTexts(text), ...(taken.length === 0 ? [] : unitTexts(applyChanges(text, taken)))]);
}

function mergeLines(base: string, mine: string, theirs: string): MergeResult {
  const parts: string[] = [];
  const conflicts: MergeConflict[] = [];
  let at = 0;
  let length = 0;
  const put = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  for (const stretch of joinConflicts(base, changedStretches(base, mine, theirs))) {
    put(base.slice(at, stretch.from));
    if (isConflict(stretch)) {
      const was = base.slice(stretch.from, stretch.to);
      const { before, behind } = commonSpace(was, stretch.mine, stretch.theirs);
      const inner = (text: string): string => text.slice(before, text.length - behind);
      const from = length + before;
      const to = length + stretch.mine.length - behind;
      conflicts.push({ from, to, mine: inner(stretch.mine), theirs: inner(stretch.theirs), base: inner(was) });
    }
    put(stretch.settled ?? stretch.mine);
    at = stretch.to;
  }
  put(base.slice(at));
  return { text: parts.join(""), conflicts };
}

/** How much white space all three begin and end with: it is no part of a conflict. */
function commonSpace(base: string, mine: string, theirs: string): { readonly before: number; readonly behind: number } {
  const shortest = Math.min(base.length, mine.length, theirs.length);
  const isCommon = (at: number): boolean =>
    base.at(at) === mine.at(at) && base.at(at) === theirs.at(at) && /\s/.test(base.at(at)!);
  let before = 0;
  while (before < shortest && isCommon(before)) before++;
  const all = [base, mine, theirs];
  if (all.some((text) => partsTerminator(text, before))) before--;
  let behind = 0;
  while (behind < shortest - before && isCommon(-1 - behind)) behind++;
  if (all.some((text) => partsTerminator(text, text.length - behind))) behind--;
  return { before, behind };
}

/** The merge without the line end that was put behind all three texts. */
function withoutLast(end: string, { text, conflicts }: MergeResult): MergeResult {
  if (!text.endsWith(end)) return { text, conflicts };
  const length = text.length - end.length;
  const last = conflicts.at(-1);
  if (!last || last.to <= length) return { text: text.slice(0, length), conflicts };
  // A last line that only one side has left begins with the line end before it in place of its own.
  const isShifted = !(last.mine.endsWith(end) && last.theirs.endsWith(end)) && text.endsWith(end, last.from);
  const before = isShifted ? end : "";
  const cut = (value: string): string => {
    const whole = before + value;
    return whole.endsWith(end) ? whole.slice(0, -end.length) : whole;
  };
  const from = Math.min(last.from - before.length, length);
  const shortened = {
    from,
    to: length,
    mine: text.slice(from, length),
    theirs: cut(last.theirs),
    base: cut(last.base),
  };
  return { text: text.slice(0, length), conflicts: [...conflicts.slice(0, -1), shortened] };
}

/** More decisions than this nobody makes one by one: then conflicts that are near each other become one. */
const MAX_CONFLICTS = 200;

function joinConflicts(base: string, stretches: readonly ChangedStretch[]): readonly ChangedStretch[] {
  // Sentences beside each other that both sides changed are one passage, and one decision.
  let joined = joinWhere(base, stretches, (from, to) => /^[^\S\r\n]*$/.test(base.slice(from, to)));
  for (let reach = 40; joined.filter(isConflict).length > MAX_CONFLICTS; reach *= 2) {
    const limit = reach;
    joined = joinWhere(base, joined, (from, to) => to - from <= limit);
  }
  return joined;
}

/** Joins neighbouring conflicts, with all that stands between them, where `isNear` says so of the base between them. */
function joinWhere(
  base: string,
  stretches: readonly ChangedStretch[],
  isNear: (from: number, to: number) => boolean,
): ChangedStretch[] {
  const joined: ChangedStretch[] = [];
  /** The index in `joined` of the last conflict. */
  let conflict = -1;
  for (const stretch of stretches) {
    const last = joined[conflict];
    if (!isConflict(stretch)) joined.push(stretch);
    else if (last && isNear(last.to, stretch.from)) {
      let { to, mine, theirs } = last;
      for (const part of [...joined.splice(conflict + 1), stretch]) {
        const between = base.slice(to, part.from);
        mine += between + part.mine;
        theirs += between + part.theirs;
        to = part.to;
      }
      joined[conflict] = { from: last.from, to, mine, theirs, settled: null };
    } else conflict = joined.push(stretch) - 1;
  }
  return joined;
}

function isConflict({ settled }: ChangedStretch): boolean {
  return settled === null;
}
