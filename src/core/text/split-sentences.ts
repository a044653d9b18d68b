/** Shortenings whose full stop ends no sentence, in small letters. */
const SHORTENINGS = new Set(
  "dr mr mrs ms prof st vs no nr fig sec eq ca approx etc inc ltd co e.g i.e z.b d.h u.a bzw resp vgl".split(" "),
);

/** Where a sentence may end: a mark, perhaps closing quotes and brackets, then white space; or a full-width mark alone. */
// Only the first mark of a run begins a search: a text of nothing but marks is read once.
const END = /(?<![.!?…])[.!?…]+["'”’»)\]*_`]*\s+|[。！？]+[”’」』）]*\s*|\n+/gu;

/**
 * The sentences of a text, each with the white space behind it, so `splitSentences(t).join("") === t`. A line break ends a
 * sentence. The empty text has none.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const found of text.matchAll(END)) {
    const end = found.index + found[0].length;
    if (!isEnd(text, start, found.index, found[0], end)) continue;
    sentences.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences;
}

function isEnd(text: string, start: number, at: number, mark: string, end: number): boolean {
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  const word = /[\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(start, at - 24), at))?.[0] ?? "";
  // "3. item", "A. Smith", "e.g. this", and what goes on in small letters, is no end.
  if (/^\p{N}+$/u.test(word) && at - word.length === start) return false;
  if (/^\p{Lu}$/u.test(word) || SHORTENINGS.has(word.toLowerCase())) return false;
  return !/^\p{Ll}/u.test(text.slice(end, end + 2));
}
