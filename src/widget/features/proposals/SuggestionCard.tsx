import { useEffect, useRef } from "react";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Floating, type FloatingProps } from "../../ui/Floating.tsx";
import { shellWords, proposalWords as words } from "../../words.ts";
import { ProposalActions } from "./ProposalActions.tsx";
import type { ProposalMark } from "./proposal-marks.ts";
import type { ProposalNames } from "./proposal-names.ts";

interface SuggestionCardProps {
  readonly mark: ProposalMark;
  readonly names: ProposalNames;
  readonly locked: boolean;
  readonly isUnread: boolean;
  readonly takesFocus: boolean;
  readonly boxOf: FloatingProps["boxOf"];
  onDecide(decision: ProposalDecision): void;
  onClose(): void;
}

/** One suggestion beside its place in the text: why, and what to do about it. */
export function SuggestionCard(props: SuggestionCardProps) {
  const { mark, names, locked, isUnread, takesFocus, boxOf, onDecide, onClose } = props;
  const { proposal, isGone } = mark;
  const { reason } = proposal;
  const inside = useRef<HTMLDivElement>(null);
  const title = names.suggests;
  useEffect(() => {
    if (takesFocus) inside.current?.querySelector<HTMLElement>(".proposal-actions button")?.focus();
  }, [takesFocus]);
  return (
    <Floating className="comment-popover" side="start" role="dialog" label={title} boxOf={boxOf}>
      <IconButton icon="Close" label={shellWords.close} onClick={onClose} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the card from anywhere inside it */}
      <div
        className="suggestion-card"
        ref={inside}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
      >
        <p className="suggestion-title">{isUnread ? words.suggestsOther(title) : title}</p>
        {reason !== undefined && (
          <p className="suggestion-reason" dir="auto">
            {reason}
          </p>
        )}
        {isGone && <p className="suggestion-note">{words.gone}</p>}
        {!locked && <ProposalActions proposal={proposal} names={names} isUnread={isUnread} onDecide={onDecide} />}
      </div>
    </Floating>
  );
}
