import type { CallToolResult } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { lineEdits } from "../../../core/diff/line-edits.ts";
import type { AskedComment } from "../../../core/document/model/check-model-call.ts";
import { quoted } from "../../../core/text/quote-text.ts";
import { splitLines } from "../../../core/text/split-lines.ts";
import { writeCanvasInput } from "../../../protocol/model-tools.ts";
import { createdLine, repeatedLine } from "../../../protocol/result-lines.ts";
import { create } from "../../actions/writing/create.ts";
import { rewrite } from "../../actions/writing/rewrite.ts";
import { asModel, defineTool, type ToolCall } from "../tool.ts";
import { errorResult, modelReply, outcomeLines, toolError } from "../tool-result.ts";
import { parseComments } from "./parse-comments.ts";

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
  if (done.kind === "held") return toolError(done.code, heldWords(canvasId, done));
  const { record, outcome, before, news } = done;
  const what = rewrittenLine(before, record.document.content);
  return modelReply(call, record, outcomeLines(outcome, what), news, args.content ?? null);
}

function heldWords(
  canvasId: string,
  { code, why, token }: { readonly code: string; readonly why: readonly string[]; readonly token: string },
): string {
  const id = quoted(canvasId, 44);
  if (code === "invalid_comments") {
    return `${why.join(" ")} Your text is held for 10 minutes: call write_canvas with canvas_id ${id}, confirm: "${token}" and corrected comments, without the content.`;
  }
  return `Nothing was written: the new text looks incomplete. ${why.join(" ")} To change parts, use edit_canvas. If this text is meant exactly so, call write_canvas with canvas_id ${id} and confirm: "${token}" within 10 minutes, without the content.`;
}

async function make(
  args: Input & { readonly content: string },
  comments: AskedComment[],
  call: ToolCall,
): Promise<CallToolResult> {
  const { content, title, status, addresses } = args;
  const created = await create.run(asModel(call), { content, title, status, addresses, comments });
  if (!created.ok) return errorResult(created.error);
  const { record, repeated, twin, notes, news } = created;
  const { id, title: name, version } = record.document;
  call.page?.offer(id);
  const lines = [
    repeated ? repeatedLine(id, quoted(name), version) : createdLine(id, quoted(name)),
    ...(call.ui === "shown" ? ["The person sees it, and can edit it, comment on it and approve it."] : []),
    ...(twin === null ? [] : [`Canvas ${twin.id} has the same title: to change that one instead, use its id.`]),
    ...notes,
  ];
  return modelReply(call, record, lines, news, content);
}

/** Below this share of changed lines, and above this length, a rewrite was a costly way. */
const FEW = 0.25;
const LONG = 200;

/** What a rewrite came to, in figures; and that there is a cheaper way, where there is. */
function rewrittenLine(before: string, after: string): string {
  const was = splitLines(before);
  const now = splitLines(after);
  const lines = Math.max(was.length, now.length);
  const changed = lineEdits(was, now).reduce(
    (sum, edit) => sum + Math.max(edit.bTo - edit.bFrom, edit.aTo - edit.aFrom),
    0,
  );
  const hint = after.length > LONG && changed <= lines * FEW ? " (edit_canvas is cheaper for this)" : "";
  const of = `${Math.min(changed, lines).toLocaleString("en")} of ${lines.toLocaleString("en")} lines changed`;
  return `Rewritten: ${before.length.toLocaleString("en")} → ${after.length.toLocaleString("en")} characters, ${of}${hint}.`;
}
