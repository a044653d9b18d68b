import type { ProposalDecision } from "../../../../core/records/operations.ts";
import type { WidgetRig } from "../../../state/widget-rig.ts";
import { createPageSteps } from "../page-steps.ts";

/** What the page does with decisions and undo, of a widget without a page. */
export function stepsOfWidget({ actions, ready }: Pick<WidgetRig, "actions" | "ready">) {
  const { storeId, owner, checkpoint } = ready().view;
  const steps = createPageSteps({
    actions,
    id: checkpoint.document.id,
    storeId,
    owner,
    newest: ready,
    changed: ({ text, changes, decisions }) => actions.type(text, changes, decisions ?? undefined),
  });
  return {
    ...steps,
    /** False: nothing was decided. */
    decide: (decisions: readonly ProposalDecision[]) => actions.decide(decisions, steps.act) !== null,
    undo: () => steps.goBack("undo"),
    redo: () => steps.goBack("redo"),
  };
}
