import { computeDiff } from "../diff/compute-diff.ts";
import type { DiffHunk, LineRange } from "../diff/hunk.ts";
import { withNames } from "../people/name-words.ts";
import type { Touch } from "../records/sharing.ts";
import { lineText, quoted } from "../text/quote-text.ts";
import { splitLines } from "../text/split-lines.ts";
import { changedWords, pairOf } from "./changed-words.ts";
import { type EditedLines, editorsOf } from "./editors.ts";
import type { Item } from "./item.ts";
import { markOf } from "./mark.ts";

/** Of an edit that is too long for a result so many of its lines are told, and so much of each. */
const SHORT_LINES = 12;
const SHORT_LINE = 240;
/** Indentation can change what markdown means, so a few lines of it are shown; what stands at the end of lines is not. */
const SHOWN_INDENTED = 6;

/**
 * The person's edits, from the text that the model knows to the text as it is. Line numbers are those of the text as it is.
 * `touches` says who made them, as far as that is known.
 */
export function describeEdits(baseline: string, content: string, touches: readonly Touch[] = []): Item[] {
  const seen = new Map<string, number>();
  const editors = editorsOf(baseline, content, touches);
  return computeDiff(baseline, content)
    .flatMap(partsOf)
    .map(({ name, title: bare, lines, words, at }): Item => {
      const twins = seen.get(name) ?? 0;
      seen.set(name, twins + 1);
      // What names an edit for good has nobody's name in it.
      const mark = markOf("edit", twins === 0 ? name : `${name} ${twins}`);
      const people = editors(at);
      const title = people.length === 0 ? bare : withNames(bare.replace(/^- Moved to/, "- Moved a passage to"), people);
      const item: Item = {
        kind: "edit",
        text: [title, ...lines].join("\n"),
        short: shorten(title, lines),
        mark,
        words,
      };
      return people.length === 0 ? item : { ...item, people };
    });
}

interface Part {
  /** Equal for the same change, wherever it stands. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** The changed words alone, both sides of them. */
  readonly words: string;
  /** Its lines in the text as it is. */
  readonly at: EditedLines;
}

/** A hunk as what it is to a reader: each changed line by itself, a block as a block. */
function partsOf(hunk: DiffHunk): Part[] {
  switch (hunk.type) {
    case "modified":
      return modified(hunk);
    case "added": {
      const name = `+${hunk.modified}`;
      const words = pairOf("", hunk.modified);
      const at = hunk.modifiedRange;
      if (hunk.movedFrom) {
        const first = shownLines(hunk.modified).lines[0] ?? "";
        const title = `- Moved to ${lines(hunk.modifiedRange)}, unchanged: ${quoted(first.trim(), 120)}`;
        return [part(name, title, words, at)];
      }
      const { lines: added, skipped } = shownLines(hunk.modified);
      const start = hunk.modifiedRange.start + skipped;
      const where = lines({ start, end: start + added.length - 1 });
      if (added.length === 0)
        return [part(name, `- Added ${blankLines(hunk.modified)} at line ${hunk.modifiedRange.start}`, words, at)];
      if (added.length === 1) return [part(name, `- Added ${where}: ${quoted(added[0]!)}`, words, at)];
      return [{ name, title: `- Added ${where}:`, lines: prefixed("+", added), words, at }];
    }
    case "removed": {
      // A moved block is told once, where it is now.
      if (hunk.movedTo) return [];
      const name = `-${hunk.original}`;
      const words = pairOf(hunk.original, "");
      const at = { start: hunk.after + 1, end: hunk.after };
      const where = hunk.after === 0 ? "at the beginning" : `after line ${hunk.after}`;
      const { lines: gone } = shownLines(hunk.original);
      if (gone.length === 0) return [part(name, `- Removed ${blankLines(hunk.original)} ${where}`, words, at)];
      if (gone.length === 1) return [part(name, `- Removed ${where}: ${quoted(gone[0]!)}`, words, at)];
      return [{ name, title: `- Removed ${where}:`, lines: prefixed("-", gone), words, at }];
    }
  }
}

function modified(hunk: Extract<DiffHunk, { readonly type: "modified" }>): Part[] {
  const was = bareLines(hunk.original);
  const now = bareLines(hunk.modified);
  const { start } = hunk.modifiedRange;
  if (hunk.whiteSpaceOnly === true) return [whiteSpace(hunk, was, now)];
  if (was.length === now.length) {
    return was.flatMap((line, i) => {
      if (line === now[i]) return [];
      const words = changedWords(line, now[i]!);
      const title = `- Edited line ${start + i}: ${quoted(words.was)} → ${quoted(words.now)}`;
      return [part(words.name, title, words.words, { start: start + i, end: start + i })];
    });
  }
  const name = JSON.stringify([hunk.original, hunk.modified]);
  const title = `- Edited ${lines(hunk.modifiedRange)}:`;
  return [
    {
      name,
      title,
      lines: [...prefixed("-", shownLines(hunk.original).lines), ...prefixed("+", shownLines(hunk.modified).lines)],
      words: pairOf(hunk.original, hunk.modified),
      at: hunk.modifiedRange,
    },
  ];
}

function whiteSpace(
  hunk: Extract<DiffHunk, { readonly type: "modified" }>,
  was: readonly string[],
  now: readonly string[],
): Part {
  const name = JSON.stringify([hunk.original, hunk.modified]);
  const at = hunk.modifiedRange;
  const title = `- Changed only white space in ${lines(at)}`;
  const words = pairOf(hunk.original, hunk.modified);
  const ends = /[^\S\r\n]+$/;
  const isSeen =
    was.map((line) => line.replace(ends, "")).join("\n") !== now.map((line) => line.replace(ends, "")).join("\n");
  if (!isSeen || was.length + now.length > 2 * SHOWN_INDENTED) return part(name, `${title}.`, words, at);
  return { ...part(name, `${title}:`, words, at), lines: [...prefixed("-", was), ...prefixed("+", now)] };
}

function part(name: string, title: string, words: string, at: EditedLines): Part {
  return { name, title, lines: [], words, at };
}

function lines({ start, end }: LineRange): string {
  return start >= end ? `line ${start}` : `lines ${start}-${end}`;
}

function prefixed(sign: "+" | "-", all: readonly string[]): string[] {
  return all.map((line) => `  ${sign} ${lineText(line)}`.trimEnd());
}

function bareLines(text: string): string[] {
  return splitLines(text).map((line) => line.replace(/[\r\n]+$/, ""));
}

/** The lines without blank ones at the edges, and how many were left out before them. */
function shownLines(text: string): { readonly lines: readonly string[]; readonly skipped: number } {
  const all = bareLines(text);
  let from = 0;
  let to = all.length;
  while (from < to && all[from]!.trim() === "") from++;
  while (to > from && all[to - 1]!.trim() === "") to--;
  return { lines: all.slice(from, to), skipped: from };
}

function blankLines(text: string): string {
  const count = bareLines(text).length;
  return count === 1 ? "a blank line" : `${count} blank lines`;
}

function shorten(title: string, all: readonly string[]): string {
  const cut = (line: string): string =>
    line.length > SHORT_LINE ? `${line.slice(0, SHORT_LINE).replace(/\p{Surrogate}$/u, "")}…` : line;
  const shown = all.slice(0, SHORT_LINES).map(cut);
  const isCut = title.length > 2 * SHORT_LINE || shown.length < all.length || shown.some((line, i) => line !== all[i]);
  if (!isCut) return [title, ...all].join("\n");
  const left = all.length - shown.length;
  const rest = left > 0 ? `${left} more lines` : "Cut";
  const first =
    title.length > 2 * SHORT_LINE ? `${title.slice(0, 2 * SHORT_LINE).replace(/\p{Surrogate}$/u, "")}…` : title;
  return [first, ...shown, `  (${rest}: read_canvas part "feedback" has all of it.)`].join("\n");
}
