import type { CallToolResult } from "@modelcontextprotocol/server";
import { unsavedLines } from "../../../core/document/review/review-words.ts";
import { readCanvasInput } from "../../../protocol/model-tools.ts";
import { read, readFeedback } from "../../actions/reading/read.ts";
import { readLines } from "../../telling/tell-read.ts";
import { pageLines } from "../page-links.ts";
import { asModel, defineTool, READS, type ToolCall } from "../tool.ts";
import { errorResult, textResult } from "../tool-result.ts";

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
    const lines = readLines(asModel(call), done, outline ? "outline" : "text");
    return readReply(call, done.record.document.id, lines, done.feedback.text);
  },
});

/** As other results of a model's call, without the view and the key: nobody is shown a widget here. */
async function readReply(call: ToolCall, id: string, lines: readonly string[], news: string): Promise<CallToolResult> {
  call.waited?.delete(id);
  const page = await pageLines(call, id, "again");
  return textResult([...lines, ...page, news].join("\n"));
}
