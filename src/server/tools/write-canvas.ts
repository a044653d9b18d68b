import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { applyModelWrite } from "../../core/document/apply-model-write.ts";
import { checkText } from "../../core/document/check-text.ts";
import { checkModelStatus } from "../../core/document/model-base.ts";
import type { AskedComment } from "../../core/document/model-comments.ts";
import { markSeen } from "../../core/document/tell-model.ts";
import { quoted } from "../../core/feedback/quote-text.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import { canvasOutput, writeCanvasInput } from "../../protocol/model-tools.ts";
import { createdLine, repeatedLine } from "../../protocol/result-lines.ts";
import { changeCanvas } from "./change-canvas.ts";
import { createNewCanvas } from "./create-new-canvas.ts";
import { modelReply, outcomeLines, shown } from "./model-reply.ts";
import { parseComments } from "./parse-comments.ts";
import { type Call, defineTool, momentOf } from "./tool.ts";
import { errorResult, toolError } from "./tool-result.ts";

type Input = z.infer<typeof writeCanvasInput> & { readonly content: string };

export const writeCanvas = defineTool({
  name: "write_canvas",
  title: "Writing Canvas",
  description: `Creates an editable markdown document (a canvas) that the person sees, edits, comments on and approves, or rewrites a whole one.
Create: pass content (GitHub-flavoured markdown, starting with a # heading). The result gives the canvas_id and a base_version.
Rewrite: pass canvas_id, the FULL new content, and the base_version that ended the last result you saw. What the person changed since is merged in, never lost.
To change parts of a canvas use edit_canvas: it costs a fraction of a rewrite.
Every result ends with the person's edits and open comments: take them into account. Call read_me once before first use.`,
  input: writeCanvasInput,
  output: canvasOutput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  shows: "widget",
  run: async (given, call) => {
    const { content } = given;
    if (content === undefined) return toolError("invalid_input", "content is missing: pass the whole markdown text.");
    const args = { ...given, content };
    const bad =
      checkText("content", args.content, MAX_CONTENT_BYTES) ??
      (args.status === undefined ? null : checkModelStatus(args.status));
    if (bad !== null) return errorResult(bad);
    const parsed = parseComments(args.comments);
    if (!parsed.ok) return errorResult(parsed.error);
    return args.canvas_id === undefined
      ? create(args, parsed.comments, call)
      : rewrite(args, args.canvas_id, parsed.comments, call);
  },
});

async function rewrite(
  args: Input,
  canvasId: string,
  comments: readonly AskedComment[],
  call: Call,
): Promise<CallToolResult> {
  const { base_version: baseVersion, title, status } = args;
  const moment = momentOf(call, "model");
  const versions = baseVersion === undefined ? [] : [baseVersion];
  const changed = await changeCanvas(call, canvasId, { versions }, (record, texts) => {
    const outcome = applyModelWrite(
      record,
      texts,
      {
        content: args.content,
        comments,
        addresses: args.addresses ?? [],
        ...(baseVersion === undefined ? {} : { baseVersion }),
        ...(title === undefined ? {} : { title }),
        ...(status === undefined ? {} : { status }),
      },
      moment,
    );
    return outcome.ok ? shown({ ...outcome, draft: markSeen(outcome.draft, baseVersion) }) : outcome;
  });
  if (!changed.ok) return errorResult(changed.error);
  const { record, made } = changed;
  if (made === null) throw new Error("A write without a save key cannot repeat");
  return modelReply(call, record, outcomeLines(record, made, "Rewritten."), made.feedback, args.content);
}

async function create(args: Input, comments: readonly AskedComment[], call: Call): Promise<CallToolResult> {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([args.content, args.title ?? null, call.client ?? null]))
    .digest("base64url");
  const created = await createNewCanvas(
    call,
    {
      content: args.content,
      comments,
      addresses: args.addresses ?? [],
      ...(args.title === undefined ? {} : { title: args.title }),
      ...(args.status === undefined ? {} : { status: args.status }),
    },
    momentOf(call, "model"),
    fingerprint,
  );
  if (!created.ok) return errorResult(created.error);
  const { record, notes, feedback } = created;
  call.page?.offer(record.document.id);
  const { id, title, version } = record.document;
  const lines = [
    ...(created.repeated
      ? [repeatedLine(id, quoted(title), version), "No second one was made."]
      : [
          createdLine(id, quoted(title)),
          `${call.page === undefined ? "The person now sees it and can" : "The person can"} edit it, comment on it and approve it.`,
        ]),
    `To change it: edit_canvas with canvas_id "${id}" (parts), or write_canvas with canvas_id "${id}" (the whole text), with the base_version below.`,
    ...notes,
  ];
  return modelReply(call, record, lines, feedback, args.content);
}
