import { messageMark } from "../../feedback/describe-rest.ts";
import { personOf } from "../../people/person-of.ts";
import type { Book } from "../../records/books.ts";
import type { Canvas, PersonMessage } from "../../records/canvas.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { findBadCharacter } from "../check-text.ts";
import { type Draft, logEvent, note } from "../draft.ts";
import { nextReview } from "./review.ts";

export const LONGEST_MESSAGE = 10_000;
export const MOST_MESSAGES = 50;
/** Told ones that are still kept, for another agent that waited for the same answer. */
const TOLD_KEPT = 10;
const ID_LENGTH = 8;

/**
 * The person says something about the canvas, where no chat carries it: it waits until a model surely got it. Said twice before
 * that, it is one message.
 */
export function leaveMessage(draft: Draft, given: string): Result<{ readonly draft: Draft }> {
  const text = given.trim();
  if (text === "") return refuse("invalid_input", "The message is empty. Write what the assistant is to know.");
  if (text.length > LONGEST_MESSAGE) {
    const longest = LONGEST_MESSAGE.toLocaleString("en");
    return refuse(
      "content_too_large",
      `The message is longer than ${longest} characters. Put it into a comment or the text.`,
    );
  }
  if (findBadCharacter(text) !== null) {
    return refuse("invalid_content", "The message has a character that cannot be kept. Leave it out and send again.");
  }
  const { record, moment } = draft;
  const messages = record.messages ?? [];
  const seen = new Set(record.books.flatMap((book) => book.seen));
  const offered = new Set(record.books.flatMap((book) => book.offers.flatMap(({ marks }) => marks)));
  const isSeen = ({ id }: PersonMessage): boolean => seen.has(messageMark(id));
  const isOffered = ({ id }: PersonMessage): boolean => !seen.has(messageMark(id)) && offered.has(messageMark(id));
  const untold = messages.filter((message) => !isSeen(message) && !isOffered(message));
  const person = personOf(moment.by);
  const waiting = untold.filter(({ text: said, by }) => said !== text || by?.subject !== person?.subject);
  // Said again after another answer (an approval, say) it is the last word: it takes the place of the first.
  if (waiting.length < untold.length && record.review?.kind === "message") return { ok: true, draft };
  if (waiting.length >= MOST_MESSAGES) {
    return refuse("invalid_input", `${MOST_MESSAGES} messages already wait for the assistant. Send this one later.`);
  }
  const review = nextReview(record, "message", moment.now, moment.by);
  const message: PersonMessage = {
    id: moment.randomId(ID_LENGTH),
    ...(person === null ? {} : { by: person }),
    text,
    at: moment.now,
    review: review.number,
  };
  // One that perhaps nobody got is told again: it counts as waiting until then.
  const unread = messages.filter(isOffered).slice(-MOST_MESSAGES);
  const told = messages.filter(isSeen).slice(-TOLD_KEPT);
  const left = note(draft, { messages: [...told, ...unread, ...waiting, message], review });
  return { ok: true, draft: logEvent(left, "message", { message: message.id, text }) };
}

/** What this model has not surely got, and what came after the answer that it waited from. */
export function messagesFor(
  { messages = [] }: Canvas,
  { seen }: Book,
  knownReview: number | null,
): readonly PersonMessage[] {
  const known = new Set(seen);
  return messages.filter(
    ({ id, review }) => !known.has(messageMark(id)) || (knownReview !== null && review > knownReview),
  );
}
