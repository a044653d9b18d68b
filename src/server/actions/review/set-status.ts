import { z } from "zod";
import { checkText } from "../../../core/document/check-text.ts";
import { applyPersonSave } from "../../../core/document/person/apply-person-save.ts";
import { type CanvasRecord, STATUSES } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { MAX_COMMENT_BODY } from "../../../protocol/limits.ts";
import { defineAction, givenOnly } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeCanvas } from "../change-canvas.ts";
import { canvasId } from "../inputs.ts";
import { checkSaveRights } from "../writing/check-rights.ts";

/** The person's status, by the same rules as in the widget. */
export const setStatus = defineAction({
  name: "set_status",
  description: "Sets the status of a canvas for the person; approving is of exactly the revision that they saw.",
  by: ["person"],
  needs: "view",
  input: z.object({
    canvasId,
    to: z.enum(STATUSES),
    revision: z.number().int().min(0).describe("The revision that the person saw: only that one is approved"),
    note: z.string().optional(),
  }),
  run: async (call, { canvasId: id, note, ...asked }): Promise<Outcome<{ readonly record: CanvasRecord }>> => {
    const bad = note === undefined ? null : checkText("The note", note, MAX_COMMENT_BODY * 4);
    if (bad !== null) return { ok: false, error: bad };
    const moment = momentOf(call);
    const status = { ...asked, ...givenOnly({ note }) };
    const wish = { status, comments: [], decisions: [], sent: false };
    return changeCanvas(call, id, {}, (record, texts) => {
      const error = checkSaveRights(call, record, wish, moment.now);
      return error === null ? applyPersonSave(record, texts, wish, moment) : { ok: false, error };
    });
  },
});
