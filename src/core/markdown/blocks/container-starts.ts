import { isDigit, isSpaceOrTab, SPACE } from "../../text/characters.ts";
import { ownCopy } from "../own-copy.ts";
import type { LineCursor } from "./line-cursor.ts";
import type { RawKind } from "./raw-block.ts";

/** How list items and footnotes begin. */

export interface ListMarker {
  readonly ordered: boolean;
  readonly start: number;
  /** The bullet, or the character after the number. */
  readonly char: number;
  /** Characters of the marker itself. */
  readonly length: number;
}

/** The marker at the cursor's next character. In a paragraph only a bullet or a 1 with text after it may begin a list. */
export function listMarker(cursor: LineCursor, inParagraph: boolean): ListMarker | null {
  const { text, next, end } = cursor;
  const first = text.charCodeAt(next);
  let at = next;
  let start = 0;
  const ordered = isDigit(first);
  if (ordered) {
    while (at < end && at - next < 10 && isDigit(text.charCodeAt(at))) at++;
    const code = at < end ? text.charCodeAt(at) : -1;
    if (at - next > 9 || (code !== 46 && code !== 41)) return null;
    start = Number(text.slice(next, at));
    if (inParagraph && start !== 1) return null;
  } else if (first !== 42 && first !== 43 && first !== 45) return null;
  const char = text.charCodeAt(at);
  at++;
  if (at < end && !isSpaceOrTab(text.charCodeAt(at))) return null;
  if (inParagraph) {
    let rest = at;
    while (rest < end && isSpaceOrTab(text.charCodeAt(rest))) rest++;
    if (rest >= end) return null;
  }
  return { ordered, start, char, length: at - next };
}

/** Moves over the marker and its space; returns the columns by which the item's content is indented. */
export function enterItem(cursor: LineCursor, marker: ListMarker): number {
  cursor.toNext();
  cursor.skip(marker.length);
  if (cursor.blank) return marker.length + 1;
  if (cursor.indent >= 5) {
    cursor.skipOptionalSpace();
    return marker.length + 1;
  }
  const padding = marker.length + cursor.indent;
  cursor.skipColumns(cursor.indent);
  return padding;
}

export interface FootnoteOpening {
  readonly label: string;
  readonly length: number;
}

/** `[^label]:` at `from`. A label has no spaces and no brackets, and is at most 200 characters long. */
export function footnoteOpening(text: string, from: number, end: number): FootnoteOpening | null {
  if (text.charCodeAt(from + 1) !== 94) return null;
  const limit = Math.min(end, from + 203);
  for (let at = from + 2; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 93) {
      if (at === from + 2 || at + 1 >= end || text.charCodeAt(at + 1) !== 58) return null;
      return { label: ownCopy(text, from + 2, at), length: at + 2 - from };
    }
    if (code <= SPACE || code === 91) return null;
  }
  return null;
}

/** Whether a block may stand directly inside another. */
export function canHold(parent: RawKind, child: RawKind): boolean {
  switch (parent) {
    case "root":
    case "quote":
    case "item":
    case "footnote":
    case "details":
      return child !== "item";
    case "list":
      return child === "item";
    default:
      return false;
  }
}

/** Whether a block holds other blocks. */
export const isContainer = (kind: RawKind): boolean => kind === "list" || canHold(kind, "paragraph");
