import { beginDraft } from "../../core/document/draft.ts";
import { decideProposals, type MadeText } from "../../core/document/proposals/decide-proposals.ts";
import type { Checkpoint } from "../../core/records/canvas.ts";
import type { ProposalDecision } from "../../core/records/operations.ts";
import { canvasOf, keptView } from "./browser/browser-record.ts";
import type { Ready } from "./state.ts";
import { movedProposals, shownCheckpoint, waitingChanges } from "./unsaved-changes.ts";

/** Those whose words do not stand in the text yet. */
export function putInByServer(decisions: readonly ProposalDecision[]): readonly ProposalDecision[] {
  return decisions.filter((one) => one.decision === "reopen" || one.inText === undefined);
}

/** What decisions on what is shown change in the text on screen, by the server's rules. */
export function madeBy(ready: Ready, shown: Checkpoint, decisions: readonly ProposalDecision[], now: string): MadeText {
  const record = canvasOf({ ...ready.view, checkpoint: shown }, now);
  const moment = { by: { kind: "person" as const }, now, sealOpenedBefore: "", randomId: () => "" };
  const decided = decideProposals(beginDraft(record, new Map(), moment), decisions);
  return decided.ok ? decided.made : { changes: [], places: new Map() };
}

/** What the person decided on suggestions and conflicts, done as a server does it. */
export function withDecisions(
  ready: Ready,
  shown: Checkpoint,
  decisions: readonly ProposalDecision[],
  now: string,
): Checkpoint {
  if (decisions.length === 0) return shown;
  const view = { ...ready.view, checkpoint: shown };
  const record = { ...canvasOf(view, now), proposals: movedProposals(ready) };
  const moment = { by: { kind: "person" as const }, now, sealOpenedBefore: "", randomId: () => "" };
  const decided = decideProposals(beginDraft(record, new Map(), moment), decisions);
  return decided.ok ? keptView(decided.draft.record, view, view.state).checkpoint : shown;
}

/** The text in force once all that waits is saved, if nobody else writes meanwhile: another one has words that the person has not read. */
export function textOnceSaved(ready: Ready, now: string): string {
  // What the person suggests to the model does not come into force.
  const inForce = ready.suggesting ? { ...ready, draft: ready.base.content, fromBase: [] } : ready;
  const { decisions } = waitingChanges(ready);
  return withDecisions(inForce, shownCheckpoint(inForce), putInByServer(decisions), now).document.content;
}
