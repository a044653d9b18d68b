import type { CommentOperation } from "../../../core/records/operations.ts";
import { MAX_COMMENT_BODY } from "../../../protocol/limits.ts";
import { type DraftTarget, findTarget } from "../../state/comment-draft.ts";

/** The operation that a finished composer means. null while there is nothing to say, or too much. */
export function operationFor(
  { target, body }: { readonly target: DraftTarget; readonly body: string },
  content: string,
  newId: () => string,
): CommentOperation | null {
  const text = body.trim();
  if (text === "" || text.length > MAX_COMMENT_BODY) return null;
  switch (target.kind) {
    case "document":
      return { op: "add", id: newId(), body: text, anchor: null };
    case "text": {
      // Typing may have moved the words since they were selected.
      const place = findTarget(target, content);
      const anchor =
        place.kind === "text"
          ? { offset: place.from, length: place.to - place.from, quotedText: place.quote }
          : { offset: target.from, length: target.to - target.from, quotedText: target.quote };
      return { op: "add", id: newId(), body: text, anchor };
    }
    case "reply":
      return { op: "reply", id: newId(), replyTo: target.to, body: text };
    case "edit":
      return { op: "edit", id: target.id, body: text };
  }
}
