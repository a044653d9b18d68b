import { approvalState } from "../../../core/people/approval-state.ts";
import type { OpenCanvas } from "../../features/feature.ts";
import { ApprovalBadge } from "../../features/share/ApprovalBadge.tsx";
import { personName } from "../../people/who.ts";
import type { Incoming, Ready } from "../../state/state.ts";
import { shareWords, shellWords } from "../../words.ts";
import type { TextWithoutCanvas } from "../provisional-canvas.ts";
import { isAskedToApprove } from "./HeaderControls.tsx";
import { SavedState } from "./SavedState.tsx";

interface HeaderFactsProps {
  readonly canvas: OpenCanvas;
  readonly state: Ready | TextWithoutCanvas;
  /** What the person has to settle. */
  readonly undecided: { readonly conflicts: number; readonly suggestions: number };
  /** To the next thing that waits for the person. */
  readonly onUndecided: () => void;
  /** Who was asked to approve, and how far each is. */
  readonly onApprovals: () => void;
}

/** What stands in words after the title: what waits, what is switched on, and how safe the text is. */
export function HeaderFacts({ canvas, state, undecided, onUndecided, onApprovals }: HeaderFactsProps) {
  const { ready, shown, rights, assistant, actions } = canvas;
  const { document, approval, settings } = shown;
  const { access } = ready.view;
  const approvals = approvalState(shown);
  const waiting = undecided.conflicts + undecided.suggestions;
  const waitingWords = [
    ...(undecided.conflicts > 0 ? [shellWords.conflicts(undecided.conflicts)] : []),
    ...(undecided.suggestions > 0 ? [shellWords.suggestions(undecided.suggestions)] : []),
  ].join(", ");
  const changed =
    document.status === "approved" && (approval?.version !== document.version || ready.draft !== ready.base.content);
  return (
    <>
      {access?.standing === "viewer" && (
        <span className="header-view-only" title={shareWords.sharedToRead(personName(access.owner))}>
          {shareWords.viewOnly}
        </span>
      )}
      {access !== undefined && approvals.asked.length > 0 && (
        <ApprovalBadge
          state={approvals}
          access={access}
          isAsked={isAskedToApprove(canvas) && rights.canApprove}
          onOpen={onApprovals}
        />
      )}
      {waiting > 0 && (access === undefined || rights.canDecide) && (
        <button type="button" className="header-undecided" title={shellWords.toNext} onClick={onUndecided}>
          <span className="header-long">{waitingWords}</span>
          <span className="header-brief" aria-hidden="true">
            {waiting.toLocaleString("en")}
          </span>
        </button>
      )}
      {settings.suggestOnly && <span className="header-mode">{shellWords.suggestOnlyOn(assistant)}</span>}
      {ready.suggesting && <span className="header-mode">{shellWords.suggestMineOn}</span>}
      {changed && (
        <span className="header-changed" title={shellWords.changedSinceApproval}>
          <span className="header-long">{shellWords.changedSinceApproval}</span>
          <span className="header-brief" aria-hidden="true">
            {shellWords.changedBrief}
          </span>
        </span>
      )}
      {state.phase === "stopped" || state.phase === "detached" ? null : ready.incoming ? (
        <span role="status">{incomingWords(ready.incoming, assistant)}</span>
      ) : (
        <SavedState save={ready.save} onRetry={actions.retrySave} />
      )}
    </>
  );
}

function incomingWords(incoming: Incoming, assistant: string): string {
  if (incoming.settled) return shellWords.settling;
  return incoming.stream.kind === "edits" ? shellWords.editingPlace(assistant) : shellWords.writing(assistant);
}
