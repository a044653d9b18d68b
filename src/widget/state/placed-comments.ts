import { type CommentIndex, indexComments } from "../../core/comments/comment-index.ts";
import { isOrphaned } from "../../core/comments/describe-anchor.ts";
import { createRangeMap, mapComments } from "../../core/comments/map-anchors.ts";
import { applyOperations } from "../../core/comments/operations.ts";
import type { TextPlace } from "../../core/comments/threads.ts";
import type { CanvasComment } from "../../core/records/canvas.ts";
import type { CommentOperation } from "../../core/records/operations.ts";
import type { Ready } from "./state.ts";
import { moveToDraft, operationContext, shownComments, waitingChanges } from "./unsaved-changes.ts";

/**
 * All comments, with what is not saved yet. A keystroke moves most of them and changes hardly one: only those that it reaches
 * are looked at, and where another stands is worked out when somebody asks.
 */
export interface PlacedComments {
  /** The same list for as long as none of them reads otherwise. Offsets in it may be those of an older text. */
  readonly comments: readonly CanvasComment[];
  /** Where one of them stands in the draft; null: it is on no passage, or its words are gone. */
  placeOf(comment: CanvasComment): TextPlace | null;
  /** The ids of those that stand between two places of the draft, found without looking at all. */
  between(from: number, to: number): readonly string[];
  /** What the next keystroke goes on with; null: it has to look at all of them. */
  readonly known: Known | null;
}

interface Known {
  readonly base: readonly CanvasComment[];
  readonly index: CommentIndex;
  /** Those that read otherwise than the server has them, and those that it does not have. */
  readonly others: ReadonlyMap<string, Reading>;
}

/** A comment as it reads, wherever it stands. */
interface Reading {
  readonly comment: CanvasComment;
  readonly isThere: boolean;
}

/** `before`: the answer for the state before this one, if there is one. */
export function placeComments(ready: Ready, before: PlacedComments | null): PlacedComments {
  const move = moveToDraft(ready);
  if (move === null) return placedAll(ready);
  const { comments: base, document } = ready.view.checkpoint;
  const known = before?.known?.base === base ? before.known : null;
  const index = known?.index ?? indexComments(base, document.content);
  const special = specialOnes(ready, index, move);
  const others = new Map(
    [...special].flatMap(([id, comment]) => {
      const reading = { comment, isThere: isThere(comment, ready.draft) };
      const was = index.get(id);
      return was !== undefined && readsSame({ comment: was, isThere: index.isThere(id) }, reading)
        ? []
        : [[id, reading] as const];
    }),
  );
  const map = createRangeMap(move.changes);
  return {
    comments:
      before !== null && known !== null && isSame(known.others, others) ? before.comments : listed(base, others),
    placeOf({ id, anchor }) {
      const one = special.get(id);
      if (one !== undefined) return placeIn(ready.draft, one);
      return anchor !== null && index.isThere(id) ? map.range(anchor.offset, anchor.offset + anchor.length) : null;
    },
    between(from, to) {
      const plain = index.between(from, to, map).flatMap(({ id }) => (special.has(id) ? [] : [id]));
      return [...plain, ...idsBetween(special.values(), ready.draft, from, to)];
    },
    known: { base, index, others },
  };
}

/** The draft has grown from another text than the server's: each is looked for. */
function placedAll(ready: Ready): PlacedComments {
  const comments = shownComments(ready);
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  return {
    comments,
    placeOf: ({ id }) => {
      const comment = byId.get(id);
      return comment === undefined ? null : placeIn(ready.draft, comment);
    },
    between: (from, to) => idsBetween(comments, ready.draft, from, to),
    known: null,
  };
}

/** Those that the changes reach, and those that something was done to, as they are in the draft. */
function specialOnes(
  ready: Ready,
  index: CommentIndex,
  move: NonNullable<ReturnType<typeof moveToDraft>>,
): ReadonlyMap<string, CanvasComment> {
  const waiting = waitingChanges(ready).comments;
  const meant = new Set([
    ...waiting.flatMap((operation) => threadOf(operation, index)),
    ...index.reachedBy(move.changes),
  ]);
  const moved = mapComments([...meant], move);
  const all = waiting.length === 0 ? moved : applyOperations(moved, waiting, operationContext(ready)).comments;
  return new Map(all.map((comment) => [comment.id, comment]));
}

/** The comment that an operation is about, and all that it answers. */
function threadOf(operation: CommentOperation, index: CommentIndex): CanvasComment[] {
  const found = new Set<CanvasComment>();
  let comment = index.get(operation.op === "reply" ? operation.replyTo : operation.id);
  while (comment !== undefined && !found.has(comment)) {
    found.add(comment);
    comment = comment.replyTo === undefined ? undefined : index.get(comment.replyTo);
  }
  return [...found];
}

function listed(base: readonly CanvasComment[], others: ReadonlyMap<string, Reading>): readonly CanvasComment[] {
  if (others.size === 0) return base;
  const left = new Map(others);
  const known = base.map((comment) => {
    const other = left.get(comment.id);
    left.delete(comment.id);
    return other?.comment ?? comment;
  });
  return [...known, ...[...left.values()].map(({ comment }) => comment)];
}

function isSame(a: ReadonlyMap<string, Reading>, b: ReadonlyMap<string, Reading>): boolean {
  if (a.size !== b.size) return false;
  for (const [id, reading] of b) {
    const was = a.get(id);
    if (was === undefined || !readsSame(was, reading)) return false;
  }
  return true;
}

function readsSame(a: Reading, b: Reading): boolean {
  if (a.comment === b.comment) return a.isThere === b.isThere;
  return a.isThere === b.isThere && wordsOf(a.comment) === wordsOf(b.comment);
}

/** All of it but its place. */
function wordsOf({ anchor, ...rest }: CanvasComment): string {
  const fields = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return JSON.stringify([fields, anchor?.quotedText ?? null]);
}

function isThere(comment: CanvasComment, text: string): boolean {
  return comment.anchor !== null && !isOrphaned(comment, text);
}

function idsBetween(comments: Iterable<CanvasComment>, text: string, from: number, to: number): readonly string[] {
  return [...comments].flatMap((comment) => {
    const place = placeIn(text, comment);
    return place !== null && place.to >= from && place.from <= to ? [comment.id] : [];
  });
}

function placeIn(text: string, comment: CanvasComment): TextPlace | null {
  const { anchor } = comment;
  if (anchor === null || !isThere(comment, text)) return null;
  return { from: anchor.offset, to: anchor.offset + anchor.length };
}
