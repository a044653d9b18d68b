/** One cell of a row, in offsets of the row's text: `from`–`to` between the pipes, `start`–`end` its words. */
interface RowCell {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}
export interface Row {
  readonly text: string;
  readonly cells: readonly RowCell[];
  readonly isOpen: boolean;
  readonly isClosed: boolean;
}

/** Reads a row of a table. A pipe after a backslash is a letter; `isOpen`, `isClosed`: a pipe stands at that end. */
export function readRow(text: string): Row {
  const pipes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "|") pipes.push(at);
  }
  const isOpen = pipes.length > 0 && text.slice(0, pipes[0]).trim() === "";
  const isClosed = pipes.length > (isOpen ? 1 : 0) && text.slice(pipes.at(-1)! + 1).trim() === "";
  const borders = [...(isOpen ? [] : [-1]), ...pipes, ...(isClosed ? [] : [text.length])];
  const cells = borders.slice(1).map((to, index) => readCell(text, borders[index]! + 1, to));
  return { text, cells, isOpen, isClosed };
}

function readCell(text: string, from: number, to: number): RowCell {
  const inside = text.slice(from, to);
  const words = inside.trim();
  if (words === "") {
    const start = Math.min(from + 1, to);
    return { from, to, start, end: start };
  }
  const start = from + (inside.length - inside.trimStart().length);
  return { from, to, start, end: start + words.length };
}

/** The cell that an offset of the row's text stands in. */
export function cellAt({ cells }: Row, offset: number): number {
  const index = cells.findIndex(({ to }) => offset <= to);
  return index < 0 ? cells.length - 1 : index;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Columns that a text takes in type of one width. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) {
    if (char.codePointAt(0)! < 0x300) width++;
    else if (!/\p{M}|\p{Cf}/u.test(char)) width += WIDE.test(char) ? 2 : 1;
  }
  return width;
}
