import type { Proposal, ProposalDecision } from "../../core/document/records.ts";
import { shellWords } from "../words.ts";
import { Button } from "./Button.tsx";
import "./proposal-list.css";

interface ProposalListProps {
  /** The open ones. */
  readonly proposals: readonly Proposal[];
  readonly assistant: string;
  readonly onDecide: (decision: ProposalDecision) => void;
  readonly onShow: (proposal: Proposal) => void;
}

/** Text that is offered beside the text in force: what both changed, and what the model suggests. One click settles each. */
export function ProposalList({ proposals, assistant, onDecide, onShow }: ProposalListProps) {
  return (
    <section className="proposal-list" aria-label={shellWords.proposalsTitle}>
      {proposals.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          proposal={proposal}
          assistant={assistant}
          onDecide={(decision) => onDecide({ id: proposal.id, decision })}
          onShow={() => onShow(proposal)}
        />
      ))}
    </section>
  );
}

interface ProposalCardProps {
  readonly proposal: Proposal;
  readonly assistant: string;
  readonly onDecide: (decision: "keep" | "take" | "both" | "accept" | "reject") => void;
  readonly onShow: () => void;
}

function ProposalCard({ proposal, assistant, onDecide, onShow }: ProposalCardProps) {
  const conflict = proposal.kind === "conflict";
  const choices = conflict
    ? ([
        ["keep", shellWords.keepMine],
        ["take", shellWords.takeTheirs(assistant)],
        ["both", shellWords.keepBoth],
      ] as const)
    : ([
        ["accept", shellWords.accept],
        ["reject", shellWords.reject],
      ] as const);
  return (
    <article className="proposal" data-kind={proposal.kind}>
      <h3 className="proposal-title">
        <Button kind="link" onClick={onShow}>
          {conflict ? shellWords.conflictParagraph : shellWords.suggests(assistant)}
        </Button>
      </h3>
      {proposal.reason !== undefined && <p className="proposal-reason">{proposal.reason}</p>}
      <dl className="proposal-sides">
        <div data-side="mine">
          <dt>{conflict ? shellWords.yours : shellWords.now}</dt>
          <Passage proposal={proposal} text={proposal.anchor.quotedText} />
        </div>
        <div data-side="theirs">
          <dt>{conflict ? shellWords.theirs(assistant) : shellWords.suggested}</dt>
          <Passage proposal={proposal} text={proposal.text} />
        </div>
      </dl>
      <div className="proposal-actions">
        {choices.map(([decision, label]) => (
          <Button key={decision} kind="outline" onClick={() => onDecide(decision)}>
            {label}
          </Button>
        ))}
      </div>
    </article>
  );
}

/** The words in question with a little of what stands around them. */
function Passage({ proposal, text }: { readonly proposal: Proposal; readonly text: string }) {
  const { prefix, suffix } = proposal.anchor;
  return (
    <dd dir="auto">
      {nearest(prefix, "end")}
      <mark>{text || shellWords.nothingThere}</mark>
      {nearest(suffix, "start")}
    </dd>
  );
}

/** As much of the surroundings as stands on the same line. */
function nearest(around: string, side: "start" | "end"): string {
  const lines = around.split(/\r\n|\r|\n/);
  return (side === "end" ? lines.at(-1) : lines[0]) ?? "";
}
