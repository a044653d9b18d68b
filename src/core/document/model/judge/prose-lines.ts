import { frontMatterEnd } from "../../../text/front-matter-end.ts";

/** One line of a markdown text. */
export interface ProseLine {
  /** Counted from 1. */
  readonly line: number;
  /** Without its terminator and its quotation marks (`>`), code spans included; "" where it is blank or code. */
  readonly text: string;
  /** Part of a code block, a `<pre>` or the front matter. */
  readonly code: boolean;
  /** Inside a block quotation. */
  readonly quoted: boolean;
}

interface Fence {
  readonly mark: string;
  readonly quoted: boolean;
}

const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/**
 * Every line of a text, with what is code left empty. A scan of lines in place of a parse, because it is to be cheap on
 * any text: a fence that a list item's end would close stays open until its closing line.
 */
export function* proseLines(text: string): Generator<ProseLine> {
  const body = frontMatterEnd(text);
  let fence: Fence | null = null;
  let pre = false;
  let inList = false;
  let mayIndent = true;
  let line = 0;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const whole = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end);
    const inFrontMatter = start < body;
    start = end + 1;
    line += 1;
    const inner = afterQuoteMarks(whole);
    const quoted = inner > 0;
    const rest = quoted ? whole.slice(inner) : whole;
    if (inFrontMatter) {
      yield { line, text: "", code: true, quoted: false };
      continue;
    }
    if (fence?.quoted && !quoted) fence = null;
    if (fence !== null) {
      if (closes(rest, fence.mark)) fence = null;
      yield { line, text: "", code: true, quoted };
      continue;
    }
    const isBlank = rest.trim() === "";
    const isIndented = !isBlank && /^(?: {4}| {0,3}\t)/.test(rest);
    if (isIndented && mayIndent && !inList && !quoted) {
      yield { line, text: "", code: true, quoted };
      continue;
    }
    const opened = fenceMark(rest);
    if (opened !== null) {
      fence = { mark: opened, quoted };
      mayIndent = true;
      if (ITEM.test(rest)) inList = true;
      yield { line, text: "", code: true, quoted };
      continue;
    }
    if (/^ {0,3}<pre[\s>]/i.test(rest)) pre = true;
    const code = pre;
    if (pre && /<\/pre>/i.test(rest)) pre = false;
    if (!isBlank && !isIndented) {
      if (ITEM.test(rest)) inList = true;
      else if (mayIndent && !/^[ \t]/.test(rest)) inList = false;
    }
    mayIndent = isBlank || /^ {0,3}#{1,6}(?:[ \t]|$)/.test(rest);
    yield { line, text: code || isBlank ? "" : rest, code, quoted };
  }
}

/** The marks of the code fence that a line opens; null if it opens none. */
export function fenceMark(line: string): string | null {
  const found = FENCE.exec(line);
  if (found === null) return null;
  const [, mark = "", info = ""] = found;
  return mark.startsWith("`") && info.includes("`") ? null : mark;
}

function closes(line: string, mark: string): boolean {
  const end = line.trim();
  return end.length >= mark.length && end.startsWith(mark) && isRunOf(end, mark[0]!);
}

/** Whether a text is one character, repeated. */
export function isRunOf(text: string, char: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text[at] !== char) return false;
  return text !== "";
}

function afterQuoteMarks(line: string): number {
  let at = 0;
  for (;;) {
    let mark = at;
    while (mark < at + 3 && line[mark] === " ") mark += 1;
    if (line[mark] !== ">") return at;
    at = line[mark + 1] === " " ? mark + 2 : mark + 1;
  }
}

/** The text with each code span as two backticks. */
export function withoutCodeSpans(text: string): string {
  if (!text.includes("`")) return text;
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ from: run.index, length: run[0].length }));
  // From the end, so that the next run of the same length is always known.
  const nextSame = new Int32Array(runs.length);
  const seen = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i -= 1) {
    nextSame[i] = seen.get(runs[i]!.length) ?? -1;
    seen.set(runs[i]!.length, i);
  }
  const parts: string[] = [];
  let kept = 0;
  for (let i = 0; i < runs.length; i += 1) {
    const close = nextSame[i]!;
    if (close < 0) continue;
    parts.push(text.slice(kept, runs[i]!.from), "``");
    kept = runs[close]!.from + runs[close]!.length;
    i = close;
  }
  parts.push(text.slice(kept));
  return parts.join("");
}
