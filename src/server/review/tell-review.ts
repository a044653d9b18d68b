import { openBook } from "../../core/document/books/books.ts";
import { beginDraft } from "../../core/document/draft.ts";
import { type ReviewOutcome, reviewOutcome } from "../../core/document/review/review.ts";
import { showToModel } from "../../core/document/review/tell-model.ts";
import { type Counts, counted } from "../../core/feedback/build-feedback.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import { quoted } from "../../core/text/quote-text.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { changeCanvas, unsavedLines } from "../mcp/change-canvas.ts";
import { type Call, momentOf } from "../mcp/tool.ts";
import type { Answered } from "./wait-for-review.ts";

/** Clients commonly give up after 60 s: an answer that comes later may reach nobody. */
const SURE_MS = 50_000;

export interface ToldReview {
  readonly record: CanvasRecord;
  readonly outcome: ReviewOutcome;
  /** The outcome in words, one sentence a line. */
  readonly lines: readonly string[];
  /** What is new to the model; the version is sealed. */
  readonly news: string;
}

/** A record with what this call proves to have arrived. */
export function provenBy(call: Call): (record: CanvasRecord) => CanvasRecord {
  const moment = momentOf(call, "model");
  return (record) => openBook(beginDraft(record, new Map(), moment)).record;
}

/** The person's answer and the news. An answer that perhaps nobody reads is given again to the next who asks. */
export async function tellReview(
  call: Call,
  canvasId: string,
  { waitedMs, known }: Answered,
): Promise<Outcome<ToldReview>> {
  const moment = momentOf(call, "model");
  const mayBeRead = waitedMs <= SURE_MS && call.mayBeUnread !== true;
  const changed = await changeCanvas(call, canvasId, { isReading: true }, (record, texts) => {
    const opened = openBook(beginDraft(record, texts, moment));
    const { draft, feedback } = showToModel(opened, {
      knownReview: known,
      // Taken back while the answer was fetched: nobody reads it.
      isSure: mayBeRead && call.signal?.aborted !== true,
    });
    return { ok: true, draft, feedback, outcome: reviewOutcome(opened.record, call.client, known) };
  });
  if (!changed.ok) return changed;
  const { record, made } = changed;
  if (made === null) throw new Error("A change without a save key cannot repeat");
  const { outcome, feedback } = made;
  const lines = [...outcomeWords(record, outcome, feedback.news), ...unsavedLines(changed)];
  return { ok: true, record, outcome, lines, news: feedback.text };
}

function outcomeWords(record: CanvasRecord, outcome: ReviewOutcome, news: Counts): string[] {
  const { id, version } = record.document;
  switch (outcome) {
    case "approved": {
      const { note, version: approved = version } = record.approval ?? {};
      const words = note === undefined ? "without a note." : `with this note: ${quoted(note, 4_000)}`;
      const since = approved === version ? [] : [`It has changed since: it is at v${version} now.`];
      return [`The person approved canvas ${id} at v${approved}, ${words}`, ...since];
    }
    case "changes": {
      const { messages, edits, comments, proposals, others } = news;
      const left = [
        ...(messages > 0 ? [counted(messages, "message")] : []),
        ...(edits > 0 ? [counted(edits, "edit")] : []),
        ...(comments > 0 ? [counted(comments, "comment")] : []),
        ...(proposals > 0 ? [counted(proposals, "decision or suggestion", "decisions or suggestions")] : []),
        ...(others > 0 ? [counted(others, "other wish", "other wishes")] : []),
      ];
      if (left.length === 0) {
        return [
          `The person sent canvas ${id} back at v${version} with nothing new in it. They have not approved it: ask them what they want.`,
        ];
      }
      return [`The person sent canvas ${id} back at v${version} and asks for changes: ${left.join(", ")}, below.`];
    }
    case "closed":
      return [
        `The person closed the review of canvas ${id} (v${version}) without an answer. That is no approval: ask them how to go on.`,
      ];
  }
}
