import { z } from "zod";
import { bookOf } from "../../../core/document/books/books.ts";
import { createCanvas } from "../../../core/document/create-canvas.ts";
import { beginDraft, type Draft } from "../../../core/document/draft.ts";
import { applyModelWrite } from "../../../core/document/model/apply-model-write.ts";
import { startNewReview } from "../../../core/document/review/review.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction, givenOnly } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { changeCanvas } from "../change-canvas.ts";
import { canvasId, fingerprintOf } from "../inputs.ts";
import { createOnce, type NewCanvas } from "../writing/create-once.ts";

/**
 * A text for the person to review becomes the canvas's next version, as any text of a model does: what the person changed
 * since the last one is merged in. A new text needs a new answer. The text that was submitted last is nothing new, even
 * where the canvas has moved on from it: it goes on waiting, and an answer that came meanwhile is there.
 */
export const submitForReview = defineAction({
  name: "submit_for_review",
  description: "Puts a text before the person for review, as the next version of a canvas or as a new one.",
  by: ["model"],
  needs: "edit",
  input: z.object({
    canvasId: canvasId.optional().describe("Left out: the same text under the same title is the same new canvas"),
    content: z.string(),
    title: z.string().optional(),
  }),
  run: async (call, { canvasId: given, content, title }): Promise<Outcome<{ readonly id: string }>> => {
    if (given === undefined) return submitNew(call, content, title);
    const moment = momentOf(call);
    const mark = fingerprintOf(content);
    const changed = await changeCanvas(call, given, {}, (record, texts) => {
      const isSame = record.meta.submittedFile === mark || content === bookOf(record, call.who)?.submitted;
      if (isSame) return { ok: true, draft: marked(beginDraft(record, texts, moment), mark) };
      const wish = { content, comments: [], addresses: [], ...givenOnly({ title }) };
      const written = applyModelWrite(record, texts, wish, moment);
      return written.ok ? { ok: true, draft: marked(startNewReview(written.draft), mark) } : written;
    });
    return changed.ok ? { ok: true, id: changed.record.document.id } : changed;
  },
});

/** Whoever gave up waiting for it goes on with it. */
async function submitNew(
  call: Call,
  content: string,
  title: string | undefined,
): Promise<Outcome<{ readonly id: string }>> {
  const fingerprint = fingerprintOf([content, title ?? null]);
  const moment = momentOf(call);
  const make = (given: NewCanvas) => ({ change: createCanvas({ ...given, content, ...givenOnly({ title }) }, moment) });
  // A command submits: its words are on the person's terminal.
  const created = await createOnce(call, { key: `review:${fingerprint}`, fingerprint }, make, "person");
  if (created.kind === "refused") return { ok: false, error: created.error };
  return { ok: true, id: created.kind === "repeated" ? created.id : created.made.change.record.document.id };
}

function marked(draft: Draft, submittedFile: string): Draft {
  const { meta } = draft.record;
  if (meta?.submittedFile === submittedFile) return draft;
  return { ...draft, record: { ...draft.record, meta: { ...meta, submittedFile } } };
}
