import type { TextChange } from "../../core/diff/hunk.ts";
import { mergeThreeWay } from "../../core/diff/merge-three-way.ts";
import { commonText } from "../../core/diff/text-changes.ts";
import { addMark, markAt } from "../../core/document/versions/past-texts.ts";
import type { CanvasComment } from "../../core/records/canvas.ts";
import type { CommentOperation } from "../../core/records/operations.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import { marksAfterOthers, marksAfterPerson } from "./model-marks.ts";
import { joinLocal, rebaseLocal } from "./rebase-local.ts";
import { shownComments, waitingChanges } from "./shown-checkpoint.ts";
import { baseApart, baseAt, NO_CHANGES, type Ready } from "./state.ts";

/**
 * The canvas after the server showed `view`, where `expected` is what the server was known to have from us. What the
 * person typed since stays: merged when that is clean; otherwise the draft stands on what the server had from us, so that the next
 * save has the server merge them and put what collides beside the text as a proposal.
 */
export function adoptView(ready: Ready, view: CanvasView, expected: string): Ready {
  return withLostComments(adoptText(ready, view, expected), ready);
}

function adoptText(ready: Ready, view: CanvasView, expected: string): Ready {
  const { content, revision } = view.checkpoint.document;
  if (content === expected) return onView(ready, view);
  if (ready.draft === expected) return withNews(onView(ready, view), ready, content);
  if (ready.draft === content) return onView(ready, view);
  const merged = mergeThreeWay(expected, ready.draft, content);
  // From what the server was known to have: what it already took from us is no change, so it cannot collide with itself.
  if (merged.conflicts.length > 0) return { ...ready, view, base: baseApart(expected, baseAt(revision, content)) };
  return withNews(onView(ready, view), ready, merged.text);
}

/**
 * The canvas after the store turned out to be an older copy of what it was: all that stands on screen and the store lacks
 * is unsaved work. Where the draft has grown from the store's text, it does so again; where others have written there
 * since, from what both have in common, so that nobody's words seem taken out.
 */
export function adoptPutBack(ready: Ready, view: CanvasView): Ready {
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
  const isLost = ({ id, by, deleted }: CanvasComment): boolean => by.kind === "person" && !deleted && !kept.has(id);
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
