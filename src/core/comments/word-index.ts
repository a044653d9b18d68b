/**
 * Where each word stands in chosen ranges of a text, so that a thousand quotes are looked up in one pass over it. Words
 * are runs of letters and digits; signs of scripts without spaces and astral signs stand alone. Built by hand on numbers:
 * it must not cost more than a few milliseconds a megabyte.
 */
export interface WordIndex {
  /** How often the word occurs, as far as hashes tell. */
  count(hash: number): number;
  /** How many words there are in all. */
  size(): number;
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
  // Words by hash, open addressing; every slot holds the word's count and its first and last entry.
  let size = 4096;
  let used = 0;
  let hashes = new Int32Array(size);
  let counts = new Int32Array(size);
  let heads = new Int32Array(size);
  let tails = new Int32Array(size);
  // Entry i (from 1): a place, and the next entry of the same word.
  let positions = new Int32Array(4096);
  let next = new Int32Array(4096);
  let entries = 0;

  const slotOf = (hash: number): number => {
    let slot = (hash ^ (hash >>> 15)) & (size - 1);
    while (counts[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & (size - 1);
    return slot;
  };
  const growTable = (): void => {
    const old = { hashes, counts, heads, tails, size };
    size *= 4;
    hashes = new Int32Array(size);
    counts = new Int32Array(size);
    heads = new Int32Array(size);
    tails = new Int32Array(size);
    for (let i = 0; i < old.size; i++) {
      if (old.counts[i] === 0) continue;
      const slot = slotOf(old.hashes[i]!);
      hashes[slot] = old.hashes[i]!;
      counts[slot] = old.counts[i]!;
      heads[slot] = old.heads[i]!;
      tails[slot] = old.tails[i]!;
    }
  };
  const add = (start: number, _end: number, hash: number): void => {
    if (++entries === positions.length) {
      positions = grown(positions);
      next = grown(next);
    }
    const slot = slotOf(hash);
    positions[entries] = start;
    if (counts[slot] === 0) {
      hashes[slot] = hash;
      heads[slot] = entries;
      used++;
    } else next[tails[slot]!] = entries;
    tails[slot] = entries;
    counts[slot]!++;
    if (used * 2 > size) growTable();
  };
  for (const { from, to } of ranges) eachWord(text, from, to, add);

  return {
    count: (hash) => counts[slotOf(hash)]!,
    size: () => entries,
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

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
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
