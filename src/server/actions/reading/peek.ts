import { z } from "zod";
import { bookOf } from "../../../core/document/books/books.ts";
import { messagesFor } from "../../../core/document/review/leave-message.ts";
import { checkpointFor } from "../../../core/document/review/tell-model.ts";
import { buildFeedback, type Feedback } from "../../../core/feedback/build-feedback.ts";
import { messageMark } from "../../../core/feedback/describe-rest.ts";
import type { CanvasRecord, PersonMessage } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";

export interface Peeked {
  readonly record: CanvasRecord;
  /** What is new to the model; null: it has had nothing to do with the canvas, or there is nothing. */
  readonly feedback: Feedback | null;
  /** What the person said that stood in no result for the model yet. */
  readonly untold: readonly PersonMessage[];
}

/**
 * What is new from the person, for a way to the model on which nobody knows what arrives: nothing is noted as told, and the
 * next result has it again.
 */
export const peek = defineAction({
  name: "peek",
  description: "Says what is new from the person, and notes nothing.",
  by: ["model"],
  needs: "view",
  reads: true,
  input: z.object({ canvasId }),
  run: async (call, { canvasId: id }): Promise<Outcome<Peeked>> => {
    const found = await findCanvas(call, id);
    if (!found.ok) return found;
    const { record } = found;
    const book = bookOf(record, call.who);
    if (book === undefined) return { ok: true, record, feedback: null, untold: record.messages ?? [] };
    const checkpoint = checkpointFor(record, book);
    // The newest version may still be typed on: the number to name is of one that stays as the model knows it.
    const baseVersion = checkpoint.told.knownVersion || record.document.version;
    const messages = messagesFor(record, book, null);
    const feedback = buildFeedback({ checkpoint, baseVersion, messages });
    const offered = new Set(checkpoint.told.offered);
    const untold = messages.filter(({ id }) => !offered.has(messageMark(id)));
    return { ok: true, record, feedback: feedback.told === "seen" ? null : feedback, untold };
  },
});
