import type { Span } from "../../core/markdown/tree.ts";

/** As far as this on either side. */
const FARTHEST = 10_000;

/** The lines from the blank line before a place to the blank line behind it: a paragraph, a table, items of a list. */
export function aroundLines(content: string, { from, to }: Span): Span {
  const head = content.slice(Math.max(0, from - FARTHEST), from);
  const tail = content.slice(to, to + FARTHEST);
  const before = lastBlank(head);
  const behind = /\r?\n[^\S\r\n]*\r?\n/.exec(tail)?.index ?? tail.length;
  return { from: from - head.length + before, to: to + behind };
}

/** Where the first line behind the last blank one begins. */
function lastBlank(text: string): number {
  for (let end = text.lastIndexOf("\n"); end >= 0; ) {
    const start = text.lastIndexOf("\n", end - 1);
    if (end > 0 && text.slice(start + 1, end).trim() === "") return end + 1;
    if (start < 0 || end === 0) break;
    end = start;
  }
  return 0;
}
