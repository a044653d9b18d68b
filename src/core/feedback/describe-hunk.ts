import { diffPhrases, type WordEdit } from "../diff/diff-words.ts";
import type { DiffHunk, LineRange } from "../diff/hunk.ts";
import { splitLines } from "../diff/split-lines.ts";
import { GAP, lineText, quoted, wholeEnd, wholeStart } from "./quote-text.ts";

/** A line longer than this shows only what changed in it, with its surroundings. */
const LONG_LINE = 320;
const SURROUNDINGS = 70;

/** One hunk in the form of the specification, section 8.3, without a line break at its end. */
export function describeHunk(hunk: DiffHunk): string {
  switch (hunk.type) {
    case "modified":
      return describeModified(hunk.originalRange, hunk.original, hunk.modified, hunk.whiteSpaceOnly === true);
    case "added":
      if (hunk.movedFrom) return moved(hunk.movedFrom, hunk.modifiedRange, hunk.modified);
      return [`Added at line ${hunk.modifiedRange.start}:`, ...prefixed("+", hunk.modified)].join("\n");
    case "removed":
      return [`Removed (was ${lines(hunk.originalRange)}):`, ...prefixed("-", hunk.original)].join("\n");
  }
}

function moved(from: LineRange, to: LineRange, text: string): string {
  const first = shownLines(text)[0] ?? "";
  return `Moved (was ${lines(from)}, now ${lines(to)}), unchanged: ${quoted(first.trim(), 120)}`;
}

function describeModified(range: LineRange, original: string, modified: string, whiteSpaceOnly: boolean): string {
  const was = shownLines(original);
  const now = shownLines(modified);
  if (whiteSpaceOnly) return describeWhiteSpace(range, was, now);
  const title = `Changed (${lines(range)}):`;
  if (was.length === 1 && now.length === 1) {
    const [wasText, nowText] = changedSpans(was[0]!, now[0]!);
    return [title, `  - Was: ${lineText(wasText)}`, `  + Now: ${lineText(nowText)}`].join("\n");
  }
  if (was.length === now.length) {
    const pairs = was.map((line, i) => changedSpans(line, now[i]!));
    return [
      title,
      ...pairs.map(([line]) => `  - ${lineText(line)}`),
      ...pairs.map(([, line]) => `  + ${lineText(line)}`),
    ].join("\n");
  }
  return [title, ...prefixed("-", original), ...prefixed("+", modified)].join("\n");
}

/** Indentation can change what markdown means, so a few lines of it are shown; what stands at the end of lines is not. */
const SHOWN_INDENTED = 6;

function describeWhiteSpace(range: LineRange, was: readonly string[], now: readonly string[]): string {
  const title = `Only white space changed (${lines(range)})`;
  const ends = /[^\S\r\n]+$/;
  const isSeen =
    was.map((line) => line.replace(ends, "")).join("\n") !== now.map((line) => line.replace(ends, "")).join("\n");
  if (!isSeen || was.length + now.length > 2 * SHOWN_INDENTED) return `${title}.`;
  const shown = (sign: string, line: string): string => `  ${sign} ${lineText(line.slice(0, LONG_LINE))}`;
  return [`${title}:`, ...was.map((line) => shown("-", line)), ...now.map((line) => shown("+", line))].join("\n");
}

function lines(range: LineRange): string {
  return `lines ${range.start}-${range.end}`;
}

function prefixed(sign: "+" | "-", text: string): string[] {
  return shownLines(text).map((line) => `  ${sign} ${lineText(line)}`);
}

/** The lines without blank ones at the edges: the range in the title counts those. Only blank lines: that, in words. */
function shownLines(text: string): string[] {
  const all = splitLines(text).map((line) => line.replace(/[\r\n]+$/, ""));
  let from = 0;
  let to = all.length;
  while (from < to && all[from]!.trim() === "") from++;
  while (to > from && all[to - 1]!.trim() === "") to--;
  if (from === to) return [all.length === 1 ? "(a blank line)" : `(${all.length} blank lines)`];
  return all.slice(from, to);
}

/** Both lines; when they are long, only their changed words with what stands around them. */
function changedSpans(was: string, now: string): [string, string] {
  if (was.length <= LONG_LINE && now.length <= LONG_LINE) return [was, now];
  const edits = diffPhrases(was, now);
  return [
    spans(
      was,
      edits.map(({ aFrom, aTo }) => ({ from: aFrom, to: aTo })),
    ),
    spans(
      now,
      edits.map(({ bFrom, bTo }: WordEdit) => ({ from: bFrom, to: bTo })),
    ),
  ];
}

function spans(line: string, changed: readonly { readonly from: number; readonly to: number }[]): string {
  const windows: { from: number; to: number }[] = [];
  for (const { from, to } of changed) {
    const start = wholeEnd(line, Math.max(0, from - SURROUNDINGS));
    const end = wholeStart(line, Math.min(line.length, to + SURROUNDINGS));
    const last = windows.at(-1);
    // A gap is worth its sign only where it leaves out more than that.
    if (last && start <= last.to + 2 * GAP.length) last.to = Math.max(last.to, end);
    else windows.push({ from: start <= 2 * GAP.length ? 0 : start, to: end });
  }
  const last = windows.at(-1);
  if (last && line.length - last.to <= 2 * GAP.length) last.to = line.length;
  const shown = windows.map(({ from, to }) => line.slice(from, to)).join(` ${GAP} `);
  const head = windows[0] && windows[0].from > 0 ? `${GAP} ` : "";
  const tail = last && last.to < line.length ? ` ${GAP}` : "";
  return head + shown + tail;
}
