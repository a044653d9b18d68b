import { diffWords } from "../diff/diff-words.ts";
import type { Anchor } from "../records/canvas.ts";
import { CONTEXT_LENGTH, describeAnchor } from "./describe-anchor.ts";
import { type InBlock, likelihoodOf, wasTakenOut } from "./find-in-block.ts";
import { commonEnd, commonStart, firstLineEnd, lastLineStart, letters } from "./similarity.ts";
import type { Passage, Range } from "./text-passage.ts";
import { isInsideWord } from "./word-borders.ts";
import { type IndexedWord, wordsIn } from "./word-index.ts";

/** How many places of one word are looked at. */
const MAX_PLACES = 600;
const MANY_PLACES = 40;
/** Of how many equal quotes it is asked whether they are new. */
const MAX_ASKED = 12;
/** Letters and signs around a quote that prove it is the same one; a line's border counts for some. */
const STRONG_CONTEXT = 10;
const LINE_BORDER = 4;
/** The same where the words around were rewritten too: letters kept, and their share of all. */
const KEPT_CONTEXT = 14;
const KEPT_SHARE = 0.45;
/** A quote of this many words and letters proves itself when only one place has it. */
const TELLING_WORDS = 3;
const TELLING_LETTERS = 14;
const SHORT_WORDS = 4;
const LIKENESS = 0.6;
/** How many of a quote's words are asked where it may be; words with more places than that know nothing. */
const VOTERS = 7;
const MAX_VOTES = 30;
/** Of a longer quote only the beginning is looked for, and nothing that is merely like it. */
const MAX_READ = 2_000;
/** How much better than the second the best likeness must be. */
const MARGIN = 0.1;
/** A passage rewritten at its own place so lightly is not given up for an equal one elsewhere. */
const HARDLY_TOUCHED = 0.8;

interface Candidate extends Range {
  readonly context: number;
  readonly complete: boolean;
}

export interface Rewritten extends Range {
  readonly similarity: number;
}

/** What is known of a quote at its own place. */
export interface AtHome {
  readonly inBlock: InBlock;
  /** Its own place, written anew. */
  readonly rewritten: Rewritten | null;
  /** Where the difference by words has it, with most of its line. */
  readonly stayed: Range | null;
}

/**
 * The anchor's text in the text after: the exact quote with its surroundings, else the exact quote in the block that took
 * the place of its own, else its own place written anew, else the exact quote alone when it is telling and single, else
 * the one passage that is like it. Old text that stayed is not considered: it was there before, and was not this quote. `home` is
 * null for an orphan: it comes back only with its surroundings, or as a telling quote.
 */
export function findMoved(anchor: Anchor, passage: Passage, near: number, home: AtHome | null): Range | null {
  const telling = isTelling(anchor.quotedText);
  const exact = exactPlaces(anchor, passage, near, telling);
  const best = exact[0] ?? null;
  const own: Range = { from: anchor.offset, to: anchor.offset + anchor.length };
  const proven = best && isProven(anchor, passage, best) ? best : null;
  const inBlock = home?.inBlock.kind === "found" ? home.inBlock : null;
  if (proven && (!inBlock || isCertain(proven) || likelihoodOf(own, proven, passage) > inBlock.score)) return proven;
  const rewritten = home?.rewritten ?? null;
  if (inBlock) {
    const { place } = inBlock;
    const meets = rewritten !== null && place.from < rewritten.to && place.to > rewritten.from;
    if (!rewritten || meets || inBlock.score > likelihoodOf(own, rewritten, passage)) return place;
  }
  if (home?.stayed) return home.stayed;
  const isSingle = best !== null && exact.length === 1 && telling;
  if (rewritten) {
    const meets = best !== null && best.from < rewritten.to && best.to > rewritten.from;
    return isSingle && (meets || rewritten.similarity < HARDLY_TOUCHED) ? best : rewritten;
  }
  // A few words that were taken out of a sentence that stayed were not moved elsewhere.
  if (home && isShort(anchor.quotedText) && wasTakenOut(own, passage)) return null;
  if (isSingle) return best;
  // An orphan comes back only with its own words.
  const isSearched = anchor.length > 0 && anchor.length <= MAX_READ && telling;
  return !isSearched ? null : likePlace(anchor, passage);
}

function isTelling(whole: string): boolean {
  const quote = whole.slice(0, MAX_READ);
  return letters(quote, 0, quote.length) >= TELLING_LETTERS && wordsIn(quote, 0, quote.length).length >= TELLING_WORDS;
}

function isShort(quote: string): boolean {
  return quote.length <= MAX_READ && wordsIn(quote, 0, quote.length).length <= SHORT_WORDS;
}

/** Whether what stands around a place is what stood around the quote. */
function isProven(anchor: Anchor, passage: Passage, place: Candidate): boolean {
  if (isCertain(place)) return true;
  // Lines that stayed where they are say nothing of what came to stand beside them.
  const prefix = anchor.prefix.slice(lastLineStart(anchor.prefix));
  const suffix = anchor.suffix.slice(0, firstLineEnd(anchor.suffix));
  const { after } = passage;
  const reach = CONTEXT_LENGTH + 8;
  const kept =
    keptLetters(prefix, after.slice(Math.max(0, place.from - reach), place.from)) +
    keptLetters(suffix, after.slice(place.to, place.to + reach));
  const all = letters(prefix, 0, prefix.length) + letters(suffix, 0, suffix.length);
  return kept >= KEPT_CONTEXT && kept >= KEPT_SHARE * all;
}

function isCertain(place: Candidate): boolean {
  return place.complete || place.context >= STRONG_CONTEXT;
}

function keptLetters(was: string, now: string): number {
  let kept = 0;
  let at = 0;
  for (const edit of diffWords(was, now)) {
    kept += letters(was, at, edit.aFrom);
    at = edit.aTo;
  }
  return kept + letters(was, at, was.length);
}

/**
 * Where the quote stands in new text: those whose surroundings are most like its own first, then the nearest. For a quote
 * that is not telling only the first of them matters, and whether the text is new is asked of few: it costs most.
 */
function exactPlaces(anchor: Anchor, passage: Passage, near: number, telling: boolean): Candidate[] {
  const { after } = passage;
  const { prefix, suffix, quotedText: quote } = anchor;
  const candidates: Candidate[] = [];
  const starts = quoteStarts(anchor, passage);
  const whole = prefix + quote + suffix;
  const beginsWord = !isInsideWord(whole, prefix.length);
  const endsWord = !isInsideWord(whole, prefix.length + quote.length);
  for (const from of starts) {
    const to = from + quote.length;
    if (from < 0 || !after.startsWith(quote, from)) continue;
    if ((beginsWord && isInsideWord(after, from)) || (endsWord && isInsideWord(after, to))) continue;
    const { shared, context, complete } = contextAt(anchor, after, from, to);
    // One of very many: without a common word beside it, it is any of them.
    if (starts.length > MANY_PLACES && shared < 5) continue;
    candidates.push({ from, to, context, complete });
  }
  candidates.sort((a, b) => b.context - a.context || Math.abs(a.from - near) - Math.abs(b.from - near));
  const found: Candidate[] = [];
  for (const candidate of candidates.slice(0, MAX_ASKED)) {
    if (!isOfAnother(candidate, passage)) found.push(candidate);
    if (found.length > (telling ? 1 : 0)) break;
  }
  return found;
}

/** How much of what stood around a quote stands around after[from, to). */
function contextAt(
  { prefix, suffix }: Pick<Anchor, "prefix" | "suffix">,
  after: string,
  from: number,
  to: number,
): { shared: number; context: number; complete: boolean } {
  const left = commonEnd(prefix, prefix.length, after, from, CONTEXT_LENGTH);
  const right = commonStart(suffix, 0, after, to, CONTEXT_LENGTH);
  const context =
    letters(prefix, prefix.length - left, prefix.length) +
    letters(suffix, 0, right) +
    (reachesBreak(prefix, prefix.length - left, prefix.length) ? LINE_BORDER : 0) +
    (reachesBreak(suffix, 0, right) ? LINE_BORDER : 0);
  return { shared: left + right, context, complete: left === prefix.length && right === suffix.length };
}

/** Whether it is old text that belongs there: as much as speaks for the quote speaks for what stood elsewhere before. */
function isOfAnother({ from, to, context }: Candidate, passage: Passage): boolean {
  const origin = passage.origin(from, to);
  if (origin === null) return false;
  return contextAt(describeAnchor(passage.before, origin, to - from, 0), passage.after, from, to).context >= context;
}

/** Whether context[from, to), which is equal in both texts, holds a line break or is all there is up to the text's edge. */
function reachesBreak(context: string, from: number, to: number): boolean {
  if (to - from === context.length && context.length < CONTEXT_LENGTH - 1) return true;
  for (let i = from; i < to; i++) if (context.charCodeAt(i) === 10 || context.charCodeAt(i) === 13) return true;
  return false;
}

/** Where the quote could start: by the places of its rarest word, which the words around it complete. */
function quoteStarts(anchor: Anchor, passage: Passage): number[] {
  const index = passage.index();
  const rarest = rareWords(anchor, passage, 1)[0];
  if (rarest) return index.places(rarest.hash, MAX_PLACES).map((place) => place - rarest.from);
  // No word at all: signs only.
  const starts: number[] = [];
  if (anchor.quotedText === "") return starts;
  for (const { from, to } of passage.inserted) {
    if (to - from > 50_000) continue;
    for (
      let at = passage.after.indexOf(anchor.quotedText, from);
      at >= 0 && at < to && starts.length < MAX_PLACES;
      at = passage.after.indexOf(anchor.quotedText, at + 1)
    ) {
      starts.push(at);
    }
  }
  return starts;
}

/** The quote's rarest words, at offsets from the quote's start. A word cut by the selection is completed from around it. */
function rareWords(anchor: Anchor, passage: Passage, count: number): IndexedWord[] {
  const index = passage.index();
  const { prefix, suffix } = anchor;
  const quote = anchor.quotedText.slice(0, MAX_READ);
  const start = prefix.length;
  const end = start + quote.length;
  const around = prefix + quote + (quote.length < MAX_READ ? suffix : "");
  return wordsIn(around, 0, around.length)
    .filter(({ from, to }) => from < end && to > start)
    .map((word) => ({ ...word, from: word.from - start, to: word.to - start, count: index.count(word.hash) }))
    .sort((a, b) => a.count - b.count || b.to - b.from - (a.to - a.from))
    .slice(0, count);
}

function likePlace(anchor: Anchor, passage: Passage): Range | null {
  const quote = anchor.quotedText;
  const wanted = letters(quote, 0, quote.length);
  const index = passage.index();
  // Words vote for where the quote would start, in steps of half its length.
  const step = Math.max(32, quote.length >> 1);
  const words = rareWords(anchor, passage, VOTERS);
  const votes = new Map<number, number>();
  for (const word of words) {
    if (index.count(word.hash) > MAX_VOTES) continue;
    let voted = Number.NEGATIVE_INFINITY;
    for (const place of index.places(word.hash, MAX_VOTES)) {
      const start = (place - word.from) / step;
      // A start near the border of two steps counts for both.
      for (const bucket of [Math.floor(start), Math.ceil(start)]) {
        if (bucket <= voted) continue;
        voted = bucket;
        votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
      }
    }
  }
  const enough = Math.max(2, Math.ceil(words.length * 0.4));
  const buckets = [...votes]
    .filter(([, count]) => count >= enough)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3);
  let best: (Range & { likeness: number }) | null = null;
  let second = 0;
  for (const [bucket] of buckets) {
    const place = likeness(quote, wanted, passage.after, bucket * step, step);
    if (!place || (best && place.from < best.to && place.to > best.from)) continue;
    if (!best || place.likeness > best.likeness) {
      second = best?.likeness ?? second;
      best = place;
    } else second = Math.max(second, place.likeness);
  }
  if (!best || best.likeness < LIKENESS || best.likeness - second < MARGIN) return null;
  return passage.isNew(best.from, best.to) ? best : null;
}

/** The stretch around `start` that is most like the quote, and how like it is. */
function likeness(
  quote: string,
  wanted: number,
  text: string,
  start: number,
  step: number,
): (Range & { likeness: number }) | null {
  const windowFrom = Math.max(0, start - step);
  const window = text.slice(windowFrom, start + quote.length + 2 * step);
  const kept: { from: number; to: number; letters: number; words: number }[] = [];
  let at = 0;
  for (const edit of [...diffWords(quote, window), { aFrom: quote.length, bFrom: window.length, bTo: window.length }]) {
    if (edit.bFrom > at) {
      const words = wordsIn(window, at, edit.bFrom).length;
      kept.push({ from: at, to: edit.bFrom, letters: letters(window, at, edit.bFrom), words });
    }
    at = edit.bTo;
  }
  // The run of kept pieces in which most is kept and least is foreign.
  let best: (Range & { likeness: number }) | null = null;
  for (let i = 0; i < kept.length; i++) {
    let sum = 0;
    let words = 0;
    for (let j = i; j < kept.length; j++) {
      sum += kept[j]!.letters;
      words += kept[j]!.words;
      if (words < TELLING_WORDS) continue;
      const from = kept[i]!.from;
      const to = kept[j]!.to;
      const value = sum / Math.max(wanted, letters(window, from, to));
      if (!best || value > best.likeness) best = { from, to, likeness: value };
    }
  }
  if (!best) return null;
  let { from, to } = best;
  while (from < to && window.charCodeAt(from) <= 32) from++;
  while (to > from && window.charCodeAt(to - 1) <= 32) to--;
  // A full stop may have found its partner further on: the quote's own edges decide.
  const head = /^[^\p{L}\p{N}\s]+/u.exec(quote)?.[0] ?? "";
  if (head !== "" && !window.startsWith(head, from) && window.slice(0, from).endsWith(head)) from -= head.length;
  const tail = /[^\p{L}\p{N}\s]+$/u.exec(quote)?.[0] ?? "";
  if (tail !== "" && !window.slice(from, to).endsWith(tail) && window.startsWith(tail, to)) to += tail.length;
  return from < to ? { from: from + windowFrom, to: to + windowFrom, likeness: best.likeness } : null;
}
