import { describeAnchor } from "../comments/describe-anchor.ts";
import { createQuoteFinder, type QuotePlace } from "../comments/find-quote.ts";
import { markAddressed } from "../comments/operations.ts";
import { quoted } from "../feedback/quote-text.ts";
import { amend, type Draft, logEvent, type Moment, nextRevision } from "./draft.ts";
import { itemId } from "./ids.ts";
import { createLineIndex } from "./line-index.ts";
import { excerpt } from "./protected-text.ts";
import type { Anchor, CanvasComment } from "./records.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** A comment as the model asked for it, its form already checked. */
export interface AskedComment {
  readonly body: string;
  readonly quote?: string;
  readonly replyTo?: string;
}

const MOST = 5_000;
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
  if (living.length + asked.length > MOST) {
    const message = `A canvas holds at most ${MOST} comments; this one has ${living.length}. Leave the comments out, or answer existing ones in the text.`;
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
  const open = living.filter((comment) => comment.author === "user" && !comment.resolved).map((comment) => comment.id);
  const hint =
    open.length === 0
      ? "There are no open comments by the person."
      : `Open comments by the person: ${open.slice(0, 20).join(", ")}.`;
  const rest = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : "";
  const message = `${missing.slice(0, MOST_NAMED).join(", ")}${rest}: no such comment. ${hint} Use one of these ids, or leave it out.`;
  return refuse("unknown_comment", message).error;
}

/** Adds the model's comments to the text that is now in force. A quote that is not there is kept as an orphan, and said. */
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
  const find = createQuoteFinder(document.content);
  const fresh = asked.flatMap((comment, index) => {
    const twin = comments.find((other) => isSaidAgain(other, comment, draft.moment));
    if (twin !== undefined) notes.push(`comments[${index}] stands there already (${twin.id}); it was not added again.`);
    return twin === undefined ? [{ comment, index }] : [];
  });
  if (fresh.length === 0) return { draft, notes };
  const added = fresh.map(({ comment, index }): CanvasComment => {
    const id = itemId(draft.moment.randomId, (candidate) => ids.has(candidate));
    ids.add(id);
    const thread = comments.find((other) => other.id === comment.replyTo);
    let anchor: Anchor | null = null;
    if (thread === undefined && comment.quote !== undefined) {
      const placed = placeQuote(document.content, comment.quote, find(comment.quote, claimed), nextRevision(draft));
      anchor = placed.anchor;
      claimed.push({ from: anchor.offset, to: anchor.offset + anchor.length });
      if (placed.note !== undefined) notes.push(`comments[${index}] (${id}): ${placed.note}`);
    }
    return {
      id,
      anchor,
      body: comment.body,
      author: "claude",
      by: draft.moment.by,
      createdAt: draft.moment.now,
      resolved: false,
      ...(thread === undefined ? {} : { replyTo: thread.replyTo ?? thread.id }),
    };
  });
  const amended = amend(draft, { comments: [...comments, ...added] });
  return { draft: logEvent(amended, "comment", { op: "add", ids: added.map((comment) => comment.id) }), notes };
}

/** A call that is repeated because its answer was lost says the same in the same place, soon after. */
function isSaidAgain(
  { author, deleted, body, replyTo, anchor, createdAt }: CanvasComment,
  asked: AskedComment,
  { sealOpenedBefore }: Moment,
): boolean {
  if (author !== "claude" || deleted === true || body !== asked.body || createdAt <= sealOpenedBefore) return false;
  if (asked.replyTo !== undefined || replyTo !== undefined) return replyTo === asked.replyTo;
  return anchor?.quotedText === asked.quote;
}

/** Where the quote stands; where it stands nowhere, an orphan: length 0, the quote kept. */
function placeQuote(
  content: string,
  quote: string,
  place: QuotePlace,
  revision: number,
): { readonly anchor: Anchor; readonly note?: string } {
  if (place.kind === "found") {
    const anchor = describeAnchor(content, place.from, place.to - place.from, revision);
    if (place.count === 1) return { anchor };
    const line = createLineIndex(content)(place.from);
    const note = `the quoted text occurs ${place.count} times; the comment stands on line ${line}. Quote more words to name another place.`;
    return { anchor, note };
  }
  const { nearest } = place;
  const where = nearest === null ? "" : ` The nearest text is line ${nearest.line}: "${excerpt(nearest.text)}".`;
  return {
    anchor: { quotedText: quote, offset: 0, length: 0, prefix: "", suffix: "", revision },
    note: `the quoted text is not in the canvas, so the comment is kept without a place.${where} Quote exact words of the canvas to attach it.`,
  };
}

/** Marks what the model says it dealt with. Only the person resolves. */
export function addressComments(draft: Draft, ids: readonly string[]): Draft {
  if (ids.length === 0) return draft;
  const { comments, document } = draft.record;
  const marked = markAddressed(comments, ids, document.version).comments;
  if (!marked.some((comment, i) => comment.addressedIn !== comments[i]?.addressedIn)) return draft;
  return logEvent(amend(draft, { comments: marked }), "comment", { op: "addressed", ids });
}
