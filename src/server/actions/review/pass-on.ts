import { z } from "zod";
import { openBook } from "../../../core/document/books/books.ts";
import { beginDraft } from "../../../core/document/draft.ts";
import { notePassedOn } from "../../../core/document/review/tell-model.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeOnce } from "../change-canvas.ts";
import { canvasId } from "../inputs.ts";

/** What the person sent has come to the model's conversation as words of theirs: it is no news any more. */
export const passOn = defineAction({
  name: "pass_on",
  description: "Notes that what the person sent stands in the model's conversation.",
  by: ["model"],
  needs: "view",
  reads: true,
  input: z.object({
    canvasId,
    answer: z.number().int().min(1).describe("The number of the answer, and all before it"),
  }),
  run: async (call, { canvasId: id, answer }): Promise<Outcome<{ readonly record: CanvasRecord }>> => {
    const moment = momentOf(call);
    const changed = await changeOnce(call, id, { isReading: true }, (record, texts) => ({
      ok: true,
      draft: notePassedOn(openBook(beginDraft(record, texts, moment)), answer),
    }));
    return changed.ok ? { ok: true, record: changed.record } : changed;
  },
});
