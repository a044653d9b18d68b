import { proposalMark } from "../../core/document/versions/check-seen.ts";
import type { Proposal } from "../../core/records/canvas.ts";
import type { ProposalDecision } from "../../core/records/operations.ts";

type Settling = "keep" | "take" | "both" | "accept" | "reject";

/** A decision on this proposal as it is drawn. */
export function settleAs(proposal: Proposal, decision: Settling): ProposalDecision {
  return { id: proposal.id, decision, seen: proposalMark(proposal) };
}

/** The person's own words in the place of what is drawn. */
export function settleWith(proposal: Proposal, text: string): ProposalDecision {
  return { id: proposal.id, decision: "edit", text, seen: proposalMark(proposal) };
}
