import { useState } from "react";
import type { Proposal, ProposalDecision } from "../../core/document/records.ts";
import { Button } from "../shell/Button.tsx";
import { proposalWords as words } from "../words.ts";

interface ProposalActionsProps {
  readonly proposal: Proposal;
  readonly assistant: string;
  onDecide(decision: ProposalDecision): void;
}

/** The ways to settle one proposal; with "Edit first", in the person's own words. */
export function ProposalActions({ proposal, assistant, onDecide }: ProposalActionsProps) {
  const { id, kind, by } = proposal;
  const [own, setOwn] = useState<string | null>(null);
  const decide = (decision: "keep" | "take" | "both" | "accept" | "reject") => onDecide({ id, decision });
  if (own !== null) {
    return (
      <div className="proposal-own">
        <textarea
          className="field"
          rows={3}
          dir="auto"
          aria-label={words.editText}
          value={own}
          // The card is open because of it.
          ref={(field) => {
            if (field !== null && field.dataset.met === undefined) {
              field.dataset.met = "";
              field.focus();
            }
          }}
          onChange={(event) => setOwn(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            setOwn(null);
          }}
        />
        <div className="proposal-actions">
          <Button kind="primary" onClick={() => onDecide({ id, decision: "edit", text: own })}>
            {words.useText}
          </Button>
          <Button onClick={() => setOwn(null)}>{words.cancel}</Button>
        </div>
      </div>
    );
  }
  const edit = (
    <Button icon="Pencil" onClick={() => setOwn(proposal.text)}>
      {words.edit}
    </Button>
  );
  if (kind === "conflict") {
    return (
      <div className="proposal-actions">
        <Button kind="outline" onClick={() => decide("keep")}>
          {words.keepMine}
        </Button>
        <Button kind="outline" onClick={() => decide("take")}>
          {words.takeTheirs(assistant)}
        </Button>
        <Button kind="outline" onClick={() => decide("both")}>
          {words.keepBoth}
        </Button>
        {edit}
      </div>
    );
  }
  if (by.kind === "person") {
    return (
      <div className="proposal-actions">
        <Button kind="outline" onClick={() => decide("reject")}>
          {words.withdraw}
        </Button>
      </div>
    );
  }
  return (
    <div className="proposal-actions">
      <Button kind="outline" icon="Check" onClick={() => decide("accept")}>
        {words.accept}
      </Button>
      <Button kind="outline" icon="Close" onClick={() => decide("reject")}>
        {words.reject}
      </Button>
      {edit}
    </div>
  );
}
