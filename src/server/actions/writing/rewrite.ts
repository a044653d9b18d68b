import { z } from "zod";
import { checkText } from "../../../core/document/check-text.ts";
import type { ModelOutcome } from "../../../core/document/model/apply-model-write.ts";
import { checkModelStatus } from "../../../core/document/model/check-model-call.ts";
import { rewriteCanvas } from "../../../core/document/model/rewrite-canvas.ts";
import { type CanvasRecord, STATUSES } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../../protocol/limits.ts";
import { defineAction, givenOnly } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeOnce, shown } from "../change-canvas.ts";
import { askedComments, baseVersion, canvasId } from "../inputs.ts";

export type Rewritten =
  | {
      readonly kind: "written";
      readonly record: CanvasRecord;
      readonly outcome: Omit<ModelOutcome, "draft">;
      /** The text that it replaced. */
      readonly before: string;
      readonly news: string;
    }
  /** Nothing was changed: the text looks incomplete, or something sent with it is wrong. It waits under `token`. */
  | {
      readonly kind: "held";
      readonly code: "looks_incomplete" | "invalid_comments";
      readonly why: readonly string[];
      readonly token: string;
    };

/** The whole text, replaced by the model; what others changed since its base is merged in. */
export const rewrite = defineAction({
  name: "rewrite",
  description: "Replaces the whole text of a canvas; what the person changed since is merged in.",
  by: ["model"],
  needs: "edit",
  input: z.object({
    canvasId,
    content: z.string().optional().describe("The whole new text; left out only with confirm"),
    title: z.string().optional(),
    baseVersion,
    comments: askedComments.optional(),
    addresses: z.array(z.string()).optional().describe("Ids of comments that this deals with"),
    status: z.enum(STATUSES).optional(),
    allowRemoval: z.boolean().optional().describe("Much of the text may go"),
    confirm: z.string().optional().describe("Applies a text that was held back"),
  }),
  run: async (call, asked): Promise<Outcome<Rewritten>> => {
    const { canvasId: id, comments = [], addresses = [], content, status, ...rest } = asked;
    const bad =
      (content === undefined ? null : checkText("content", content, MAX_CONTENT_BYTES)) ??
      (status === undefined ? null : checkModelStatus(status));
    if (bad !== null) return { ok: false, error: bad };
    const moment = momentOf(call);
    const wish = { comments: comments.map(givenOnly), addresses, ...givenOnly({ ...rest, content, status }) };
    const versions = rest.baseVersion === undefined ? [] : [rest.baseVersion];
    const changed = await changeOnce(call, id, { versions }, (record, texts) => {
      const made = rewriteCanvas(record, texts, wish, moment);
      if (!made.ok || made.kind === "held") return made;
      return { ...shown(made), before: record.document.content };
    });
    if (!changed.ok) return changed;
    const { record, made } = changed;
    if (made.kind === "held") return { ok: true, kind: "held", code: made.code, why: made.why, token: made.token };
    const { before, news, kind, ...outcome } = made;
    return { ok: true, kind, record, outcome, before, news };
  },
});
