import { z } from "zod";
import { checkText } from "../../../core/document/check-text.ts";
import { applyModelEdit } from "../../../core/document/model/apply-model-edit.ts";
import type { ModelOutcome } from "../../../core/document/model/apply-model-write.ts";
import { checkModelStatus } from "../../../core/document/model/check-model-call.ts";
import { literalBreaksInEdit } from "../../../core/document/model/judge/literal-breaks.ts";
import { type CanvasRecord, STATUSES } from "../../../core/records/canvas.ts";
import { type Refusal, refuse } from "../../../core/records/refusal.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { MAX_CONTENT_BYTES, MAX_EDITS } from "../../../protocol/limits.ts";
import { defineAction, givenOnly } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeOnce, shown } from "../change-canvas.ts";
import { askedComments, baseVersion, canvasId } from "../inputs.ts";
import { checkEditRights } from "./check-rights.ts";

const edits = z.array(
  z.object({
    find: z.string().describe("Exact text, unique in the canvas"),
    replace: z.string(),
    line: z.number().int().min(1).optional().describe("Where find starts, if it is not unique"),
    reason: z.string().optional().describe("Shown with a suggestion"),
  }),
);
type Edit = z.output<typeof edits>[number];

export interface Edited {
  readonly record: CanvasRecord;
  readonly outcome: Omit<ModelOutcome, "draft">;
  readonly news: string;
}

/** Places in the text, changed or suggested by the model; all or nothing. */
export const edit = defineAction({
  name: "edit",
  description: "Changes places in the text of a canvas, or suggests the changes; all of them or none.",
  by: ["model"],
  needs: "comment",
  input: z.object({
    canvasId,
    edits: edits.optional(),
    mode: z.enum(["apply", "suggest"]).optional(),
    baseVersion,
    comments: askedComments.optional(),
    addresses: z.array(z.string()).optional().describe("Ids of comments that this deals with"),
    withdraw: z.array(z.string()).optional().describe("Ids of the model's own suggestions to take back"),
    status: z.enum(STATUSES).optional(),
  }),
  run: async (call, asked): Promise<Outcome<Edited>> => {
    const { edits = [], comments = [], addresses = [], withdraw = [], mode = "apply", status } = asked;
    const bad = checkEdits(edits) ?? (status === undefined ? null : checkModelStatus(status));
    if (bad !== null) return { ok: false, error: bad };
    if (edits.length + comments.length + addresses.length + withdraw.length === 0 && status === undefined) {
      return refuse("invalid_input", "edits is empty, and there is nothing else to do. Pass at least one edit.");
    }
    const moment = momentOf(call);
    const wish = {
      edits: edits.map(givenOnly),
      mode,
      comments: comments.map(givenOnly),
      addresses,
      withdraw,
      ...givenOnly({ baseVersion: asked.baseVersion, status }),
    };
    const versions = asked.baseVersion === undefined ? [] : [asked.baseVersion];
    const changed = await changeOnce(call, asked.canvasId, { versions }, (record, texts) => {
      const barred = checkEditRights(call, record, wish, moment.now);
      if (barred !== null) return { ok: false, error: barred };
      const written = checkBreaks(edits, record.document.content);
      if (written !== null) return { ok: false, error: written };
      const outcome = applyModelEdit(record, texts, wish, moment);
      return outcome.ok ? shown(outcome) : outcome;
    });
    if (!changed.ok) return changed;
    const { news, ...outcome } = changed.made;
    return { ok: true, record: changed.record, outcome, news };
  },
});

/** Line breaks that a model wrote out as a backslash and an "n" would stand in the text as such. */
function checkBreaks(edits: readonly Edit[], content: string): Refusal | null {
  for (const [index, edit] of edits.entries()) {
    const count = literalBreaksInEdit(edit, content);
    if (count === 0) continue;
    const message = `edits[${index}].replace has ${count} literal \\n (a backslash and an n) and no line break: they would stand in the text as they are. Send real line breaks. No edit was made.`;
    return { code: "looks_incomplete", message };
  }
  return null;
}

function checkEdits(edits: readonly Edit[]): Refusal | null {
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
