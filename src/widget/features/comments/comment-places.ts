import type { TextPlace, Thread } from "../../../core/comments/threads.ts";
import type { PlacedComments } from "../../state/placed-comments.ts";
import type { TextHighlight } from "../../text/editor/highlights.ts";

/** Where threads stand in the text on screen. Made once, for handlers and effects: typing moves them, and draws nothing anew. */
export interface CommentPlaces {
  placeOf(thread: Thread): TextPlace | null;
  /** Those that stand between two places, in no order. */
  threadsBetween(from: number, to: number): readonly Thread[];
  marksBetween(from: number, to: number): readonly TextHighlight[];
}

/** What is there now. */
export interface CommentsStand {
  readonly placed: PlacedComments;
  readonly byId: ReadonlyMap<string, Thread>;
  marksOf(threads: readonly Thread[]): readonly TextHighlight[];
}

export function createCommentPlaces(stand: () => CommentsStand): CommentPlaces {
  const threadsBetween: CommentPlaces["threadsBetween"] = (from, to) => {
    const { placed, byId } = stand();
    return placed.between(from, to).flatMap((id) => byId.get(id) ?? []);
  };
  return {
    placeOf: ({ root }) => stand().placed.placeOf(root),
    threadsBetween,
    marksBetween: (from, to) => stand().marksOf(threadsBetween(from, to)),
  };
}
