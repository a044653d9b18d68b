import type { CanvasComment } from "../records/canvas.ts";
import type { CommentOperation } from "../records/operations.ts";
import { type Refusal, refuse } from "../records/refusal.ts";
import type { Standing } from "../records/sharing.ts";
import { rootIn } from "./operations.ts";

/** Somebody whom the server knows, and what they are to the canvas. */
export interface CommentingPerson {
  readonly subject: string;
  readonly standing: Standing;
}

/**
 * Whether they may do all of this: words are changed by their author alone, deleted and brought back by their author or the
 * canvas's owner; a thread is resolved, reopened and moved by whoever began it or may edit. Ids that name nothing are not
 * refused here. What nobody's name stands on, from before the server knew people, is the owner's.
 */
export function checkCommentRights(
  comments: readonly CanvasComment[],
  operations: readonly CommentOperation[],
  who: CommentingPerson,
): Refusal | null {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  for (const operation of operations) {
    const words = faultOf(byId, operation, who);
    if (words !== null) return refuse("not_allowed", `${words} Nothing of this save was taken.`).error;
  }
  return null;
}

function faultOf(
  comments: ReadonlyMap<string, CanvasComment>,
  operation: CommentOperation,
  who: CommentingPerson,
): string | null {
  const { op, id } = operation;
  // One that the same save makes is theirs.
  const comment = comments.get(id);
  if (comment === undefined) return null;
  switch (op) {
    case "add":
    case "reply":
      return null;
    case "edit":
      return isOwn(comment, who) ? null : `Comment ${id} is another's: only its author can change it.`;
    case "delete":
    case "undelete":
      return isOwn(comment, who) || who.standing === "owner"
        ? null
        : `Comment ${id} is another's: only its author or the canvas's owner can delete it or bring it back.`;
    case "resolve":
    case "reopen":
    case "attach": {
      const mayEdit = who.standing === "owner" || who.standing === "editor";
      return mayEdit || isOwn(rootIn(comments, id) ?? comment, who)
        ? null
        : `Comment ${id} is another's: only whoever began its thread, or may edit the canvas, can ${VERBS[op]} it.`;
    }
  }
}

const VERBS = { resolve: "resolve", reopen: "reopen", attach: "move" } as const;

function isOwn({ by }: CanvasComment, { subject, standing }: CommentingPerson): boolean {
  if (by.kind !== "person") return false;
  return by.subject === undefined ? standing === "owner" : by.subject === subject;
}
