import { isOrphaned } from "../../core/comments/describe-anchor.ts";
import { createLineIndex } from "../../core/document/line-index.ts";
import type { CanvasComment, CanvasRecord } from "../../core/document/records.ts";
import { quoted } from "../../core/feedback/quote-text.ts";

const MOST = 100;

/** Every comment with its id and state, threads together: one line each. */
export function commentLines({ comments, document }: CanvasRecord): string[] {
  const living = comments.filter((comment) => comment.deleted !== true);
  const threads = living.filter((comment) => comment.replyTo === undefined);
  const lineOf = createLineIndex(document.content);
  const lines = threads.flatMap((thread) => [
    `- ${thread.id} (${stateOf(thread, document.content)}) ${author(thread)} on ${place(thread, document.content, lineOf)}: ${inOneLine(thread.body, 300)}`,
    ...living
      .filter((reply) => reply.replyTo === thread.id)
      .map((reply) => `  - ${reply.id} ${author(reply)} answers: ${inOneLine(reply.body, 300)}`),
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

function author(comment: CanvasComment): string {
  return comment.author === "user" ? "the person" : "you";
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
