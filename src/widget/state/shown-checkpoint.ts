import type { Checkpoint } from "../../core/document/records.ts";
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
    proposals: checkpoint.proposals.filter((proposal) => !decided.has(proposal.id)),
    settings: waiting.suggestOnly === null ? checkpoint.settings : { suggestOnly: waiting.suggestOnly },
  };
}
