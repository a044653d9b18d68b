import { ownCopy } from "../own-copy.ts";
import type { TextNode } from "../tree.ts";
import type { LineCursor } from "./line-cursor.ts";

/** The rest of the line as it is shown in a code block: a tab of which columns were used stands for spaces. */
export function lineText(cursor: LineCursor, base: number): TextNode {
  const { text, at, end } = cursor;
  const from = at - base;
  const to = end - base;
  if (!cursor.insideTab) return { type: "text", from, to, value: ownCopy(text, at, end) };
  const spaces = 4 - (cursor.column % 4);
  const rest = ownCopy(text, at + 1, end);
  const tab = { from, to: from + 1, at: 0, length: spaces, exact: false };
  const pieces = rest === "" ? [tab] : [tab, { from: from + 1, to, at: spaces, length: rest.length, exact: true }];
  return { type: "text", from, to, value: " ".repeat(spaces) + rest, pieces };
}
