import { beginDraft } from "../../core/document/draft.ts";
import type { CanvasRecord } from "../../core/document/records.ts";
import { refuse } from "../../core/document/refusal.ts";
import { lineText } from "../../core/feedback/quote-text.ts";
import { outlineOf } from "../../core/markdown/outline.ts";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { canvasOutput, readCanvasInput } from "../../protocol/model-tools.ts";
import { changeCanvas } from "./change-canvas.ts";
import { commentLines } from "./comment-lines.ts";
import { readReply, shown } from "./model-reply.ts";
import { pageOf } from "./page-of-text.ts";
import { defineTool, momentOf, READS } from "./tool.ts";
import { errorResult, toolError } from "./tool-result.ts";

export const readCanvas = defineTool({
  name: "read_canvas",
  title: "Read a canvas",
  description: `Returns a canvas as it is now: its text, its comments with their ids, and what the person changed since you last wrote it.
Call it first whenever a canvas is mentioned at a version that you have not seen, or when the person says that they edited it.
Long texts come in pages of 50,000 characters: go on with from_line. part "feedback" returns the person's edits and comments alone, "outline" the headings with their lines. version reads an older one.
The result ends with the base_version to pass with your next change.`,
  input: readCanvasInput,
  output: canvasOutput,
  annotations: READS,
  run: async (args, call) => {
    const { version, part = "all", from_line: from, to_line: to } = args;
    if (from !== undefined && to !== undefined && to < from) {
      return toolError("invalid_input", `to_line ${to} comes before from_line ${from}. Swap them.`);
    }
    const moment = momentOf(call, "model");
    const versions = version === undefined ? [] : [version];
    const changed = await changeCanvas(call, args.canvas_id, { versions }, (record, texts) => {
      const { id, version: newest, content } = record.document;
      const text = version === undefined || version === newest ? content : texts.get(version);
      if (text === undefined) {
        const code = version !== undefined && version > newest ? "future_version" : "unknown_version";
        return refuse(
          code,
          `Canvas ${id} has no version ${version}; the newest is ${newest}. Leave version out to read it.`,
        );
      }
      return { ok: true, ...shown({ draft: beginDraft(record, texts, moment) }), text };
    });
    if (!changed.ok) return errorResult(changed.error);
    const { record, made } = changed;
    if (made === null) throw new Error("A read without a save key cannot repeat");
    if (part === "feedback") return readReply(call, record, [], made.feedback);
    const older = version !== undefined && version !== record.document.version;
    const name = `Canvas ${record.document.id} at v${older ? version : record.document.version}`;
    const note = older ? [`This is an older version; the newest is v${record.document.version}.`] : [];
    if (part === "outline") {
      return readReply(call, record, [`${name}, outline:`, ...note, ...outline(made.text)], made.feedback);
    }
    const page = pageOf(made.text, from, to);
    if (!page.ok) return toolError("invalid_input", page.message);
    const lines = [`${name}, ${page.range}:`, ...note, "", page.text, "", ...page.next, ...comments(record)];
    return readReply(call, record, lines, made.feedback);
  },
});

function comments(record: CanvasRecord): string[] {
  const lines = commentLines(record);
  return lines.length === 0 ? [] : ["### All comments", ...lines];
}

function outline(text: string): string[] {
  const headings = outlineOf(parseMarkdown(text));
  if (headings.length === 0) return ["There are no headings."];
  return headings.map(({ level, title, line, words }) => {
    const name = lineText(title.replace(/\s+/g, " "));
    return `${"  ".repeat(level - 1)}- line ${line}: ${"#".repeat(level)} ${name} (${words} words)`;
  });
}
