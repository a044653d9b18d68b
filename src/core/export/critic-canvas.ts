import type { CanvasComment, Checkpoint, Proposal } from "../records/canvas.ts";
import type { CriticComment, CriticDocument } from "./critic-markup.ts";

/**
 * A canvas with what is open in it: suggestions and conflicts as changes, unresolved comments as notes. An offer that
 * cannot stand as a change, since its words are gone or offered on already, is told in a note.
 */
export function criticOf({
  document,
  comments,
  proposals,
}: Pick<Checkpoint, "document" | "comments" | "proposals">): CriticDocument {
  const { content } = document;
  const open = proposals
    .filter((proposal) => proposal.state === "open")
    .sort((a, b) => a.anchor.offset - b.anchor.offset || a.anchor.length - b.anchor.length);
  const suggestions: { from: number; to: number; insert: string }[] = [];
  const notes: CriticComment[] = [];
  let end = 0;
  for (const proposal of open) {
    const { anchor, text, reason, kind } = proposal;
    const from = Math.min(anchor.offset, content.length);
    const why = reason === undefined ? "" : ` (${reason})`;
    if (!isAttached(proposal, content)) {
      notes.push({ from, to: from, body: `A ${kind} for "${anchor.quotedText}", which is gone: "${text}"${why}` });
      continue;
    }
    const to = from + anchor.length;
    if (from < end) {
      notes.push({ from, to, body: `Another ${kind}: "${text}"${why}` });
      continue;
    }
    if (anchor.length > 0 || text !== "") suggestions.push({ from, to, insert: text });
    if (reason !== undefined) notes.push({ from: to, to, body: reason });
    end = to;
  }
  return { content, suggestions, comments: [...notes, ...threadNotes(comments, content)] };
}

function isAttached({ anchor }: Proposal, content: string): boolean {
  return content.slice(anchor.offset, anchor.offset + anchor.length) === anchor.quotedText;
}

/** Each open thread where its words stand; without such a place at the beginning, with its quote. */
function threadNotes(comments: readonly CanvasComment[], content: string): CriticComment[] {
  const living = comments.filter((comment) => comment.deleted !== true);
  return living
    .filter((comment) => comment.replyTo === undefined && !comment.resolved)
    .flatMap((thread) => {
      const { anchor } = thread;
      const stands = anchor !== null && content.startsWith(anchor.quotedText, anchor.offset) && anchor.length > 0;
      const place = stands ? { from: anchor.offset, to: anchor.offset + anchor.length } : { from: 0, to: 0 };
      const about = anchor !== null && !stands ? `On "${anchor.quotedText}": ` : "";
      const replies = living.filter((reply) => reply.replyTo === thread.id);
      return [thread, ...replies].map((comment, i) => ({ ...place, body: (i === 0 ? about : "") + signed(comment) }));
    });
}

function signed({ by, body }: CanvasComment): string {
  return by.kind === "model" ? `Claude: ${body}` : body;
}
