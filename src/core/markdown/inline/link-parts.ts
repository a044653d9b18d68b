import { isAsciiPunctuation, isSpaceOrTab, isWhitespace, LINE_FEED, SPACE } from "../../text/characters.ts";
import { unescapeText } from "./entities.ts";

/** A part of a link and the offset after it. */
export interface LinkPart {
  readonly value: string;
  readonly end: number;
}

const MAX_PARENTHESES = 32;
const MAX_LABEL = 999;

/** Labels match when they are equal without regard to case and to the amount of white space. */
export const normalizeLabel = (label: string): string =>
  label
    .trim()
    .replace(/[ \t\r\n]+/g, " ")
    .toLowerCase()
    .toUpperCase();

/** The offset after `[label]` that starts at `at`, or -1. */
export function labelEnd(s: string, at: number): number {
  const limit = Math.min(s.length, at + MAX_LABEL + 2);
  let empty = true;
  for (let i = at + 1; i < limit; i++) {
    const code = s.charCodeAt(i);
    if (code === 93) return empty ? -1 : i + 1;
    if (code === 91) return -1;
    if (code === 92 && i + 1 < limit) {
      i++;
      empty = false;
    } else if (!isWhitespace(code)) empty = false;
  }
  return -1;
}

export function linkDestination(s: string, at: number): LinkPart | null {
  if (s.charCodeAt(at) === 60) return pointyDestination(s, at);
  let depth = 0;
  let i = at;
  for (; i < s.length; i++) {
    const code = s.charCodeAt(i);
    if (code === 92 && i + 1 < s.length && isAsciiPunctuation(s.charCodeAt(i + 1))) i++;
    else if (code === 40) {
      if (++depth > MAX_PARENTHESES) return null;
    } else if (code === 41) {
      if (depth === 0) break;
      depth--;
    } else if (code <= SPACE || code === 127) {
      if (!isWhitespace(code)) return null;
      break;
    }
  }
  if (depth !== 0 || (i === at && s.charCodeAt(i) !== 41)) return null;
  return { value: unescapeText(s.slice(at, i)), end: i };
}

function pointyDestination(s: string, at: number): LinkPart | null {
  for (let i = at + 1; i < s.length; i++) {
    const code = s.charCodeAt(i);
    if (code === 62) return { value: unescapeText(s.slice(at + 1, i)), end: i + 1 };
    if (code === 60 || code === LINE_FEED) return null;
    if (code === 92) i++;
  }
  return null;
}

export function linkTitle(s: string, at: number): LinkPart | null {
  const open = s.charCodeAt(at);
  const close = open === 40 ? 41 : open;
  if (open !== 34 && open !== 39 && open !== 40) return null;
  for (let i = at + 1; i < s.length; i++) {
    const code = s.charCodeAt(i);
    if (code === close) return { value: unescapeText(s.slice(at + 1, i)), end: i + 1 };
    if (code === 40 && open === 40) return null;
    if (code === 92) i++;
  }
  return null;
}

/** Spaces and tabs with at most one line ending. */
export function skipSpaceAndLine(s: string, at: number): number {
  let i = at;
  let lines = 0;
  for (; i < s.length; i++) {
    const code = s.charCodeAt(i);
    if (code === LINE_FEED) {
      if (++lines > 1) break;
    } else if (!isSpaceOrTab(code)) break;
  }
  return i;
}

export interface InlineTarget {
  readonly href: string;
  readonly title: string;
  readonly end: number;
}

/** `(destination "title")` that starts at the parenthesis at `at`. */
export function inlineTarget(s: string, at: number): InlineTarget | null {
  let i = skipSpaceAndLine(s, at + 1);
  if (s.charCodeAt(i) === 41) return { href: "", title: "", end: i + 1 };
  const destination = linkDestination(s, i);
  if (!destination) return null;
  i = skipSpaceAndLine(s, destination.end);
  let title = "";
  if (i > destination.end && s.charCodeAt(i) !== 41) {
    const part = linkTitle(s, i);
    if (!part) return null;
    title = part.value;
    i = skipSpaceAndLine(s, part.end);
  }
  return s.charCodeAt(i) === 41 ? { href: destination.value, title, end: i + 1 } : null;
}

/** Whether text after the end of `s` could still complete the target at `at`, which is not complete as it stands. */
export function mayBecomeTarget(s: string, at: number): boolean {
  const start = skipSpaceAndLine(s, at + 1);
  if (start >= s.length) return true;
  const destination = linkDestination(s, start);
  if (!destination) {
    const stop = s.charCodeAt(start) === 60 ? /[<\n]/g : /\s/g;
    stop.lastIndex = start + 1;
    return !stop.test(s);
  }
  const next = skipSpaceAndLine(s, destination.end);
  if (next >= s.length) return true;
  const quote = s.charCodeAt(next);
  if (next === destination.end || (quote !== 34 && quote !== 39 && quote !== 40)) return false;
  const title = linkTitle(s, next);
  return !title || skipSpaceAndLine(s, title.end) >= s.length;
}
