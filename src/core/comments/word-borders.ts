/** Signs that belong to the sign before them: accents, skin tones, what joins an emoji, the long vowel of Katakana. */
const CLINGS = /^(?:[\p{M}\p{EMod}\u30fc\u{e0020}-\u{e007f}]|\u200d|\ufe0f)/u;
const LETTER = /^[\p{L}\p{N}_]/u;
/** Scripts in which a word may begin and end at any sign, Korean because of its endings. Runs of Katakana are words. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const KATAKANA = /^\p{Script=Katakana}/u;
const FLAG = /^\p{RI}/u;

/** Whether a word or a sign goes on across `offset`. */
export function isInsideWord(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const left = signBefore(text, offset);
  const right = String.fromCodePoint(text.codePointAt(offset)!);
  if (CLINGS.test(right) || left === "\u200d") return left.trim() !== "";
  if (FLAG.test(right)) return FLAG.test(left) && flagsBefore(text, offset) % 2 === 1;
  if (!LETTER.test(right)) return false;
  const letter = CLINGS.test(left) ? letterBefore(text, offset) : left;
  if (!LETTER.test(letter) || UNSPACED.test(letter) || UNSPACED.test(right)) return false;
  return KATAKANA.test(letter) === KATAKANA.test(right);
}

/** As many letters as a word may have that is completed. */
const MAX_WORD = 64;

/** text[from, to) with the words completed that it cuts. */
export function wholeWords(text: string, from: number, to: number): { readonly from: number; readonly to: number } {
  let start = from;
  let end = to;
  while (from - start < MAX_WORD && isInsideWord(text, start)) start -= signBefore(text, start).length;
  while (end - to < MAX_WORD && isInsideWord(text, end)) end += String.fromCodePoint(text.codePointAt(end)!).length;
  return { from: start, to: end };
}

function signBefore(text: string, offset: number): string {
  const low = text.charCodeAt(offset - 1);
  const isPair = low >= 0xdc00 && low < 0xe000 && offset > 1;
  return isPair ? text.slice(offset - 2, offset) : text.slice(offset - 1, offset);
}

/** The sign that the clinging ones before `offset` belong to. */
function letterBefore(text: string, offset: number): string {
  let at = offset;
  let sign = signBefore(text, at);
  while (at > 0 && offset - at < MAX_WORD && CLINGS.test(sign)) {
    at -= sign.length;
    sign = signBefore(text, at);
  }
  return sign;
}

function flagsBefore(text: string, offset: number): number {
  let count = 0;
  for (let at = offset; at > 0 && count < MAX_WORD && FLAG.test(signBefore(text, at)); at -= 2) count++;
  return count;
}
