/** A text made comparable: character i of `text` stands for source[starts[i], ends[i]). */
export interface FoldedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Every run of white space as one space. */
export function foldSpacing(source: string): FoldedText {
  const folded = new Folder();
  for (let i = 0; i < source.length; i++) folded.put(source[i]!, i, i + 1);
  return folded.finish();
}

/**
 * The text as a reader of the rendered page would quote it: emphasis, code and strike marks, link targets, headings',
 * lists' and quotes' marks and backslashes fall away, typographic quotes and dashes become plain, white space is one space.
 */
export function foldRendered(source: string): FoldedText {
  const folded = new Folder();
  let i = 0;
  let lineStart = true;
  while (i < source.length) {
    if (lineStart) {
      const mark = LINE_MARK.exec(source.slice(i, i + 40));
      if (mark) i += mark[0].length;
      lineStart = false;
      continue;
    }
    const char = source[i]!;
    if (char === "\n" || char === "\r") {
      folded.put(" ", i, i + 1);
      lineStart = true;
      i++;
      continue;
    }
    // An escaped mark is dropped like a mark, here and in the quote: the quote may have it bare.
    if (char === "\\" && /[!-/:-@[-`{-~]/.test(source[i + 1] ?? "")) {
      if (!isMark(source, i + 1)) folded.put(source[i + 1]!, i, i + 2);
      i += 2;
      continue;
    }
    if (char === "]" && source[i + 1] === "(") {
      const end = linkEnd(source, i + 2);
      if (end > 0) {
        i = end;
        continue;
      }
    }
    if (isMark(source, i)) {
      i++;
      continue;
    }
    const to = isEllipsis(source, i) ? i + 3 : i + 1;
    const code = to === i + 3 ? ELLIPSIS : plainCode(char.charCodeAt(0));
    if (code !== 0) folded.put(String.fromCharCode(code), i, to);
    i = to;
  }
  return folded.finish();
}

const LINE_MARK = /^[ \t]{0,12}(?:>[ \t]?)*(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/;

export const ELLIPSIS = 0x2026;

const SIGNS: readonly (readonly [plain: string, others: string])[] = [
  ["'", "‘’‚‛‹›"],
  ['"', "“”„‟«»"],
  ["-", "‐‑‒–—―−"],
  // Soft hyphen, zero-width space, word joiner: nobody sees them.
  ["\0", "\u00ad\u200b\u2060"],
];
const PLAIN: ReadonlyMap<number, number> = new Map(
  SIGNS.flatMap(([plain, others]) => [...others].map((sign) => [sign.charCodeAt(0), plain.charCodeAt(0)] as const)),
);

/** The sign as which a character is compared: typographic quotation marks and dashes become plain; 0: it is not seen at all. */
export function plainCode(code: number): number {
  return code < 0xab || code > 0x2212 ? code : (PLAIN.get(code) ?? code);
}

/** Whether three dots begin there, which are compared as the ellipsis that they may have become. */
export function isEllipsis(source: string, at: number): boolean {
  return source[at] === "." && source[at + 1] === "." && source[at + 2] === ".";
}

function isMark(source: string, i: number): boolean {
  const char = source[i]!;
  if (char === "*" || char === "`" || char === "~" || char === "|" || char === "[" || char === "]") return true;
  if (char === "!") return source[i + 1] === "[";
  if (char !== "_") return false;
  // Inside a word an underscore is a letter: snake_case.
  return !(/[\p{L}\p{N}]/u.test(source[i - 1] ?? " ") && /[\p{L}\p{N}]/u.test(source[i + 1] ?? " "));
}

/** The offset after the link target that starts at `from`, or 0 when it is none. */
function linkEnd(source: string, from: number): number {
  let depth = 1;
  for (let i = from; i < source.length && i < from + 2_000; i++) {
    const char = source[i];
    if (char === "\n") return 0;
    if (char === "\\") i++;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return i + 1;
  }
  return 0;
}

class Folder {
  readonly #chars: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  put(char: string, from: number, to: number): void {
    const isSpace = char <= " " || (char > "~" && /\s/.test(char));
    if (isSpace && this.#chars.at(-1) === " ") {
      this.#ends[this.#ends.length - 1] = to;
      return;
    }
    this.#chars.push(isSpace ? " " : char);
    this.#starts.push(from);
    this.#ends.push(to);
  }

  finish(): FoldedText {
    return { text: this.#chars.join(""), starts: this.#starts, ends: this.#ends };
  }
}
