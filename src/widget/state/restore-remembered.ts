import { createPositionMap } from "../../core/diff/position-map.ts";
import { changesBetween, commonText } from "../../core/diff/text-changes.ts";
import type { CanvasComment, Checkpoint } from "../../core/records/canvas.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import { isOnlyHere, type KeptView, serverCopyOf } from "./browser/browser-record.ts";
import type { PendingRecord } from "./kept-records.ts";
import { baseApart, baseAt, hasLocalChanges, type LocalChanges, type LocalDecision, NO_CHANGES } from "./state.ts";
import { addingOf } from "./unsaved-changes.ts";

/** What this browser remembers of a canvas and the store that was put back lacks, as unsaved work on it. */
export function pendingOverOlderStore(remembered: CanvasView, view: CanvasView): PendingRecord {
  const { document } = remembered.checkpoint;
  const { content, revision } = view.checkpoint.document;
  const lost = lostComments(remembered, view);
  return pendingOn(view, {
    base: baseApart(commonText(document.content, content), baseAt(revision, content)),
    content: document.content,
    local: { ...NO_CHANGES, comments: lost.map(addingOf) },
  });
}

export function hasLostComments(remembered: CanvasView, view: CanvasView): boolean {
  return lostComments(remembered, view).length > 0;
}

function lostComments(remembered: CanvasView, view: CanvasView): readonly CanvasComment[] {
  const kept = new Set(view.checkpoint.comments.map(({ id }) => id));
  return remembered.checkpoint.comments.filter(
    ({ id, by, deleted }) => by.kind === "person" && !deleted && !kept.has(id),
  );
}

/**
 * What the person did to a canvas that was kept here because its server could not be reached from here, as unsaved work on
 * the same canvas now that it can. Null: nothing.
 */
export function pendingKeptHere(kept: KeptView, view: CanvasView): PendingRecord | null {
  const { document } = kept.checkpoint;
  if (kept.key !== "" && !isOnlyHere(kept)) return null;
  const local = localFromBrowser(kept, view.checkpoint);
  const { content: base } = serverCopyOf(kept);
  if (document.content === base && !hasLocalChanges(local)) return null;
  // The server has its own count; the text says what the work grew from.
  return pendingOn(view, { base: baseAt(0, base), content: document.content, local });
}

/** Older than all that is unsaved: it is brought back first. */
function pendingOn(
  { storeId, owner }: CanvasView,
  work: Pick<PendingRecord, "base" | "content" | "local">,
): PendingRecord {
  const changes = changesBetween(work.base.content, work.content);
  return { storeId, owner, at: 0, ...work, changes, suggesting: false, past: [], unanswered: null };
}

/** All but the text, as far as the server lacks it. The words of what was accepted stand in the text. */
function localFromBrowser({ checkpoint: mine, beside }: KeptView, theirs: Checkpoint): LocalChanges {
  const isRenamed = beside?.titledBy === "person" && mine.document.title !== theirs.document.title;
  const resolved = new Set(theirs.comments.filter((comment) => comment.resolved).map(({ id }) => id));
  const known = new Set(theirs.protections.map(({ id }) => id));
  return {
    title: isRenamed ? mine.document.title : null,
    comments: [
      ...mine.comments.filter(({ by, deleted }) => by.kind === "person" && !deleted).map(addingOf),
      ...mine.comments
        .filter((comment) => comment.resolved && !comment.deleted && !resolved.has(comment.id))
        .map(({ id }) => ({ op: "resolve" as const, id })),
    ],
    decisions: decisionsOn(mine, theirs),
    suggestOnly: mine.settings.suggestOnly && !theirs.settings.suggestOnly ? true : null,
    interactions: [],
    protect: mine.protections
      .filter(({ id, anchor }) => !known.has(id) && anchor.length > 0)
      .map(({ id, anchor: { offset, length, quotedText } }) => ({
        op: "add" as const,
        id,
        offset,
        length,
        quotedText,
      })),
  };
}

/** What was decided here on what is open there. Not told: what was accepted in words that have been changed since. */
function decisionsOn(mine: Checkpoint, theirs: Checkpoint): readonly LocalDecision[] {
  const { content } = mine.document;
  const map = createPositionMap(changesBetween(theirs.document.content, content));
  const decided = new Map(mine.proposals.map(({ id, state }) => [id, state]));
  return theirs.proposals.flatMap(({ id, kind, state, text, anchor }): LocalDecision[] => {
    const here = state === "open" ? decided.get(id) : undefined;
    if (here === "rejected") return [{ id, decision: "reject" }];
    if (here !== "accepted" || kind !== "suggestion") return [];
    const { offset, length, quotedText: was } = anchor;
    const inText = { from: map.map(offset, -1), to: map.map(offset + length, 1) };
    if (content.slice(inText.from, inText.to) !== text) return [];
    return [{ id, decision: "accept", inText, was, put: text }];
  });
}
