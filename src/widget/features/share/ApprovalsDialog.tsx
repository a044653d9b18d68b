import type { ApprovalState } from "../../../core/people/approval-state.ts";
import type { CanvasAccess } from "../../../protocol/sharing.ts";
import { Avatar } from "../../people/Avatar.tsx";
import { personName } from "../../people/who.ts";
import type { Rights } from "../../state/rights.ts";
import { fullTime, timeInWords } from "../../time-in-words.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { shareWords } from "../../words.ts";
import { ApproverState } from "./ApproverState.tsx";
import "./share.css";

interface ApprovalsDialogProps {
  readonly access: CanvasAccess;
  readonly state: ApprovalState;
  readonly rights: Rights;
  readonly now: number;
  readonly onApprove: () => void;
  readonly onWithdraw: () => void;
  readonly onClose: () => void;
}

/** Who was asked to approve, how far each is, and what whoever looks can do about their own. */
export function ApprovalsDialog({ access, state, rights, now, onApprove, onWithdraw, onClose }: ApprovalsDialogProps) {
  const { me } = access;
  const own = state.asked.find(({ person }) => person.subject === me.subject);
  const foot = own !== undefined && (
    <>
      {rights.canWithdraw && (
        <Button kind="outline" onClick={onWithdraw}>
          {shareWords.withdraw}
        </Button>
      )}
      {rights.canApprove && own.state !== "approved" && (
        <Button kind="primary" icon="Check" onClick={onApprove}>
          {shareWords.approve}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={shareWords.approvals} foot={foot || undefined} onClose={onClose}>
      <p>{state.isComplete ? shareWords.approvedByAll : shareWords.approversOthers}</p>
      <ul className="share-list">
        {state.asked.map((asked) => (
          <li className="share-person" key={asked.person.subject}>
            <Avatar person={asked.person} />
            <span className="person-name">
              <bdi>
                {asked.person.subject === me.subject
                  ? shareWords.you(personName(asked.person))
                  : personName(asked.person)}
              </bdi>
              {asked.at !== undefined && (
                <time className="share-when" dateTime={asked.at} title={fullTime(asked.at)}>
                  {timeInWords(asked.at, now)}
                </time>
              )}
            </span>
            <ApproverState asked={asked} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
