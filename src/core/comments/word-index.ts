/**
 * Where each word stands in chosen ranges of a text, so that a thousand quotes are looked up in one pass over it. Words
 * are runs of letters and digits; signs of scripts without spaces and astral signs stand alone. Built by hand on numbers: it must not
 * cost more than a few milliseconds a megabyte.
 */
export interface WordIndex {
  /** How often the word occurs, as far as hashes tell. */
  count(hash: number): number;
  /** Up to `limit` places of the word, in the order of the text. */
  places(hash: number, limit: number): number[];
}

/** A word in a text: text.slice(from, to). */
export interface IndexedWord {
  readonly from: number;
  readonly to: number;
  readonly hash: number;
}

/** The words of text[from, to). */
export function wordsIn(text: string, from: number, to: number): IndexedWord[] {
  const words: IndexedWord[] = [];
  eachWord(text, from, to, (start, end, hash) => words.push({ from: start, to: end, hash }));
  return words;
}

export function createWordIndex(
  text: string,
  ranges: readonly { readonly from: number; readonly to: number }[],
): WordIndex {
  let total = 0;
  for (const { from, to } of ranges) total += to - from;
  // Spaced words take two characters and more; unspaced ones are at most as many as there are code units.
  const most = Math.min(total, total / 2 + 0x10000) + 32;
  let size = 64;
  while (size < most) size *= 2;
  const mask = size - 1;
  const hashes = new Int32Array(size);
  const counts = new Int32Array(size);
  const heads = new Int32Array(size);
  const tails = new Int32Array(size);
  // Entry i (from 1): its place, and the next entry of the same word.
  const positions = new Int32Array(total + 2);
  const next = new Int32Array(total + 2);
  let entries = 0;

  const slotOf = (hash: number): number => {
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (counts[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  };
  const add = (start: number, _end: number, hash: number): void => {
    const slot = slotOf(hash);
    const entry = ++entries;
    positions[entry] = start;
    if (counts[slot] === 0) {
      hashes[slot] = hash;
      heads[slot] = entry;
    } else next[tails[slot]!] = entry;
    tails[slot] = entry;
    counts[slot]!++;
  };
  for (const { from, to } of ranges) eachWord(text, from, to, add);

  return {
    count: (hash) => counts[slotOf(hash)]!,
    places: (hash, limit) => {
      const slot = slotOf(hash);
      const places: number[] = [];
      if (counts[slot] === 0) return places;
      for (let entry = heads[slot]!; entry !== 0 && places.length < limit; entry = next[entry]!) {
        places.push(positions[entry]!);
      }
      return places;
    },
  };
}

function eachWord(
  text: string,
  from: number,
  to: number,
  visit: (start: number, end: number, hash: number) => void,
): void {
  let i = from;
  while (i < to) {
    const code = text.charCodeAt(i);
    if (!isLetter(code)) {
      i++;
      continue;
    }
    const start = i;
    let hash = Math.imul(0x811c9dc5 ^ code, 0x01000193);
    i++;
    if (code < UNSPACED) {
      for (; i < to; i++) {
        const following = text.charCodeAt(i);
        if (following >= UNSPACED || !isLetter(following)) break;
        hash = Math.imul(hash ^ following, 0x01000193);
      }
    }
    visit(start, i, hash);
  }
}

/** From here on (Chinese, Japanese, surrogates) every code unit counts as a word of its own. */
const UNSPACED = 0x2e80;

function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  // General punctuation and its neighbours separate words; everything else counts as letters.
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff);
}
