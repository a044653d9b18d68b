import { createElement, memo, type ReactNode } from "react";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { ComparedText } from "../../text/compare/ComparedText.tsx";
import type { ComparedNode } from "../../text/compare/compare-rendered.ts";
import { ShownRuns } from "../../text/compare/ShownRuns.tsx";
import type { MarkedRun } from "../../text/compare/text-runs.ts";
import { VisibleText } from "../../text/unseen/VisibleText.tsx";
import { NOT_YET } from "../../ui/Button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { proposalWords as words } from "../../words.ts";
import type { DrawnPiece } from "./drawn-pieces.ts";
import { decisionOn } from "./ProposalActions.tsx";
import type { ProposalNames } from "./proposal-names.ts";

export interface OfferProps {
  readonly drawn: DrawnPiece;
  readonly names: ProposalNames;
  readonly locked: boolean;
  readonly current: boolean;
  /** It came a moment ago, where another stood: nobody can have read it yet. */
  readonly isUnread: boolean;
  readonly onDecide: (decision: ProposalDecision) => void;
}

/** One place of a suggestion, right behind the words that it strikes: what is new there; at the last place a press to take or refuse all of it. */
export const Offer = memo(function Offer(props: OfferProps) {
  const { drawn, current } = props;
  const { piece, place, mark } = drawn;
  const controls = drawn.isLast && <OfferControls {...props} />;
  const common = {
    className: "offer",
    "data-place": place,
    "data-current": current,
    "data-gone": mark.isGone,
    "data-lines": piece?.kind === "words" && piece.isLines === true,
    title: mark.proposal.reason,
  };
  if (place === "row" && piece?.kind === "boxes")
    return <NewRow node={piece.nodes[0]!} common={common} controls={controls} />;
  return (
    <span {...common}>
      {piece?.kind === "words" && <NewWords runs={piece.runs} />}
      {piece?.kind === "boxes" && (
        <ComparedText nodes={place === "item" ? insideOf(piece.nodes) : piece.nodes} folds={false} />
      )}
      {piece?.kind === "source" && piece.insert.trim() !== "" && (
        <ins dir="auto">
          <VisibleText text={place === "blocks" ? withoutBlankEnds(piece.insert) : piece.insert} />
        </ins>
      )}
      {controls}
    </span>
  );
}, isSameOffer);

const insideOf = (nodes: readonly ComparedNode[]): readonly ComparedNode[] =>
  nodes.flatMap((node) => (node.kind === "box" ? node.children : [node]));

/** A paragraph that came brings its blank lines along; the space around it is the box's own. */
function withoutBlankEnds(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === "\n") from++;
  while (to > from && text[to - 1] === "\n") to--;
  return text.slice(from, to);
}

/** Typing elsewhere moves an offer; that alone changes nothing in it. */
function isSameOffer(a: OfferProps, b: OfferProps): boolean {
  const [was, is] = [a.drawn.mark.proposal, b.drawn.mark.proposal];
  return (
    was.id === is.id &&
    was.text === is.text &&
    was.anchor.quotedText === is.anchor.quotedText &&
    shownBy(a.drawn) === shownBy(b.drawn) &&
    a.drawn.place === b.drawn.place &&
    a.drawn.isLast === b.drawn.isLast &&
    a.drawn.mark.isGone === b.drawn.mark.isGone &&
    a.current === b.current &&
    a.isUnread === b.isUnread &&
    a.locked === b.locked &&
    a.names.isOwn === b.names.isOwn &&
    a.names.suggests === b.names.suggests &&
    a.onDecide === b.onDecide
  );
}

function shownBy({ piece }: DrawnPiece): unknown {
  if (piece === null) return null;
  return piece.kind === "words" ? piece.runs : piece.kind === "boxes" ? piece.nodes : piece.insert;
}

/** What left and is not drawn as words, struck; what came, underlined. */
function NewWords({ runs }: { readonly runs: readonly MarkedRun[] }) {
  return groups(runs).map(showGroup);
}

function showGroup(group: readonly MarkedRun[], at: number): ReactNode {
  const { mark } = group[0]!;
  const shown = <ShownRuns runs={group.map((run) => ({ ...run, text: seen(run), mark: "same" }))} />;
  const tag = mark === "same" ? "span" : mark === "added" ? "ins" : "del";
  return createElement(tag, { key: `${at}`, dir: "auto" }, shown);
}

/** A break that is taken out is no break here. */
const seen = ({ text, mark }: MarkedRun): string => (mark === "removed" && text === "\n" ? "↵" : text);

function groups(runs: readonly MarkedRun[]): MarkedRun[][] {
  const found: MarkedRun[][] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last !== undefined && last[0]!.mark === run.mark) last.push(run);
    else found.push([run]);
  }
  return found;
}

interface NewRowProps {
  readonly node: ComparedNode;
  readonly common: Readonly<Record<string, unknown>>;
  readonly controls: ReactNode;
}

/** The cells of a row that came, in a row of their own. */
function NewRow({ node, common, controls }: NewRowProps) {
  const cells = node.kind === "box" ? node.children : [node];
  const show = (cell: ComparedNode, at: number): ReactNode => (
    <td key={`${at}`} dir="auto" ref={(td) => alignAsHead(td, at)}>
      <span {...common}>
        {cell.kind === "line" && <NewWords runs={cell.runs} />}
        {at === cells.length - 1 && controls}
      </span>
    </td>
  );
  return cells.map(show);
}

/** A cell stands as its column does. */
function alignAsHead(td: HTMLElement | null, column: number): void {
  const { align } = td?.closest("table")?.querySelectorAll<HTMLElement>("thead th")[column]?.dataset ?? {};
  if (td !== null && align !== undefined) td.dataset.align = align;
}

function OfferControls({ drawn, names, locked, isUnread, onDecide }: OfferProps) {
  const { proposal } = drawn.mark;
  const { text, anchor } = proposal;
  const { isOwn, suggests } = names;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line
    <span className="offer-controls" role="group" aria-label={words.offerOf(suggests, anchor.quotedText, text)}>
      {!locked && !isOwn && (
        <OfferButton
          label={words.acceptOne(text)}
          icon="Check"
          isEarly={isUnread}
          onPress={() => onDecide(decisionOn(proposal, "accept"))}
        />
      )}
      {!locked && (
        <OfferButton
          label={isOwn ? words.withdrawOne(text) : words.rejectOne(text)}
          icon="Close"
          isEarly={isUnread}
          onPress={() => onDecide(decisionOn(proposal, "reject"))}
        />
      )}
    </span>
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
      {...(isEarly ? NOT_YET : {})}
    >
      <Icon name={icon} />
    </button>
  );
}
