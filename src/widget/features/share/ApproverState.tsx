import type { AskedApprover } from "../../../core/people/approval-state.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { shareWords } from "../../words.ts";

const ICONS: Readonly<Record<AskedApprover["state"], IconName>> = {
  approved: "Check",
  stale: "Warning",
  waiting: "Hourglass",
};

/** How far somebody is who was asked to approve; nothing for whoever was not. */
export function ApproverState({ asked }: { readonly asked: AskedApprover | undefined }) {
  if (asked === undefined) return null;
  return (
    <span className="share-approval" data-state={asked.state}>
      <Icon name={ICONS[asked.state]} />
      {wordsOf(asked)}
    </span>
  );
}

function wordsOf({ state, version = 0 }: AskedApprover): string {
  switch (state) {
    case "approved":
      return shareWords.approvedNow(version);
    case "stale":
      return shareWords.approvedOlder(version);
    case "waiting":
      return shareWords.waiting;
  }
}
