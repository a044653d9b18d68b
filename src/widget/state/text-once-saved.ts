import { shownCheckpoint, waitingChanges } from "./shown-checkpoint.ts";
import type { Ready } from "./state.ts";
import { withDecisions } from "./with-decisions.ts";

/** The text in force once all that waits is saved, if nobody else writes meanwhile: another one has words that the person has not read. */
export function textOnceSaved(ready: Ready, now: string): string {
  // What the person suggests to the model does not come into force.
  const inForce = ready.suggesting ? { ...ready, draft: ready.base.content } : ready;
  const { decisions } = waitingChanges(ready);
  return withDecisions(inForce, shownCheckpoint(inForce), decisions, now).document.content;
}
