import { isSpaceOrTab, skipSpaces, trimEnd } from "../../text/characters.ts";
import type { Alignment } from "../tree.ts";

const PIPE = 124;
const BACKSLASH = 92;
const COLON = 58;
const HYPHEN = 45;

/** From and to of each cell's content in a row, without the spaces around it. An escaped pipe does not end a cell. */
export function splitRow(text: string, from: number, end: number): number[] {
  const cells: number[] = [];
  const stop = trimEnd(text, from, end);
  let at = skipSpaces(text, from, stop);
  if (at < stop && text.charCodeAt(at) === PIPE) at++;
  let cell = at;
  for (; at < stop; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === PIPE) {
      pushCell(cells, text, cell, at);
      cell = at + 1;
    }
  }
  if (cell < stop || cells.length === 0) pushCell(cells, text, cell, stop);
  return cells;
}

function pushCell(cells: number[], text: string, from: number, to: number): void {
  const start = skipSpaces(text, from, to);
  cells.push(start, trimEnd(text, start, to));
}

/** The alignments that a delimiter row sets, or null if the line is none. A row of hyphens alone is an underline. */
export function delimiterRow(text: string, from: number, end: number): Alignment[] | null {
  let special = false;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === PIPE || code === COLON) special = true;
    else if (code !== HYPHEN && !isSpaceOrTab(code)) return null;
  }
  if (!special) return null;
  const cells = splitRow(text, from, end);
  const align: Alignment[] = [];
  for (let i = 0; i < cells.length; i += 2) {
    let start = cells[i]!;
    let stop = cells[i + 1]!;
    const left = start < stop && text.charCodeAt(start) === COLON;
    if (left) start++;
    const right = start < stop && text.charCodeAt(stop - 1) === COLON;
    if (right) stop--;
    if (start >= stop) return null;
    for (let at = start; at < stop; at++) if (text.charCodeAt(at) !== HYPHEN) return null;
    align.push(left ? (right ? "center" : "left") : right ? "right" : null);
  }
  return align;
}
