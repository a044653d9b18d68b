import type { Edited } from "../actions/writing/edit.ts";
import { outcomeLines } from "./outcome-lines.ts";

/** What came of a call with so many edits. */
export function editedLines(edits: number, { outcome }: Edited): string[] {
  if (edits === 0) return ["Done; the text is unchanged.", ...outcome.notes];
  return outcomeLines(outcome, appliedLine(edits, outcome.lines ?? []));
}

const MOST_LINES = 12;

function appliedLine(edits: number, lines: readonly number[]): string {
  const count = edits === 1 ? "1 edit" : `${edits} edits`;
  const more = lines.length > MOST_LINES ? ", …" : "";
  return `${count} applied (${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MOST_LINES).join(", ")}${more}).`;
}
