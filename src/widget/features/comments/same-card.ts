import type { Thread } from "../../../core/comments/threads.ts";
import type { CanvasComment } from "../../../core/records/canvas.ts";
import type { ThreadCardProps } from "./ThreadCard.tsx";

/**
 * Whether a card would look the same. Typing moves every comment behind the caret, and a thousand cards are not to be
 * drawn for that; the actions of the controls always act on what is there now, so a card drawn earlier does no harm.
 */
export function isSameCard(a: ThreadCardProps, b: ThreadCardProps): boolean {
  const { id } = b.thread.root;
  const wasActive = a.controls.active === id;
  if (wasActive !== (b.controls.active === id) || (wasActive && a.controls.focusCount !== b.controls.focusCount))
    return false;
  if (composerIn(a) !== composerIn(b)) return false;
  return (
    a.folds === b.folds &&
    a.onShow === b.onShow &&
    a.onAttach === b.onAttach &&
    a.selected?.from === b.selected?.from &&
    a.selected?.to === b.selected?.to &&
    a.controls.now === b.controls.now &&
    a.controls.assistant === b.controls.assistant &&
    a.controls.canComment === b.controls.canComment &&
    a.controls.access === b.controls.access &&
    a.controls.canBeAnswered === b.controls.canBeAnswered &&
    (a.controls.attaching === id) === (b.controls.attaching === id) &&
    a.controls.canShowChange === b.controls.canShowChange &&
    isSameThread(a.thread, b.thread)
  );
}

/** What is being written in this card: nothing is undefined. */
function composerIn({ controls, thread }: ThreadCardProps): OpenComposer {
  const { composing } = controls;
  if (composing?.target.kind === "reply") return composing.target.to === thread.root.id ? composing : undefined;
  if (composing?.target.kind !== "edit") return undefined;
  const { id } = composing.target;
  return [thread.root, ...thread.replies].some((comment) => comment.id === id) ? composing : undefined;
}
type OpenComposer = NonNullable<ThreadCardProps["controls"]["composing"]> | undefined;

function isSameThread(a: Thread, b: Thread): boolean {
  if (a === b) return true;
  return (
    a.state === b.state &&
    (a.place === null) === (b.place === null) &&
    isSameComment(a.root, b.root) &&
    a.replies.length === b.replies.length &&
    a.replies.every((reply, at) => isSameComment(reply, b.replies[at]!))
  );
}

function isSameComment(a: CanvasComment, b: CanvasComment): boolean {
  return (
    a === b ||
    (a.id === b.id &&
      a.body === b.body &&
      a.question === b.question &&
      a.by.kind === b.by.kind &&
      a.by.name === b.by.name &&
      a.by.subject === b.by.subject &&
      a.createdAt === b.createdAt &&
      a.editedAt === b.editedAt &&
      a.resolved === b.resolved &&
      a.addressedIn === b.addressedIn &&
      a.deleted === b.deleted &&
      (a.anchor === null) === (b.anchor === null) &&
      a.anchor?.quotedText === b.anchor?.quotedText)
  );
}
