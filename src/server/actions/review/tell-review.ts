import { openBook } from "../../../core/document/books/books.ts";
import { beginDraft } from "../../../core/document/draft.ts";
import { type ReviewOutcome, reviewOutcome } from "../../../core/document/review/review.ts";
import { showToModel } from "../../../core/document/review/tell-model.ts";
import type { Feedback } from "../../../core/feedback/build-feedback.ts";
import type { Canvas, CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { type Call, momentOf } from "../call.ts";
import { changeOnce } from "../change-canvas.ts";
import type { Answered } from "./wait-for-review.ts";

/** Clients commonly give up after 60 s: an answer that comes later may reach nobody. */
const SURE_MS = 50_000;

export interface ToldReview {
  readonly record: CanvasRecord;
  readonly outcome: ReviewOutcome;
  /** What is new to the model; the version is sealed. */
  readonly feedback: Feedback;
  /** Why what the model was shown could not be noted. */
  readonly unsaved?: string;
}

/** A record with what this call proves to have arrived. */
export function provenBy(call: Call): (record: CanvasRecord) => Canvas {
  const moment = momentOf(call);
  return (record) => openBook(beginDraft(record, new Map(), moment)).record;
}

/** The person's answer and the news. An answer that perhaps nobody reads is given again to the next who asks. */
export async function tellReview(
  call: Call,
  canvasId: string,
  { waitedMs, known }: Answered,
): Promise<Outcome<ToldReview>> {
  const moment = momentOf(call);
  const mayBeRead = waitedMs <= SURE_MS && call.mayBeUnread !== true;
  const changed = await changeOnce(call, canvasId, { isReading: true }, (record, texts) => {
    const opened = openBook(beginDraft(record, texts, moment));
    const { draft, feedback } = showToModel(opened, {
      knownReview: known,
      // Taken back while the answer was fetched: nobody reads it.
      isSure: mayBeRead && call.signal?.aborted !== true,
    });
    return { ok: true, draft, feedback, outcome: reviewOutcome(opened.record, call.who, known) };
  });
  if (!changed.ok) return changed;
  const { made, ...rest } = changed;
  return { ...rest, outcome: made.outcome, feedback: made.feedback };
}
