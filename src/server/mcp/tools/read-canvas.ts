import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ModelKey } from "../../../core/document/books/books.ts";
import { unsavedLines } from "../../../core/document/review/review-words.ts";
import { outlineOf } from "../../../core/markdown/outline.ts";
import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { lineText, quoted } from "../../../core/text/quote-text.ts";
import { readCanvasInput } from "../../../protocol/model-tools.ts";
import { type ReadText, read, readFeedback } from "../../actions/reading/read.ts";
import { accessOf } from "../../actions/sharing/people.ts";
import { pageLines } from "../page-links.ts";
import { asModel, defineTool, READS, type ToolCall } from "../tool.ts";
import { errorResult, textResult } from "../tool-result.ts";
import { commentLines } from "./comment-lines.ts";

export const readCanvas = defineTool({
  name: "read_canvas",
  title: "Read a canvas",
  description: `Returns a canvas as it is now: its text, its comments, and what is new from the person. Call it first when a canvas is mentioned that you have not read, or the person says that they changed it.
Long texts come in pages: go on with from_line. part "feedback": everything that the person changed and said, told before or not; "outline": the headings.`,
  input: readCanvasInput,
  annotations: READS,
  run: async ({ canvas_id: canvasId, version, from_line: fromLine, to_line: toLine, part }, call) => {
    const outline = part === "outline";
    if (part === "feedback") {
      const done = await readFeedback.run(asModel(call), { canvasId, fromLine, toLine });
      return done.ok
        ? readReply(call, done.record.document.id, unsavedLines(done), done.news)
        : errorResult(done.error);
    }
    const done = await read.run(asModel(call), { canvasId, version, fromLine, toLine, outline });
    if (!done.ok) return errorResult(done.error);
    const lines = outline ? outlineLines(done) : textLines(done, asModel(call).who);
    return readReply(call, done.record.document.id, [...rightsLines(call, done.record), ...lines], done.feedback.text);
  },
});

/** Of a canvas that somebody else shares: what may be done with it, so that nothing is tried in vain. */
function rightsLines(call: ToolCall, record: CanvasRecord): string[] {
  const access = accessOf(asModel(call), record);
  if (access === undefined || access.standing === "owner" || access.standing === "editor") return [];
  const owner = quoted(access.owner.name, 80);
  return access.standing === "commenter"
    ? [`This canvas is of ${owner}; your person may comment and suggest: pass mode: "suggest" to edit_canvas.`]
    : [`This canvas is of ${owner}; your person may only read it.`];
}

/** As other results of a model's call, without the view and the key: nobody is shown a widget here. */
async function readReply(call: ToolCall, id: string, lines: readonly string[], news: string): Promise<CallToolResult> {
  call.waited?.delete(id);
  const page = await pageLines(call, id, "again");
  return textResult([...lines, ...page, news].join("\n"));
}

function textLines(read: ReadText, reader: ModelKey): string[] {
  const { record, page, feedback } = read;
  const told = new Set(feedback.marks);
  const comments = commentLines(record, reader, (mark) => !told.has(mark));
  const others = comments.length === 0 ? [] : [told.size === 0 ? "Comments:" : "Other comments:", ...comments];
  return [`${nameOf(read)}, ${page.range}:`, ...noteOf(read), page.text, ...page.next, ...others];
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
