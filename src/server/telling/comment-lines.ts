import { isOrphaned } from "../../core/comments/describe-anchor.ts";
import type { ModelKey } from "../../core/document/books/books.ts";
import { commentMark } from "../../core/feedback/mark.ts";
import { nameInWords, possessive } from "../../core/people/name-words.ts";
import type { CanvasComment, CanvasRecord } from "../../core/records/canvas.ts";
import { quoted } from "../../core/text/quote-text.ts";
import { createLineIndex } from "../../core/text/split-lines.ts";

const MOST = 100;

/**
 * Comments with their ids and states, threads together, one line each; for the model that reads. Those that `isListed`
 * refuses, by their fingerprint, are left out: they are told elsewhere.
 */
export function commentLines(
  { comments, document }: CanvasRecord,
  reader: ModelKey,
  isListed: (mark: string) => boolean,
): string[] {
  const living = comments.filter((comment) => comment.deleted !== true && isListed(commentMark(comment)));
  const shown = new Set(living);
  const threads = comments.filter(({ replyTo }) => replyTo === undefined);
  const lineOf = createLineIndex(document.content);
  const author = (comment: CanvasComment): string => authorOf(comment, reader);
  const answers = new Map<string, CanvasComment[]>();
  for (const reply of living) {
    if (reply.replyTo === undefined) continue;
    const others = answers.get(reply.replyTo);
    if (others === undefined) answers.set(reply.replyTo, [reply]);
    else others.push(reply);
  }
  const lines = threads.flatMap((thread) => [
    ...(shown.has(thread)
      ? [
          `- ${thread.id} (${stateOf(thread, document.content)}) ${author(thread)}${thread.question === true ? " asks" : ""} on ${place(thread, document.content, lineOf)}: ${inOneLine(thread.body, 300)}`,
        ]
      : []),
    ...(answers.get(thread.id) ?? []).map(
      (reply) => `  - ${reply.id}, an answer by ${author(reply)} to ${thread.id}: ${inOneLine(reply.body, 300)}`,
    ),
  ]);
  if (lines.length <= MOST) return lines;
  return [...lines.slice(0, MOST), `- and ${lines.length - MOST} more`];
}

function stateOf(comment: CanvasComment, content: string): string {
  const states = [
    comment.resolved ? "resolved" : comment.addressedIn === undefined ? "open" : `addressed in v${comment.addressedIn}`,
    ...(isOrphaned(comment, content) ? ["its text is gone"] : []),
  ];
  return states.join(", ");
}

function authorOf({ by }: CanvasComment, { client, subject }: ModelKey): string {
  const { name, subject: whose } = by;
  if (by.kind === "person") return whose === undefined ? "the person" : nameInWords(name ?? whose);
  if (whose !== undefined && subject !== undefined && whose !== subject) {
    return `${possessive(name ?? whose)} ${by.client === undefined ? "model" : quoted(by.client, 60)}`;
  }
  return by.client === client ? "you" : by.client === undefined ? "another model" : quoted(by.client, 60);
}

function place(comment: CanvasComment, content: string, lineOf: (offset: number) => number): string {
  if (comment.anchor === null) return "the whole document";
  const quote = inOneLine(comment.anchor.quotedText, 120);
  return isOrphaned(comment, content) ? quote : `${quote} (line ${lineOf(comment.anchor.offset)})`;
}

/** On one line, in quotes, so that a body cannot start a line of its own. */
function inOneLine(text: string, most: number): string {
  return quoted(text.replace(/\s+/g, " ").trim(), most);
}
