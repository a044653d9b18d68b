import type { ApprovalState } from "../../../core/people/approval-state.ts";
import { listNames } from "../../../core/people/name-words.ts";
import type { CanvasAccess } from "../../../protocol/sharing.ts";
import { personName } from "../../people/who.ts";
import { Icon } from "../../ui/icons.tsx";
import { shareWords } from "../../words.ts";

interface ApprovalBadgeProps {
  readonly state: ApprovalState;
  readonly access: CanvasAccess;
  /** Whether they are asked for theirs, and have not given it for this text. */
  readonly isAsked: boolean;
  readonly onOpen: () => void;
}

/** How many of those who were asked have approved; pressed, it says who. */
export function ApprovalBadge({ state, access, isAsked, onOpen }: ApprovalBadgeProps) {
  const approved = state.asked.filter((one) => one.state === "approved").length;
  const of = state.asked.length;
  return (
    <button
      type="button"
      className="header-approvals"
      data-complete={state.isComplete}
      data-asked={isAsked}
      title={shareWords.approvedBy(approved, of)}
      onClick={onOpen}
    >
      <span className="header-long">{longWords(state, access) ?? shareWords.approvedBy(approved, of)}</span>
      <span className="header-brief" aria-hidden="true">
        <Icon name="Check" />
        {isAsked ? shareWords.approve : shareWords.approvedBrief(approved, of)}
      </span>
    </button>
  );
}

/** What somebody who has done their part waits for. */
function longWords({ asked, isComplete }: ApprovalState, { me }: CanvasAccess): string | null {
  const own = asked.find(({ person, state }) => person.subject === me.subject && state === "approved");
  if (own?.version === undefined || isComplete) return null;
  const waiting = asked.filter(({ state }) => state !== "approved").map(({ person }) => personName(person));
  return shareWords.youApproved(own.version, listNames(waiting));
}
