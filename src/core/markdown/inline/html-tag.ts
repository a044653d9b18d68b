import { isAlphanumeric, isAsciiLetter, isWhitespace } from "../../text/characters.ts";

const skipWhitespace = (s: string, at: number, to: number): number => {
  let i = at;
  while (i < to && isWhitespace(s.charCodeAt(i))) i++;
  return i;
};

const isNameStart = (code: number): boolean => isAsciiLetter(code) || code === 95 || code === 58;
const isNamePart = (code: number): boolean =>
  isAlphanumeric(code) || code === 95 || code === 58 || code === 46 || code === 45;

/** The offset after the open or closing tag that starts with "<" at `at`, or -1. One pass, no going back. */
export function tagEnd(s: string, at: number, to: number): number {
  const closing = s.charCodeAt(at + 1) === 47;
  let i = closing ? at + 2 : at + 1;
  if (i >= to || !isAsciiLetter(s.charCodeAt(i))) return -1;
  while (i < to && (isAlphanumeric(s.charCodeAt(i)) || s.charCodeAt(i) === 45)) i++;
  for (;;) {
    const next = skipWhitespace(s, i, to);
    if (next >= to) return -1;
    const code = s.charCodeAt(next);
    if (code === 62) return next + 1;
    if (code === 47 && !closing) return next + 1 < to && s.charCodeAt(next + 1) === 62 ? next + 2 : -1;
    if (closing || next === i || !isNameStart(code)) return -1;
    i = attributeEnd(s, next, to);
    if (i < 0) return -1;
  }
}

function attributeEnd(s: string, at: number, to: number): number {
  let i = at;
  while (i < to && isNamePart(s.charCodeAt(i))) i++;
  const equals = skipWhitespace(s, i, to);
  if (equals >= to || s.charCodeAt(equals) !== 61) return i;
  const value = skipWhitespace(s, equals + 1, to);
  if (value >= to) return -1;
  const quote = s.charCodeAt(value);
  if (quote === 34 || quote === 39) {
    const end = s.indexOf(quote === 34 ? '"' : "'", value + 1);
    return end < 0 || end >= to ? -1 : end + 1;
  }
  i = value;
  while (i < to) {
    const code = s.charCodeAt(i);
    if (isWhitespace(code) || code === 34 || code === 39 || code === 61 || code === 60 || code === 62 || code === 96) {
      break;
    }
    i++;
  }
  return i === value ? -1 : i;
}

/** Searches for the ends of comments and the like; an end that was not found once is not looked for again. */
export class RawHtmlScan {
  private missing: Set<string> | null = null;

  private endOf(s: string, mark: string, from: number): number {
    if (this.missing?.has(mark)) return -1;
    const found = s.indexOf(mark, from);
    if (found >= 0) return found + mark.length;
    this.missing ??= new Set();
    this.missing.add(mark);
    return -1;
  }

  /** The offset after the raw HTML that starts with "<" at `at`, or -1. */
  end(s: string, at: number): number {
    const next = s.charCodeAt(at + 1);
    if (next === 63) return this.endOf(s, "?>", at + 2);
    if (next !== 33) return tagEnd(s, at, s.length);
    if (s.startsWith("--", at + 2)) {
      if (s.startsWith(">", at + 4)) return at + 5;
      if (s.startsWith("->", at + 4)) return at + 6;
      return this.endOf(s, "-->", at + 4);
    }
    if (s.startsWith("[CDATA[", at + 2)) return this.endOf(s, "]]>", at + 9);
    return isAsciiLetter(s.charCodeAt(at + 2)) ? this.endOf(s, ">", at + 3) : -1;
  }
}
