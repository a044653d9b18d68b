import type { Proposal, ProposalDecision } from "../../core/document/records.ts";
import { Icon } from "../shell/icons.tsx";
import { proposalWords as words } from "../words.ts";
import { ProposalActions } from "./ProposalActions.tsx";

export interface ConflictProps {
  readonly proposal: Proposal;
  readonly assistant: string;
  readonly locked: boolean;
  readonly current: boolean;
  readonly isUnread: boolean;
  onDecide(decision: ProposalDecision): void;
}

/** A place that both changed, in the text itself: both texts side by side, and the ways to settle it. */
export function Conflict({ proposal, assistant, locked, current, isUnread, onDecide }: ConflictProps) {
  const { anchor, reason, text, by } = proposal;
  return (
    <section className="conflict" aria-label={words.bothChanged} data-current={current}>
      <p className="conflict-title">
        <Icon name="Compare" />
        {isUnread ? words.justChanged : words.bothChanged}
      </p>
      {reason !== undefined && (
        <p className="proposal-reason" dir="auto">
          {reason}
        </p>
      )}
      <dl className="proposal-sides">
        <div data-side="mine">
          <dt>{words.yours}</dt>
          <Passage proposal={proposal} text={anchor.quotedText} />
        </div>
        <div data-side="theirs">
          <dt>{by.kind === "person" ? words.otherText : words.theirs(assistant)}</dt>
          <Passage proposal={proposal} text={text} />
        </div>
      </dl>
      {!locked && <ProposalActions proposal={proposal} assistant={assistant} isUnread={isUnread} onDecide={onDecide} />}
    </section>
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
