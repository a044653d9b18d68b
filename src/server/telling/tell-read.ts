import { unsavedLines } from "../../core/document/review/review-words.ts";
import { outlineOf } from "../../core/markdown/outline.ts";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import { lineText, quoted } from "../../core/text/quote-text.ts";
import type { Call } from "../actions/call.ts";
import { type PageRoom, sizeIn } from "../actions/reading/page-room.ts";
import type { ReadText } from "../actions/reading/read.ts";
import { accessOf } from "../actions/sharing/people.ts";
import { commentLines } from "./comment-lines.ts";

/** A page of the text with the comments on it, or its headings. */
export function readLines(call: Call, read: ReadText, part: "text" | "outline"): string[] {
  return [...rightsLines(call, read.record), ...(part === "outline" ? outlineLines(read) : textLines(call, read))];
}

/** Of a canvas that somebody else shares: what may be done with it, so that nothing is tried in vain. */
function rightsLines(call: Call, record: CanvasRecord): string[] {
  const access = accessOf(call, record);
  if (access === undefined || access.standing === "owner" || access.standing === "editor") return [];
  const owner = quoted(access.owner.name, 80);
  return access.standing === "commenter"
    ? [`This canvas is of ${owner}; your person may comment and suggest: pass mode: "suggest" to edit_canvas.`]
    : [`This canvas is of ${owner}; your person may only read it.`];
}

function textLines({ who, room }: Call, read: ReadText): string[] {
  const { record, page, feedback } = read;
  const told = new Set(feedback.marks);
  const comments = fitting(
    commentLines(record, who, (mark) => !told.has(mark)),
    room,
  );
  const others = comments.length === 0 ? [] : [told.size === 0 ? "Comments:" : "Other comments:", ...comments];
  return [`${nameOf(read)}, ${page.range}:`, ...noteOf(read), page.text, ...page.next, ...others];
}

/** Beside a page of the text: a third as much, where a result has little room. */
function fitting(lines: string[], room: PageRoom | undefined): string[] {
  if (room === undefined) return lines;
  let left = room.most / 3;
  const count = lines.findIndex((line) => {
    left -= sizeIn(room, `${line}\n`);
    return left < 0;
  });
  if (count === -1) return lines;
  return [...lines.slice(0, count), `- and ${lines.length - count} more: read_canvas part "feedback" has the person's`];
}

function outlineLines(read: ReadText): string[] {
  const headings = outlineOf(parseMarkdown(read.text)).map(({ level, title, line, words }) => {
    const name = lineText(title.replace(/\s+/g, " "));
    return `${"  ".repeat(level - 1)}- line ${line}: ${"#".repeat(level)} ${name} (${words} words)`;
  });
  const shown = headings.length === 0 ? ["There are no headings."] : headings;
  return [`${nameOf(read)}, outline:`, ...noteOf(read), ...shown];
}

function nameOf({ record, version }: ReadText): string {
  const { id, title } = record.document;
  return `Canvas ${id} ${quoted(title, 240)} v${version}`;
}

function noteOf(read: ReadText): readonly string[] {
  const { version: newest } = read.record.document;
  const older = read.version === newest ? [] : [`This is an older version; the newest is v${newest}.`];
  return [...older, ...unsavedLines(read)];
}
