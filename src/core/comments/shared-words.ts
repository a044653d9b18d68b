import { splitSentences } from "../text/split-sentences.ts";
import { commonStart } from "./similarity.ts";
import type { Range } from "./text-passage.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Words with the same beginning of this length count as one: "request", "requests", "requested". */
const STEM = 5;
/** As far as this the surroundings of a place are looked at, in its sentence and in its block. */
const SENTENCE_REACH = 160;
const BLOCK_REACH = 300;

/** The words around a place, weighed by their letters; short ones say little. */
export interface Surroundings {
  readonly sentence: ReadonlyMap<string, number>;
  readonly block: ReadonlyMap<string, number>;
}

/** What stands around text[from, to) in its block, without itself. */
export function surroundings(text: string, { from, to }: Range, block: Range): Surroundings {
  return { sentence: stems(sentenceAround(text, from, to, block)), block: stems(around(text, from, to, block)) };
}

function around(text: string, from: number, to: number, block: Range): string {
  const left = text.slice(Math.max(block.from, from - BLOCK_REACH), from);
  return `${left} \n ${text.slice(to, Math.min(block.to, to + BLOCK_REACH))}`;
}

function sentenceAround(text: string, from: number, to: number, block: Range): string {
  const start = Math.max(block.from, from - SENTENCE_REACH);
  const end = Math.min(block.to, to + SENTENCE_REACH);
  const parts: string[] = [];
  let at = start;
  for (const sentence of splitSentences(text.slice(start, end))) {
    const next = at + sentence.length;
    if (at < from && next > from) parts.push(text.slice(at, from));
    if (at < to && next > to) parts.push(text.slice(to, next));
    at = next;
  }
  return parts.join(" \n ");
}

/** The stems of the words in `text` with their weights. Scripts without spaces go by pairs of signs. */
function stems(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(word)) {
      found.set(word.slice(0, STEM), word.length <= 3 ? 1 : Math.min(word.length, 8));
      continue;
    }
    for (let i = 0; i + 1 < word.length; i++) found.set(word.slice(i, i + 2), 3);
  }
  return found;
}

/** The weight of what two sets of words have in common. */
export function sharedWeight(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [stem, weight] of a) sum += Math.min(weight, b.get(stem) ?? 0);
  return sum;
}

/** Words from this many letters on say what a text is about. */
export const LONGER = 4;

/** The longer words of a text by their beginnings, to be asked with `isSaidIn`. */
export function wordsByStem(text: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (word.length < LONGER) continue;
    const known = words.get(word.slice(0, LONGER));
    if (!known) words.set(word.slice(0, LONGER), [word]);
    else if (!known.includes(word)) known.push(word);
  }
  return words;
}

/** Whether one of the words is this one, or this one with another ending. */
export function isSaidIn(words: ReadonlyMap<string, readonly string[]>, word: string): boolean {
  const small = word.toLowerCase();
  return (words.get(small.slice(0, LONGER)) ?? []).some((other) => {
    const longer = Math.max(small.length, other.length);
    return commonStart(small, 0, other, 0, longer) >= 0.7 * longer;
  });
}
