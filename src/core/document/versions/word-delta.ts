import { changesBetween } from "../../diff/text-changes.ts";
import { commonPrefix, commonSuffix } from "../../text/common-ends.ts";

/** The counts of a version or a point. Where the text before cannot be had, none are better than wrong ones. */
export function wordsAgainst(
  before: string | null,
  content: string,
): { readonly wordsAdded: number; readonly wordsRemoved: number } {
  const { added, removed } = before === null ? { added: 0, removed: 0 } : wordDelta(before, content);
  return { wordsAdded: added, wordsRemoved: removed };
}

/** Words that came and words that went. */
export function wordDelta(before: string, after: string): { readonly added: number; readonly removed: number } {
  const { was, is } = changedMiddle(before, after);
  let added = 0;
  let removed = 0;
  for (const change of changesBetween(was, is)) {
    added += words(change.insert);
    removed += words(was.slice(change.from, change.to));
  }
  return { added, removed };
}

/** Runs of letters and digits, with single apostrophes and hyphens inside. */
function words(text: string): number {
  const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
  let count = 0;
  // Not by `match`, which makes a list of every word of a long text.
  while (word.test(text)) count++;
  return count;
}

/** A line longer than this is cut at white space, so that a word changed in a book without line breaks costs no more than elsewhere. */
const LONGEST_LINE = 4_000;

/**
 * What stands between the first and the last difference of two texts, widened to whole lines, or in very long lines to
 * whole words. Both are empty when the texts are equal. It costs a look at the common ends: comparing the rest is left.
 */
export function changedMiddle(before: string, after: string): { readonly was: string; readonly is: string } {
  if (before === after) return { was: "", is: "" };
  const start = borderBefore(before, commonPrefix(before, after));
  const common = commonSuffix(before, after, Math.min(before.length, after.length) - start);
  const end = before.length - borderAfter(before, before.length - common);
  return { was: before.slice(start, before.length - end), is: after.slice(start, after.length - end) };
}

function borderBefore(text: string, at: number): number {
  const nearest = Math.max(0, at - LONGEST_LINE);
  for (let i = at; i > nearest; i--) if (text[i - 1] === "\n") return i;
  if (nearest === 0) return 0;
  for (let i = at; i > nearest; i--) if (isSpace(text, i - 1)) return i;
  return nearest;
}

function borderAfter(text: string, at: number): number {
  const farthest = Math.min(text.length, at + LONGEST_LINE);
  for (let i = at; i < farthest; i++) if (text[i] === "\n") return i;
  if (farthest === text.length) return farthest;
  for (let i = at; i < farthest; i++) if (isSpace(text, i)) return i;
  return farthest;
}

function isSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 32;
}
