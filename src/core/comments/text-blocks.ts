import { lineKinds } from "../diff/line-kinds.ts";
import { splitLines } from "../text/split-lines.ts";

/** The blocks of a text in order: paragraphs, list items, headings, rows of tables, pieces of code. */
export interface TextBlocks {
  readonly count: number;
  /** Where block i begins, and where the line after it begins. */
  start(i: number): number;
  end(i: number): number;
  /** The first block that ends after `offset`; `count` when there is none. */
  at(offset: number): number;
}

/** Blank lines part blocks; an item, a heading or a row begins one; what follows an item without a blank line is part of it. */
export function createBlocks(text: string): TextBlocks {
  const lines = splitLines(text);
  const kinds = lineKinds(text, lines);
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  lines.forEach((line, i) => {
    const kind = kinds[i]!;
    const before = kinds[i - 1] ?? "blank";
    const end = at + line.length;
    if (kind !== "blank") {
      const goesOn = kind !== "whole" && before !== "blank" && (kind === "code") === (before === "code");
      if (goesOn) ends[ends.length - 1] = end;
      else {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  });
  return {
    count: starts.length,
    start: (i) => starts[i]!,
    end: (i) => ends[i]!,
    at: (offset) => {
      let low = 0;
      let high = ends.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle]! > offset) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}
