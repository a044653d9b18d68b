import type { CallToolResult } from "@modelcontextprotocol/server";
import { openBook, ownBook, putBook } from "../../core/document/books/books.ts";
import { beginDraft, type Draft } from "../../core/document/draft.ts";
import { parseCanvasId } from "../../core/document/ids.ts";
import { listForModel, showToModel } from "../../core/document/review/tell-model.ts";
import { outlineOf } from "../../core/markdown/outline.ts";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { refuse } from "../../core/records/refusal.ts";
import { lineText, quoted } from "../../core/text/quote-text.ts";
import { readCanvasInput } from "../../protocol/model-tools.ts";
import { changeCanvas, unsavedLines } from "./change-canvas.ts";
import { commentLines } from "./comment-lines.ts";
import { readReply } from "./model-reply.ts";
import { pageOfItems } from "./page-of-items.ts";
import { type PageOfText, pageOf } from "./page-of-text.ts";
import { type Call, defineTool, momentOf, READS } from "./tool.ts";
import { errorResult, toolError } from "./tool-result.ts";

export const readCanvas = defineTool({
  name: "read_canvas",
  title: "Read a canvas",
  description: `Returns a canvas as it is now: its text, its comments, and what is new from the person. Call it first when a canvas is mentioned that you have not read, or the person says that they changed it.
Long texts come in pages: go on with from_line. part "feedback": everything that the person changed and said, told before or not; "outline": the headings.`,
  input: readCanvasInput,
  annotations: READS,
  run: async (args, call) => {
    const { from_line: from, to_line: to } = args;
    if (from !== undefined && to !== undefined && to < from) {
      return toolError("invalid_input", `to_line ${to} comes before from_line ${from}. Swap them.`);
    }
    if (args.part === "feedback") return readFeedback(args.canvas_id, from ?? 1, call);
    return readText(args.canvas_id, args, call);
  },
});

/** Everything that stands between the model's text and the person's, a page of whole items at a time. */
async function readFeedback(canvasId: string, from: number, call: Call): Promise<CallToolResult> {
  const moment = momentOf(call, "model");
  const changed = await changeCanvas(call, canvasId, { isReading: true }, (record, texts) => {
    const all = listForModel(openBook(beginDraft(record, texts, moment)));
    const page = pageOfItems(all.items, from);
    return { ok: true, draft: all.tell(page.marks), news: [all.head, ...page.lines, all.foot].join("\n") };
  });
  if (!changed.ok) return errorResult(changed.error);
  const { record, made } = changed;
  return readReply(call, record, unsavedLines(changed), made?.news ?? "");
}

async function readText(
  canvasId: string,
  asked: {
    readonly version?: number | undefined;
    readonly from_line?: number | undefined;
    readonly to_line?: number | undefined;
    readonly part?: string | undefined;
  },
  call: Call,
): Promise<CallToolResult> {
  const { version, from_line: from, to_line: to } = asked;
  const isOutline = asked.part === "outline";
  const moment = momentOf(call, "model");
  const versions = version === undefined ? [] : [version];
  const changed = await changeCanvas(call, canvasId, { versions, isReading: true }, (record, texts) => {
    const { id, version: newest, content } = record.document;
    const text = version === undefined || version === newest ? content : texts.get(version);
    if (text === undefined) {
      const code = version !== undefined && version > newest ? "future_version" : "unknown_version";
      return refuse(
        code,
        `Canvas ${id} has no version ${version}; the newest is ${newest}. Leave version out to read it.`,
      );
    }
    const page = pageOf(text, from, to);
    if (!page.ok) return refuse("invalid_input", page.message);
    const opened = openBook(beginDraft(record, texts, moment));
    const isNewest = version === undefined || version === newest;
    const read = isOutline || !isNewest ? { draft: opened, isWhole: false } : withPage(opened, page);
    const { draft, feedback } = showToModel(read.draft, { isWhole: read.isWhole });
    return { ok: true, draft, feedback, text, page };
  });
  if (!changed.ok) {
    // One that is there and damaged is said to be so: asking for it throws.
    if (changed.error.code === "unknown_version" && version !== undefined) {
      await call.deps.store.canvases.version(call.deps.owner, parseCanvasId(canvasId) ?? canvasId, version);
    }
    return errorResult(changed.error);
  }
  const { record, made } = changed;
  if (made === null) throw new Error("A read without a save key cannot repeat");
  const { id, title, version: newest } = record.document;
  const isOlder = version !== undefined && version !== newest;
  const name = `Canvas ${id} ${quoted(title, 240)} v${isOlder ? version : newest}`;
  const older = isOlder ? [`This is an older version; the newest is v${newest}.`] : [];
  const note = [...older, ...unsavedLines(changed)];
  const { feedback, page } = made;
  if (isOutline) return readReply(call, record, [`${name}, outline:`, ...note, ...outline(made.text)], feedback.text);
  const told = new Set(feedback.marks);
  const comments = commentLines(record, call.client, (mark) => !told.has(mark));
  const others = comments.length === 0 ? [] : [told.size === 0 ? "Comments:" : "Other comments:", ...comments];
  const lines = [`${name}, ${page.range}:`, ...note, page.text, ...page.next, ...others];
  return readReply(call, record, lines, feedback.text);
}

/** The page counts towards a whole reading: all at once, or page after page of one version. */
function withPage(draft: Draft, page: PageOfText): { readonly draft: Draft; readonly isWhole: boolean } {
  const { reading, ...book } = ownBook(draft);
  const { version } = draft.record.document;
  const goesOn = page.from === 1 || (reading?.version === version && page.from <= reading.upTo + 1);
  if (page.isCut || !goesOn) return { draft, isWhole: false };
  if (page.last === page.of) return { draft: putBook(draft, book), isWhole: true };
  const upTo = Math.max(page.last, reading?.version === version ? reading.upTo : 0);
  return { draft: putBook(draft, { ...book, reading: { version, upTo } }), isWhole: false };
}

function outline(text: string): string[] {
  const headings = outlineOf(parseMarkdown(text));
  if (headings.length === 0) return ["There are no headings."];
  return headings.map(({ level, title, line, words }) => {
    const name = lineText(title.replace(/\s+/g, " "));
    return `${"  ".repeat(level - 1)}- line ${line}: ${"#".repeat(level)} ${name} (${words} words)`;
  });
}
