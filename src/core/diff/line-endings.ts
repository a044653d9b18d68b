import { bareLine, splitLines, terminatorOf } from "../text/split-lines.ts";
import { lineEdits } from "./line-edits.ts";

/**
 * The codec at the border to the editor and the parser, which know only `\n`. `fromEditor(toEditor(t), t) === t`;
 * `toEditor(fromEditor(e, t)) === e`. Offsets of the two forms differ only after `\r\n`.
 */
export function toEditor(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/**
 * The stored form of what the editor holds now: every untouched line of `original` keeps its own terminator, a new line
 * takes that of the line before it (the first line: the commonest of the original).
 */
export function fromEditor(editorText: string, original: string): string {
  const wanted = toEditor(editorText);
  if (!original.includes("\r")) return wanted;
  if (wanted === toEditor(original)) return original;
  const was = splitLines(original);
  const now = splitLines(wanted);
  const ends: string[] = now.map(() => "");
  let i = 0;
  let j = 0;
  const keepUntil = (until: number): void => {
    while (j < until) ends[j++] = terminatorOf(was[i++]!);
  };
  // Compared without terminators, so that a last line that gained one still counts as untouched.
  for (const edit of lineEdits(was.map(bareLine), now.map(bareLine))) {
    keepUntil(edit.bFrom);
    // A rewritten line stands for the line that it replaced.
    for (; i < edit.aTo && j < edit.bTo; i++, j++) ends[j] = terminatorOf(was[i]!);
    i = edit.aTo;
    j = edit.bTo;
  }
  keepUntil(now.length);

  let previous: string = commonestTerminator(original);
  now.forEach((line, k) => {
    if (!line.endsWith("\n")) ends[k] = "";
    else previous = ends[k] ||= previous;
  });
  // A lone \r before an empty line that ends in \n would read as one break.
  for (let k = now.length - 2; k >= 0; k--) {
    if (ends[k] === "\r" && now[k + 1] === "\n" && ends[k + 1] === "\n") ends[k] = "\n";
  }
  return now.map((line, k) => bareLine(line) + ends[k]).join("");
}

/** The line ending that a text uses most; `\n` when it has none. */
export function commonestTerminator(text: string): Terminator {
  const { pairs, returns, feeds } = countTerminators(text);
  if (returns === 0 && pairs === 0) return "\n";
  if (pairs >= returns && pairs > feeds) return "\r\n";
  return returns > feeds ? "\r" : "\n";
}

/** How all lines of a text end, `\n` when none does; null: not all alike. */
export function onlyTerminator(text: string): Terminator | null {
  const { pairs, returns, feeds } = countTerminators(text);
  if (pairs + returns === 0) return "\n";
  if (returns + feeds === 0) return "\r\n";
  return pairs + feeds === 0 ? "\r" : null;
}

export type Terminator = "\n" | "\r\n" | "\r";

function countTerminators(text: string): { readonly pairs: number; readonly returns: number; readonly feeds: number } {
  if (!text.includes("\r")) return { pairs: 0, returns: 0, feeds: 0 };
  const pairs = text.split("\r\n").length - 1;
  return { pairs, returns: text.split("\r").length - 1 - pairs, feeds: text.split("\n").length - 1 - pairs };
}

/** Offsets between a stored text and its editor form, both ways. Between `\r` and `\n` counts as before both. */
export interface OffsetMaps {
  toEditor(offset: number): number;
  fromEditor(offset: number): number;
}

export function offsetMaps(text: string): OffsetMaps {
  // Where, in the stored text, the \n of each \r\n stands.
  const breaks: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) breaks.push(at + 1);
  return {
    toEditor: (offset) => offset - countBelow(breaks.length, (i) => breaks[i]! <= offset),
    fromEditor: (offset) => offset + countBelow(breaks.length, (i) => breaks[i]! - i <= offset),
  };
}

/** How many of 0…count-1 hold, for a condition that holds up to some point only. */
function countBelow(count: number, holds: (i: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
