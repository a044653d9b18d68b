import { useMemo, useState } from "react";
import { isAttached } from "../../core/document/map-anchors.ts";
import { proposedText } from "../../core/document/proposed-text.ts";
import type { Proposal, ProposalDecision } from "../../core/document/records.ts";

export interface ProposalDesk {
  /** What waits for a decision, conflicts first, then in the order of the text. Never empty. */
  readonly open: readonly Proposal[];
  readonly current: Proposal;
  readonly at: number;
  readonly inText: boolean;
  /** The text with the suggestions taken, to be shown over the text in force; null: not wanted, or nothing to show. */
  readonly proposed: string | null;
  /** The text with the suggestions before the current one taken, once the person has stepped to it. */
  readonly upTo: string | null;
  showInText(on: boolean): void;
  step(by: 1 | -1): Proposal | null;
  noteDecision(proposals: readonly Proposal[], decision: ProposalDecision["decision"]): void;
}

/** Takes back the text of the last decision, while nothing was written since. */
export interface LastDecision {
  readonly text: string;
  undo(): string;
}

export function useProposalDesk(
  proposals: readonly Proposal[],
  content: string,
): { readonly desk: ProposalDesk | null; readonly last: LastDecision | null } {
  const [wanted, setWanted] = useState<string | null>(null);
  const [inText, showInText] = useState(true);
  const [decided, setDecided] = useState<{ readonly before: string; readonly after: string } | null>(null);
  const open = useMemo(() => waiting(proposals, content), [proposals, content]);
  const suggestions = useMemo(() => open.filter(({ kind }) => kind === "suggestion"), [open]);
  const proposed = useMemo(() => {
    const text = inText && suggestions.length > 0 ? proposedText(content, suggestions) : content;
    return text === content ? null : text;
  }, [inText, suggestions, content]);
  const last =
    decided !== null && decided.after === content && decided.before !== content
      ? { text: decided.after, undo: () => decided.before }
      : null;
  if (open.length === 0) return { desk: null, last };
  const found = open.findIndex(({ id }) => id === wanted);
  const at = Math.max(found, 0);
  const isStepped = found >= 0 && open[at]?.kind === "suggestion";
  return {
    last,
    desk: {
      open,
      current: open[at]!,
      at,
      inText,
      proposed,
      upTo: isStepped
        ? proposedText(
            content,
            open.slice(0, at).filter(({ kind }) => kind === "suggestion"),
          )
        : null,
      showInText,
      step(by) {
        const next = open[(at + by + open.length) % open.length] ?? null;
        setWanted(next?.id ?? null);
        return next;
      },
      noteDecision(settled, decision) {
        const isTaken = decision === "accept" || decision === "take";
        setDecided(isTaken ? { before: content, after: proposedText(content, settled) } : null);
        setWanted(open[at + 1]?.id ?? null);
      },
    },
  };
}

/** Conflicts first, then suggestions in the order of the text, then those whose text is gone. */
function waiting(proposals: readonly Proposal[], content: string): readonly Proposal[] {
  const rank = (one: Proposal) => (one.kind === "conflict" ? 0 : isAttached(one.anchor, content) ? 1 : 2);
  return proposals
    .filter(({ state }) => state === "open")
    .sort((a, b) => rank(a) - rank(b) || a.anchor.offset - b.anchor.offset);
}
