import { ownCopy } from "./own-copy.ts";
import type { TextNode } from "./tree.ts";

/** The lines of a source range as text nodes, offsets relative to `base`. */
export function sourceLines(text: string, base: number, from: number, to: number): readonly TextNode[] {
  const lines: TextNode[] = [];
  const end = base + to;
  let start = base + from;
  while (start <= end) {
    const stop = lineEnd(text, start, end);
    lines.push({ type: "text", from: start - base, to: stop - base, value: ownCopy(text, start, stop) });
    if (stop >= end) break;
    start = nextLine(text, stop);
  }
  return lines;
}

/** The end of the line that `from` is in, without its terminator, at most `to`. */
export function lineEnd(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return to;
}

/** The offset after the terminator at `at`. */
export const nextLine = (text: string, at: number): number =>
  text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
