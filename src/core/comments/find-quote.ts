import { splitLines } from "../text/split-lines.ts";
import { findAll } from "./find-all.ts";
import { type FoldedText, foldRendered, foldSpacing } from "./fold-text.ts";

/** Where a quote stands. `count` places matched in that way; this is the first that no earlier quote claimed. */
export type QuotePlace =
  | {
      readonly kind: "found";
      readonly from: number;
      readonly to: number;
      /** exact, or differing in white space only, or the rendered text (without its markdown). */
      readonly how: "exact" | "spacing" | "rendered";
      readonly count: number;
    }
  | { readonly kind: "missing"; readonly nearest: NearLine | null };

/** Up to `count` lines that share most words with `quote`, best first. Lines that share less than a third are left out. */
export type NearFinder = (quote: string, count: number) => NearLine[];

/** A line that shares words with what was looked for; `line` counts from 1. */
export interface NearLine {
  readonly line: number;
  readonly text: string;
}

interface Claim {
  readonly from: number;
  readonly to: number;
}

/** Finds a quote as a model gives it: exactly, else by any white space, else in the text without its markdown. */
export function findQuote(content: string, quote: string, claimed: readonly Claim[] = []): QuotePlace {
  return createQuoteFinder(content)(quote, claimed);
}

/** The same for many quotes in one text, which is prepared once. Those that are named before are sought in one pass. */
export function createQuoteFinder(
  content: string,
  quotes: readonly string[] = [],
): (quote: string, claimed?: readonly Claim[]) => QuotePlace {
  let places: ReadonlyMap<string, readonly number[]> | undefined;
  const folds: { how: "spacing" | "rendered"; fold: (text: string) => FoldedText; folded: FoldedText | null }[] = [
    { how: "spacing", fold: foldSpacing, folded: null },
    { how: "rendered", fold: foldRendered, folded: null },
  ];
  const near = createNearFinder(content);
  return (quote, claimed = []) => {
    if (quote.trim() === "") return { kind: "missing", nearest: null };
    places ??= findAll(content, quotes, MAX_OCCURRENCES);
    const exact = (places.get(quote) ?? occurrences(content, quote)).map((from) => ({ from, to: from + quote.length }));
    if (exact.length > 0) return found(exact, "exact", claimed);
    for (const level of folds) {
      const needle = level.fold(quote).text.trim();
      if (needle === "") continue;
      level.folded ??= level.fold(content);
      const { folded } = level;
      const places = occurrences(folded.text, needle).map((at) => unfold(folded, at, at + needle.length));
      if (places.length > 0) return found(places, level.how, claimed);
    }
    return { kind: "missing", nearest: near(quote, 1)[0] ?? null };
  };
}

function found(places: readonly Claim[], how: "exact" | "spacing" | "rendered", claimed: readonly Claim[]): QuotePlace {
  const taken = new Set(claimed.map(({ from, to }) => `${from}-${to}`));
  const place = places.find(({ from, to }) => !taken.has(`${from}-${to}`)) ?? places[0]!;
  return { kind: "found", from: place.from, to: place.to, how, count: places.length };
}

function unfold(folded: FoldedText, from: number, to: number): Claim {
  return { from: folded.starts[from]!, to: folded.ends[to - 1]! };
}

/** More equal quotes than this are not counted. */
const MAX_OCCURRENCES = 10_000;

function occurrences(text: string, needle: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at >= 0 && found.length < MAX_OCCURRENCES; at = text.indexOf(needle, at + 1)) {
    found.push(at);
  }
  return found;
}

/** The occurrence of `quote` nearest to `offset`, or null. */
export function nearestOccurrence(content: string, quote: string, offset: number): number | null {
  if (quote === "") return null;
  const after = content.indexOf(quote, offset);
  const before = offset > 0 ? content.lastIndexOf(quote, offset - 1) : -1;
  if (before < 0) return after < 0 ? null : after;
  return after >= 0 && after - offset < offset - before ? after : before;
}

/** A word on more lines than this says nothing about which is meant. */
const MAX_LINES_OF_WORD = 2_000;

/** Finds lines like a quote, in a text that is prepared when the first is sought. */
export function createNearFinder(content: string): NearFinder {
  let find: NearFinder | undefined;
  return (quote, count) => {
    find ??= lineFinder(content);
    return find(quote, count);
  };
}

function lineFinder(content: string): NearFinder {
  const lines = splitLines(content);
  const linesOf = new Map<string, number[]>();
  lines.forEach((line, i) => {
    for (const word of new Set(wordsOf(line))) {
      const known = linesOf.get(word);
      if (!known) linesOf.set(word, [i]);
      else if (known.length < MAX_LINES_OF_WORD) known.push(i);
    }
  });
  return (quote, count) => {
    const wanted = new Set(wordsOf(quote.slice(0, 2_000)));
    const shared = new Map<number, number>();
    for (const word of wanted) for (const i of linesOf.get(word) ?? []) shared.set(i, (shared.get(i) ?? 0) + 1);
    return [...shared]
      .filter(([, score]) => score >= wanted.size / 3)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, count)
      .map(([i]) => ({ line: i + 1, text: lines[i]!.trim() }));
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
