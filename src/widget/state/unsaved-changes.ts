import { describeAnchor } from "../../core/comments/describe-anchor.ts";
import type { Move } from "../../core/comments/find-in-touched.ts";
import { mapComments, mapProposals, mapProtections } from "../../core/comments/map-anchors.ts";
import { applyOperations, type OperationContext } from "../../core/comments/operations.ts";
import { reanchorAll, reanchorComments } from "../../core/comments/reanchor.ts";
import { composeChanges } from "../../core/diff/compose-changes.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import { mergeThreeWay } from "../../core/diff/merge-three-way.ts";
import { createPositionMap } from "../../core/diff/position-map.ts";
import { changesBetween, changesMake, commonText } from "../../core/diff/text-changes.ts";
import { reopenProposal } from "../../core/document/proposals/reopen-proposals.ts";
import { asTold } from "../../core/document/review/interact.ts";
import { addMark, markAt } from "../../core/document/versions/past-texts.ts";
import type { Anchor, CanvasComment, Checkpoint, Proposal, Protection } from "../../core/records/canvas.ts";
import type { CommentOperation } from "../../core/records/operations.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import { readInteraction } from "../../protocol/interactions.ts";
import { marksAfterOthers, marksAfterPerson } from "./model-marks.ts";
import {
  type Base,
  baseApart,
  baseAt,
  type LocalChanges,
  type LocalDecision,
  NO_CHANGES,
  type Ready,
} from "./state.ts";

/** All that waits for the server's answer, with offsets into the draft. */
export function waitingChanges(ready: Ready): LocalChanges {
  const { outgoing } = ready;
  if (outgoing === null) return ready.local;
  return joinLocal(rebaseLocal(outgoing.local, ready.fromSent, ready.draft), ready.local);
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
    proposals: decided.size === 0 ? movedProposals(ready) : withoutDecided(ready, decided),
    protections: shownProtections(ready, waiting),
    settings: waiting.suggestOnly === null ? checkpoint.settings : { suggestOnly: waiting.suggestOnly },
    ...shownInteractions(ready, waiting),
  };
}

function withoutDecided(ready: Ready, decided: ReadonlyMap<string, LocalDecision["decision"]>): readonly Proposal[] {
  const { revision } = ready.view.checkpoint.document;
  return movedProposals(ready).flatMap((proposal) => {
    const decision = decided.get(proposal.id);
    if (decision === undefined) return [proposal];
    // Taken back: it waits again, before the server has heard of it.
    return decision === "reopen" ? [reopenProposal(proposal, ready.draft, revision)] : [];
  });
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
  const move = moveToDraft(ready);
  const moved =
    move !== null
      ? mapComments(comments, move)
      : reanchorComments(comments, document.content, ready.draft, document.revision);
  if (waiting.comments.length === 0) return moved;
  return applyOperations(moved, waiting.comments, operationContext(ready)).comments;
}

/** What the person does to comments before the server has heard of it. */
export function operationContext({ draft, view }: Ready): OperationContext {
  const { revision, updatedAt } = view.checkpoint.document;
  // The server gives the time when it saves; until then the comment is as old as the text that it is on.
  return { content: draft, revision, by: { kind: "person", ...view.access?.me }, at: updatedAt };
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
  const move = moveToDraft(ready);
  const known =
    move === null ? soughtIn(protections, document.content, ready) : mapProtections(protections, move, "person");
  if (added.length === 0 && removed.size === 0) return known;
  return [...known, ...added].filter(({ id }) => !removed.has(id));
}

/** How the text as the server has it became the draft; null: the draft has grown from another, and nobody knows how. */
export function moveToDraft({ base, draft, fromBase, view }: Ready): Move | null {
  const { content, revision } = view.checkpoint.document;
  return base.content === content ? { before: content, changes: fromBase, after: draft, revision } : null;
}

/** The canvas's proposals where they stand in the draft. */
export function movedProposals(ready: Ready): readonly Proposal[] {
  const { proposals, document } = ready.view.checkpoint;
  const move = moveToDraft(ready);
  return move === null ? soughtIn(proposals, document.content, ready) : mapProposals(proposals, move);
}

/** Anchors in a text that the draft did not grow from. */
function soughtIn<T extends { readonly anchor: Anchor }>(
  all: readonly T[],
  content: string,
  { draft, view }: Ready,
): readonly T[] {
  const { revision } = view.checkpoint.document;
  const anchors = reanchorAll(
    all.map((one) => one.anchor),
    content,
    draft,
    revision,
  );
  return all.map((one, index) => ({ ...one, anchor: anchors[index] ?? one.anchor }));
}

/** Operations on passages that wait for a save, with their offsets moved to the text after the changes. */
function rebaseLocal(local: LocalChanges, changes: readonly TextChange[], after: string): LocalChanges {
  if (changes.length === 0 || !isAttached(local)) return local;
  const map = createPositionMap(changes);
  const move = (offset: number, length: number) => {
    const { from, to } = map.mapRange(offset, offset + length);
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
  const decisions = local.decisions.map((one): LocalDecision => {
    if (one.decision === "reopen" || one.inText === undefined) return one;
    return { ...one, inText: map.mapRange(one.inText.from, one.inText.to) };
  });
  return { ...local, comments, protect, decisions };
}

/** Only these carry offsets, and there are rarely any. */
function isAttached({ comments, protect, decisions }: LocalChanges): boolean {
  return comments.some(isPlaced) || protect.some((one) => one.op === "add") || decisions.some(isInText);
}

function isInText(decision: LocalDecision): boolean {
  return decision.decision !== "reopen" && decision.inText !== undefined;
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

/** What the server was known to have from us, and what was done to it since. */
export interface Expected {
  readonly content: string;
  /** From that text to the draft. */
  readonly since: readonly TextChange[];
}

/**
 * The canvas after the server showed `view`. What the
 * person typed since stays: merged when that is clean; otherwise the draft stands on what the server had from us, so that the next
 * save has the server merge them and put what collides beside the text as a proposal. `own`: the canvas with all that the
 * person did to its text; what else has changed is others' doing, and marked. `hash`: of the view's text, where it is known.
 */
export function adoptView(
  ready: Ready,
  view: CanvasView,
  expected: Expected,
  { own = ready, hash }: { readonly own?: Ready; readonly hash?: string | undefined } = {},
): Ready {
  return withLostComments(adoptText(ready, viewedBase(ready, view, hash), expected, own), ready);
}

interface Viewed {
  readonly view: CanvasView;
  readonly base: Base;
}

/** A text that is here already need not be read again. */
function viewedBase({ base }: Ready, view: CanvasView, hash: string | undefined): Viewed {
  const { content, revision } = view.checkpoint.document;
  const isSame = base.apart !== true && base.content === content;
  return { view, base: baseAt(revision, content, isSame ? base.hash : hash) };
}

function adoptText(ready: Ready, found: Viewed, { content: expected, since }: Expected, own: Ready): Ready {
  const { content } = found.base;
  if (content === expected) return onView(ready, found, since);
  if (ready.draft === expected) return withNews(onView(ready, found, []), own, content);
  if (ready.draft === content) return onView(ready, found, []);
  const merged = mergeThreeWay(expected, ready.draft, content);
  // From what the server was known to have: what it already took from us is no change, so it cannot collide with itself.
  if (merged.conflicts.length > 0) {
    return { ...ready, view: found.view, base: baseApart(expected, found.base), fromBase: since };
  }
  return withNews(onView(ready, found, changesBetween(content, merged.text)), own, merged.text);
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
  const fromBase = base.content === ready.base.content ? ready.fromBase : changesBetween(base.content, ready.draft);
  const local = waitingChanges(ready);
  return withLostComments({ ...ready, view, base, fromBase, past, outgoing: null, local }, ready);
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
  const again = rebaseLocal(
    { ...NO_CHANGES, comments: comments.map(addingOf) },
    changesBetween(before.draft, ready.draft),
    ready.draft,
  );
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

function onView(ready: Ready, { view, base }: Viewed, fromBase: readonly TextChange[]): Ready {
  const { revision, hash } = base;
  return { ...ready, view, base, fromBase, past: addMark(ready.past, { revision, hash }) };
}

/** With the text that has come from elsewhere on screen, and what others wrote of it marked. */
function withNews(ready: Ready, before: Ready, draft: string): Ready {
  const marked = marksAfterOthers(before, ready.view, draft);
  const { local } = ready;
  if (!isAttached(local)) return { ...ready, draft, marked };
  return { ...ready, draft, marked, local: rebaseLocal(local, changesBetween(ready.draft, draft), draft) };
}

/** The same canvas with another text on screen; what is attached to the text moves with it. `made`: how, where it is known. */
export function withDraft(ready: Ready, draft: string, made?: readonly TextChange[]): Ready {
  if (draft === ready.draft) return ready;
  const isTold = made !== undefined && changesMake(ready.draft, made, draft);
  const changes = isTold ? made : changesBetween(ready.draft, draft);
  return {
    ...ready,
    draft,
    // Whoever has taken everything back has changed nothing.
    fromBase:
      draft === ready.base.content ? [] : realChanges(ready.base.content, composeChanges(ready.fromBase, changes)),
    fromSent: composeChanges(ready.fromSent, changes),
    marked: marksAfterPerson(ready, draft, isTold ? changes : undefined),
    local: rebaseLocal(ready.local, changes, draft),
  };
}

/** Without what puts back what stood there: words that were taken out and came again. */
function realChanges(text: string, changes: readonly TextChange[]): readonly TextChange[] {
  const isReal = ({ from, to, insert }: TextChange): boolean =>
    insert.length !== to - from || insert !== text.slice(from, to);
  return changes.every(isReal) ? changes : changes.filter(isReal);
}
