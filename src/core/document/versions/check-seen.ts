import type { Canvas, Proposal, TextMark } from "../../records/canvas.ts";
import type { ProposalDecision } from "../../records/operations.ts";
import { type Refusal, refuse } from "../../records/refusal.ts";
import { hashText } from "../../text/hash-text.ts";

/** What a proposal offers, and for which words: another mark, another thing to decide on. Where it stands is no part of it. */
export function proposalMark({ text, anchor }: Pick<Proposal, "text" | "anchor">): string {
  const { quotedText, length } = anchor;
  // Its words are gone: it would put something in, and replace nothing.
  return hashText(JSON.stringify([text, length === quotedText.length ? quotedText : null]));
}

/** Whether a decision is on something else than what was drawn: its words have changed, or its author has taken it back. */
export function isStaleDecision(decision: ProposalDecision, proposal: Proposal | undefined): boolean {
  if (decision.decision === "reopen" || decision.seen === undefined || proposal === undefined) return false;
  if (proposal.state === "withdrawn") return true;
  // Settled elsewhere is settled: nothing of it is done again.
  return proposal.state === "open" && proposalMark(proposal) !== decision.seen;
}

/** A decision is on a proposal as it was drawn, by its id and its words. */
export function checkSeenProposals({ proposals }: Canvas, decisions: readonly ProposalDecision[]): Refusal | null {
  if (decisions.length === 0) return null;
  const known = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  const stale = decisions.filter((decision) => isStaleDecision(decision, known.get(decision.id)));
  if (stale.length === 0) return null;
  const ids = [...new Set(stale.map(({ id }) => id))];
  const named = ids.slice(0, 10).join(", ") + (ids.length > 10 ? ", …" : "");
  const message = `${ids.length === 1 ? "A suggestion or conflict has" : `${ids.length} suggestions or conflicts have`} changed since you saw ${ids.length === 1 ? "it" : "them"} (${named}). Nothing was saved: load the canvas, read what stands there now, and decide again.`;
  return refuse("decision_stale", message).error;
}

/** A decision about the whole text is about the one that the person could read. */
export function checkSeenText({ document, head }: Canvas, seen: TextMark | undefined): Refusal | null {
  if (seen === undefined) return null;
  const { revision, content } = document;
  const isSame = seen.revision >= (head.contentRevision ?? revision) && seen.revision <= revision;
  if (isSame && hashText(content) === seen.hash) return null;
  const message = `The text has changed since revision ${seen.revision}, which you saw; the canvas is at ${revision}. Nothing was changed: load the canvas, read what changed, and decide again.`;
  return refuse("decision_stale", message).error;
}
