import { bareLine, lineStarts, splitLines } from "../text/split-lines.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { type LineKind, lineKinds, wrappedLines } from "./line-kinds.ts";

/** A sentence, or a line that is one thing (a list item, a row, a line of code), without the white space behind it. */
export interface TextUnit {
  readonly from: number;
  readonly to: number;
  readonly kind: LineKind;
}

/** A text with what is known of its lines. */
export interface LinedText {
  readonly text: string;
  readonly lines: readonly string[];
  /** One entry more than there are lines. */
  readonly starts: readonly number[];
  readonly kinds: readonly LineKind[];
  /** For each line whether its last sentence goes on in the next. */
  readonly wraps: readonly boolean[];
}

export function linedText(text: string): LinedText {
  const lines = splitLines(text);
  const kinds = lineKinds(text, lines);
  return { text, lines, starts: lineStarts(lines), kinds, wraps: wrappedLines(lines, kinds) };
}

/** The units of the lines [from, to), in order. Between them is nothing but white space. */
export function unitsOf({ lines, starts, kinds, wraps }: LinedText, from: number, to: number): TextUnit[] {
  const units: TextUnit[] = [];
  for (let i = from; i < to; i++) {
    const kind = kinds[i]!;
    if (kind === "blank") continue;
    let at = starts[i]!;
    const line = bareLine(lines[i]!);
    const parts = kind === "prose" ? splitSentences(line) : [line];
    parts.forEach((part, n) => {
      const end = at + part.trimEnd().length;
      if (end > at) {
        const last = units.at(-1);
        const goesOn = n === 0 && i > from && wraps[i - 1] === true && last !== undefined;
        if (goesOn) units[units.length - 1] = { ...last, to: end };
        else units.push({ from: at, to: end, kind });
      }
      at += part.length;
    });
  }
  return units;
}

/** The text [from, to) without some of its units, all of which are given, and without what parted these from the next. */
export function onlyUnits(
  text: string,
  from: number,
  to: number,
  units: readonly TextUnit[],
  isWanted: (unit: TextUnit) => boolean,
): string {
  const last = units.findLastIndex(isWanted);
  const kept = units.map((unit, i) =>
    isWanted(unit) ? text.slice(unit.from, i < last ? units[i + 1]!.from : unit.to) : "",
  );
  return text.slice(from, units[0]!.from) + kept.join("") + text.slice(units.at(-1)!.to, to);
}
