import type { DiffHunk } from "./hunk.ts";
import { lineEdits } from "./line-edits.ts";
import { markMoves } from "./mark-moves.ts";
import type { SequenceEdit } from "./sequence-diff.ts";
import { bareLine, splitLines, terminatorOf } from "./split-lines.ts";

/**
 * The changed runs of lines from `a` to `b`, in order; none exactly when the texts are equal. Lines that differ only in
 * white space or line endings are hunks of their own, marked so; a block that only moved is marked at both places. A line
 * break gained or lost at the very end of a text is told only when nothing else is.
 */
export function computeDiff(a: string, b: string): DiffHunk[] {
  if (a === b) return [];
  const aLines = splitLines(a);
  const bLines = splitLines(b);
  const bareEdits = lineEdits(aLines.map(bareLine), bLines.map(bareLine));
  const parts = bareEdits.flatMap((edit) => splitWhiteSpace(edit, aLines, bLines));
  const hunks = [...parts, ...changedEndings(bareEdits, aLines, bLines, bareEdits.length > 0)]
    .sort((x, y) => x.edit.bFrom - y.edit.bFrom || x.edit.aFrom - y.edit.aFrom)
    .map((part) => hunkOf(part, aLines, bLines));
  return markMoves(hunks);
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
  const was = aLines.slice(aFrom, aTo).map(foldSpace);
  const now = bLines.slice(bFrom, bTo).map(foldSpace);
  // A paragraph wrapped anew is the same words on other lines.
  if (was.join(" ").trim() !== "" && foldSpace(was.join(" ")) === foldSpace(now.join(" "))) {
    return [{ edit, whiteSpaceOnly: true }];
  }
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

function foldSpace(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}
