import { useState } from "react";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { Popover, type PopoverProps } from "../../ui/Popover.tsx";
import { proposalWords as words } from "../../words.ts";
import { ProposalActions } from "./ProposalActions.tsx";
import type { ProposalMark } from "./proposal-marks.ts";
import type { ProposalNames } from "./proposal-names.ts";

/** A press there means another one, or the same. */
const PLACES = "[data-inlay], .proposal-bar, .conflict, .offer, .header";

interface SuggestionCardProps {
  readonly mark: ProposalMark;
  readonly names: ProposalNames;
  readonly locked: boolean;
  readonly isUnread: boolean;
  readonly takesFocus: boolean;
  readonly boxOf: PopoverProps["boxOf"];
  onDecide(decision: ProposalDecision): void;
  onClose(): void;
}

/** One suggestion beside its place in the text: why, and what to do about it. */
export function SuggestionCard(props: SuggestionCardProps) {
  const { mark, names, locked, isUnread, takesFocus, boxOf, onDecide, onClose } = props;
  const { proposal, isGone } = mark;
  const { reason } = proposal;
  const [isWriting, setWriting] = useState(false);
  const title = names.suggests;
  return (
    <Popover
      label={title}
      boxOf={boxOf}
      takesFocus={takesFocus}
      closing={{
        onClose,
        hasButton: true,
        isUnfinished: isWriting,
        belongs: (pressed) => pressed.closest(PLACES) !== null,
      }}
    >
      <div className="suggestion-card">
        <p className="suggestion-title">{isUnread ? words.suggestsOther(title) : title}</p>
        {reason !== undefined && (
          <p className="suggestion-reason" dir="auto">
            {reason}
          </p>
        )}
        {isGone && <p className="suggestion-note">{words.gone}</p>}
        {!locked && (
          <ProposalActions
            proposal={proposal}
            names={names}
            isUnread={isUnread}
            onDecide={onDecide}
            onWriting={setWriting}
          />
        )}
      </div>
    </Popover>
  );
}
