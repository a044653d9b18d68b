import type { Span } from "./tree.ts";

/** Too many to be drawn: characters without a place to break a line, combining marks on a letter, characters of a line. */
const MAX_UNBROKEN = 4000;
const MAX_MARKS = 200;
const MAX_LINE = 100_000;

/** Marks on a letter that are still drawn where a text is clipped. */
const CLIPPED_MARKS = 5;

const MARK = /^\p{M}$/u;

const isMark = (code: number): boolean => code >= 0x300 && MARK.test(String.fromCharCode(code));

/** Whether a line may break before or after the character: spaces, hyphens, and the scripts that break anywhere. */
const mayBreak = (code: number): boolean =>
  code <= 32 ||
  code === 45 ||
  code === 0xa0 ||
  (code >= 0xe00 && code <= 0xeff) ||
  (code >= 0x1000 && code <= 0x109f) ||
  (code >= 0x1780 && code <= 0x17ff) ||
  (code >= 0x2000 && code <= 0x200b) ||
  (code >= 0x2010 && code <= 0x2029) ||
  (code >= 0x2e80 && code <= 0xd7ff) ||
  (code >= 0xd840 && code <= 0xd888) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xff00 && code <= 0xffef);

/**
 * The parts of a text that take a browser seconds to lay out, in order and apart: thousands of characters without a place
 * to break, hundreds of combining marks, lines of a hundred thousand characters. Only every so many characters are looked
 * at: a run that long holds one of them.
 */
export function overlongRuns(text: string): readonly Span[] {
  const found = [
    ...longRuns(text, MAX_UNBROKEN, (code) => !mayBreak(code)),
    ...longRuns(text, MAX_MARKS, isMark),
    ...longLines(text),
  ].sort((a, b) => a.from - b.from);
  const apart: Span[] = [];
  for (const run of found) {
    const last = apart.at(-1);
    if (last && run.from <= last.to) apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, run.to) };
    else apart.push(run);
  }
  return apart;
}

/** The runs of at least `length` characters that all belong to it. */
function longRuns(text: string, length: number, belongs: (code: number) => boolean): readonly Span[] {
  const runs: Span[] = [];
  for (let probe = length - 1; probe < text.length; ) {
    let from = probe;
    while (from > probe - length && belongs(text.charCodeAt(from))) from--;
    if (from > probe - length) {
      probe = from + length;
      continue;
    }
    let to = probe + 1;
    while (to < text.length && belongs(text.charCodeAt(to))) to++;
    runs.push({ from: from + 1, to });
    probe = to + length;
  }
  return runs;
}

function longLines(text: string): readonly Span[] {
  const lines: Span[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    if (end - start > MAX_LINE) lines.push({ from: start, to: end });
    start = end + 1;
  }
  return lines;
}

/** Where to stop drawing from `from` on: after so many characters or so many marks on one letter, not inside a pair. */
export function clipEnd(text: string, from: number, to: number, length: number): number {
  const limit = Math.min(to, from + length);
  let marks = 0;
  for (let at = from; at < limit; at++) {
    marks = isMark(text.charCodeAt(at)) ? marks + 1 : 0;
    if (marks > CLIPPED_MARKS) return at;
  }
  const isInsidePair = limit < to && (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800;
  return isInsidePair ? limit + 1 : limit;
}
