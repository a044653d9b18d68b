import { describeAnchor } from "../../comments/describe-anchor.ts";
import { createQuoteFinder, type QuotePlace } from "../../comments/find-quote.ts";
import { commentsFault, markAddressed } from "../../comments/operations.ts";
import { commentIdIn } from "../../feedback/mark.ts";
import type { Anchor, CanvasComment } from "../../records/canvas.ts";
import { type Refusal, refuse } from "../../records/refusal.ts";
import { quoted } from "../../text/quote-text.ts";
import { createLineIndex } from "../../text/split-lines.ts";
import { mapBooks } from "../books/books.ts";
import { amend, type Draft, logEvent, type Moment, nextRevision } from "../draft.ts";
import { itemId } from "../ids.ts";
import { excerpt } from "../protection/protected-text.ts";

/** A comment as the model asked for it, its form already checked. */
export interface AskedComment {
  readonly body: string;
  readonly quote?: string;
  readonly replyTo?: string;
}

/** Of wrong ids so many, and so much of each, is said back. */
const MOST_NAMED = 10;
const LONGEST_ECHO = 40;

/** What is wrong with comments and addresses on this canvas, or null. */
export function checkComments(
  comments: readonly CanvasComment[],
  asked: readonly AskedComment[],
  addresses: readonly string[],
): Refusal | null {
  const living = comments.filter((comment) => comment.deleted !== true);
  const full = asked.length === 0 ? null : commentsFault(living.length + asked.length, comments.length + asked.length);
  if (full !== null) {
    const message = `${full} This one has ${living.length}. Leave the comments out, or answer existing ones in the text.`;
    return refuse("too_many_comments", message).error;
  }
  const known = new Set(living.map((comment) => comment.id));
  const missing: string[] = [];
  asked.forEach((comment, index) => {
    if (comment.replyTo !== undefined && !known.has(comment.replyTo)) {
      missing.push(`comments[${index}].reply_to ${quoted(comment.replyTo, LONGEST_ECHO)}`);
    }
  });
  addresses.forEach((id, index) => {
    if (!known.has(id)) missing.push(`addresses[${index}] ${quoted(id, LONGEST_ECHO)}`);
  });
  if (missing.length === 0) return null;
  const open = living
    .filter((comment) => comment.by.kind === "person" && !comment.resolved)
    .map((comment) => comment.id);
  const hint =
    open.length === 0
      ? "There are no open comments by the person: leave it out."
      : `Open comments by the person: ${open.slice(0, 20).join(", ")}. Use one of these ids, or leave it out.`;
  const rest = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : "";
  const message = `${missing.slice(0, MOST_NAMED).join(", ")}${rest}: no such comment. ${hint}`;
  return refuse("unknown_comment", message).error;
}

/** Of quotes that are nowhere so many are explained in one answer. */
const MOST_EXPLAINED = 5;

/**
 * What is wrong with the quotes of comments on this text, or null: to be asked with the text that will be in force, before
 * anything is written. A comment without its place would say nothing to the person.
 */
export function checkQuotes(content: string, comments: readonly AskedComment[]): Refusal | null {
  const find = createQuoteFinder(content, quotesOf(comments));
  const missing: string[] = [];
  comments.forEach((comment, index) => {
    if (missing.length >= MOST_EXPLAINED) return;
    const { quote } = comment;
    if (comment.replyTo !== undefined || quote === undefined) return;
    const place = find(quote);
    if (place.kind === "found") return;
    const { nearest } = place;
    const where =
      nearest === null
        ? "Nothing like it is there."
        : `The nearest text is line ${nearest.line}: "${excerpt(nearest.text)}".`;
    missing.push(`comments[${index}]: the quoted text "${excerpt(quote)}" is not in the canvas. ${where}`);
  });
  if (missing.length === 0) return null;
  const next = "Quote exact words of the canvas, or leave quote out to comment on the whole text. Nothing was written.";
  return refuse("invalid_comments", [...missing, next].join("\n")).error;
}

function quotesOf(comments: readonly AskedComment[]): readonly string[] {
  return comments.flatMap(({ quote, replyTo }) => (quote === undefined || replyTo !== undefined ? [] : [quote]));
}

/** Adds the model's comments to the text that is now in force. Throws on a quote that is not there: `checkQuotes` comes first. */
export function addModelComments(
  draft: Draft,
  asked: readonly AskedComment[],
): { readonly draft: Draft; readonly notes: readonly string[] } {
  if (asked.length === 0) return { draft, notes: [] };
  const { comments, document } = draft.record;
  const ids = new Set(comments.map((comment) => comment.id));
  const notes: string[] = [];
  // Two comments on equal words go to the first two places where these stand.
  const claimed: { from: number; to: number }[] = [];
  const find = createQuoteFinder(document.content, quotesOf(asked));
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const findTwin = createTwinFinder(comments, draft.moment);
  let lines: ((offset: number) => number) | undefined;
  const lineOf = (offset: number): number => {
    lines ??= createLineIndex(document.content);
    return lines(offset);
  };
  const added: CanvasComment[] = [];
  for (const [index, comment] of asked.entries()) {
    const thread = comment.replyTo === undefined ? undefined : byId.get(comment.replyTo);
    const { quote } = comment;
    const placed =
      thread !== undefined || quote === undefined
        ? null
        : placeQuote(document.content, quote, find(quote, claimed), nextRevision(draft), lineOf);
    const twin = findTwin(comment, placed?.anchor.quotedText);
    if (twin !== undefined) {
      notes.push(`comments[${index}] stands there already (${twin.id}); it was not added again.`);
      continue;
    }
    const id = itemId(draft.moment.randomId, (candidate) => ids.has(candidate));
    ids.add(id);
    if (placed !== null) {
      claimed.push({ from: placed.anchor.offset, to: placed.anchor.offset + placed.anchor.length });
      if (placed.note !== undefined) notes.push(`comments[${index}] (${id}): ${placed.note}`);
    }
    added.push({
      id,
      anchor: placed?.anchor ?? null,
      body: comment.body,
      by: draft.moment.by,
      createdAt: draft.moment.now,
      resolved: false,
      ...(thread === undefined ? {} : { replyTo: thread.replyTo ?? thread.id }),
    });
  }
  if (added.length === 0) return { draft, notes };
  const amended = amend(draft, { comments: [...comments, ...added] });
  return { draft: logEvent(amended, "comment", { op: "add", ids: added.map((comment) => comment.id) }), notes };
}

/** A call that is repeated because its answer was lost says the same in the same place, soon after. */
function createTwinFinder(
  comments: readonly CanvasComment[],
  { sealOpenedBefore }: Moment,
): (asked: AskedComment, quotedText: string | undefined) => CanvasComment | undefined {
  const placeOf = (body: string, replyTo: string | undefined, quotedText: string | undefined): string =>
    JSON.stringify([body, replyTo ?? null, replyTo === undefined ? (quotedText ?? null) : null]);
  const said = new Map<string, CanvasComment>();
  for (const comment of comments) {
    const { by, deleted, body, replyTo, anchor, createdAt } = comment;
    if (by.kind !== "model" || deleted === true || createdAt <= sealOpenedBefore) continue;
    const place = placeOf(body, replyTo, anchor?.quotedText);
    if (!said.has(place)) said.set(place, comment);
  }
  return ({ body, replyTo }, quotedText) => said.get(placeOf(body, replyTo, quotedText));
}

function placeQuote(
  content: string,
  quote: string,
  place: QuotePlace,
  revision: number,
  lineOf: (offset: number) => number,
): { readonly anchor: Anchor; readonly note?: string } {
  if (place.kind === "missing") {
    throw new RangeError(
      `A quote of ${quote.length} characters is not in a text of ${content.length}: check quotes first`,
    );
  }
  const anchor = describeAnchor(content, place.from, place.to - place.from, revision);
  if (place.count === 1) return { anchor };
  const line = lineOf(place.from);
  const note = `the quoted text occurs ${place.count} times; the comment stands on line ${line}. Quote more words to name another place.`;
  return { anchor, note };
}

/** Marks what the model says it dealt with. Only the person resolves. */
export function addressComments(draft: Draft, ids: readonly string[]): Draft {
  if (ids.length === 0) return draft;
  const { comments, document } = draft.record;
  const marked = markAddressed(comments, ids, document.version).comments;
  if (!marked.some((comment, i) => comment.addressedIn !== comments[i]?.addressedIn)) return draft;
  const logged = logEvent(amend(draft, { comments: marked }), "comment", { op: "addressed", ids });
  // Opened again by the person it is news again.
  const threads = new Set(ids);
  const inside = new Set(
    comments
      .filter(({ id, replyTo }) => threads.has(id) || (replyTo !== undefined && threads.has(replyTo)))
      .map(({ id }) => id),
  );
  const isOver = (mark: string): boolean => commentIdIn(mark).some((id) => inside.has(id));
  return mapBooks(logged, (book) => ({
    ...book,
    seen: book.seen.filter((mark) => !isOver(mark)),
    offers: book.offers.map((offer) => ({ ...offer, marks: offer.marks.filter((mark) => !isOver(mark)) })),
  }));
}
