import { isStaleDecision, proposalMark } from "../../../core/document/versions/check-seen.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { proposalWords } from "../../words.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** The decisions that are not on what stands there now: these are not made. */
export function staleAmong(
  decisions: readonly ProposalDecision[],
  proposals: readonly Proposal[],
): readonly ProposalDecision[] {
  const known = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  return decisions.filter((decision) => isStaleDecision(decision, known.get(decision.id)));
}

/** The same decisions, each with what the server must still have for it to hold. */
export function withMarks(
  decisions: readonly ProposalDecision[],
  proposals: readonly Proposal[],
): readonly ProposalDecision[] {
  const open = new Map(proposals.filter(({ state }) => state === "open").map((proposal) => [proposal.id, proposal]));
  return decisions.map((decision) => {
    if (decision.decision === "reopen") return decision;
    const { seen: _, ...rest } = decision;
    const proposal = open.get(decision.id);
    return proposal === undefined ? rest : { ...rest, seen: proposalMark(proposal) };
  });
}

/** Says that these were not made. The person's own words, which stood in a decision alone, are said with it. */
export function sayStale({ store }: Pick<EffectDeps, "store">, stale: readonly ProposalDecision[]): void {
  if (stale.length === 0) return;
  const own = stale.flatMap((decision) => (decision.decision === "edit" ? [decision.text] : []));
  const text = proposalWords.notDecided(stale.length, own);
  const stays = own.length === 0 ? {} : { stays: true as const };
  store.dispatch({ kind: "said", notice: { id: "decide", tone: "warning", text, ...stays } });
}
