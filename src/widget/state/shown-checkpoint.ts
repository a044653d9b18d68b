import { describeAnchor } from "../../core/comments/describe-anchor.ts";
import { applyOperations } from "../../core/comments/operations.ts";
import { reanchorAll, reanchorComments } from "../../core/comments/reanchor.ts";
import { reopenProposal } from "../../core/document/proposals/reopen-proposals.ts";
import type { CanvasComment, Checkpoint, Proposal, Protection } from "../../core/records/canvas.ts";
import { joinLocal, rebaseLocal } from "./rebase-local.ts";
import type { LocalChanges, Ready } from "./state.ts";

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
  };
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
    by: { kind: "person" as const },
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
