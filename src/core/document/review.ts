import { type Draft, logEvent, note } from "./draft.ts";
import type { CanvasRecord, Review } from "./records.ts";

/** The person has answered: what an agent waits for. */
export function nextReview(record: CanvasRecord, kind: Review["kind"], at: string): Review {
  return { number: (record.review?.number ?? 0) + 1, kind, at, version: record.document.version, shown: "no" };
}

/** The person leaves the review without an answer. The text, its version and its revision stay as they are. */
export function closeReview(draft: Draft): Draft {
  const review = nextReview(draft.record, "closed", draft.moment.now);
  return logEvent(note(draft, { review }), "review_closed");
}

/** What the model is told next holds the answer too: nobody has to wait for it any more. */
export function markReviewShown(draft: Draft, shown: "yes" | "perhaps"): Draft {
  const { review } = draft.record;
  if (review === undefined || review.shown === shown) return draft;
  return note(draft, { review: { ...review, shown } });
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

/** What the person's last answer comes to. */
export function reviewOutcome(record: CanvasRecord): ReviewOutcome {
  if (isApproved(record)) return "approved";
  switch (record.review?.kind) {
    case "approved":
      return "approved";
    case "closed":
      return "closed";
    case "sent":
    case undefined:
      return "changes";
  }
}
