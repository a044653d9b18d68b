import { type Draft, logEvent, note } from "./draft.ts";
import type { CanvasRecord, PersonMessage, Review, Shown } from "./records.ts";

/** The person has answered: what an agent waits for. */
export function nextReview(record: CanvasRecord, kind: Review["kind"], at: string): Review {
  const { review, document } = record;
  const { version, revision } = document;
  // The page keeps the words of a Send first, then that it was sent: one answer.
  if (kind === "sent" && review?.kind === "message" && review.revision === revision) return review;
  return { number: (review?.number ?? 0) + 1, kind, at, version, revision, shown: "no" };
}

/** The person leaves the review without an answer. The text, its version and its revision stay as they are. */
export function closeReview(draft: Draft): Draft {
  const review = nextReview(draft.record, "closed", draft.moment.now);
  return logEvent(note(draft, { review }), "review_closed");
}

/** What the model is told next holds the answer and these messages: nobody has to wait for them any more. */
export function markReviewShown(draft: Draft, shown: Exclude<Shown, "no">, told: readonly PersonMessage[] = []): Draft {
  const { review, messages = [] } = draft.record;
  const ids = new Set(told.map(({ id }) => id));
  const left = messages.some((message) => ids.has(message.id) && message.shown !== shown)
    ? { messages: messages.map((message) => (ids.has(message.id) ? { ...message, shown } : message)) }
    : {};
  const isTold = review === undefined || review.shown === shown;
  return isTold && left.messages === undefined
    ? draft
    : note(draft, { ...left, ...(isTold ? {} : { review: { ...review, shown } }) });
}

/**
 * Whether there is an answer for somebody who begins to wait now: one that no model was surely shown, or the approval of
 * exactly this version, which stays true however often it is told.
 */
export function hasAnswer(record: CanvasRecord): boolean {
  return isApproved(record) || (record.review !== undefined && record.review.shown !== "yes");
}

function isApproved({ document, approval }: CanvasRecord): boolean {
  return document.status === "approved" && approval?.version === document.version;
}

export type ReviewOutcome = "approved" | "changes" | "closed";

/** What the person's last answer comes to, for whoever knows the answers up to this number (null: those that were shown). */
export function reviewOutcome(record: CanvasRecord, known: number | null): ReviewOutcome {
  const { review } = record;
  const isNews = review !== undefined && (review.shown !== "yes" || (known !== null && review.number > known));
  // Words that came after an approval ask for something; once they were told the approval stands.
  if (isNews && review.kind === "message") return "changes";
  if (isApproved(record)) return "approved";
  switch (review?.kind) {
    case "approved":
      return "approved";
    case "closed":
      return "closed";
    case "sent":
    case "message":
    case undefined:
      return "changes";
  }
}
