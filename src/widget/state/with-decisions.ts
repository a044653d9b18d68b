import { decideProposals } from "../../core/document/decide-proposals.ts";
import { beginDraft } from "../../core/document/draft.ts";
import type { CanvasRecord, Checkpoint, ProposalDecision } from "../../core/document/records.ts";
import { movedAnchors } from "./shown-checkpoint.ts";
import type { Ready } from "./state.ts";

/** What the person decided on suggestions and conflicts, done as a server does it. */
export function withDecisions(
  ready: Ready,
  shown: Checkpoint,
  decisions: readonly ProposalDecision[],
  now: string,
): Checkpoint {
  if (decisions.length === 0) return shown;
  const by = { kind: "person" as const };
  const record: CanvasRecord = {
    ...shown,
    proposals: movedAnchors(ready.view.checkpoint.proposals, ready),
    owner: "",
    widgetKey: "",
    head: { by, openedAt: now, sealed: false },
    meta: {},
  };
  const moment = { by, now, sealOpenedBefore: "", randomId: () => "" };
  const decided = decideProposals(beginDraft(record, new Map(), moment), decisions);
  if (!decided.ok) return shown;
  const { document, comments, proposals, protections, claudeContent, told } = decided.draft.record;
  return { ...shown, document, comments, proposals, protections, claudeContent, told };
}
