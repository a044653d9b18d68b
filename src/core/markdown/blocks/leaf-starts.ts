import {
  isAlphanumeric,
  isAsciiLetter,
  isSpaceOrTab,
  isWhitespace,
  skipSpaces,
  trimEnd,
} from "../../text/characters.ts";

/** How the first line of a heading, rule, fence or HTML block is recognised. All take the line from its first non-space. */

const HASH = 35;
const BACKTICK = 96;
const TILDE = 126;

/** `***`, `- - -`, `___`: three or more of one, with only spaces between. */
export function isRule(text: string, from: number, end: number): boolean {
  const mark = text.charCodeAt(from);
  if (mark !== 42 && mark !== 45 && mark !== 95) return false;
  let count = 0;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === mark) count++;
    else if (!isSpaceOrTab(code)) return false;
  }
  return count >= 3;
}

/** 1 for a line of `=`, 2 for a line of `-`, 0 for any other. */
export function setextLevel(text: string, from: number, end: number): 0 | 1 | 2 {
  const mark = text.charCodeAt(from);
  if (mark !== 61 && mark !== 45) return 0;
  let at = from;
  while (at < end && text.charCodeAt(at) === mark) at++;
  if (skipSpaces(text, at, end) < end) return 0;
  return mark === 61 ? 1 : 2;
}

export interface AtxHeading {
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

export function atxHeading(text: string, from: number, end: number): AtxHeading | null {
  let at = from;
  while (at < end && text.charCodeAt(at) === HASH) at++;
  const level = at - from;
  if (level < 1 || level > 6 || (at < end && !isSpaceOrTab(text.charCodeAt(at)))) return null;
  const content = skipSpaces(text, at, end);
  let to = trimEnd(text, content, end);
  let closing = to;
  while (closing > content && text.charCodeAt(closing - 1) === HASH) closing--;
  if (closing < to && (closing === content || isSpaceOrTab(text.charCodeAt(closing - 1)))) {
    to = trimEnd(text, content, closing);
  }
  return { level, from: content, to };
}

export interface FenceOpening {
  readonly char: number;
  readonly length: number;
  readonly infoFrom: number;
  readonly infoTo: number;
}

export function fenceOpening(text: string, from: number, end: number): FenceOpening | null {
  const char = text.charCodeAt(from);
  if (char !== BACKTICK && char !== TILDE) return null;
  let at = from;
  while (at < end && text.charCodeAt(at) === char) at++;
  if (at - from < 3) return null;
  const infoFrom = skipSpaces(text, at, end);
  if (char === BACKTICK) {
    const backtick = text.indexOf("`", infoFrom);
    if (backtick >= 0 && backtick < end) return null;
  }
  return { char, length: at - from, infoFrom, infoTo: trimEnd(text, infoFrom, end) };
}

export function closesFence(text: string, from: number, end: number, char: number, length: number): boolean {
  let at = from;
  while (at < end && text.charCodeAt(at) === char) at++;
  return at - from >= length && skipSpaces(text, at, end) >= end;
}

const BLOCK_TAGS = new Set(
  (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link " +
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead " +
    "title tr track ul"
  ).split(" "),
);
const RAW_TAGS = new Set(["pre", "script", "style", "textarea"]);

/** The kind of HTML block (1 to 7, as the standard numbers them) that starts here, or 0. */
export function htmlBlockKind(text: string, from: number, end: number, tagEnd: (from: number) => number): number {
  const first = text.charCodeAt(from + 1);
  if (first === 33) {
    if (text.startsWith("--", from + 2)) return 2;
    if (text.startsWith("[CDATA[", from + 2)) return 5;
    return from + 2 < end && isAsciiLetter(text.charCodeAt(from + 2)) ? 4 : 0;
  }
  if (first === 63) return 3;
  const nameFrom = first === 47 ? from + 2 : from + 1;
  let at = nameFrom;
  if (at >= end || !isAsciiLetter(text.charCodeAt(at))) return 0;
  while (at < end && at - nameFrom < 12 && isAlphanumeric(text.charCodeAt(at))) at++;
  const name = text.slice(nameFrom, at).toLowerCase();
  const code = at < end ? text.charCodeAt(at) : -1;
  const ended = code === -1 || isWhitespace(code) || code === 62;
  if (first !== 47 && RAW_TAGS.has(name) && ended) return 1;
  if (BLOCK_TAGS.has(name) && (ended || (code === 47 && text.charCodeAt(at + 1) === 62 && at + 1 < end))) return 6;
  const after = tagEnd(from);
  if (after < 0 || after > end || skipSpaces(text, after, end) < end) return 0;
  return first !== 47 && RAW_TAGS.has(name) ? 0 : 7;
}

const RAW_END = /<\/(?:pre|script|style|textarea)>/i;

/** Whether this line is the last of an HTML block of that kind. Kinds 6 and 7 end before a blank line instead. */
export function endsHtmlBlock(kind: number, line: string): boolean {
  switch (kind) {
    case 1:
      return RAW_END.test(line);
    case 2:
      return line.includes("-->");
    case 3:
      return line.includes("?>");
    case 4:
      return line.includes(">");
    case 5:
      return line.includes("]]>");
    default:
      return false;
  }
}
