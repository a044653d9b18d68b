import { type Counts, counted } from "../../feedback/build-feedback.ts";
import { recordApprovalState } from "../../people/approval-state.ts";
import { nameInWords, peopleInWords } from "../../people/name-words.ts";
import { personOf } from "../../people/person-of.ts";
import type { Canvas } from "../../records/canvas.ts";
import { quoted } from "../../text/quote-text.ts";
import type { ReviewOutcome } from "./review.ts";

/** The person's answer in words, one sentence a line. */
export function outcomeWords(record: Canvas, outcome: ReviewOutcome, news: Counts): string[] {
  const { id, version } = record.document;
  const who = record.review?.by === undefined ? "The person" : nameInWords(record.review.by.name);
  switch (outcome) {
    case "approved": {
      const { note, version: approved = version } = record.approval ?? {};
      const words = note === undefined ? "without a note." : `with this note: ${quoted(note, 4_000)}`;
      const since = approved === version ? [] : [`It has changed since: it is at v${version} now.`];
      return [`${approversOf(record)} approved canvas ${id} at v${approved}, ${words}`, ...since];
    }
    case "changes": {
      const { messages, interactions, edits, comments, proposals, others } = news;
      const left = [
        ...(messages > 0 ? [counted(messages, "message")] : []),
        ...(interactions > 0 ? [counted(interactions, "action in a block", "actions in blocks")] : []),
        ...(edits > 0 ? [counted(edits, "edit")] : []),
        ...(comments > 0 ? [counted(comments, "comment")] : []),
        ...(proposals > 0 ? [counted(proposals, "decision or suggestion", "decisions or suggestions")] : []),
        ...(others > 0 ? [counted(others, "other wish", "other wishes")] : []),
      ];
      if (left.length === 0) {
        return [
          `${who} sent canvas ${id} back at v${version} with nothing new in it. They have not approved it: ask them what they want.`,
        ];
      }
      if (record.review?.kind === "interaction") {
        return [`${who} answered in canvas ${id} at v${version}: ${left.join(", ")}, below.`];
      }
      return [`${who} sent canvas ${id} back at v${version} and asks for changes: ${left.join(", ")}, below.`];
    }
    case "closed":
      return [
        `${who} closed the review of canvas ${id} (v${version}) without an answer. That is no approval: ask them how to go on.`,
      ];
  }
}

/** All who were asked, where they are; else whoever approved. */
function approversOf(record: Canvas): string {
  const { approval } = record;
  const { asked, isComplete } = recordApprovalState(record);
  const last = approval === null ? null : personOf(approval.by);
  if (last === null) return "The person";
  return peopleInWords(isComplete ? asked.map(({ person }) => person) : [last]);
}

/** The model must know that the number it was shown may yet stand for another text. */
export function unsavedLines({ unsaved }: { readonly unsaved?: string }): readonly string[] {
  if (unsaved === undefined) return [];
  return [`Nothing can be saved now: ${unsaved} Tell the person, and read the canvas again before you change it.`];
}
