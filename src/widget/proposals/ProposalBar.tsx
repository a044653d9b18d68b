import { useState } from "react";
import type { Proposal, ProposalDecision } from "../../core/document/records.ts";
import { Button, IconButton } from "../shell/Button.tsx";
import { proposalWords as words } from "../words.ts";
import { ProposalCard } from "./ProposalCard.tsx";
import type { ProposalDesk } from "./use-proposal-desk.ts";
import "./proposals.css";

interface ProposalBarProps {
  readonly desk: ProposalDesk;
  readonly assistant: string;
  readonly locked: boolean;
  onShow(proposal: Proposal): void;
  onDecide(decision: ProposalDecision): void;
}

/** What is offered beside the text in force, one at a time: conflicts first. One click settles each, or all. */
export function ProposalBar({ desk, assistant, locked, onShow, onDecide }: ProposalBarProps) {
  const [editing, setEditing] = useState<string | null>(null);
  const { open, current, at } = desk;
  const suggestions = open.filter(({ kind, by }) => kind === "suggestion" && by.kind === "model");
  const own = open.filter(({ kind, by }) => kind === "suggestion" && by.kind === "person").length;
  const conflicts = open.length - suggestions.length - own;
  const step = (by: 1 | -1) => {
    const next = desk.step(by);
    if (next !== null) onShow(next);
  };
  const all = (decision: "accept" | "reject") => {
    desk.noteDecision(suggestions, decision);
    for (const { id } of suggestions) onDecide({ id, decision });
  };
  return (
    <section className="proposal-bar" aria-label={words.title}>
      <div className="proposal-head">
        <p className="proposal-count" role="status">
          {[
            ...(conflicts > 0 ? [words.conflicts(conflicts)] : []),
            ...(suggestions.length > 0 ? [words.suggestions(assistant, suggestions.length)] : []),
            ...(own > 0 ? [words.ownSuggestions(own)] : []),
          ].join(" · ")}
        </p>
        {open.length > 1 && (
          <>
            <span className="proposal-at">{words.at(at + 1, open.length)}</span>
            <IconButton icon="ChevronUp" label={words.previous} onClick={() => step(-1)} />
            <IconButton icon="ChevronDown" label={words.next} onClick={() => step(1)} />
          </>
        )}
        {suggestions.length + own > 0 && (
          <Button aria-pressed={desk.inText} onClick={() => desk.showInText(!desk.inText)}>
            {words.inText}
          </Button>
        )}
        {suggestions.length > 1 && !locked && (
          <>
            <Button onClick={() => all("accept")}>{words.acceptAll}</Button>
            <Button onClick={() => all("reject")}>{words.rejectAll}</Button>
          </>
        )}
      </div>
      <ProposalCard
        key={current.id}
        proposal={current}
        assistant={assistant}
        locked={locked}
        editing={editing === current.id}
        onEdit={(on) => setEditing(on ? current.id : null)}
        onShow={() => onShow(current)}
        onDecide={(decision) => {
          setEditing(null);
          desk.noteDecision([current], decision.decision);
          onDecide(decision);
        }}
      />
    </section>
  );
}
