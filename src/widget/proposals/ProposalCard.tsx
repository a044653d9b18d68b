import { useState } from "react";
import type { Proposal, ProposalDecision } from "../../core/document/records.ts";
import { Button } from "../shell/Button.tsx";
import { proposalWords as words } from "../words.ts";

interface ProposalCardProps {
  readonly proposal: Proposal;
  readonly assistant: string;
  readonly locked: boolean;
  readonly editing: boolean;
  onEdit(on: boolean): void;
  onShow(): void;
  onDecide(decision: ProposalDecision): void;
}

/** Both texts side by side, why one is offered, and the ways to settle it. */
export function ProposalCard({ proposal, assistant, locked, editing, onEdit, onShow, onDecide }: ProposalCardProps) {
  const { id, kind, by, anchor, reason } = proposal;
  const [text, setText] = useState(proposal.text);
  const isConflict = kind === "conflict";
  const isOwn = by.kind === "person";
  const decide = (decision: "keep" | "take" | "both" | "accept" | "reject") => onDecide({ id, decision });
  return (
    <article className="proposal" data-kind={kind}>
      <h3 className="proposal-title">
        <Button kind="link" onClick={onShow}>
          {isConflict ? words.bothChanged : isOwn ? words.youSuggest : words.suggests(assistant)}
        </Button>
      </h3>
      {reason !== undefined && (
        <p className="proposal-reason" dir="auto">
          {reason}
        </p>
      )}
      <dl className="proposal-sides">
        <div data-side="mine">
          <dt>{isConflict ? words.yours : words.now}</dt>
          <Passage proposal={proposal} text={anchor.quotedText} />
        </div>
        <div data-side="theirs">
          <dt>{isConflict ? words.theirs(assistant) : words.suggested}</dt>
          {editing ? (
            <dd>
              <textarea
                className="field"
                rows={3}
                dir="auto"
                aria-label={words.editText}
                value={text}
                ref={(field) => field?.focus()}
                onChange={(event) => setText(event.target.value)}
              />
            </dd>
          ) : (
            <Passage proposal={proposal} text={proposal.text} />
          )}
        </div>
      </dl>
      {!locked && (
        <div className="proposal-actions">
          {editing ? (
            <>
              <Button kind="primary" onClick={() => onDecide({ id, decision: "edit", text })}>
                {words.useText}
              </Button>
              <Button onClick={() => onEdit(false)}>{words.cancel}</Button>
            </>
          ) : (
            <>
              {isConflict ? (
                <>
                  <Button kind="outline" onClick={() => decide("keep")}>
                    {words.keepMine}
                  </Button>
                  <Button kind="outline" onClick={() => decide("take")}>
                    {words.takeTheirs(assistant)}
                  </Button>
                  <Button kind="outline" onClick={() => decide("both")}>
                    {words.keepBoth}
                  </Button>
                </>
              ) : isOwn ? (
                <Button kind="outline" onClick={() => decide("reject")}>
                  {words.withdraw}
                </Button>
              ) : (
                <>
                  <Button kind="outline" icon="Check" onClick={() => decide("accept")}>
                    {words.accept}
                  </Button>
                  <Button kind="outline" icon="Close" onClick={() => decide("reject")}>
                    {words.reject}
                  </Button>
                </>
              )}
              {!isOwn && (
                <Button icon="Pencil" onClick={() => onEdit(true)}>
                  {words.edit}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </article>
  );
}

/** The words in question with as much of what stands around them as is on the same line. */
function Passage({ proposal, text }: { readonly proposal: Proposal; readonly text: string }) {
  const { prefix, suffix } = proposal.anchor;
  return (
    <dd dir="auto">
      {prefix.split(/\r\n|\r|\n/).at(-1)}
      {/* Its own direction: what turns inside it does not turn the words around it. */}
      <mark dir="auto">{text || words.nothing}</mark>
      {suffix.split(/\r\n|\r|\n/)[0]}
    </dd>
  );
}
