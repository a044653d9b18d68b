import { computeDiff } from "./compute-diff.ts";
import { splitLines } from "./split-lines.ts";

/** A changed run of lines: after[from, to) stands where before[beforeFrom, beforeTo) stood. Either may be empty. */
export interface ChangedPlace {
  readonly from: number;
  readonly to: number;
  readonly beforeFrom: number;
  readonly beforeTo: number;
}

/** The places where two texts differ, in order. White space alone is no place. */
export function changedPlaces(before: string, after: string): ChangedPlace[] {
  const beforeStarts = lineStarts(before);
  const afterStarts = lineStarts(after);
  return computeDiff(before, after)
    .filter((hunk) => hunk.type !== "modified" || !hunk.whiteSpaceOnly)
    .map((hunk) => {
      const now = hunk.modifiedRange ? span(afterStarts, hunk.modifiedRange) : point(afterStarts, hunk.after);
      const was = hunk.originalRange ? span(beforeStarts, hunk.originalRange) : point(beforeStarts, hunk.after);
      return { ...now, beforeFrom: was.from, beforeTo: was.to };
    });
}

/** `after` with one place as it was before. */
export function undoPlace(before: string, after: string, place: ChangedPlace): string {
  return after.slice(0, place.from) + before.slice(place.beforeFrom, place.beforeTo) + after.slice(place.to);
}

/** Where each line starts, and behind them the end of the text. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const line of splitLines(text)) starts.push(starts.at(-1)! + line.length);
  return starts;
}

function point(starts: readonly number[], line: number) {
  return { from: starts[line]!, to: starts[line]! };
}

function span(starts: readonly number[], { start, end }: { readonly start: number; readonly end: number }) {
  return { from: starts[start - 1]!, to: starts[end]! };
}
