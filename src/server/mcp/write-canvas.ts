import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { checkText } from "../../core/document/check-text.ts";
import { judgeRewrite } from "../../core/document/model/judge/judge-rewrite.ts";
import { checkModelStatus } from "../../core/document/model/model-base.ts";
import type { AskedComment } from "../../core/document/model/model-comments.ts";
import { rewriteCanvas } from "../../core/document/model/rewrite-canvas.ts";
import { cleanTitle, titleFromContent } from "../../core/document/title.ts";
import { quoted } from "../../core/text/quote-text.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import { writeCanvasInput } from "../../protocol/model-tools.ts";
import { createdLine, repeatedLine } from "../../protocol/result-lines.ts";
import { changeCanvas } from "./change-canvas.ts";
import { createNewCanvas } from "./create-new-canvas.ts";
import { modelReply, outcomeLines, shown } from "./model-reply.ts";
import { parseComments } from "./parse-comments.ts";
import { rewrittenLine } from "./rewritten-line.ts";
import { findByTitle } from "./same-title.ts";
import { type Call, defineTool, momentOf } from "./tool.ts";
import { errorResult, toolError } from "./tool-result.ts";

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
    const { content, status } = args;
    const bad =
      (content === undefined ? null : checkText("content", content, MAX_CONTENT_BYTES)) ??
      (status === undefined ? null : checkModelStatus(status));
    if (bad !== null) return errorResult(bad);
    const parsed = parseComments(args.comments);
    if (!parsed.ok) return errorResult(parsed.error);
    if (args.canvas_id !== undefined) return rewrite(args, args.canvas_id, parsed.comments, call);
    if (args.confirm !== undefined)
      return toolError("invalid_input", "canvas_id is missing: name the canvas whose text is held.");
    if (content === undefined) return toolError("invalid_input", "content is missing: pass the markdown text.");
    return create(args, content, parsed.comments, call);
  },
});

async function rewrite(
  args: Input,
  canvasId: string,
  comments: readonly AskedComment[],
  call: Call,
): Promise<CallToolResult> {
  const { base_version: baseVersion, title, status, content, confirm, allow_removal: allowRemoval } = args;
  const moment = momentOf(call, "model");
  const wish = {
    comments,
    addresses: args.addresses ?? [],
    ...(content === undefined ? {} : { content }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(allowRemoval === undefined ? {} : { allowRemoval }),
    ...(baseVersion === undefined ? {} : { baseVersion }),
    ...(title === undefined ? {} : { title }),
    ...(status === undefined ? {} : { status }),
  };
  const versions = baseVersion === undefined ? [] : [baseVersion];
  const changed = await changeCanvas(call, canvasId, { versions }, (record, texts) => {
    const made = rewriteCanvas(record, texts, wish, moment);
    if (!made.ok || made.kind === "held") return made;
    return { ...shown(made), before: record.document.content };
  });
  if (!changed.ok) return errorResult(changed.error);
  const { record, made } = changed;
  if (made === null) throw new Error("A write without a save key cannot repeat");
  if (made.kind === "held") return toolError(made.code, heldWords(canvasId, made));
  const what = rewrittenLine(made.before, record.document.content);
  return modelReply(call, record, outcomeLines(made, what), made.news, content ?? null);
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

async function create(
  args: Input,
  given: string,
  comments: readonly AskedComment[],
  call: Call,
): Promise<CallToolResult> {
  const { text: content, notes: healed } = judgeRewrite(given, null);
  const bad = checkText("content", content, MAX_CONTENT_BYTES);
  if (bad !== null) return errorResult(bad);
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([content, args.title ?? null, call.client ?? null, call.session ?? null]))
    .digest("base64url");
  const name = (args.title === undefined ? null : cleanTitle(args.title)) ?? titleFromContent(content);
  const twin = await findByTitle(call, name);
  const created = await createNewCanvas(
    call,
    {
      content,
      comments,
      addresses: args.addresses ?? [],
      ...(args.title === undefined ? {} : { title: args.title }),
      ...(args.status === undefined ? {} : { status: args.status }),
    },
    momentOf(call, "model"),
    fingerprint,
  );
  if (!created.ok) return errorResult(created.error);
  const { record, notes, news } = created;
  call.page?.offer(record.document.id);
  const { id, title, version } = record.document;
  const lines = [
    created.repeated ? repeatedLine(id, quoted(title), version) : createdLine(id, quoted(title)),
    ...(call.ui === "shown" ? ["The person sees it, and can edit it, comment on it and approve it."] : []),
    ...(twin === null || twin.id === id
      ? []
      : [`Canvas ${twin.id} has the same title: to change that one instead, use its id.`]),
    ...healed,
    ...notes,
  ];
  return modelReply(call, record, lines, news, given);
}
