import { describeAnchor } from "../../core/comments/describe-anchor.ts";
import { applyOperations } from "../../core/comments/operations.ts";
import { reanchorAll, reanchorComments } from "../../core/comments/reanchor.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import { mergeThreeWay } from "../../core/diff/merge-three-way.ts";
import { mapPosition } from "../../core/diff/position-map.ts";
import { changesBetween, commonText } from "../../core/diff/text-changes.ts";
import { reopenProposal } from "../../core/document/proposals/reopen-proposals.ts";
import { asTold } from "../../core/document/review/interact.ts";
import { addMark, markAt } from "../../core/document/versions/past-texts.ts";
import type { CanvasComment, Checkpoint, Proposal, Protection } from "../../core/records/canvas.ts";
import type { CommentOperation } from "../../core/records/operations.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import { readInteraction } from "../../protocol/interactions.ts";
import { marksAfterOthers, marksAfterPerson } from "./model-marks.ts";
import { baseApart, baseAt, type LocalChanges, NO_CHANGES, type Ready } from "./state.ts";

/** All that waits for the server's answer, with offsets into the draft. */
export function waitingChanges(ready: Ready): LocalChanges {
  const { outgoing } = ready;
  if (outgoing === null) return ready.local;
  const sentText = outgoing.content ?? outgoing.base.content;
  return joinLocal(rebaseLocal(outgoing.local, sentText, ready.draft), ready.local);
}

/** The canvas as the person sees it: the server's checkpoint with everything that is not saved yet. */
export function shownCheckpoint(ready: Ready): Checkpoint {
  return { ...shownBesideComments(ready), comments: shownComments(ready) };
}

/** The same, but for the comments, which cost the most where there are many. */
export function shownBesideComments(ready: Ready): Omit<Checkpoint, "comments"> {
  const { checkpoint } = ready.view;
  const { document } = checkpoint;
  const waiting = waitingChanges(ready);
  const decided = new Map(waiting.decisions.map(({ id, decision }) => [id, decision]));
  return {
    ...checkpoint,
    document: {
      ...document,
      content: ready.draft,
      ...(waiting.title === null ? {} : { title: waiting.title, titleGiven: true }),
    },
    proposals: movedAnchors(checkpoint.proposals, ready).flatMap((proposal) => {
      const decision = decided.get(proposal.id);
      if (decision === undefined) return [proposal];
      // Taken back: it waits again, before the server has heard of it.
      return decision === "reopen" ? [reopenProposal(proposal, ready.draft, document.revision)] : [];
    }),
    protections: shownProtections(ready, waiting),
    settings: waiting.suggestOnly === null ? checkpoint.settings : { suggestOnly: waiting.suggestOnly },
    ...shownInteractions(ready, waiting),
  };
}

/** What was done in blocks, with what is not saved yet: it is as old as the text, until the server gives it its time. */
function shownInteractions(ready: Ready, waiting: LocalChanges): Pick<Checkpoint, "interactions"> {
  const { interactions, document } = ready.view.checkpoint;
  if (waiting.interactions.length === 0) return {};
  const added = waiting.interactions.map((each) => asTold(readInteraction(each), document.updatedAt));
  return { interactions: { ...interactions, list: [...(interactions?.list ?? []), ...added] } };
}

/** Comments where they stand in the draft, with those that are not saved yet. */
export function shownComments(ready: Ready): readonly CanvasComment[] {
  const waiting = waitingChanges(ready);
  const { comments, document } = ready.view.checkpoint;
  const moved =
    comments.length === 0 ? comments : reanchorComments(comments, document.content, ready.draft, document.revision);
  if (waiting.comments.length === 0) return ready.draft === document.content ? comments : moved;
  const context = {
    content: ready.draft,
    revision: document.revision,
    by: { kind: "person" as const, ...ready.view.access?.me },
    // The server gives the time when it saves; until then the comment is as old as the text that it is on.
    at: document.updatedAt,
  };
  return applyOperations(moved, waiting.comments, context).comments;
}

/** Protected passages where they stand in the draft, with those that are not saved yet. */
function shownProtections(ready: Ready, waiting: LocalChanges): readonly Protection[] {
  const { protections, document } = ready.view.checkpoint;
  const removed = new Set(waiting.protect.flatMap((one) => (one.op === "remove" ? [one.id] : [])));
  const added = waiting.protect.flatMap((one) => {
    if (one.op !== "add") return [];
    const anchor = describeAnchor(ready.draft, one.offset, one.length, document.revision);
    return [{ id: one.id, anchor, createdAt: document.updatedAt }];
  });
  const known = movedAnchors(protections, ready);
  if (added.length === 0 && removed.size === 0) return known;
  return [...known, ...added].filter(({ id }) => !removed.has(id));
}

/** Anchors in the text as the server has it, moved to the draft. */
export function movedAnchors<T extends { readonly anchor: Proposal["anchor"] }>(
  all: readonly T[],
  ready: Ready,
): readonly T[] {
  const { content, revision } = ready.view.checkpoint.document;
  if (ready.draft === content || all.length === 0) return all;
  const anchors = reanchorAll(
    all.map((one) => one.anchor),
    content,
    ready.draft,
    revision,
  );
  return all.map((one, index) => ({ ...one, anchor: anchors[index] ?? one.anchor }));
}

/** Operations on passages that wait for a save, with their offsets moved from the text before to the text after. */
function rebaseLocal(local: LocalChanges, before: string, after: string): LocalChanges {
  // Only these carry offsets, and there are rarely any: typing must not pay for a diff.
  if (!local.comments.some(isPlaced) && !local.protect.some((one) => one.op === "add")) return local;
  const changes = changesBetween(before, after);
  const move = (offset: number, length: number) => {
    const from = mapPosition(changes, offset, 1);
    const to = Math.max(from, mapPosition(changes, offset + length, -1));
    return { offset: from, length: to - from };
  };
  const comments = local.comments.map((operation): CommentOperation => {
    if (operation.op === "attach") {
      const moved = move(operation.offset, operation.length);
      return moved.length === 0 ? operation : { ...operation, ...moved };
    }
    if (operation.op !== "add" || operation.anchor === null) return operation;
    const moved = move(operation.anchor.offset, operation.anchor.length);
    // The words went before the comment was saved: it keeps its quote, and the server will call it an orphan.
    if (moved.length === 0) return operation;
    const quotedText = after.slice(moved.offset, moved.offset + moved.length);
    return { ...operation, anchor: { ...moved, quotedText } };
  });
  const protect = local.protect.map((operation) => {
    if (operation.op !== "add") return operation;
    const moved = move(operation.offset, operation.length);
    if (moved.length === 0) return operation;
    return { ...operation, ...moved, quotedText: after.slice(moved.offset, moved.offset + moved.length) };
  });
  return { ...local, comments, protect };
}

function isPlaced(operation: CommentOperation): boolean {
  return operation.op === "attach" || (operation.op === "add" && operation.anchor !== null);
}

/** Two sets of waiting changes as one, the later winning where only one can stand. */
function joinLocal(earlier: LocalChanges, later: LocalChanges): LocalChanges {
  const decided = new Set(later.decisions.map((decision) => decision.id));
  return {
    title: later.title ?? earlier.title,
    comments: [...earlier.comments, ...later.comments],
    decisions: [...earlier.decisions.filter((decision) => !decided.has(decision.id)), ...later.decisions],
    suggestOnly: later.suggestOnly ?? earlier.suggestOnly,
    protect: [...earlier.protect, ...later.protect],
    interactions: [...earlier.interactions, ...later.interactions],
  };
}

/**
 * The canvas after the server showed `view`, where `expected` is what the server was known to have from us. What the
 * person typed since stays: merged when that is clean; otherwise the draft stands on what the server had from us, so that the next
 * save has the server merge them and put what collides beside the text as a proposal. `own`: the canvas with all that the
 * person did to its text; what else has changed is others' doing, and marked.
 */
export function adoptView(ready: Ready, view: CanvasView, expected: string, own: Ready = ready): Ready {
  return withLostComments(adoptText(ready, view, expected, own), ready);
}

function adoptText(ready: Ready, view: CanvasView, expected: string, own: Ready): Ready {
  const { content, revision } = view.checkpoint.document;
  if (content === expected) return onView(ready, view);
  if (ready.draft === expected) return withNews(onView(ready, view), own, content);
  if (ready.draft === content) return onView(ready, view);
  const merged = mergeThreeWay(expected, ready.draft, content);
  // From what the server was known to have: what it already took from us is no change, so it cannot collide with itself.
  if (merged.conflicts.length > 0) return { ...ready, view, base: baseApart(expected, baseAt(revision, content)) };
  return withNews(onView(ready, view), own, merged.text);
}

/**
 * The canvas after the store turned out to be an older copy of what it was: all that stands on screen and the store lacks
 * is unsaved work. Where the draft has grown from the store's text, it does so again; where others have written there
 * since, from what both have in common, so that nobody's words seem taken out.
 */
export function adoptOlderStore(ready: Ready, view: CanvasView): Ready {
  const { content, revision } = view.checkpoint.document;
  const found = baseAt(revision, content);
  const isPast = found.content === ready.base.content || markAt(ready.past, revision)?.hash === found.hash;
  const base = isPast ? found : baseApart(commonText(ready.base.content, content), found);
  const past = isPast ? addMark(ready.past, { revision, hash: found.hash }) : [];
  return withLostComments({ ...ready, view, base, past, outgoing: null, local: waitingChanges(ready) }, ready);
}

/**
 * With the person's comments that the store had and has no more, as ones to be made again. No comment ever goes without a
 * trace, so that the store is an older copy of what it was.
 */
function withLostComments(ready: Ready, before: Ready): Ready {
  const kept = new Set(ready.view.checkpoint.comments.map(({ id }) => id));
  const me = before.view.access?.me.subject;
  const isMine = ({ by }: CanvasComment): boolean => by.kind === "person" && (me === undefined || by.subject === me);
  const isLost = (comment: CanvasComment): boolean => isMine(comment) && !comment.deleted && !kept.has(comment.id);
  const lost = new Set(before.view.checkpoint.comments.filter(isLost).map(({ id }) => id));
  if (lost.size === 0 || before.view.storeId !== ready.view.storeId) return ready;
  // Those that wait to be changed or deleted are as the person left them.
  const comments = shownComments(before).filter((comment) => lost.has(comment.id) && isLost(comment));
  const again = rebaseLocal({ ...NO_CHANGES, comments: comments.map(addingOf) }, before.draft, ready.draft);
  return { ...ready, local: joinLocal(again, ready.local) };
}

/** A comment as the operation that makes it. */
export function addingOf({ id, body, anchor, replyTo, question }: CanvasComment): CommentOperation {
  if (replyTo !== undefined) return { op: "reply", id, replyTo, body };
  const asks = question === true ? { question } : {};
  if (anchor === null) return { op: "add", id, body, anchor, ...asks };
  const { offset, length, quotedText } = anchor;
  return { op: "add", id, body, anchor: { offset, length, quotedText }, ...asks };
}

function onView(ready: Ready, view: CanvasView): Ready {
  const { content, revision } = view.checkpoint.document;
  const base = baseAt(revision, content);
  return { ...ready, view, base, past: addMark(ready.past, { revision, hash: base.hash }) };
}

/** With the text that has come from elsewhere on screen, and what the model wrote of it marked. */
function withNews(ready: Ready, before: Ready, draft: string): Ready {
  const marked = marksAfterOthers(before, ready.view, draft);
  return { ...ready, draft, marked, local: rebaseLocal(ready.local, ready.draft, draft) };
}

/** The same canvas with another text on screen; what is attached to the text moves with it. */
export function withDraft(ready: Ready, draft: string, changes?: readonly TextChange[]): Ready {
  if (draft === ready.draft) return ready;
  const marked = marksAfterPerson(ready, draft, changes);
  return { ...ready, draft, marked, local: rebaseLocal(ready.local, ready.draft, draft) };
}
