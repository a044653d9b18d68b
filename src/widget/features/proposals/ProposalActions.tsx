import { useState } from "react";
import { proposalMark } from "../../../core/document/versions/check-seen.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { Button } from "../../ui/Button.tsx";
import { proposalWords as words } from "../../words.ts";
import type { ProposalNames } from "./proposal-names.ts";

type Choice = "keep" | "take" | "both" | "accept" | "reject";

interface OwnWords {
  readonly text: string;
  readonly on: Proposal;
}

interface ProposalActionsProps {
  readonly proposal: Proposal;
  readonly names: ProposalNames;
  /** It came a moment ago, where another stood: nobody can have read it yet. */
  readonly isUnread: boolean;
  onDecide(decision: ProposalDecision): void;
  /** Whether own words have been begun. */
  onWriting?(isWriting: boolean): void;
}

/** The ways to settle one proposal; with "Edit first", in the person's own words. */
export function ProposalActions({ proposal, names, isUnread, onDecide, onWriting }: ProposalActionsProps) {
  const { kind } = proposal;
  const [own, setOwn] = useState<OwnWords | null>(null);
  const write = (next: OwnWords | null) => {
    setOwn(next);
    onWriting?.(next !== null && next.text !== next.on.text);
  };
  const decide = (choice: Choice) => onDecide(decisionOn(proposal, choice));
  if (own !== null) {
    return (
      <div className="proposal-own">
        <textarea
          className="field"
          rows={3}
          dir="auto"
          aria-label={words.editText}
          value={own.text}
          // The card is open because of it.
          ref={(field) => {
            if (field !== null && field.dataset.met === undefined) {
              field.dataset.met = "";
              field.focus();
            }
          }}
          onChange={(event) => write({ ...own, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            write(null);
          }}
        />
        <div className="proposal-actions">
          <Button kind="primary" onClick={() => onDecide(decisionInOwnWords(own.on, own.text))}>
            {words.useText}
          </Button>
          <Button onClick={() => write(null)}>{words.cancel}</Button>
        </div>
      </div>
    );
  }
  const edit = (
    <Button icon="Pencil" isEarly={isUnread} onClick={() => write({ text: proposal.text, on: proposal })}>
      {words.edit}
    </Button>
  );
  if (kind === "conflict") {
    return (
      <div className="proposal-actions">
        <Button kind="outline" isEarly={isUnread} onClick={() => decide("keep")}>
          {names.keep}
        </Button>
        <Button kind="outline" isEarly={isUnread} onClick={() => decide("take")}>
          {names.take}
        </Button>
        <Button kind="outline" isEarly={isUnread} onClick={() => decide("both")}>
          {words.keepBoth}
        </Button>
        {edit}
      </div>
    );
  }
  if (names.isOwn) {
    return (
      <div className="proposal-actions">
        <Button kind="outline" isEarly={isUnread} onClick={() => decide("reject")}>
          {words.withdraw}
        </Button>
      </div>
    );
  }
  return (
    <div className="proposal-actions">
      <Button kind="outline" isEarly={isUnread} icon="Check" onClick={() => decide("accept")}>
        {words.accept}
      </Button>
      <Button kind="outline" isEarly={isUnread} icon="Close" onClick={() => decide("reject")}>
        {words.reject}
      </Button>
      {edit}
    </div>
  );
}

/** A decision on this proposal as it is drawn. */
export function decisionOn(proposal: Proposal, decision: Choice): ProposalDecision {
  return { id: proposal.id, decision, seen: proposalMark(proposal) };
}

/** The person's own words in the place of what is drawn. */
function decisionInOwnWords(proposal: Proposal, text: string): ProposalDecision {
  return { id: proposal.id, decision: "edit", text, seen: proposalMark(proposal) };
}
