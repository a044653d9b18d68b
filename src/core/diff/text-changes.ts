import { commonPrefix, commonSuffix } from "../text/common-ends.ts";
import { differingLines } from "../text/differing-lines.ts";
import { lineStarts, splitLines } from "../text/split-lines.ts";
import { diffWords, type WordEdit } from "./diff-words.ts";
import type { TextChange } from "./hunk.ts";
import { LINES_AROUND, lineEdits } from "./line-edits.ts";

/**
 * Small changes that turn `a` into `b`: by lines, then by words inside lines that changed. Ordered, disjoint, never
 * touching; `applyChanges(a, changesBetween(a, b)) === b`, and none when the texts are equal.
 */
export function changesBetween(a: string, b: string): TextChange[] {
  if (a === b) return [];
  return lineChanges(a, b).flatMap((change) => refineChange(a, change));
}

/** Above so many characters between the first and the last difference these are one change: comparing them would take long. */
const LONGEST_MIDDLE = 300_000;

/** As `changesBetween`, at the cost of what stands between the first and the last difference. */
export function middleChanges(a: string, b: string): TextChange[] {
  if (a === b) return [];
  const from = commonPrefix(a, b);
  const end = commonSuffix(a, b, Math.min(a.length, b.length) - from);
  const [was, is] = [a.slice(from, a.length - end), b.slice(from, b.length - end)];
  if (was.length + is.length > LONGEST_MIDDLE) return [{ from, to: from + was.length, insert: is }];
  return changesBetween(was, is).map((each) => ({ ...each, from: from + each.from, to: from + each.to }));
}

/** The same by whole lines only. */
export function lineChanges(a: string, b: string): TextChange[] {
  if (a === b) return [];
  const { from, aTo, bTo } = differingLines(a, b, LINES_AROUND);
  const aLines = splitLines(a.slice(from, aTo));
  const bLines = splitLines(b.slice(from, bTo));
  const aStarts = lineStarts(aLines);
  const bStarts = lineStarts(bLines);
  return lineEdits(aLines, bLines).map((edit) => ({
    from: from + aStarts[edit.aFrom]!,
    to: from + aStarts[edit.aTo]!,
    insert: b.slice(from + bStarts[edit.bFrom]!, from + bStarts[edit.bTo]!),
  }));
}

/** Below this share of kept letters, a passage of some length counts as written anew: what is left are chance meetings. */
const MIN_KEPT = 0.2;
const PASSAGE = 60;

/** A change of lines as the changes of words in it. */
export function refineChange(a: string, change: TextChange, compare = diffWords): TextChange[] {
  const was = a.slice(change.from, change.to);
  if (was === "" || change.insert === "") return [change];
  const edits = compare(was, change.insert);
  if (Math.min(was.length, change.insert.length) >= PASSAGE && keptShare(was, change.insert, edits) < MIN_KEPT) {
    return [change];
  }
  return edits.map((edit) => ({
    from: change.from + edit.aFrom,
    to: change.from + edit.aTo,
    insert: change.insert.slice(edit.bFrom, edit.bTo),
  }));
}

function keptShare(was: string, now: string, edits: readonly WordEdit[]): number {
  let kept = 0;
  let at = 0;
  for (const edit of edits) {
    kept += letters(was.slice(at, edit.aFrom));
    at = edit.aTo;
  }
  kept += letters(was.slice(at));
  return kept / Math.max(1, Math.min(letters(was), letters(now)));
}

function letters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 32) count++;
  return count;
}

/**
 * What both texts have, as something that both may have grown from: whole lines, and of two lines of which one has all
 * words of the other, the shorter.
 */
export function commonText(a: string, b: string): string {
  const onlyInOne = lineChanges(a, b).map((change) => ({ ...change, insert: shared(a, change) }));
  return applyChanges(a, onlyInOne);
}

function shared(a: string, change: TextChange): string {
  const edits = refineChange(a, change);
  if (edits.every(({ insert }) => insert === "")) return change.insert;
  return edits.every(({ from, to }) => from === to) ? a.slice(change.from, change.to) : "";
}

/** Whether the changes are in their order, and inside a text of this length. */
export function changesFit(length: number, changes: readonly TextChange[]): boolean {
  const isOrdered = changes.every(({ from, to }, at) => from >= (changes[at - 1]?.to ?? 0) && from <= to);
  return isOrdered && (changes.at(-1)?.to ?? 0) <= length;
}

/** Whether the changes make the one text of the other, without making it. */
export function changesMake(before: string, changes: readonly TextChange[], after: string): boolean {
  if (!changesFit(before.length, changes)) return false;
  let at = 0;
  let now = 0;
  for (const { from, to, insert } of changes) {
    const kept = from - at;
    if (before.slice(at, from) !== after.slice(now, now + kept)) return false;
    if (!after.startsWith(insert, now + kept)) return false;
    at = to;
    now += kept + insert.length;
  }
  return before.slice(at) === after.slice(now);
}

/** The text after the changes. Throws when they are out of order or outside the text. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, insert } of changes) {
    if (from < at || to < from || to > text.length) {
      throw new RangeError(`Change ${from}–${to} after ${at} does not fit a text of ${text.length} characters`);
    }
    parts.push(text.slice(at, from), insert);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Above so many changed places words are not compared: it would take long, and save little. */
const MANY_PLACES = 2_000;
/** What a change costs beside its text, where it is written down. */
const FRAME = 20;

/** As `changesBetween`, but one change where many small ones would be longer. */
export function shortChanges(a: string, b: string): readonly TextChange[] {
  const byLines = lineChanges(a, b);
  const changes = byLines.length > MANY_PLACES ? byLines : byLines.flatMap((change) => refineChange(a, change));
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const insert = b.slice(first.from, b.length - (a.length - last.to));
  const length = changes.reduce((sum, change) => sum + change.insert.length + FRAME, 0);
  return length <= insert.length + FRAME ? changes : [{ from: first.from, to: last.to, insert }];
}
