import { tokenize } from "../text/tokenize.ts";
import { diffWords, type WordEdit } from "./diff-words.ts";
import type { TextChange } from "./hunk.ts";
import { applyChanges } from "./text-changes.ts";

/** The share of a sentence's words that each side must have kept, and that must be kept words in each side's sentence. */
const KEPT_OF_BASE = 0.6;
const KEPT_OF_SIDE = 0.5;

/**
 * One sentence with the changes of both sides; null where that would be a sentence that nobody wrote: unless each side
 * kept most of it, and at least one unchanged word stands between a change of mine and a change of theirs. Where a side
 * changed white space only, or the other side went on from the same change, it is the other side's sentence.
 */
export function joinWords(base: string, mine: string, theirs: string): string | null {
  if (isSameButSpace(base, mine)) return theirs;
  if (isSameButSpace(base, theirs)) return mine;
  const my = diffWords(base, mine);
  const their = diffWords(base, theirs);
  const myChanges = changesOf(mine, my);
  const theirChanges = changesOf(theirs, their);
  if (includesAll(theirChanges, myChanges) && keepsAll(mine, theirs)) return theirs;
  if (includesAll(myChanges, theirChanges) && keepsAll(theirs, mine)) return mine;
  if (!keepsMost(base, mine, my) || !keepsMost(base, theirs, their)) return null;
  const both = together(base, myChanges, theirChanges);
  return both && applyChanges(base, both);
}

function isSameButSpace(a: string, b: string): boolean {
  return a.replaceAll(/\s+/g, " ") === b.replaceAll(/\s+/g, " ");
}

function includesAll(all: readonly TextChange[], some: readonly TextChange[]): boolean {
  return some.every(({ from, to, insert }) =>
    all.some((change) => change.from === from && change.to === to && change.insert === insert),
  );
}

/** Whether `longer` has all words of `one`, in order. */
function keepsAll(one: string, longer: string): boolean {
  return diffWords(one, longer).every(({ aFrom, aTo }) => wordCount(one.slice(aFrom, aTo)) === 0);
}

function keepsMost(base: string, side: string, edits: readonly WordEdit[]): boolean {
  let lost = 0;
  let gained = 0;
  for (const { aFrom, aTo, bFrom, bTo } of edits) {
    lost += wordCount(base.slice(aFrom, aTo));
    // What was only put before or behind the sentence leaves it as it was.
    const isOutside = aFrom === aTo && (aFrom === 0 || wordCount(base.slice(aTo)) === 0);
    if (!isOutside) gained += wordCount(side.slice(bFrom, bTo));
  }
  const all = wordCount(base);
  const kept = all - lost;
  return kept > 0 && kept >= KEPT_OF_BASE * all && kept >= KEPT_OF_SIDE * (kept + gained);
}

function changesOf(side: string, edits: readonly WordEdit[]): TextChange[] {
  return edits.map(({ aFrom, aTo, bFrom, bTo }) => ({ from: aFrom, to: aTo, insert: side.slice(bFrom, bTo) }));
}

/** Both lists in order, equal changes once; null where a change of mine and one of theirs do not stand apart. */
function together(base: string, mine: readonly TextChange[], theirs: readonly TextChange[]): TextChange[] | null {
  const all: TextChange[] = [];
  /** Where the last change ends that only this side made. */
  let myEnd = -1;
  let theirEnd = -1;
  for (let i = 0, j = 0; i < mine.length || j < theirs.length; ) {
    const my = mine[i];
    const their = theirs[j];
    if (my && their && my.from === their.from && my.to === their.to && my.insert === their.insert) {
      all.push(my);
      i++;
      j++;
      continue;
    }
    const isMine = my !== undefined && (their === undefined || my.from <= their.from);
    const change: TextChange = (isMine ? mine[i++] : theirs[j++])!;
    const otherEnd = isMine ? theirEnd : myEnd;
    if (change.from < (all.at(-1)?.to ?? 0)) return null;
    if (otherEnd >= 0 && wordCount(base.slice(otherEnd, change.from)) === 0) return null;
    if (isMine) myEnd = change.to;
    else theirEnd = change.to;
    all.push(change);
  }
  return all;
}

function wordCount(text: string): number {
  let count = 0;
  for (const token of tokenize(text)) if (/[\p{L}\p{N}\p{So}]/u.test(token)) count++;
  return count;
}
