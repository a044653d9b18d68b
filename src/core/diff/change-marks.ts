import type { TextChange } from "./hunk.ts";
import { createPositionMap } from "./position-map.ts";
import { changesBetween, refineChange } from "./text-changes.ts";

/**
 * Words that somebody else changed: text[from, to) stands where `was` stood. Either may be empty, never both the same.
 * A list of them is ordered and disjoint; `textBefore` gives the text without any of them.
 */
export interface ChangeMark {
  readonly from: number;
  readonly to: number;
  readonly was: string;
}

/** The text as it was before all that is marked. */
export function textBefore(text: string, marks: readonly ChangeMark[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, was } of marks) {
    parts.push(text.slice(at, from), was);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/**
 * The marks after the same others changed `text` once more: what they changed is marked as well, with what stood there
 * before the first of it. What is as it was again has no mark. `textBefore` stays the same.
 */
export function addMarks(
  marks: readonly ChangeMark[],
  text: string,
  changes: readonly TextChange[],
): readonly ChangeMark[] {
  const next: ChangeMark[] = [];
  let growth = 0;
  let m = 0;
  let c = 0;
  while (m < marks.length || c < changes.length) {
    const from = Math.min(marks[m]?.from ?? Infinity, changes[c]?.from ?? Infinity);
    const firstMark = m;
    const firstChange = c;
    let to = from;
    // All that overlaps or touches is one: who can say which of two touching changes a word belongs to?
    for (;;) {
      const mark = marks[m];
      const change = changes[c];
      if (mark !== undefined && mark.from <= to) {
        to = Math.max(to, mark.to);
        m++;
      } else if (change !== undefined && change.from <= to) {
        to = Math.max(to, change.to);
        c++;
      } else break;
    }
    const was = spelt(text, from, to, marks.slice(firstMark, m), ({ was: words }) => words);
    const now = spelt(text, from, to, changes.slice(firstChange, c), ({ insert }) => insert);
    const isOne = m - firstMark + c - firstChange === 1;
    const start = from + growth;
    next.push(...(isOne ? [{ from: start, to: start + now.length, was }] : smallest(was, now, start)));
    growth += now.length - (to - from);
  }
  return next;
}

function spelt<T extends { readonly from: number; readonly to: number }>(
  text: string,
  from: number,
  to: number,
  parts: readonly T[],
  wordsOf: (part: T) => string,
): string {
  let at = from;
  let all = "";
  for (const part of parts) {
    all += text.slice(at, part.from) + wordsOf(part);
    at = part.to;
  }
  return all + text.slice(at, to);
}

/** By words: `was` became `now`, which starts at `start`. */
function smallest(was: string, now: string, start: number): ChangeMark[] {
  if (was === now) return [];
  let growth = 0;
  return refineChange(was, { from: 0, to: was.length, insert: now }).map((change) => {
    const from = start + change.from + growth;
    growth += change.insert.length - (change.to - change.from);
    return { from, to: from + change.insert.length, was: was.slice(change.from, change.to) };
  });
}

/**
 * The marks after the person changed the text: a mark goes when they removed some of its words or wrote between them, and
 * never for anything beside it.
 */
export function keepUntouched(marks: readonly ChangeMark[], changes: readonly TextChange[]): readonly ChangeMark[] {
  if (marks.length === 0 || changes.length === 0) return marks;
  const map = createPositionMap(changes);
  return marks.flatMap(({ from, to, was }) => (map.touches(from, to) ? [] : [{ ...map.mapRange(from, to), was }]));
}

/**
 * The changes from `before` to `after` where nobody told which they were. Of equal letters nobody can say which one was
 * typed or removed: it was one beside the marks, where that is possible.
 */
export function changesBesideMarks(marks: readonly ChangeMark[], before: string, after: string): readonly TextChange[] {
  const changes = changesBetween(before, after).map((change) => trimmed(before, change));
  let m = 0;
  let least = 0;
  return changes.map((change, index) => {
    while (m < marks.length && marks[m]!.to < change.from) m++;
    let end = m;
    while (end < marks.length && marks[end]!.from <= change.to) end++;
    const most = changes[index + 1]?.from ?? before.length;
    const moved = moveAside(marks.slice(m, end), before, change, least, most);
    least = moved.to;
    return moved;
  });
}

function trimmed(text: string, { from, to, insert }: TextChange): TextChange {
  let start = from;
  let at = 0;
  while (start < to && at < insert.length && text.charCodeAt(start) === insert.charCodeAt(at)) {
    start++;
    at++;
  }
  let end = to;
  let rest = insert.length;
  while (end > start && rest > at && text.charCodeAt(end - 1) === insert.charCodeAt(rest - 1)) {
    end--;
    rest--;
  }
  return { from: start, to: end, insert: insert.slice(at, rest) };
}

/** The same change where it gives the same text and ends before the marks near it, or starts behind them. */
function moveAside(
  near: readonly ChangeMark[],
  text: string,
  change: TextChange,
  least: number,
  most: number,
): TextChange {
  const touched = near.filter(({ from, to }) => createPositionMap([change]).touches(from, to));
  const isPure = change.from === change.to || change.insert === "";
  if (touched.length === 0 || !isPure) return change;
  const left = change.to - touched[0]!.from;
  const right = touched.at(-1)!.to - change.from;
  if (change.from - left >= least && canMove(text, change, -left)) return moved(change, -left);
  if (change.to + right <= most && canMove(text, change, right)) return moved(change, right);
  return change;
}

/** Whether a text put in or taken out leaves the same when it is done `by` further on. */
function canMove(text: string, { from, to, insert }: TextChange, by: number): boolean {
  const step = Math.sign(by);
  for (let j = 0; j !== by; j += step) {
    const passed = step > 0 ? text[to + j] : text[from + j - 1];
    const turned = insert === "" ? text[step > 0 ? from + j : to + j - 1] : insert.at(turn(j, step, insert.length));
    if (passed !== turned) return false;
  }
  return true;
}

function turn(j: number, step: number, length: number): number {
  return step > 0 ? j % length : -1 - (-j % length);
}

function moved({ from, to, insert }: TextChange, by: number): TextChange {
  const turned = insert === "" ? 0 : ((by % insert.length) + insert.length) % insert.length;
  return { from: from + by, to: to + by, insert: insert.slice(turned) + insert.slice(0, turned) };
}
