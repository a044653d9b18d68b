import { diffWords } from "../diff/diff-words.ts";

/** How much of two texts is the same words in the same order: 1 equal, 0 nothing. White space does not count. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  let kept = 0;
  let at = 0;
  for (const edit of diffWords(a, b)) {
    kept += letters(a, at, edit.aFrom);
    at = edit.aTo;
  }
  kept += letters(a, at, a.length);
  return kept / Math.max(1, letters(a, 0, a.length), letters(b, 0, b.length));
}

/** How many characters of text[from, to) are not white space. */
export function letters(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (text.charCodeAt(i) > 32) count++;
  return count;
}

/** How many characters before a[..aEnd) and b[..bEnd) are equal, counted backwards, up to `max`. */
export function commonEnd(a: string, aEnd: number, b: string, bEnd: number, max: number): number {
  let n = 0;
  while (n < max && n < aEnd && n < bEnd && a.charCodeAt(aEnd - 1 - n) === b.charCodeAt(bEnd - 1 - n)) n++;
  return n;
}

/** How many characters from a[aStart..] and b[bStart..] on are equal, up to `max`. */
export function commonStart(a: string, aStart: number, b: string, bStart: number, max: number): number {
  let n = 0;
  while (
    n < max &&
    aStart + n < a.length &&
    bStart + n < b.length &&
    a.charCodeAt(aStart + n) === b.charCodeAt(bStart + n)
  ) {
    n++;
  }
  return n;
}

/** How many letters stand directly before and behind something, up to the next line break on each side. */
export function lettersOnLine(left: string, right: string): number {
  return letters(left, lastLineStart(left), left.length) + letters(right, 0, firstLineEnd(right));
}

export function lastLineStart(text: string): number {
  return Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
}

export function firstLineEnd(text: string): number {
  const end = text.search(/[\r\n]/);
  return end < 0 ? text.length : end;
}
