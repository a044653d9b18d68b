import { splitLines } from "../diff/split-lines.ts";
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
  if (quote.trim() === "") return { kind: "missing", nearest: null };
  const exact = occurrences(content, quote).map((from) => ({ from, to: from + quote.length }));
  if (exact.length > 0) return found(exact, "exact", claimed);
  for (const [how, fold] of [
    ["spacing", foldSpacing],
    ["rendered", foldRendered],
  ] as const) {
    const needle = fold(quote).text.trim();
    if (needle === "") continue;
    const folded = fold(content);
    const places = occurrences(folded.text, needle).map((at) => unfold(folded, at, at + needle.length));
    if (places.length > 0) return found(places, how, claimed);
  }
  return { kind: "missing", nearest: nearestLines(content, quote, 1)[0] ?? null };
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

/** Up to `count` lines that share most words with `quote`, best first. Lines that share fewer than half are left out. */
export function nearestLines(content: string, quote: string, count: number): NearLine[] {
  const wanted = new Set(wordsOf(quote.slice(0, 2_000)));
  if (wanted.size === 0) return [];
  const near: (NearLine & { score: number })[] = [];
  splitLines(content).forEach((line, i) => {
    const text = line.trim();
    if (text === "") return;
    const shared = new Set(wordsOf(text).filter((word) => wanted.has(word)));
    const score = shared.size / wanted.size;
    if (shared.size > 0 && score >= 0.3) near.push({ line: i + 1, text, score });
  });
  return near
    .sort((a, b) => b.score - a.score || a.line - b.line)
    .slice(0, count)
    .map(({ line, text }) => ({ line, text }));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
