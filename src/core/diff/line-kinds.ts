import { frontMatterEnd } from "../text/front-matter-end.ts";
import { bareLine } from "../text/split-lines.ts";

/**
 * What a line is made of. "prose": sentences. "whole": one thing to a reader (a list item, a row of a table, a heading).
 * "code": code, front matter and the like, in which words of two authors are never joined.
 */
export type LineKind = "blank" | "prose" | "whole" | "code";

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})(.*)$/s;
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const HEADING = /^[ \t>]*#{1,6}(?:[ \t]|$)/;
const ROW = /^[ \t>]*\|/;
const LETTER = /^\p{L}/u;
/** The line under a table's head, also of a table without outer bars. */
const TABLE_RULE = /^[ \t>]*:?-+:?[ \t]*\|[ \t:|-]*$/;
const RULE = /^[ \t]*([-*_=])[ \t]*(?:\1[ \t]*)*$/;

/** The kind of each line of a text that `splitLines` made. A scan, no parse: it is to be cheap on any text. */
export function lineKinds(text: string, lines: readonly string[]): LineKind[] {
  const kinds: LineKind[] = [];
  const body = frontMatterEnd(text);
  let fence: string | null = null;
  let inTable = false;
  let inList = false;
  let at = 0;
  lines.forEach((whole, i) => {
    const inFrontMatter = at < body;
    at += whole.length;
    // Most lines begin with a letter, and need no closer look.
    if (fence === null && !inFrontMatter && !inTable && LETTER.test(whole)) {
      inList &&= kinds[i - 1] !== "blank";
      kinds.push("prose");
      return;
    }
    const line = bareLine(whole);
    const isBlank = line.trim() === "";
    if (isBlank) inTable = false;
    if (inFrontMatter) kinds.push(isBlank ? "blank" : "code");
    else if (fence !== null) {
      if (closes(line, fence)) fence = null;
      kinds.push(isBlank ? "blank" : "code");
    } else if (isBlank) kinds.push("blank");
    else {
      fence = fenceMark(line);
      const isItem = ITEM.test(line) && !RULE.test(line);
      const isIndented = /^(?: {4}|\t)/.test(line);
      const before = kinds[i - 1] ?? "blank";
      if (isItem) inList = true;
      else if (before === "blank" && !/^[ \t]/.test(line)) inList = false;
      if (TABLE_RULE.test(line)) {
        inTable = true;
        if (before === "prose") kinds[i - 1] = "whole";
      }
      if (fence !== null) kinds.push("code");
      else if (isIndented && !inList && (before === "blank" || before === "code")) kinds.push("code");
      else if (isItem || inTable || ROW.test(line) || HEADING.test(line) || RULE.test(line)) kinds.push("whole");
      else kinds.push("prose");
    }
  });
  return kinds;
}

function fenceMark(line: string): string | null {
  if (!line.includes("```") && !line.includes("~~~")) return null;
  const [, mark = "", info = ""] = FENCE.exec(line) ?? [];
  return mark === "" || (mark.startsWith("`") && info.includes("`")) ? null : mark;
}

function closes(line: string, mark: string): boolean {
  const end = line.replace(/^[ \t>]+/, "").trimEnd();
  return end.length >= mark.length && end === mark[0]!.repeat(end.length);
}

/** A line at least this long that ends without a mark goes on in the next: somebody wrapped their paragraphs. */
const WRAPPED = 50;
/** A sentence has no more lines than this; where marks are missing for longer, these are no wrapped sentences. */
const MAX_WRAPPED = 8;

/** For each line whether its last sentence goes on in the next line. */
export function wrappedLines(lines: readonly string[], kinds: readonly LineKind[]): boolean[] {
  const wraps = lines.map((whole, i) => {
    if (whole.length < WRAPPED || kinds[i + 1] !== "prose") return false;
    if (kinds[i] !== "prose" && !(kinds[i] === "whole" && ITEM.test(whole))) return false;
    if (/^[ \t]*>/.test(lines[i + 1]!)) return false;
    return !/(?: {2}|\\|[.!?…:。！？]["'”’»)\]*_`]*)[\r\n]*$/.test(whole.slice(-12));
  });
  for (let i = 0; i < wraps.length; ) {
    let end = i;
    while (wraps[end]) end++;
    if (end - i > MAX_WRAPPED) wraps.fill(false, i, end);
    i = end + 1;
  }
  return wraps;
}
