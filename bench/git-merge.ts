import type { MergeConflict } from "../src/core/diff/hunk.ts";
import { splitLines } from "../src/core/text/split-lines.ts";

/** Why a merge that is clean by lines is none by sentences. */
export function reasonOf(conflicts: readonly MergeConflict[]): string {
  const insertions = conflicts.filter(({ base }) => base === "").length;
  if (insertions === conflicts.length) return "both put something in at one place (git's order is chance)";
  const sentences = conflicts.filter(({ base }) => base !== "");
  if (sentences.every(({ base }) => base.includes("\n"))) return "both rewrote one sentence over wrapped lines";
  return "both changed one sentence or line";
}

/** All lines but blank ones, whatever their order. */
export function sortedLines(text: string): string {
  return splitLines(text)
    .filter((line) => line.trim() !== "")
    .sort()
    .join("");
}
