import type { TextChange } from "../diff/hunk.ts";
import { changesBetween } from "../diff/text-changes.ts";
import type { Person, Touch } from "../records/sharing.ts";

/** So many places of a canvas have somebody's name; of more, those that were touched longest ago lose it. */
export const MOST_TOUCHES = 400;
/** A space between two words of one person's parts nothing. */
const LONGEST_GAP = 2;

/** A change, and whose words came with it; null: nobody's whom the server knows. */
export interface TouchingChange extends TextChange {
  readonly by: Person | null;
}

/**
 * Whose words are whose after these changes of a text. What is replaced is no longer whoever's it was; what is put in, and the
 * place where something went without any, belongs to who did it. In the order of their places, none over another, those of
 * one person that touch joined. Where nobody is known and nothing was, there is nothing to do.
 */
export function touchesAfter(
  touches: readonly Touch[],
  changes: readonly TouchingChange[],
  after: { readonly content: string; readonly revision: number },
): readonly Touch[] {
  if (changes.length === 0 || (touches.length === 0 && changes.every(({ by }) => by === null))) return touches;
  const all = [...remaining(touches, changes), ...added(changes, after.revision)];
  all.sort((a, b) => a.offset - b.offset || a.length - b.length);
  return newest(joined(all, after.content));
}

/**
 * Coarse changes as the words that differ in them, so that what only stands in a passage that was named stays whoever's it is.
 * Each keeps its author.
 */
export function refineTouching(before: string, changes: readonly TouchingChange[]): TouchingChange[] {
  return changes.flatMap(({ from, to, insert, by }) =>
    changesBetween(before.slice(from, to), insert).map((change) => ({
      from: from + change.from,
      to: from + change.to,
      insert: change.insert,
      by,
    })),
  );
}

/** Who touched this stretch of the text, each once; a place where words went counts with its borders. */
export function peopleIn(touches: readonly Touch[], from: number, to: number): readonly Person[] {
  const people = new Map<string, Person>();
  for (const { offset, length, by } of touches) {
    const isInside =
      length === 0 || from === to ? offset <= to && offset + length >= from : offset < to && offset + length > from;
    if (isInside) people.set(by.subject, by);
  }
  return [...people.values()];
}

/** What no change took away, where it stands now. Words put into the middle of a touch part it. */
function remaining(touches: readonly Touch[], changes: readonly TextChange[]): Touch[] {
  const left: Touch[] = [];
  let first = 0;
  // How much the text has grown before the change `first`.
  let grown = 0;
  for (const touch of touches) {
    const end = touch.offset + touch.length;
    while (first < changes.length && changes[first]!.to < touch.offset) grown += growth(changes[first++]!);
    let from = touch.offset;
    let shift = grown;
    let isGone = false;
    for (let i = first; i < changes.length && changes[i]!.from <= end; i++) {
      const change = changes[i]!;
      if (touch.length === 0) {
        isGone = isGone || (change.from < touch.offset && change.to > touch.offset);
        // At the border of a change the place stays before what was put in.
        if (change.to <= touch.offset && change.from < touch.offset) shift += growth(change);
        continue;
      }
      if (change.from > from) left.push({ ...touch, offset: from + shift, length: Math.min(change.from, end) - from });
      from = Math.max(from, change.to);
      shift += growth(change);
    }
    if (touch.length === 0) {
      if (!isGone) left.push({ ...touch, offset: touch.offset + shift });
    } else if (from < end) left.push({ ...touch, offset: from + shift, length: end - from });
  }
  return left;
}

function growth({ from, to, insert }: TextChange): number {
  return insert.length - (to - from);
}

function added(changes: readonly TouchingChange[], revision: number): Touch[] {
  const touches: Touch[] = [];
  let grown = 0;
  for (const change of changes) {
    const { from, insert, by } = change;
    if (by !== null) touches.push({ offset: from + grown, length: insert.length, by, revision });
    grown += growth(change);
  }
  return touches;
}

function joined(touches: readonly Touch[], content: string): Touch[] {
  const all: Touch[] = [];
  for (const touch of touches) {
    const last = all.at(-1);
    if (last !== undefined && last.by.subject === touch.by.subject && isBeside(last, touch, content)) {
      const { offset } = last;
      const { by, revision } = touch.revision >= last.revision ? touch : last;
      all[all.length - 1] = { offset, length: touch.offset + touch.length - offset, by, revision };
    } else all.push(touch);
  }
  return all;
}

function isBeside(last: Touch, next: Touch, content: string): boolean {
  const end = last.offset + last.length;
  if (next.offset === end) return true;
  if (last.length === 0 || next.length === 0 || next.offset - end > LONGEST_GAP) return false;
  return content.slice(end, next.offset).trim() === "";
}

function newest(touches: readonly Touch[]): readonly Touch[] {
  if (touches.length <= MOST_TOUCHES) return touches;
  const kept = new Set(touches.toSorted((a, b) => b.revision - a.revision).slice(0, MOST_TOUCHES));
  return touches.filter((touch) => kept.has(touch));
}
