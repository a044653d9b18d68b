import { mapProposals } from "../../../core/comments/map-anchors.ts";
import { invertChanges } from "../../../core/diff/compose-changes.ts";
import type { TextChange } from "../../../core/diff/hunk.ts";
import { createPositionMap } from "../../../core/diff/position-map.ts";
import { applyChanges } from "../../../core/diff/text-changes.ts";
import { isStaleDecision, proposalMark } from "../../../core/document/versions/check-seen.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import type {
  MadeDecision,
  PlacedDecision,
  ProposalDecision,
  SettlingDecision,
} from "../../../core/records/operations.ts";
import { proposalWords } from "../../words.ts";
import type { Ready } from "../state.ts";
import { shownCheckpoint } from "../unsaved-changes.ts";
import { madeBy } from "../with-decisions.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

/** A change of the text on screen that makes decisions. */
export interface DecidingStep {
  readonly changes: readonly TextChange[];
  readonly decisions: readonly PlacedDecision[];
}

/** What was decided. */
export interface Decided {
  readonly decisions: readonly SettlingDecision[];
  /** False: the words came into the text in force, beside what the person suggests, and undo knows nothing of it. */
  readonly isStep: boolean;
}

/**
 * Decides, and saves at once. `act` makes the change as a step that can be undone; without it the text just becomes another.
 * What has become another than was drawn is not decided, and the person is told. Null when there was nothing to decide on.
 */
export function decide(
  { store, clock }: EffectDeps,
  autosave: Autosave,
  asked: readonly ProposalDecision[],
  act?: (step: DecidingStep) => void,
): Decided | null {
  const ready = readyOf(store);
  if (!ready) return null;
  const { draft } = ready;
  const shown = shownCheckpoint(ready);
  const stale = staleAmong(asked, shown.proposals);
  store.dispatch({ kind: "dismissed", id: "decide" });
  tellStaleDecisions({ store }, stale);
  const held = asked.filter((decision) => !stale.includes(decision));
  const decisions = withMarks(held, proposalsOnceAnswered(ready));
  if (decisions.length === 0) return null;
  const { changes, places } = madeBy(ready, shown, decisions, new Date(clock.now()).toISOString());
  // What they suggest is not in force, and these words are to be.
  const isStep = !ready.suggesting || changes.length === 0;
  if (!isStep) store.dispatch({ kind: "decided", decisions });
  else {
    const back = createPositionMap(invertChanges(draft, changes));
    const placed = decisions.map((decision): PlacedDecision => {
      const place = places.get(decision.id);
      if (place === undefined) return { decision, place: null };
      return { decision, place: { from: back.map(place.from, -1), to: back.map(place.to, 1) } };
    });
    if (act !== undefined) act({ changes, decisions: placed });
    else {
      const text = applyChanges(draft, changes);
      const decided = placed.map(({ decision, place }): MadeDecision => {
        const inText = places.get(decision.id);
        return inText === undefined || place === null
          ? decision
          : {
              ...decision,
              inText,
              was: draft.slice(place.from, place.to),
              put: text.slice(inText.from, inText.to),
            };
      });
      store.dispatch({ kind: "typed", text, changes, decided });
    }
  }
  void autosave.flush();
  return { decisions, isStep };
}

/** As the server has them once it has taken the save that is under way: what the person typed inside one is no news to them. */
function proposalsOnceAnswered({ view, outgoing }: Ready): readonly Proposal[] {
  const { proposals, document } = view.checkpoint;
  if (outgoing === null || outgoing.content === null || outgoing.suggest) return proposals;
  const { base, changes, content: after } = outgoing;
  if (base.content !== document.content) return proposals;
  return mapProposals(proposals, { before: base.content, changes, after, revision: document.revision });
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
): readonly SettlingDecision[] {
  const open = new Map(proposals.filter(({ state }) => state === "open").map((proposal) => [proposal.id, proposal]));
  return decisions.flatMap((decision): SettlingDecision[] => {
    if (decision.decision === "reopen") return [];
    const { seen: _, ...rest } = decision;
    const proposal = open.get(decision.id);
    return [proposal === undefined ? rest : { ...rest, seen: proposalMark(proposal) }];
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
