import type { DiffHunk } from "./hunk.ts";
import { lineEdits } from "./line-edits.ts";
import { splitLines } from "./split-lines.ts";

/** The changed runs of lines from `a` to `b`, in order. None when the texts are equal. */
export function computeDiff(a: string, b: string): DiffHunk[] {
  if (a === b) return [];
  const aLines = splitLines(a);
  const bLines = splitLines(b);
  return lineEdits(aLines, bLines).map((edit): DiffHunk => {
    const original = aLines.slice(edit.aFrom, edit.aTo).join("");
    const modified = bLines.slice(edit.bFrom, edit.bTo).join("");
    const originalRange = { start: edit.aFrom + 1, end: edit.aTo };
    const modifiedRange = { start: edit.bFrom + 1, end: edit.bTo };
    if (edit.aFrom === edit.aTo) return { type: "added", modifiedRange, modified, after: edit.aFrom };
    if (edit.bFrom === edit.bTo) return { type: "removed", originalRange, original, after: edit.bFrom };
    return { type: "modified", originalRange, modifiedRange, original, modified };
  });
}
