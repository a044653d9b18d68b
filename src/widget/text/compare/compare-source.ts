import { computeDiff } from "../../../core/diff/compute-diff.ts";
import { diffPhrases } from "../../../core/diff/diff-words.ts";
import { bareLine, splitLines } from "../../../core/text/split-lines.ts";
import type { Mark } from "./text-runs.ts";

export interface SourcePiece {
  readonly text: string;
  readonly mark: Mark;
}
/** A line of the comparison; a line that was changed stands twice, once as it was and once as it is. */
export interface SourceLine {
  readonly mark: Mark;
  readonly before: number | null;
  readonly after: number | null;
  readonly pieces: readonly SourcePiece[];
  /** The line is the same and ends otherwise: with another line break, or one where there was none. */
  readonly hasOtherEnd?: true;
}

/** Every line of both sources, in reading order, with the changed words of changed lines marked. */
export function compareSource(before: string, after: string): SourceLine[] {
  const beforeWhole = splitLines(before);
  const afterWhole = splitLines(after);
  const beforeLines = beforeWhole.map(bareLine);
  const afterLines = afterWhole.map(bareLine);
  const lines: SourceLine[] = [];
  let was = 0;
  let is = 0;
  const same = (until: number) => {
    for (; is < until; is++, was++) {
      const end = beforeWhole[was] === afterWhole[is] ? {} : { hasOtherEnd: true as const };
      const pieces = [{ text: afterLines[is]!, mark: "same" as const }];
      lines.push({ mark: "same", before: was + 1, after: is + 1, pieces, ...end });
    }
  };
  // Compared without terminators: a line that only ends otherwise is the same line, and says so.
  for (const hunk of computeDiff(beforeLines.map(ended).join(""), afterLines.map(ended).join(""))) {
    same(hunk.modifiedRange ? hunk.modifiedRange.start - 1 : hunk.after);
    const gone = hunk.originalRange ? beforeLines.slice(hunk.originalRange.start - 1, hunk.originalRange.end) : [];
    const come = hunk.modifiedRange ? afterLines.slice(hunk.modifiedRange.start - 1, hunk.modifiedRange.end) : [];
    const marked = markWords(gone, come);
    for (const pieces of marked.gone) lines.push({ mark: "removed", before: ++was, after: null, pieces });
    for (const pieces of marked.come) lines.push({ mark: "added", before: null, after: ++is, pieces });
  }
  same(afterLines.length);
  return lines;
}

const ended = (line: string): string => `${line}\n`;

function markWords(gone: readonly string[], come: readonly string[]) {
  const was = gone.join("\n");
  const is = come.join("\n");
  const edits =
    gone.length > 0 && come.length > 0
      ? diffPhrases(was, is)
      : [{ aFrom: 0, aTo: was.length, bFrom: 0, bTo: is.length }];
  return {
    gone:
      gone.length === 0
        ? []
        : intoLines(
            was,
            edits.map((edit) => [edit.aFrom, edit.aTo]),
            "removed",
          ),
    come:
      come.length === 0
        ? []
        : intoLines(
            is,
            edits.map((edit) => [edit.bFrom, edit.bTo]),
            "added",
          ),
  };
}

function intoLines(
  text: string,
  changed: readonly (readonly [number, number] | readonly number[])[],
  mark: Mark,
): SourcePiece[][] {
  const lines: SourcePiece[][] = [[]];
  const put = (from: number, to: number, as: Mark) => {
    text
      .slice(from, to)
      .split("\n")
      .forEach((part, at) => {
        if (at > 0) lines.push([]);
        if (part !== "") lines.at(-1)!.push({ text: part, mark: as });
      });
  };
  let done = 0;
  for (const [from, to] of changed) {
    put(done, from!, "same");
    put(from!, to!, mark);
    done = to!;
  }
  put(done, text.length, "same");
  return lines;
}
