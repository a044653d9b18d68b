import { wholeEnd } from "../../../core/text/quote-text.ts";
import { READ_PAGE } from "../../../protocol/limits.ts";
import { type PageRoom, sizeIn, USUAL_ROOM } from "./page-room.ts";

interface Listed {
  readonly text: string;
  readonly mark: string;
}

/** As many whole items as fit a page, from the one that begins at this line of the listing; the last line says how to go on. */
export function pageOfItems(
  items: readonly Listed[],
  fromLine: number,
  page: PageRoom = USUAL_ROOM,
): { readonly lines: readonly string[]; readonly marks: readonly string[] } {
  const lines: string[] = [];
  const marks: string[] = [];
  let [line, room, left, next] = [1, page.most, 0, 0];
  for (const { text, mark } of items) {
    const begins = line;
    line += text.split("\n").length;
    if (begins < fromLine) continue;
    const size = sizeIn(page, text);
    if (next > 0 || (lines.length > 0 && size > room)) {
      next ||= begins;
      left += 1;
      continue;
    }
    // One that is longer than a page by itself: the text has the rest.
    const isCut = text.length > READ_PAGE;
    lines.push(isCut ? `${text.slice(0, wholeEnd(text, READ_PAGE))}… (cut: read_canvas shows the text itself)` : text);
    marks.push(mark);
    room -= size + 1;
  }
  if (lines.length === 0 && items.length > 0)
    lines.push(`There is nothing from line ${fromLine} on: the list has ${line - 1} lines.`);
  if (left > 0) {
    const what = left === 1 ? "1 more" : `${left} more`;
    lines.push(`${what}: call read_canvas with part "feedback" and from_line: ${next}.`);
  }
  return { lines, marks };
}
