import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MergeConflict } from "../src/core/diff/hunk.ts";
import { splitLines } from "../src/core/diff/split-lines.ts";

/** Git's clean merge, or null when git conflicts. `folder`: where the three texts may stand for a moment. */
export function gitMerge(folder: string, base: string, mine: string, theirs: string): string | null {
  const paths = { base: join(folder, "base"), mine: join(folder, "mine"), theirs: join(folder, "theirs") };
  writeFileSync(paths.base, base);
  writeFileSync(paths.mine, mine);
  writeFileSync(paths.theirs, theirs);
  try {
    return execFileSync("git", ["merge-file", "-p", paths.mine, paths.base, paths.theirs], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const status = (error as { status?: number | null }).status;
    if (typeof status === "number" && status > 0 && status < 128) return null;
    throw error;
  }
}

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
