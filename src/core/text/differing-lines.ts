import { commonPrefix, commonSuffix } from "./common-ends.ts";
import { splitLines } from "./split-lines.ts";

/** Where two texts stop being the same, and from where on they are again. */
export interface DifferingLines {
  /** Both begin with the same so many characters. */
  readonly from: number;
  /** Where the parts end: what stands behind is the same in both. */
  readonly aTo: number;
  readonly bTo: number;
}

/** The part in which two texts differ, in whole lines, with so many equal ones before it and behind it as there are up to `around`. */
export function differingLines(a: string, b: string, around: number): DifferingLines {
  const start = commonPrefix(a, b);
  const end = commonSuffix(a, b, Math.min(a.length, b.length) - start);
  let from = lineStart(a, start);
  for (let line = 0; line < around && from > 0; line++) from = lineStart(a, from - 1);
  let aTo = nextLine(a, a.length - end);
  for (let line = 0; line < around && aTo < a.length; line++) aTo = nextLine(a, aTo);
  return { from, aTo, bTo: b.length - (a.length - aTo) };
}

/** After the last line feed before `at`. What is common up to there ends with a whole line in both texts. */
function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function nextLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed + 1;
}

/** How many lines `splitLines` makes of what stands before `to`, where a line begins. */
export function countLines(text: string, to: number): number {
  const before = text.slice(0, to);
  if (before.includes("\r")) return splitLines(before).length;
  let count = 0;
  for (let at = before.indexOf("\n"); at >= 0; at = before.indexOf("\n", at + 1)) count++;
  return count;
}
