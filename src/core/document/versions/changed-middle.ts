import { commonPrefix, commonSuffix } from "../../text/common-ends.ts";

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
