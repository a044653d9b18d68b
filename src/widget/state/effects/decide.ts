import { mergeThreeWay } from "../../../core/diff/merge-three-way.ts";
import { isStaleDecision, proposalMark } from "../../../core/document/versions/check-seen.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { proposalWords } from "../../words.ts";
import { isReadOnly } from "../state.ts";
import { shownCheckpoint } from "../unsaved-changes.ts";
import { withDecisions } from "../with-decisions.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

/**
 * Decisions of the person with the text before and after them: all that it takes to take them back. Without decisions
 * it is a change of the text alone.
 */
export interface Decided {
  readonly canvasId: string;
  readonly decisions: readonly ProposalDecision[];
  readonly before: string;
  readonly after: string;
}

/**
 * Decides, and saves at once. What has become another than was drawn is not decided, and the person is told. Null when
 * there was nothing to decide on.
 */
export function decide(
  { store, clock }: EffectDeps,
  autosave: Autosave,
  asked: readonly ProposalDecision[],
): Decided | null {
  const ready = readyOf(store);
  if (!ready) return null;
  const shown = shownCheckpoint(ready);
  const stale = staleAmong(asked, shown.proposals);
  store.dispatch({ kind: "dismissed", id: "decide" });
  tellStaleDecisions({ store }, stale);
  const decisions = asked.filter((decision) => !stale.includes(decision));
  if (decisions.length === 0) return null;
  const after = withDecisions(ready, shown, decisions, new Date(clock.now()).toISOString());
  store.dispatch({ kind: "decided", decisions: withMarks(decisions, ready.view.checkpoint.proposals) });
  void autosave.flush();
  const canvasId = ready.view.checkpoint.document.id;
  return { canvasId, decisions, before: ready.draft, after: after.document.content };
}

/** `later`: it can be tried again; `never`: it cannot be done any more. */
export type Outcome = "done" | "later" | "never";

/**
 * Takes decisions back: what they put into the text goes out of it again, whatever was written since stays, and the
 * proposals wait as before. Where that cannot be done without touching later words, or not now, the reason is said.
 */
export async function takeBack({ store }: EffectDeps, autosave: Autosave, decided: Decided): Promise<Outcome> {
  const say = (text: string, tone: "info" | "warning" = "warning") =>
    store.dispatch({ kind: "said", notice: { id: text, tone, text } });
  const saved = await autosave.flush();
  const ready = readyOf(store);
  if (!ready || ready.view.checkpoint.document.id !== decided.canvasId || isReadOnly(ready)) return "never";
  if (!saved.ok && decided.decisions.length > 0) {
    const text = proposalWords.undoNotSaved;
    store.dispatch({ kind: "said", notice: { id: text, tone: "warning", text, until: "saved" } });
    return "later";
  }
  if (ready.suggesting && decided.before !== decided.after) {
    say(proposalWords.undoSuggesting);
    return "later";
  }
  const merged = mergeThreeWay(decided.after, ready.draft, decided.before);
  if (merged.conflicts.length > 0) {
    say(proposalWords.undoChanged);
    return "never";
  }
  store.dispatch({ kind: "typed", text: merged.text });
  const ids = [...new Set(decided.decisions.map(({ id }) => id))];
  if (ids.length > 0) {
    store.dispatch({ kind: "decided", decisions: ids.map((id) => ({ id, decision: "reopen" })) });
    say(proposalWords.takenBack, "info");
  }
  void autosave.flush();
  return "done";
}

/** The decisions that are not on what stands there now: these are not made. */
export function staleAmong(
  decisions: readonly ProposalDecision[],
  proposals: readonly Proposal[],
): readonly ProposalDecision[] {
  const known = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  return decisions.filter((decision) => isStaleDecision(decision, known.get(decision.id)));
}

/** The same decisions, each with what the server must still have for it to hold. */
function withMarks(
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
export function tellStaleDecisions({ store }: Pick<EffectDeps, "store">, stale: readonly ProposalDecision[]): void {
  if (stale.length === 0) return;
  const own = stale.flatMap((decision) => (decision.decision === "edit" ? [decision.text] : []));
  const text = proposalWords.notDecided(stale.length, own);
  const stays = own.length === 0 ? {} : { stays: true as const };
  store.dispatch({ kind: "said", notice: { id: "decide", tone: "warning", text, ...stays } });
}
