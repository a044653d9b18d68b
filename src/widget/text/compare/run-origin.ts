import { piecesOf, valueToSource } from "../../../core/markdown/source-map.ts";
import type { Inline, Piece, Span, TextNode } from "../../../core/markdown/tree.ts";

/** Where a run's words stand in the source: offsets are relative to the top-level block. */
export interface RunOrigin {
  /** The text that has the words, and where in its value they begin. */
  readonly text: TextNode;
  readonly at: number;
  /** False: the words stand for something that is drawn without them, such as a picture or a task's box. */
  readonly isDrawn: boolean;
}

/** Of a piece of markdown that is one run. What is no text maps as a whole. */
export function originOf(inline: Inline, shown: string): RunOrigin {
  if (inline.type === "text") return { text: inline, at: 0, isDrawn: true };
  if (inline.type === "code" || inline.type === "html") return { text: inline.text, at: 0, isDrawn: true };
  return wholeOrigin(inline, shown, inline.type === "break" && !inline.hard);
}

/** Words that stand for the whole of a span. */
export function wholeOrigin({ from, to }: Span, shown: string, isDrawn = false): RunOrigin {
  const pieces = [{ at: 0, length: shown.length, from, to, exact: false }];
  return { text: { type: "text", value: shown, from, to, pieces }, at: 0, isDrawn };
}

/** Lines of code as one text. */
export function linesOrigin(lines: readonly TextNode[], shown: string): RunOrigin | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    if (before !== undefined) {
      pieces.push({ at, length: 1, from: before.to, to: Math.max(before.to, line.from), exact: false });
      at++;
    }
    for (const piece of piecesOf(line)) pieces.push({ ...piece, at: at + piece.at });
    at += line.value.length;
  });
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { text: { type: "text", value: shown, from: first.from, to: last.to, pieces }, at: 0, isDrawn: true };
}

/** The source of the first `length` characters of a run. */
export function sourceOfRun({ text, at, isDrawn }: RunOrigin, length: number): Span {
  if (!isDrawn) return { from: text.from, to: text.to };
  const from = valueToSource(text, at, 1);
  return { from, to: Math.max(from, valueToSource(text, at + length, -1)) };
}
