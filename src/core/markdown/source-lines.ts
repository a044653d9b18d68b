import { lineEnd, nextLine } from "../text/split-lines.ts";
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
