/** What may be said of the sentences of a merge, for the tests and benchmarks that say it. */

import { tokenize } from "../../text/tokenize.ts";
import { linedText, unitsOf } from "../text-units.ts";

/** The sentences of a text, and the lines that are one thing (list items, rows, lines of code), without the space around them. */
export function sentencesOf(text: string): string[] {
  const lined = linedText(text);
  return unitsOf(lined, 0, lined.lines.length).map(({ from, to }) => text.slice(from, to).trim());
}

const wordsOf = (text: string): string[] => tokenize(text).filter((token) => token.trim() !== "");
const sorted = (words: readonly string[]): string => [...words].sort().join(" ");

/** The length of the longest common run of words in order. */
function keptWords(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (let j = 0; j < b.length; j++) next.push(x === b[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
    row = next;
  }
  return row.at(-1)!;
}

/** Whether `joined` is `was` with the changes of both: what one side put in or took out, once, and each kept most of it. */
export function isJoined(joined: string, was: string, my: string, their: string): boolean {
  const [base, mine, theirs] = [was, my, their].map(wordsOf) as [string[], string[], string[]];
  if (sorted([...wordsOf(joined), ...base]) !== sorted([...mine, ...theirs])) return false;
  const isWord = (token: string): boolean => /\p{L}/u.test(token);
  const most = 0.6 * base.filter(isWord).length;
  return [mine, theirs].every((side) => keptWords(base.filter(isWord), side.filter(isWord)) >= most);
}

/** Whether `longer` has every change of `was` that `one` has: both sides made them, and the other went on. */
export function isContinued(one: string, was: string, longer: string): boolean {
  const gained = (now: string): string[] => without(wordsOf(now), wordsOf(was));
  const lost = (now: string): string[] => without(wordsOf(was), wordsOf(now));
  return without(gained(one), gained(longer)).length === 0 && without(lost(one), lost(longer)).length === 0;
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...words];
  for (const other of others) if (left.includes(other)) left.splice(left.indexOf(other), 1);
  return left;
}
