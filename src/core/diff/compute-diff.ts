import { countLines, differingLines } from "../text/differing-lines.ts";
import { bareLine, splitLines, terminatorOf } from "../text/split-lines.ts";
import type { DiffHunk, LineRange } from "./hunk.ts";
import { LINES_AROUND, lineEdits } from "./line-edits.ts";
import type { SequenceEdit } from "./sequence-diff.ts";

/**
 * The changed runs of lines from `a` to `b`, in order; none exactly when the texts are equal. Lines that differ only in
 * white space or line endings are hunks of their own, marked so; a block that only moved is marked at both places. A line
 * break gained or lost at the very end of a text is told only when nothing else is.
 */
export function computeDiff(a: string, b: string): DiffHunk[] {
  if (a === b) return [];
  const { from, aTo, bTo } = differingLines(a, b, LINES_AROUND);
  const hunks = diffOf(splitLines(a.slice(from, aTo)), splitLines(b.slice(from, bTo)));
  return from === 0 ? hunks : movedDown(hunks, countLines(a, from));
}

function diffOf(aLines: readonly string[], bLines: readonly string[]): DiffHunk[] {
  const bareEdits = lineEdits(aLines.map(bareLine), bLines.map(bareLine));
  const parts = bareEdits.flatMap((edit) => splitWhiteSpace(edit, aLines, bLines));
  const hunks = [...parts, ...changedEndings(bareEdits, aLines, bLines, bareEdits.length > 0)]
    .sort((x, y) => x.edit.bFrom - y.edit.bFrom || x.edit.aFrom - y.edit.aFrom)
    .map((part) => hunkOf(part, aLines, bLines));
  return markMoves(hunks);
}

/** The same hunks behind so many more lines. */
function movedDown(hunks: readonly DiffHunk[], by: number): DiffHunk[] {
  const down = ({ start, end }: LineRange): LineRange => ({ start: start + by, end: end + by });
  return hunks.map((hunk) => {
    if (hunk.type === "modified") {
      return { ...hunk, originalRange: down(hunk.originalRange), modifiedRange: down(hunk.modifiedRange) };
    }
    const after = hunk.after + by;
    if (hunk.type === "added") {
      const moved = hunk.movedFrom === undefined ? {} : { movedFrom: down(hunk.movedFrom) };
      return { ...hunk, modifiedRange: down(hunk.modifiedRange), after, ...moved };
    }
    const moved = hunk.movedTo === undefined ? {} : { movedTo: down(hunk.movedTo) };
    return { ...hunk, originalRange: down(hunk.originalRange), after, ...moved };
  });
}

interface Part {
  readonly edit: SequenceEdit;
  readonly whiteSpaceOnly: boolean;
}

function hunkOf({ edit, whiteSpaceOnly }: Part, aLines: readonly string[], bLines: readonly string[]): DiffHunk {
  const original = aLines.slice(edit.aFrom, edit.aTo).join("");
  const modified = bLines.slice(edit.bFrom, edit.bTo).join("");
  const originalRange = { start: edit.aFrom + 1, end: edit.aTo };
  const modifiedRange = { start: edit.bFrom + 1, end: edit.bTo };
  if (edit.aFrom === edit.aTo) return { type: "added", modifiedRange, modified, after: edit.aFrom };
  if (edit.bFrom === edit.bTo) return { type: "removed", originalRange, original, after: edit.bFrom };
  const hunk = { type: "modified", originalRange, modifiedRange, original, modified } as const;
  return whiteSpaceOnly ? { ...hunk, whiteSpaceOnly } : hunk;
}

/** An edit in parts: runs of lines that differ in white space alone, and the rest. */
function splitWhiteSpace(edit: SequenceEdit, aLines: readonly string[], bLines: readonly string[]): Part[] {
  const { aFrom, aTo, bFrom, bTo } = edit;
  if (aFrom === aTo || bFrom === bTo) return [{ edit, whiteSpaceOnly: false }];
  // A paragraph wrapped anew is the same words on other lines.
  const original = aLines.slice(aFrom, aTo).join("");
  if (sameWords(original, bLines.slice(bFrom, bTo).join("")) && original.trim() !== "") {
    return [{ edit, whiteSpaceOnly: true }];
  }
  // One line that became one other has no parts.
  if (aTo - aFrom === 1 && bTo - bFrom === 1) return [{ edit, whiteSpaceOnly: false }];
  const was = aLines.slice(aFrom, aTo).map(foldSpace);
  const now = bLines.slice(bFrom, bTo).map(foldSpace);
  const parts: Part[] = [];
  let i = 0;
  let j = 0;
  const put = (iTo: number, jTo: number, isSame: boolean): void => {
    if (i === iTo && j === jTo) return;
    const part = { aFrom: aFrom + i, aTo: aFrom + iTo, bFrom: bFrom + j, bTo: bFrom + jTo };
    // Blank lines alone are no reason to part what stands around them.
    const whiteSpaceOnly = isSame && was.slice(i, iTo).some((line) => line !== "");
    const last = parts.at(-1);
    if (last && !last.whiteSpaceOnly && !whiteSpaceOnly) {
      parts[parts.length - 1] = {
        edit: { ...part, aFrom: last.edit.aFrom, bFrom: last.edit.bFrom },
        whiteSpaceOnly: false,
      };
    } else parts.push({ edit: part, whiteSpaceOnly });
    i = iTo;
    j = jTo;
  };
  for (const inner of lineEdits(was, now)) {
    put(inner.aFrom, inner.bFrom, true);
    put(inner.aTo, inner.bTo, false);
  }
  put(was.length, now.length, true);
  return parts;
}

/** Runs of lines that are equal but for their terminators. */
function changedEndings(
  edits: readonly SequenceEdit[],
  aLines: readonly string[],
  bLines: readonly string[],
  isElsewhereTold: boolean,
): Part[] {
  const runs: SequenceEdit[] = [];
  let i = 0;
  let j = 0;
  for (const edit of [...edits, { aFrom: aLines.length, aTo: 0, bFrom: bLines.length, bTo: 0 }]) {
    for (; i < edit.aFrom && j < edit.bFrom; i++, j++) {
      const was = terminatorOf(aLines[i]!);
      const now = terminatorOf(bLines[j]!);
      if (was === now) continue;
      if ((was === "" || now === "") && (isElsewhereTold || runs.length > 0)) continue;
      const last = runs.at(-1);
      if (last && last.aTo === i && last.bTo === j) runs[runs.length - 1] = { ...last, aTo: i + 1, bTo: j + 1 };
      else runs.push({ aFrom: i, aTo: i + 1, bFrom: j, bTo: j + 1 });
    }
    i = edit.aTo;
    j = edit.bTo;
  }
  return runs.map((edit) => ({ edit, whiteSpaceOnly: true }));
}

/** Whether two texts differ in white space alone. It is read no further than the first word that differs. */
function sameWords(a: string, b: string): boolean {
  let i = skipSpace(a, 0);
  let j = skipSpace(b, 0);
  while (i < a.length && j < b.length) {
    if (a.charCodeAt(i) !== b.charCodeAt(j)) return false;
    const afterA = skipSpace(a, i + 1);
    const afterB = skipSpace(b, j + 1);
    // A word ends in both, or in neither; at the end of a text, space or not is the same.
    const isEnd = afterA === a.length || afterB === b.length;
    if (afterA > i + 1 !== afterB > j + 1 && !isEnd) return false;
    i = afterA;
    j = afterB;
  }
  return i >= a.length && j >= b.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** As `\s` has it, without the byte order mark, which nobody sees. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0x2000) return code === 0xa0 || code === 0x1680;
  return code <= 0x200a || (code >= 0x2028 && code <= 0x2029) || [0x202f, 0x205f, 0x3000].includes(code);
}

// Without the byte order mark, which \s counts as white space and nobody sees.
function foldSpace(line: string): string {
  return line.replace(/[^\S\ufeff]+/g, " ").replace(/^ | $/g, "");
}

/** A block with fewer letters is not taken for the same one at another place. */
const MIN_LETTERS = 20;

/** Marks removed blocks that were added unchanged elsewhere, each with one partner. Blank lines at the edges do not count. */
function markMoves(hunks: readonly DiffHunk[]): DiffHunk[] {
  const added = new Map<string, (DiffHunk & { type: "added" })[]>();
  for (const hunk of hunks) {
    if (hunk.type !== "added") continue;
    const key = hunk.modified.trim();
    if (key.length < MIN_LETTERS) continue;
    const twins = added.get(key);
    if (twins) twins.push(hunk);
    else added.set(key, [hunk]);
  }
  if (added.size === 0) return [...hunks];
  const marked = new Map<DiffHunk, DiffHunk>();
  for (const hunk of hunks) {
    if (hunk.type !== "removed") continue;
    const partner = added.get(hunk.original.trim())?.shift();
    if (!partner) continue;
    marked.set(hunk, { ...hunk, movedTo: partner.modifiedRange });
    marked.set(partner, { ...partner, movedFrom: hunk.originalRange });
  }
  return hunks.map((hunk) => marked.get(hunk) ?? hunk);
}
