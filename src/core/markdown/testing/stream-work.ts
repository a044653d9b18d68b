import { stepsOf } from "../incremental.ts";
import { parseMarkdown } from "../parse-markdown.ts";
import { streamMarkdown } from "../stream-markdown.ts";
import type { MarkdownDocument } from "../tree.ts";

/**
 * How a text arrives: where each of its pieces ends. Small pieces only at its end, at most `count` of them, after the rest
 * as one.
 */
export const CUTS: readonly (readonly [name: string, ends: (text: string, count: number) => readonly number[]])[] = [
  ["by character", (text, count) => evenly(text, 1, count)],
  ["by token", (text, count) => evenly(text, 4, count)],
  ["by line", (text, count) => lineEnds(text).slice(-count)],
  ["by 1 kB", (text) => evenly(text, 1024, text.length)],
];

function evenly(text: string, step: number, count: number): readonly number[] {
  const ends: number[] = [];
  for (let at = text.length; at > 0 && ends.length <= count; at -= step) ends.push(at);
  return ends.reverse();
}

function lineEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) ends.push(at + 1);
  return [...ends, text.length];
}

/** Paragraphs of a line, as people write. */
export const plainWords = (length: number): string =>
  "Some plain words of a text that people write, one after the other.\n\n".repeat(length / 60 + 1).slice(0, length);

export interface StreamWork {
  /** All updates after the first piece, but for the dearest. */
  readonly total: number;
  /** The dearest of them, as a multiple of reading as many plain words at once. */
  readonly worst: number;
  readonly document: MarkdownDocument;
}

/** Counted work of streaming a text whose pieces end at `ends`. */
export function streamWork(text: string, ends: readonly number[], atOnce: (length: number) => number): StreamWork {
  let document = streamMarkdown(null, text.slice(0, ends[0]));
  let before = stepsOf(document);
  let total = 0;
  let dearest = 0;
  let worst = 0;
  for (const end of ends.slice(1)) {
    document = streamMarkdown(document, text.slice(0, end));
    const steps = stepsOf(document) - before;
    before += steps;
    total += steps;
    dearest = Math.max(dearest, steps);
    worst = Math.max(worst, steps / atOnce(end));
  }
  return { total: total - dearest, worst, document };
}

/** Counted work of reading so many plain words at once; lengths near each other are counted as one. */
export function plainAtOnce(): (length: number) => number {
  const known = new Map<number, number>();
  return (length) => {
    const key = length < 1000 ? length : Math.floor(length / 1000) * 1000;
    const steps = known.get(key) ?? stepsOf(parseMarkdown(plainWords(key)));
    known.set(key, steps);
    return steps;
  };
}
