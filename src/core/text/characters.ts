/** Character codes and classes as CommonMark defines them. */
export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;

export const isSpaceOrTab = (code: number): boolean => code === SPACE || code === TAB;

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const isAsciiLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

export const isAlphanumeric = (code: number): boolean => isDigit(code) || isAsciiLetter(code);

export const isAsciiPunctuation = (code: number): boolean =>
  (code >= 33 && code <= 47) ||
  (code >= 58 && code <= 64) ||
  (code >= 91 && code <= 96) ||
  (code >= 123 && code <= 126);

/** Space, tab or a line ending: what may stand between the parts of a tag or a link's tail. */
export const isWhitespace = (code: number): boolean =>
  code === SPACE || code === TAB || code === LINE_FEED || code === CARRIAGE_RETURN || code === 11 || code === 12;

const UNICODE_SPACE = /^\p{Zs}$/u;
const UNICODE_PUNCTUATION = /^[\p{P}\p{S}]$/u;

export const isUnicodeWhitespace = (code: number): boolean =>
  code < 128 ? isWhitespace(code) : UNICODE_SPACE.test(String.fromCodePoint(code));

export const isUnicodePunctuation = (code: number): boolean =>
  code < 128 ? isAsciiPunctuation(code) : UNICODE_PUNCTUATION.test(String.fromCodePoint(code));

/** The first offset at or after `from` that is neither space nor tab, at most `to`. */
export function skipSpaces(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isSpaceOrTab(text.charCodeAt(at))) at++;
  return at;
}

/** The end of `text[from, to)` without trailing spaces and tabs. */
export function trimEnd(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isSpaceOrTab(text.charCodeAt(at - 1))) at--;
  return at;
}
