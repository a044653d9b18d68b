import { tokenize } from "../text/tokenize.ts";
import { diffSequences, internPair } from "./sequence-diff.ts";

/** a.slice(aFrom, aTo) became b.slice(bFrom, bTo); both ranges begin and end at word borders. */
export interface WordEdit {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** Above this many characters on both sides together, two texts are not compared word by word. */
const MAX_COMPARED = 4_000_000;
/** Small texts get the shortest script; the longer they are, the sooner the search takes what it has. */
function effortFor(tokens: number): number {
  return Math.max(32, Math.min(400, Math.floor(10_000_000 / (tokens + 1))));
}

/** The changed words, ordered and never touching. Characters outside the ranges are equal. Huge texts give one range. */
export function diffWords(a: string, b: string): WordEdit[] {
  if (a === b) return [];
  if (a.length === 0 || b.length === 0 || a.length + b.length > MAX_COMPARED) {
    return [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  }
  const { start, aEnd, bEnd } = a.length + b.length > TRIMMED ? differingMiddle(a, b) : wholly(a, b);
  const aTokens = tokenize(a.slice(start, aEnd));
  const bTokens = tokenize(b.slice(start, bEnd));
  const { a: aIds, b: bIds, size } = internPair(aTokens, bTokens);
  const aStarts = tokenStarts(aTokens);
  const bStarts = tokenStarts(bTokens);
  return diffSequences(aIds, bIds, size, effortFor(aIds.length + bIds.length)).map((edit) => ({
    aFrom: start + aStarts[edit.aFrom]!,
    aTo: start + aStarts[edit.aTo]!,
    bFrom: start + bStarts[edit.bFrom]!,
    bTo: start + bStarts[edit.bTo]!,
  }));
}

interface Middle {
  readonly start: number;
  readonly aEnd: number;
  readonly bEnd: number;
}

function wholly(a: string, b: string): Middle {
  return { start: 0, aEnd: a.length, bEnd: b.length };
}

/** Longer texts are first cut down to where they differ, at white space, which always begins a token. */
const TRIMMED = 4_000;

function differingMiddle(a: string, b: string): Middle {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (start > 0 && !(start < shorter && isBorder(a, start) && a[start] === b[start])) start--;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  // The character before the border must be common too.
  end--;
  while (end > 0 && !isBorder(a, a.length - end)) end--;
  end = Math.max(0, end);
  return { start, aEnd: a.length - end, bEnd: b.length - end };
}

/** Whether a run of white space begins at `offset`. */
function isBorder(text: string, offset: number): boolean {
  return text.charCodeAt(offset) <= 32 && text.charCodeAt(offset - 1) > 32;
}

function tokenStarts(tokens: readonly string[]): Int32Array {
  const starts = new Int32Array(tokens.length + 1);
  for (let i = 0; i < tokens.length; i++) starts[i + 1] = starts[i]! + tokens[i]!.length;
  return starts;
}

/**
 * The same for the eye: changes that only white space parts are one, so that a rewritten phrase reads as a phrase and
 * not word by word; and a number such as 0.1 or 1,500 changes as a whole.
 */
export function diffPhrases(a: string, b: string): WordEdit[] {
  const phrases: WordEdit[] = [];
  const edits = diffWords(a, b);
  for (const [at, words] of edits.entries()) {
    const last = phrases.at(-1);
    const edit = wholeNumbers(a, b, words, last?.aTo ?? 0, edits[at + 1]?.aFrom ?? a.length);
    if (last && /^[^\S\r\n]*$/.test(a.slice(last.aTo, edit.aFrom))) {
      phrases[phrases.length - 1] = { ...edit, aFrom: last.aFrom, bFrom: last.bFrom };
    } else phrases.push(edit);
  }
  return phrases;
}

/** An edit that neither begins nor ends inside a number, as far as both texts are equal around it: in a[start, end). */
function wholeNumbers(a: string, b: string, edit: WordEdit, start: number, end: number): WordEdit {
  let { aFrom, aTo, bFrom, bTo } = edit;
  while (aFrom > start && (isInNumber(a, aFrom) || isInNumber(b, bFrom))) {
    aFrom--;
    bFrom--;
  }
  while (aTo < end && (isInNumber(a, aTo) || isInNumber(b, bTo))) {
    aTo++;
    bTo++;
  }
  return { aFrom, aTo, bFrom, bTo };
}

function isInNumber(text: string, at: number): boolean {
  const before = isDigit(text, at - 1);
  const behind = isDigit(text, at);
  if (before && behind) return true;
  if (before) return isPoint(text, at) && isDigit(text, at + 1);
  return behind && isPoint(text, at - 1) && isDigit(text, at - 2);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

const isPoint = (text: string, at: number): boolean => text[at] === "." || text[at] === ",";
