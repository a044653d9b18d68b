import { applyModelEdit } from "../../core/document/apply-model-edit.ts";
import { checkText } from "../../core/document/check-text.ts";
import { checkModelStatus } from "../../core/document/model-base.ts";
import type { Refusal } from "../../core/document/refusal.ts";
import { markSeen } from "../../core/document/tell-model.ts";
import { MAX_CONTENT_BYTES, MAX_EDITS } from "../../protocol/limits.ts";
import { canvasOutput, editCanvasInput } from "../../protocol/model-tools.ts";
import { changeCanvas } from "./change-canvas.ts";
import { modelReply, outcomeLines, shown } from "./model-reply.ts";
import { parseComments } from "./parse-comments.ts";
import { defineTool, momentOf } from "./tool.ts";
import { errorResult, toolError } from "./tool-result.ts";

export const editCanvas = defineTool({
  name: "edit_canvas",
  title: "Edit a canvas",
  description: `Changes parts of a canvas: each edit replaces find, copied exactly from the canvas, by replace. Prefer it to write_canvas for anything less than a new document.
All edits apply to the text as it is now, in one step, or none does. find must be unique: make it long enough, or pass line (the line on which it starts).
To insert, find a neighbouring passage and repeat it in replace; to delete, replace by "".
mode "suggest" leaves the text alone and offers the edits to the person, with a reason each.
addresses: ids of the person's comments that this deals with. comments: your own notes or answers (reply_to).
Pass the base_version that ended the last result. The result ends with the person's edits and open comments.`,
  input: editCanvasInput,
  output: canvasOutput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  shows: "widget",
  run: async (args, call) => {
    const bad = checkEdits(args.edits) ?? (args.status === undefined ? null : checkModelStatus(args.status));
    if (bad !== null) return errorResult(bad);
    const parsed = parseComments(args.comments);
    if (!parsed.ok) return errorResult(parsed.error);
    const addresses = args.addresses ?? [];
    if (
      args.edits.length === 0 &&
      parsed.comments.length === 0 &&
      addresses.length === 0 &&
      args.status === undefined
    ) {
      return toolError("invalid_input", "edits is empty, and there is nothing else to do. Pass at least one edit.");
    }
    const { base_version: baseVersion, status } = args;
    const moment = momentOf(call, "model");
    const versions = baseVersion === undefined ? [] : [baseVersion];
    const changed = await changeCanvas(call, args.canvas_id, { versions }, (record, texts) => {
      const outcome = applyModelEdit(
        record,
        texts,
        {
          edits: args.edits.map(({ find, replace, line, reason }) => ({
            find,
            replace,
            ...(line === undefined ? {} : { line }),
            ...(reason === undefined ? {} : { reason }),
          })),
          mode: args.mode ?? "apply",
          comments: parsed.comments,
          addresses,
          ...(baseVersion === undefined ? {} : { baseVersion }),
          ...(status === undefined ? {} : { status }),
        },
        moment,
      );
      return outcome.ok ? shown({ ...outcome, draft: markSeen(outcome.draft, baseVersion) }) : outcome;
    });
    if (!changed.ok) return errorResult(changed.error);
    const { record, made } = changed;
    if (made === null) throw new Error("An edit without a save key cannot repeat");
    const what = args.edits.length === 1 ? "1 edit applied." : `${args.edits.length} edits applied.`;
    const lines =
      args.edits.length === 0 ? [`Done; the text is unchanged.`, ...made.notes] : outcomeLines(record, made, what);
    return modelReply(call, record, lines, made.feedback);
  },
});

function checkEdits(
  edits: readonly { readonly find: string; readonly replace: string; readonly reason?: string | undefined }[],
): Refusal | null {
  if (edits.length > MAX_EDITS) {
    const message = `edits has ${edits.length} entries; at most ${MAX_EDITS} fit in one call. Send the rest in another, or use write_canvas.`;
    return { code: "invalid_input", message };
  }
  for (const [index, edit] of edits.entries()) {
    if (edit.find.trim() === "") {
      const message = `edits[${index}].find is empty: copy the text to replace from the canvas. To insert, find the passage beside the place and repeat it in replace.`;
      return { code: "invalid_input", message };
    }
    const bad =
      checkText(`edits[${index}].find`, edit.find, MAX_CONTENT_BYTES) ??
      checkText(`edits[${index}].replace`, edit.replace, MAX_CONTENT_BYTES) ??
      (edit.reason === undefined ? null : checkText(`edits[${index}].reason`, edit.reason, 10_000));
    if (bad !== null) return bad;
  }
  return null;
}
