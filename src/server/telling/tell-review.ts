import { outcomeWords, unsavedLines } from "../../core/document/review/review-words.ts";
import type { ToldReview } from "../actions/review/tell-review.ts";

/** What the person decided, with what is new. */
export function answeredLines(review: ToldReview): string[] {
  const { record, outcome, feedback } = review;
  const next = outcome === "changes" ? ["Answer with edit_canvas, then call await_review again."] : [];
  return [...outcomeWords(record, outcome, feedback.news), ...unsavedLines(review), ...next, feedback.text];
}

/** Names no version and carries no news: whatever the person is doing stays theirs until they answer. */
export function stillWaitingLines(id: string, waitedMs: number): string[] {
  return [
    `Still waiting: the person has not answered about canvas ${id} within ${Math.round(waitedMs / 1000)} s. Nothing is lost.`,
    `Call await_review again with canvas_id "${id}" to go on waiting.`,
  ];
}

/** No answer could be kept, so nobody waits for one. */
export function cannotAnswerLines(id: string, unsaved: string): string[] {
  return [
    `Not waiting: the person has not answered about canvas ${id}, and cannot now. ${unsaved}`,
    "Tell the person, and ask them in the conversation; call await_review again when it can be saved.",
  ];
}
