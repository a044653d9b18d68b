import { z } from "zod";
import { beginDraft } from "../../../core/document/draft.ts";
import { leaveMessage as leave } from "../../../core/document/review/leave-message.ts";
import { closeReview as close } from "../../../core/document/review/review.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeCanvas } from "../change-canvas.ts";
import { canvasId } from "../inputs.ts";

type Answered = Promise<Outcome<{ readonly record: CanvasRecord }>>;

/** The person says something to whoever works on the canvas: told with the next result about it, and it ends a wait. */
export const leaveMessage = defineAction({
  name: "leave_message",
  description: "Leaves words of the person's for whoever works on the canvas.",
  by: ["person"],
  needs: "comment",
  input: z.object({ canvasId, text: z.string() }),
  run: async (call, { canvasId: id, text }): Answered => {
    const moment = momentOf(call);
    return changeCanvas(call, id, {}, (record, texts) => leave(beginDraft(record, texts, moment), text));
  },
});

/** The person leaves the review: whoever waits is told that there will be no answer. */
export const closeReview = defineAction({
  name: "close_review",
  description: "Ends a review without an answer.",
  by: ["person"],
  needs: "comment",
  input: z.object({ canvasId }),
  run: async (call, { canvasId: id }): Answered => {
    const moment = momentOf(call);
    return changeCanvas(call, id, {}, (record, texts) => ({
      ok: true,
      draft: close(beginDraft(record, texts, moment)),
    }));
  },
});
