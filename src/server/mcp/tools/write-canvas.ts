import type { CallToolResult } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { AskedComment } from "../../../core/document/model/check-model-call.ts";
import { writeCanvasInput } from "../../../protocol/model-tools.ts";
import { parseComments } from "../../../protocol/parse-comments.ts";
import { create } from "../../actions/writing/create.ts";
import { rewrite } from "../../actions/writing/rewrite.ts";
import { createdLines, heldError, rewrittenLines } from "../../telling/tell-write.ts";
import { asModel, defineTool, type ToolCall } from "../tool.ts";
import { errorResult, modelReply, toolError } from "../tool-result.ts";

type Input = z.infer<typeof writeCanvasInput>;

export const writeCanvas = defineTool({
  name: "write_canvas",
  title: "Writing Canvas",
  description: `Creates a markdown document (a canvas) that the person reads, edits, comments on and approves; or replaces the whole text of one.
Use it for documents worth keeping: drafts, plans, reports, articles. Not for short answers.
Create: content, beginning with a # heading. Replace: canvas_id, the FULL new text, and base_version (from the last result). The person's changes since are merged in. For anything less use edit_canvas.`,
  input: writeCanvasInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  shows: "widget",
  run: async (args, call) => {
    const { content, canvas_id: canvasId } = args;
    const parsed = parseComments(args.comments);
    if (!parsed.ok) return errorResult(parsed.error);
    if (canvasId !== undefined) return replace({ ...args, canvas_id: canvasId }, parsed.comments, call);
    if (args.confirm !== undefined)
      return toolError("invalid_input", "canvas_id is missing: name the canvas whose text is held.");
    if (content === undefined) return toolError("invalid_input", "content is missing: pass the markdown text.");
    return make({ ...args, content }, parsed.comments, call);
  },
});

async function replace(
  args: Input & { readonly canvas_id: string },
  comments: AskedComment[],
  call: ToolCall,
): Promise<CallToolResult> {
  const { canvas_id: canvasId, base_version: baseVersion, allow_removal: allowRemoval, ...rest } = args;
  const done = await rewrite.run(asModel(call), { ...rest, canvasId, comments, baseVersion, allowRemoval });
  if (!done.ok) return errorResult(done.error);
  if (done.kind === "held") return errorResult(heldError(canvasId, done));
  return modelReply(call, done.record, rewrittenLines(done), done.news, args.content ?? null);
}

async function make(
  args: Input & { readonly content: string },
  comments: AskedComment[],
  call: ToolCall,
): Promise<CallToolResult> {
  const { content, title, status, addresses } = args;
  const created = await create.run(asModel(call), { content, title, status, addresses, comments });
  if (!created.ok) return errorResult(created.error);
  call.page?.offer(created.record.document.id);
  return modelReply(call, created.record, createdLines(created, call.ui === "shown"), created.news, content);
}
