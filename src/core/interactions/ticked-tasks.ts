import { commonPrefix, commonSuffix } from "../text/common-ends.ts";
import { bareLine, splitLines } from "../text/split-lines.ts";
import { clipped } from "./done-by-person.ts";

export interface TickedTask {
  /** What the task says. */
  readonly task: string;
  readonly checked: boolean;
  /** In the text as it is now, from 1. */
  readonly line: number;
}

/** In a longer stretch of changes ticks are edits like any other: looking for them would hold up the save. */
const LONGEST_STRETCH = 20_000;
const MOST = 50;
const LONGEST_TASK = 200;
const TASK = /^((?:\s|>)*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(\]\s+)(.*)$/;

/** The tasks that were ticked or unticked between two texts, and changed in nothing else. */
export function tickedTasks(before: string, after: string): readonly TickedTask[] {
  if (before === after) return [];
  const prefix = commonPrefix(before, after);
  const start = after.lastIndexOf("\n", prefix - 1) + 1;
  const suffix = commonSuffix(before, after, Math.min(before.length, after.length) - prefix);
  const oldLines = linesFrom(before, start, before.length - suffix);
  const newLines = linesFrom(after, start, after.length - suffix);
  // Only where lines stand against lines: what else was typed there is told as an edit.
  if (oldLines === null || newLines === null || oldLines.length !== newLines.length) return [];
  const ticked: TickedTask[] = [];
  let first: number | null = null;
  for (const [i, line] of newLines.entries()) {
    const was = TASK.exec(oldLines[i] ?? "");
    const is = TASK.exec(line);
    if (was === null || is === null || ticked.length === MOST) continue;
    const isSame = was[1] === is[1] && was[3] === is[3] && was[4] === is[4];
    const checked = is[2] !== " ";
    if (!isSame || (was[2] !== " ") === checked) continue;
    first ??= splitLines(after.slice(0, start)).length + 1;
    ticked.push({ task: clipped((is[4] ?? "").trim(), LONGEST_TASK), checked, line: first + i });
  }
  return ticked;
}

/** The whole lines from `start` on that reach `end`; null: too many to look at. */
function linesFrom(text: string, start: number, end: number): readonly string[] | null {
  const last = text.indexOf("\n", end);
  const stretch = text.slice(start, last < 0 ? text.length : last);
  return stretch.length > LONGEST_STRETCH ? null : splitLines(stretch).map(bareLine);
}
