/**
 * Words, runs of white space, line breaks and single signs, in order: `tokenize(t).join("") === t`. A token never ends
 * inside a surrogate pair, a combining sequence or an emoji sequence; scripts written without spaces go sign by sign.
 */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const JOINED = "[\\p{M}\\p{EMod}\\u200c\\ufe0f\\u{e0020}-\\u{e007f}]|\\u200d(?:[^\\s\\p{M}])?";
const LETTER = `(?![${UNSPACED}])[\\p{L}\\p{N}_](?:[\\p{M}\\u200c\\u200d])*`;
const TOKEN = new RegExp(
  [
    "\\r\\n|\\r|\\n",
    "(?:[^\\S\\r\\n](?!\\p{M}))+",
    `(?:${LETTER})+(?:['’](?:${LETTER})+)*`,
    `(?:\\p{RI}\\p{RI}|[^])(?:${JOINED})*`,
  ].join("|"),
  "gu",
);
