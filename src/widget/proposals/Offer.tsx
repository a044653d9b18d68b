import { memo, useMemo } from "react";
import type { ProposalDecision } from "../../core/document/records.ts";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { ComparedText } from "../history/ComparedText.tsx";
import { compareRendered } from "../history/compare-rendered.ts";
import { withAddresses } from "../history/compare-runs.ts";
import { ShownRuns } from "../history/ShownRuns.tsx";
import { type Shape, shapesOf } from "../history/shapes.ts";
import type { MarkedRun } from "../history/text-runs.ts";
import { EARLY } from "../shell/Button.tsx";
import { Icon } from "../shell/icons.tsx";
import { VisibleText } from "../unseen/VisibleText.tsx";
import { proposalWords as words } from "../words.ts";
import type { ProposalMark } from "./proposal-marks.ts";
import { settleAs } from "./settle-proposal.ts";

export interface OfferProps {
  readonly mark: ProposalMark;
  /** In the editor it stands as markdown, in the preview as it would read. */
  readonly view: "editor" | "preview";
  readonly assistant: string;
  readonly locked: boolean;
  readonly current: boolean;
  /** It came a moment ago, where another stood: nobody can have read it yet. */
  readonly isUnread: boolean;
  readonly onDecide: (decision: ProposalDecision) => void;
}

/** What is offered for some words, right behind them: the new words, and a press to take or refuse them. */
export const Offer = memo(function Offer(props: OfferProps) {
  const { mark, view, assistant, locked, current, isUnread, onDecide } = props;
  const { text, by, anchor, reason } = mark.proposal;
  const isOwn = by.kind === "person";
  const who = isOwn ? words.youSuggest : words.suggests(assistant);
  return (
    <span
      className="offer"
      data-place={mark.place}
      data-current={current}
      data-gone={mark.isGone}
      data-cut={text.trim() === ""}
      title={reason}
    >
      {text.trim() !== "" &&
        (view === "editor" ? (
          <ins dir="auto">
            <VisibleText text={text} />
          </ins>
        ) : (
          <Rendered mark={mark} />
        ))}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line */}
      <span className="offer-controls" role="group" aria-label={words.offerOf(who, anchor.quotedText, text)}>
        {!locked && !isOwn && (
          <OfferButton
            label={words.acceptOne(text)}
            icon="Check"
            isEarly={isUnread}
            onPress={() => onDecide(settleAs(mark.proposal, "accept"))}
          />
        )}
        {!locked && (
          <OfferButton
            label={isOwn ? words.withdrawOne(text) : words.rejectOne(text)}
            icon="Close"
            isEarly={isUnread}
            onPress={() => onDecide(settleAs(mark.proposal, "reject"))}
          />
        )}
      </span>
    </span>
  );
}, isSameOffer);

/** Typing elsewhere moves an offer; that alone changes nothing in it. */
function isSameOffer(a: OfferProps, b: OfferProps): boolean {
  const [was, is] = [a.mark.proposal, b.mark.proposal];
  return (
    was.id === is.id &&
    was.text === is.text &&
    was.anchor.quotedText === is.anchor.quotedText &&
    a.mark.place === b.mark.place &&
    a.mark.isGone === b.mark.isGone &&
    a.current === b.current &&
    a.isUnread === b.isUnread &&
    a.locked === b.locked &&
    a.assistant === b.assistant &&
    a.onDecide === b.onDecide
  );
}

interface OfferButtonProps {
  readonly label: string;
  readonly icon: "Check" | "Close";
  readonly isEarly: boolean;
  readonly onPress: () => void;
}

function OfferButton({ label, icon, isEarly, onPress }: OfferButtonProps) {
  return (
    <button
      type="button"
      className="offer-button"
      data-icon={icon}
      aria-label={label}
      title={label}
      // The caret stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      {...(isEarly ? EARLY : {})}
    >
      <Icon name={icon} />
    </button>
  );
}

/** The offered words as they would read: in the line, or as blocks of their own. */
function Rendered({ mark }: { readonly mark: ProposalMark }) {
  const { text } = mark.proposal;
  const shown = useMemo(() => {
    const parsed = parseMarkdown(text);
    if (mark.place === "blocks")
      return <ComparedText nodes={compareRendered(parseMarkdown(""), parsed)} folds={false} />;
    const runs = withAddresses(shapesOf(parsed).flatMap(runsIn));
    const shown = <ShownRuns runs={runs.map((run) => ({ ...run, mark: "same" }))} />;
    return <ins dir="auto">{runs.length === 0 ? <VisibleText text={text} /> : shown}</ins>;
  }, [text, mark.place]);
  return shown;
}

function runsIn(shape: Shape): readonly MarkedRun[] {
  if (shape.kind === "line") return shape.runs.map((run) => ({ ...run, mark: "added" }));
  return shape.children.flatMap(runsIn);
}
