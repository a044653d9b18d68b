import { createQuoteFinder } from "../../comments/find-quote.ts";
import { commentsFault } from "../../comments/operations.ts";
import type { Canvas, CanvasComment, Status } from "../../records/canvas.ts";
import { type Refusal, refuse } from "../../records/refusal.ts";
import { quoted } from "../../text/quote-text.ts";
import { excerpt } from "../protection/protected-text.ts";

/** A number that does not exist yet belongs to another canvas, or to nothing. */
export function checkNamed({ document: { id, version } }: Canvas, named: number | undefined): Refusal | null {
  if (named === undefined || named <= version) return null;
  const message = `base_version ${named} does not exist: canvas ${id} is at version ${version}. Call read_canvas for its newest text, then pass base_version: ${version}.`;
  return refuse("future_version", message).error;
}

/** Whether the model may write here, and set this status. */
export function checkModelMay(record: Canvas, status?: Status): Refusal | null {
  const { id } = record.document;
  if (record.document.status === "archived") {
    const message = `Canvas ${id} is archived, which makes it read-only. Ask the person to reopen it (status menu in the canvas), or create a new canvas.`;
    return refuse("archived", message).error;
  }
  return status === undefined ? null : checkModelStatus(status);
}

/** Approving is the person's. */
export function checkModelStatus(status: Status): Refusal | null {
  if (status !== "approved") return null;
  const message =
    'Only the person can approve. Use status "in_review" to ask for it, and tell them that the canvas is ready.';
  return refuse("status_not_allowed", message).error;
}

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

export function quotesOf(comments: readonly AskedComment[]): readonly string[] {
  return comments.flatMap(({ quote, replyTo }) => (quote === undefined || replyTo !== undefined ? [] : [quote]));
}
