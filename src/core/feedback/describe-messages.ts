import type { PersonMessage } from "../document/records.ts";
import { quoted } from "./quote-text.ts";

/** What the model was never surely shown, and what came after the answer that it knows. */
export function messagesFor(messages: readonly PersonMessage[], knownReview: number | null): readonly PersonMessage[] {
  return messages.filter(({ shown, review }) => shown !== "yes" || (knownReview !== null && review > knownReview));
}

/** Room for the longest message, however it is escaped; what has no room waits for the next result. */
const BUDGET = 24_000;

/**
 * The person's messages in full, the oldest first, as far as there is room: at least one. They stand above the feedback
 * and outside of its budget, since they are told once.
 */
export function describeMessages(messages: readonly PersonMessage[]): {
  readonly text: string;
  readonly told: readonly PersonMessage[];
} {
  const lines: string[] = [];
  let room = BUDGET;
  for (const { text } of messages) {
    const line = `- ${quoted(text)}`;
    if (lines.length > 0 && line.length > room) break;
    lines.push(line);
    room -= line.length;
  }
  if (lines.length === 0) return { text: "", told: [] };
  const left = messages.length - lines.length;
  const more =
    left === 0 ? [] : [`- ${left} more: call read_canvas with part "feedback" to see ${left === 1 ? "it" : "them"}.`];
  const title = lines.length === 1 ? "### Message from the user" : "### Messages from the user";
  return { text: [title, ...lines, ...more].join("\n"), told: messages.slice(0, lines.length) };
}
