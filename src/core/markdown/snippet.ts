import { parseMarkdown } from "./parse-markdown.ts";
import { plainText } from "./plain-text.ts";

/** A piece of a text in which something was sought; `hit`: it is what was sought. */
export interface FoundRun {
  readonly text: string;
  readonly hit?: true;
}

const BEFORE = 40;
const AFTER = 140;
const MORE = "…";

/**
 * The words of a passage around the first of those that were sought, as a reader sees them, with all of them marked. Null:
 * none of them can be read there (they stand in an address, say).
 */
export function snippetOf(passage: string, words: readonly string[]): readonly FoundRun[] | null {
  const sought = words.filter((word) => word !== "");
  if (sought.length === 0) return null;
  const text = plainText(parseMarkdown(passage)).replace(/\s+/gu, " ").trim();
  const pattern = new RegExp(sought.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")).join("|"), "giu");
  const first = text.search(pattern);
  if (first < 0) return null;
  const from = wordStart(text, Math.max(0, first - BEFORE), first);
  const to = wordEnd(text, Math.min(text.length, first + AFTER));
  const runs: FoundRun[] = [];
  const add = (run: FoundRun): void => {
    if (run.text !== "") runs.push(run);
  };
  let at = from;
  for (const found of text.slice(0, to).matchAll(pattern)) {
    if (found.index < at || found[0] === "") continue;
    add({ text: (at === from && from > 0 ? MORE : "") + text.slice(at, found.index) });
    add({ text: found[0], hit: true });
    at = found.index + found[0].length;
  }
  add({ text: text.slice(at, to) + (to < text.length ? MORE : "") });
  return runs;
}

/** The first place from here on at which a word begins. Where none does before `latest`, it is here. */
function wordStart(text: string, from: number, latest: number): number {
  if (from === 0) return 0;
  const space = text.indexOf(" ", from);
  if (space >= 0 && space < latest) return space + 1;
  return isInside(text, from) ? from + 1 : from;
}

function wordEnd(text: string, to: number): number {
  if (to === text.length) return to;
  const space = text.lastIndexOf(" ", to);
  if (space > to - BEFORE) return space;
  return isInside(text, to) ? to - 1 : to;
}

/** Between the two halves of one character. */
function isInside(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? "") && /[\uD800-\uDBFF]/.test(text[at - 1] ?? "");
}
