import type { Anchor } from "../records/canvas.ts";
import { CONTEXT_LENGTH } from "./describe-anchor.ts";
import { isSaidIn, LONGER, sharedWeight, surroundings, wordsByStem } from "./shared-words.ts";
import { commonEnd, commonStart, letters, lettersOnLine } from "./similarity.ts";
import type { TextBlocks } from "./text-blocks.ts";
import type { Passage, Range } from "./text-passage.ts";
import { isInsideWord, wholeWords } from "./word-borders.ts";
import { wordsIn } from "./word-index.ts";

/** What became of a quote in the blocks that took the place of its own. */
export type InBlock =
  | { readonly kind: "found"; readonly place: Range; readonly score: number }
  /** It stands there more than once, and nothing tells which is meant; or what stands there is another's. */
  | { readonly kind: "unclear" }
  | { readonly kind: "missing" };

/** Longer stretches of text are not searched for one quote, nor are quotes that long or that frequent. */
const MAX_REGION = 20_000;
const MAX_REACH = 3_000;
const MAX_QUOTE = 400;
const MAX_FOUND = 12;
/** In favour of a place: it is in the very block; the difference by words says that it is this one. */
const SAME_BLOCK = 6;
const SAME_WORDS = 2;
/** How much more must speak for a place than for the second. */
const MARGIN = 4;
/** Letters beside a word that stayed too: it is that word, and not one that met it by chance. */
const STAYED_WITH = 3;

/**
 * The attached anchor's quote, word for word, in the block that took the place of its own or in a neighbour of that. Only
 * whole words count where the quote had whole words. A place that another equal quote kept is not considered.
 */
export function findInBlock(anchor: Anchor, passage: Passage): InBlock {
  if (anchor.length === 0 || anchor.length > MAX_QUOTE || anchor.quotedText.trim() === "") return { kind: "missing" };
  const own: Range = { from: anchor.offset, to: anchor.offset + anchor.length };
  const narrow = replacedBy(own, passage, "words");
  const regions = [narrow, replacedBy(own, passage, "lines")].filter((region) => region !== null);
  for (const region of regions) {
    const free = occurrences(own, passage, region.near).filter((place) => !isTaken(own, place, passage));
    if (free.length === 0) continue;
    if (free.length > MAX_FOUND) return { kind: "unclear" };
    return choose(own, passage, free, region.core);
  }
  return { kind: "missing" };
}

interface Region {
  /** The blocks of the text after that took the place of the quote's block. */
  readonly core: Range;
  /** The same with one block more on each side. */
  readonly near: Range;
}

function replacedBy({ from, to }: Range, passage: Passage, by: "words" | "lines"): Region | null {
  const block = blockAround(passage.blocksBefore(), from, to);
  const map = by === "words" ? passage.wordsAround(block.from, block.to) : passage.lines;
  if (map === null) return null;
  const start = map.map(block.from, -1);
  const end = Math.max(start, map.map(block.to, 1));
  const blocks = passage.blocksAfter();
  if (blocks.count === 0) return null;
  const first = blocks.at(start);
  let last = blocks.at(end);
  // A block that only begins where the others end is a neighbour.
  if (last === blocks.count || (last > first && blocks.start(last) >= end)) last--;
  const core = { from: Math.min(start, blocks.start(Math.min(first, last))), to: Math.max(end, blocks.end(last)) };
  const near = {
    from: blocks.start(Math.max(0, Math.min(first, last) - 1)),
    to: blocks.end(Math.min(blocks.count - 1, last + 1)),
  };
  return near.to - near.from > MAX_REGION ? null : { core, near };
}

/** The blocks that text[from, to) lies in, as one range. */
function blockAround(blocks: TextBlocks, from: number, to: number): Range {
  const first = blocks.at(from);
  if (first === blocks.count) return { from, to };
  const last = Math.max(first, Math.min(blocks.count - 1, blocks.at(Math.max(from, to - 1))));
  return { from: Math.min(from, blocks.start(first)), to: Math.max(to, blocks.end(last)) };
}

/** Where the quote stands in after[region.from, region.to), in whole words. */
function occurrences(own: Range, { before, after }: Passage, region: Range): Range[] {
  const whole = wholeWords(before, own.from, own.to);
  const needle = before.slice(whole.from, whole.to);
  const text = after.slice(region.from, region.to);
  const found: Range[] = [];
  for (let at = text.indexOf(needle); at >= 0 && found.length <= MAX_FOUND; at = text.indexOf(needle, at + 1)) {
    const start = region.from + at;
    if (isInsideWord(after, start) || isInsideWord(after, start + needle.length)) continue;
    const from = start + own.from - whole.from;
    found.push({ from, to: from + own.to - own.from });
  }
  return found;
}

/** Whether what stands there is old text that was not this quote. */
function isTaken(own: Range, place: Range, passage: Passage): boolean {
  const origin = passage.origin(place.from, place.to);
  if (origin === null || origin === own.from) return false;
  return besides({ from: origin, to: origin + place.to - place.from }, place, passage) >= STAYED_WITH;
}

/** How many letters beside a place, on its own line, were beside it before. */
function besides(was: Range, place: Range, { before, after }: Passage): number {
  const left = commonEnd(before, was.from, after, place.from, CONTEXT_LENGTH);
  const right = commonStart(before, was.to, after, place.to, CONTEXT_LENGTH);
  return lettersOnLine(before.slice(was.from - left, was.from), before.slice(was.to, was.to + right));
}

interface Scored {
  readonly place: Range;
  readonly score: number;
}

function choose(own: Range, passage: Passage, places: readonly Range[], core: Range): InBlock {
  const scored = places
    .map((place) => ({ place, score: likelihood(own, place, passage, core) }))
    .sort((a, b) => b.score - a.score || a.place.from - b.place.from);
  const best = scored[0]!;
  const second = scored[1];
  if (second && best.score - second.score < MARGIN) return { kind: "unclear" };
  if (rivals(own, passage).some((rival) => isLikelier(rival, own, best, passage))) return { kind: "unclear" };
  const isHome = best.place.from >= core.from && best.place.to <= core.to;
  if (!isHome && wasTakenOut(own, passage)) return { kind: "unclear" };
  if (isChance(own, best.place, passage)) return { kind: "unclear" };
  return { kind: "found", ...best };
}

/** Whether a place is rather the rival's: by the words around alone, or with all that speaks for it. */
function isLikelier(rival: Range, own: Range, best: Scored, passage: Passage): boolean {
  const { place, score } = best;
  const byWords = likelihood(rival, place, passage, null) > likelihood(own, place, passage, null);
  return byWords || likelihoodOf(rival, place, passage) > score;
}

/** How much speaks for a place of the text after being what stood at `was`. */
function likelihood(was: Range, place: Range, passage: Passage, core: Range | null): number {
  const { before, after } = passage;
  const there = surroundings(before, was, blockAround(passage.blocksBefore(), was.from, was.to));
  const here = surroundings(after, place, blockAround(passage.blocksAfter(), place.from, place.to));
  return (
    2 * sharedWeight(there.sentence, here.sentence) +
    sharedWeight(there.block, here.block) / 2 +
    besides(was, place, passage) +
    (core !== null && place.from >= core.from && place.to <= core.to ? SAME_BLOCK : 0) +
    (passage.origin(place.from, place.to) === was.from ? SAME_WORDS : 0)
  );
}

/** The same with the block that took the place of that one. */
export function likelihoodOf(was: Range, place: Range, passage: Passage): number {
  const core = (replacedBy(was, passage, "words") ?? replacedBy(was, passage, "lines"))?.core ?? place;
  return likelihood(was, place, passage, core);
}

/** Equal quotes in the same block before and in its neighbours that did not keep a place of their own. */
function rivals(own: Range, passage: Passage): Range[] {
  const { before } = passage;
  const blocks = passage.blocksBefore();
  const block = blockAround(blocks, own.from, own.to);
  const first = Math.max(0, blocks.at(block.from) - 1);
  const last = Math.min(blocks.count - 1, blocks.at(Math.max(block.from, block.to - 1)) + 1);
  if (last < first) return [];
  const { from, to } = within({ from: blocks.start(first), to: blocks.end(last) }, own);
  const text = before.slice(from, to);
  const quote = before.slice(own.from, own.to);
  const found: Range[] = [];
  for (let at = text.indexOf(quote); at >= 0 && found.length < MAX_FOUND; at = text.indexOf(quote, at + 1)) {
    const rival = { from: from + at, to: from + at + quote.length };
    if (rival.from !== own.from && !keptItsPlace(rival, passage)) found.push(rival);
  }
  return found;
}

function keptItsPlace(was: Range, passage: Passage): boolean {
  if (!passage.lines.touches(was.from, was.to)) return true;
  const words = passage.wordsAround(was.from, was.to);
  if (words === null || words.touches(was.from, was.to)) return false;
  return besides(was, words.mapRange(was.from, was.to), passage) >= STAYED_WITH;
}

/** Whether the sentence that the quote was in is still there, and only the quote is not: it was taken out on purpose. */
export function wasTakenOut({ from, to }: Range, passage: Passage): boolean {
  const { before } = passage;
  const words = passage.wordsAround(from, to);
  if (words === null || !words.touches(from, to)) return false;
  const block = blockAround(passage.blocksBefore(), from, to);
  const start = Math.max(block.from, from - CONTEXT_LENGTH);
  const end = Math.min(block.to, to + CONTEXT_LENGTH);
  const map = passage.wordsAround(start, end);
  if (map === null) return false;
  const all = letters(before, start, from) + letters(before, to, end);
  return all > 0 && map.kept(start, from) + map.kept(to, end) >= 0.75 * (from - start + end - to);
}

/** "of", "with", "which": short, in small letters, and this often among the words of a text. */
const LITTLE_WORD = /^\p{L}\p{Ll}{0,4}$/u;
const FREQUENT = 0.005;
const FEW = 3;

/**
 * Whether meeting the quote at a place says nothing, because its words are little ones that stand everywhere, and the place's block tells
 * of something else than the quote's did.
 */
function isChance(own: Range, place: Range, passage: Passage): boolean {
  const { before, after } = passage;
  const here = within(blockAround(passage.blocksAfter(), place.from, place.to), place);
  const isEverywhere = everywhereBut(here, passage);
  if (wordsIn(after, place.from, place.to).some((word) => !isEverywhere(word))) return false;
  const block = within(blockAround(passage.blocksBefore(), own.from, own.to), own);
  const told = wordsByStem(`${before.slice(block.from, own.from)} \n ${before.slice(own.to, block.to)}`);
  let said = 0;
  let all = 0;
  for (const word of wordsIn(after, here.from, here.to)) {
    const isInside = word.from < place.to && word.to > place.from;
    if (isInside || word.to - word.from < LONGER || isEverywhere(word)) continue;
    all++;
    if (isSaidIn(told, after.slice(word.from, word.to))) said++;
  }
  return said === 0 || said < RELATED * all;
}
/** The share of its longer words that a rewritten block has from the old one. */
const RELATED = 0.15;

/** Tells of a word in after[from, to) whether it is one of the little words that stand everywhere in the rest of the text. */
function everywhereBut({ from, to }: Range, passage: Passage): (word: Range) => boolean {
  const { after } = passage;
  const sample = passage.sample();
  const words = wordsIn(after, from, to);
  const countOf = (form: string): number => {
    const hash = wordsIn(form, 0, form.length)[0]?.hash ?? 0;
    return sample.count(hash) - words.reduce((sum, word) => sum + (word.hash === hash ? 1 : 0), 0);
  };
  return (word) => {
    const text = after.slice(word.from, word.to);
    if (!LITTLE_WORD.test(text)) return false;
    // Who is never written small is a name.
    const small = countOf(text.toLowerCase());
    const count = small + countOf(text.charAt(0).toUpperCase() + text.slice(1).toLowerCase());
    return small > 0 && count >= FEW && count >= FREQUENT * (sample.size() - words.length);
  };
}

/** As much of a range around a place as is looked at. */
function within(range: Range, place: Range): Range {
  return { from: Math.max(range.from, place.from - MAX_REACH), to: Math.min(range.to, place.to + MAX_REACH) };
}
