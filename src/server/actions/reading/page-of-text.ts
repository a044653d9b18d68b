import { unseenNote } from "../../../core/feedback/unseen-note.ts";
import { GAP, wholeEnd } from "../../../core/text/quote-text.ts";
import { READ_PAGE } from "../../../protocol/limits.ts";
import { type PageRoom, sizeIn, USUAL_ROOM } from "./page-room.ts";

export interface PageOfText {
  readonly text: string;
  readonly range: string;
  readonly next: readonly string[];
  /** Its first and last line, and how many there are. */
  readonly from: number;
  readonly last: number;
  readonly of: number;
  /** A line of it is only shown in part. */
  readonly isCut: boolean;
}

export type Page = ({ readonly ok: true } & PageOfText) | { readonly ok: false; readonly message: string };

/** The lines from `from` to `to` (1-based, inclusive), as many whole ones as fit a page, marked off from the rest. */
export function pageOf(content: string, from = 1, to = Number.MAX_SAFE_INTEGER, room: PageRoom = USUAL_ROOM): Page {
  const lines = content.split("\n");
  // What stands behind the last line's end is no line to read or to name.
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  if (from > lines.length) {
    return {
      ok: false,
      message: `from_line ${from} is after the end: the text has ${lines.length} lines. Pass a smaller one.`,
    };
  }
  const wanted = Math.min(to, lines.length);
  const taken: string[] = [];
  let length = 0;
  for (let i = from - 1; i < wanted; i += 1) {
    const line = lines[i]!;
    const size = sizeIn(room, `${line}\n`);
    if (taken.length > 0 && length + size > room.most) break;
    // A single line longer than a page, such as a picture's data, would drown the model.
    taken.push(line.length > READ_PAGE ? `${line.slice(0, wholeEnd(line, READ_PAGE))}${GAP}` : line);
    length += size;
  }
  const first = lines[from - 1]!;
  const cut =
    first.length > READ_PAGE
      ? [
          `Line ${from} has ${first.length} characters; only its beginning is shown. Change parts of it with edit_canvas: a rewrite would lose its end.`,
        ]
      : [];
  const last = from + taken.length - 1;
  const fence = markers(taken);
  const more = lines.length - last;
  return {
    ok: true,
    from,
    last,
    of: lines.length,
    isCut: taken.some((line, i) => line !== lines[from - 1 + i]),
    range: `lines ${from}–${last} of ${lines.length}`,
    text: [fence.open, ...taken, fence.close].join("\n"),
    next: [
      ...cut,
      ...(last < wanted
        ? [`${more} more line${more === 1 ? "" : "s"}: call read_canvas with from_line: ${last + 1}.`]
        : []),
      ...unseenNote(taken, from),
    ],
  };
}

/** Marks that the text itself does not contain, so that it cannot pretend to end. */
function markers(lines: readonly string[]): { readonly open: string; readonly close: string } {
  for (let n = 0; ; n += 1) {
    const name = n === 0 ? "canvas-text" : `canvas-text-${n}`;
    if (!lines.some((line) => line.includes(`</${name}>`))) return { open: `<${name}>`, close: `</${name}>` };
  }
}
