import { useMemo } from "react";
import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import type { Span } from "../../../core/markdown/tree.ts";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { ComparedText } from "../../text/compare/ComparedText.tsx";
import { type ComparedNode, compareRendered } from "../../text/compare/compare-rendered.ts";
import { VisibleText } from "../../text/unseen/VisibleText.tsx";
import { Icon } from "../../ui/icons.tsx";
import { proposalWords as words } from "../../words.ts";
import { ProposalActions } from "./ProposalActions.tsx";
import type { ProposalMark } from "./proposal-marks.ts";
import type { ProposalNames } from "./proposal-names.ts";
import { onlyChanged, sideOf } from "./sides.ts";

export interface ConflictProps {
  readonly mark: ProposalMark;
  /** The text that the mark is on. */
  readonly content: string;
  readonly names: ProposalNames;
  readonly locked: boolean;
  readonly current: boolean;
  readonly isUnread: boolean;
  onDecide(decision: ProposalDecision): void;
}

/** A place that both changed, in the text itself: both texts side by side, and the ways to settle it. */
export function Conflict({ mark, content, names, locked, current, isUnread, onDecide }: ConflictProps) {
  const { proposal } = mark;
  const { anchor, reason, text } = proposal;
  const around = aroundLines(content, mark);
  const [head, tail] = [content.slice(around.from, mark.from), content.slice(mark.to, around.to)];
  const mine = mark.isGone ? "" : anchor.quotedText;
  const compared = useMemo(() => compareTexts(head + mine + tail, head + text + tail), [head, mine, tail, text]);
  return (
    <section className="conflict" aria-label={names.title} data-current={current}>
      <p className="conflict-title">
        <Icon name="Compare" />
        {isUnread ? words.justChanged : names.title}
      </p>
      {reason !== undefined && (
        <p className="proposal-reason" dir="auto">
          {reason}
        </p>
      )}
      <dl className="proposal-sides">
        <div data-side="mine">
          <dt>{names.inForce}</dt>
          <Side nodes={compared && sideOf(compared, "before")} text={anchor.quotedText} />
        </div>
        <div data-side="theirs">
          <dt>{names.offered}</dt>
          <Side nodes={compared && sideOf(compared, "after")} text={text} />
        </div>
      </dl>
      {!locked && <ProposalActions proposal={proposal} names={names} isUnread={isUnread} onDecide={onDecide} />}
    </section>
  );
}

/** Longer texts are not compared by words. */
const LONGEST = 40_000;

/** What differs between two texts as they read; null where they read the same, or are too long to compare. */
function compareTexts(before: string, after: string): readonly ComparedNode[] | null {
  if (before.length + after.length > LONGEST) return null;
  const changed = onlyChanged(compareRendered(parseMarkdown(before), parseMarkdown(after)));
  return changed.length === 0 ? null : changed;
}

interface SideProps {
  readonly nodes: readonly ComparedNode[] | null;
  readonly text: string;
}

/** One of both texts, with the words that the other has not; as it is written where it reads the same. */
function Side({ nodes, text }: SideProps) {
  if (nodes === null) {
    return (
      <dd dir="auto" data-source="true">
        <VisibleText text={text} />
      </dd>
    );
  }
  const isEmpty = nodes.length === 0;
  return (
    <dd dir="auto">{isEmpty ? <mark>{words.nothing}</mark> : <ComparedText nodes={nodes} folds={false} isSide />}</dd>
  );
}

/** As far as this on either side. */
const FARTHEST = 10_000;

/** The lines from the blank line before a place to the blank line behind it: a paragraph, a table, items of a list. */
function aroundLines(content: string, { from, to }: Span): Span {
  const head = content.slice(Math.max(0, from - FARTHEST), from);
  const tail = content.slice(to, to + FARTHEST);
  const before = lastBlank(head);
  const behind = /\r?\n[^\S\r\n]*\r?\n/.exec(tail)?.index ?? tail.length;
  return { from: from - head.length + before, to: to + behind };
}

/** Where the first line behind the last blank one begins. */
function lastBlank(text: string): number {
  for (let end = text.lastIndexOf("\n"); end >= 0; ) {
    const start = text.lastIndexOf("\n", end - 1);
    if (end > 0 && text.slice(start + 1, end).trim() === "") return end + 1;
    if (start < 0 || end === 0) break;
    end = start;
  }
  return 0;
}
