import { personOf } from "../../people/person-of.ts";
import type { Author, Canvas, Review } from "../../records/canvas.ts";
import { bookOf, type ModelKey, ownBook, putBook } from "../books/books.ts";
import { type Draft, logEvent, note } from "../draft.ts";

/** A person has answered: what an agent waits for. */
export function nextReview(record: Canvas, kind: Review["kind"], at: string, by: Author): Review {
  const { review, document } = record;
  const { version, revision } = document;
  // The page keeps the words of a Send first, then that it was sent: one answer.
  if (kind === "sent" && review?.kind === "message" && review.revision === revision) return review;
  const person = personOf(by);
  const named = person === null ? {} : { by: person };
  return { number: (review?.number ?? 0) + 1, kind, ...named, at, version, revision };
}

/** The person leaves the review without an answer. The text, its version and its revision stay as they are. */
export function closeReview(draft: Draft): Draft {
  const review = nextReview(draft.record, "closed", draft.moment.now, draft.moment.by);
  return logEvent(note(draft, { review }), "review_closed");
}

/** The number of the last answer that the model surely got. Of a newcomer: that anybody got. */
function seenReview(record: Canvas, model: ModelKey | undefined): number {
  return bookOf(record, model ?? {})?.seenReview ?? Math.max(0, ...record.books.map((book) => book.seenReview));
}

/** A new text by the model asks for a new review: what the person answered before it is no answer to it. */
export function startNewReview(draft: Draft): Draft {
  const { review } = draft.record;
  return review === undefined ? draft : putBook(draft, { ...ownBook(draft), seenReview: review.number });
}

/**
 * Whether there is an answer for a program that begins to wait now: one that it has not surely got, or the approval of
 * exactly this version, which stays true however often it is told.
 */
export function hasAnswer(record: Canvas, model: ModelKey | undefined): boolean {
  return isApproved(record) || (record.review !== undefined && record.review.number > seenReview(record, model));
}

function isApproved({ document, approval }: Canvas): boolean {
  return document.status === "approved" && approval?.version === document.version;
}

export type ReviewOutcome = "approved" | "changes" | "closed";

/** What the person's last answer comes to, for a program that waited since the answer of this number (null: it did not wait). */
export function reviewOutcome(record: Canvas, model: ModelKey | undefined, known: number | null): ReviewOutcome {
  const { review } = record;
  const isNews =
    review !== undefined && (review.number > seenReview(record, model) || (known !== null && review.number > known));
  // Words that came after an approval ask for something; once they were told the approval stands.
  if (isNews && (review.kind === "message" || review.kind === "interaction")) return "changes";
  if (isApproved(record)) return "approved";
  switch (review?.kind) {
    case "approved":
      return "approved";
    case "closed":
      return "closed";
    case "sent":
    case "message":
    case "interaction":
    case undefined:
      return "changes";
  }
}
