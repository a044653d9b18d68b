import { proposalMark } from "../../core/document/check-seen.ts";
import type { Proposal, ProposalDecision } from "../../core/document/records.ts";

type Settling = "keep" | "take" | "both" | "accept" | "reject";

/** A decision on this proposal as it is drawn. */
export function settleAs(proposal: Proposal, decision: Settling): ProposalDecision {
  return { id: proposal.id, decision, seen: proposalMark(proposal) };
}

/** The person's own words in the place of what is drawn. */
export function settleWith(proposal: Proposal, text: string): ProposalDecision {
  return { id: proposal.id, decision: "edit", text, seen: proposalMark(proposal) };
}
