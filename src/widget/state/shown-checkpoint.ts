import { applyOperations } from "../../core/comments/operations.ts";
import { reanchorAll, reanchorComments } from "../../core/comments/reanchor.ts";
import type { CanvasComment, Checkpoint, Proposal } from "../../core/document/records.ts";
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
  const { checkpoint } = ready.view;
  const { document } = checkpoint;
  const waiting = waitingChanges(ready);
  const decided = new Set(waiting.decisions.map((decision) => decision.id));
  return {
    ...checkpoint,
    document: {
      ...document,
      content: ready.draft,
      ...(waiting.title === null ? {} : { title: waiting.title, titleGiven: true }),
    },
    comments: shownComments(ready, waiting),
    proposals: movedProposals(ready).filter((proposal) => !decided.has(proposal.id)),
    settings: waiting.suggestOnly === null ? checkpoint.settings : { suggestOnly: waiting.suggestOnly },
  };
}

/** Comments where they stand in the draft, with those that are not saved yet. */
function shownComments(ready: Ready, waiting: LocalChanges): readonly CanvasComment[] {
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

function movedProposals(ready: Ready): readonly Proposal[] {
  const { proposals, document } = ready.view.checkpoint;
  if (ready.draft === document.content || proposals.length === 0) return proposals;
  const anchors = reanchorAll(
    proposals.map((proposal) => proposal.anchor),
    document.content,
    ready.draft,
    document.revision,
  );
  return proposals.map((proposal, index) => ({ ...proposal, anchor: anchors[index] ?? proposal.anchor }));
}
