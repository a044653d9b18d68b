import type { CanvasComment } from "../records/canvas.ts";
import { isDetached } from "./describe-anchor.ts";

export type ThreadState = "open" | "addressed" | "resolved" | "orphaned";

/** A comment with what answers it. A deleted root with answers stays as a tombstone (`root.deleted`). */
export interface Thread {
  readonly root: CanvasComment;
  readonly replies: readonly CanvasComment[];
  readonly state: ThreadState;
  /** Where it stood in the text when the threads were made; null on the whole document and for orphans. */
  readonly place: TextPlace | null;
}

export interface TextPlace {
  readonly from: number;
  readonly to: number;
}

/** All threads that have something to show: on the whole document first, then by place, then those that lost theirs. */
export function threadsOf(comments: readonly CanvasComment[], content: string): Thread[] {
  return placedThreads(comments, ({ anchor }) =>
    anchor === null || isDetached(anchor, content) ? null : { from: anchor.offset, to: anchor.offset + anchor.length },
  );
}

/** The same where somebody knows the places better than the anchors say. */
export function placedThreads(
  comments: readonly CanvasComment[],
  placeOf: (comment: CanvasComment) => TextPlace | null,
): Thread[] {
  const ids = new Set(comments.map(({ id }) => id));
  const answers = new Map<string, CanvasComment[]>();
  const roots: CanvasComment[] = [];
  for (const comment of comments) {
    if (comment.replyTo === undefined || !ids.has(comment.replyTo)) roots.push(comment);
    else if (!comment.deleted) {
      const siblings = answers.get(comment.replyTo);
      if (siblings) siblings.push(comment);
      else answers.set(comment.replyTo, [comment]);
    }
  }
  return roots
    .filter((root) => !root.deleted || answers.has(root.id))
    .map((root): Thread => {
      const place = placeOf(root);
      return {
        root,
        replies: (answers.get(root.id) ?? []).toSorted(byTime),
        state: stateOf(root, root.anchor !== null && place === null),
        place,
      };
    })
    .toSorted(byPlace);
}

/** Whether it was on a passage that is no longer in the text. */
export function isOrphan({ root, place }: Thread): boolean {
  return root.anchor !== null && place === null;
}

/** Whether the person asked here, and nobody has answered their last words. */
export function waitsForAnswer({ root, replies, state }: Thread): boolean {
  if (root.question !== true || root.deleted === true || state === "resolved" || state === "addressed") return false;
  return (replies.at(-1) ?? root).by.kind === "person";
}

function stateOf(root: CanvasComment, orphaned: boolean): ThreadState {
  if (root.resolved) return "resolved";
  if (root.addressedIn !== undefined) return "addressed";
  return orphaned ? "orphaned" : "open";
}

function byPlace(a: Thread, b: Thread): number {
  return rank(a) - rank(b) || offsetOf(a) - offsetOf(b) || lengthOf(b) - lengthOf(a) || byTime(a.root, b.root);
}
function rank(thread: Thread): number {
  if (thread.root.anchor === null) return 0;
  return thread.place ? 1 : 2;
}
function offsetOf({ root, place }: Thread): number {
  return place?.from ?? root.anchor?.offset ?? 0;
}
function lengthOf({ root, place }: Thread): number {
  return place === null ? (root.anchor?.length ?? 0) : place.to - place.from;
}
function byTime(a: CanvasComment, b: CanvasComment): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
