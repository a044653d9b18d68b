import { useEffect, useMemo, useRef, useState } from "react";
import type { Proposal } from "../../../core/records/canvas.ts";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import type { Access } from "../../people/who.ts";
import { READ_MS } from "../../state/seen-text.ts";
import { drawProposals, NONE_DRAWN, unreadProposals } from "./drawn-proposals.ts";
import { conflictsFirst, type ProposalMark, proposalMarks } from "./proposal-marks.ts";

/** What waits for a decision, and which of it the person looks at. */
export interface ProposalControls {
  /** In the order of the text: what both views draw. */
  readonly marks: readonly ProposalMark[];
  /** In the order in which they are stepped through: conflicts first. */
  readonly open: readonly ProposalMark[];
  /** The one that the person looks at. */
  readonly current: ProposalMark | null;
  /** Its number in `open`; -1 without one. */
  readonly at: number;
  /** Came with a step: the focus goes to it, and comes back from it. */
  readonly takesFocus: boolean;
  /** What had the focus when the person began to step; null: they did not. */
  readonly before: Element | null;
  /** Those that came a moment ago, where others stood: nobody can have read them yet. */
  readonly unread: ReadonlySet<string>;
  /** Whether suggestions are drawn in the text. */
  readonly inText: boolean;
  showInText(on: boolean): void;
  /** Looks at one, or at none. */
  pick(id: string | null, takesFocus?: boolean): void;
  step(by: 1 | -1): ProposalMark | null;
  /** After a decision on the current one the next is looked at. */
  decide(decisions: readonly ProposalDecision[]): void;
}

/** The one that is looked at. */
interface Picked extends Pick<ProposalControls, "takesFocus" | "before"> {
  readonly id: string;
}

export function useProposalControls(
  proposals: readonly Proposal[],
  content: string,
  onDecide: (decisions: readonly ProposalDecision[]) => void,
  access?: Access,
): ProposalControls {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [inText, showInText] = useState(true);
  const marks = useMemo(() => proposalMarks(proposals, content), [proposals, content]);
  const open = useMemo(() => conflictsFirst(marks), [marks]);
  const unread = useUnread(proposals, access);
  const at = open.findIndex(({ proposal }) => proposal.id === picked?.id);
  const before = at < 0 ? null : (picked?.before ?? null);
  const pick = (id: string | null, takesFocus = false) =>
    setPicked(id === null ? null : { id, takesFocus, before: takesFocus ? (before ?? document.activeElement) : null });
  return {
    marks,
    open,
    current: open[at] ?? null,
    at,
    takesFocus: picked?.takesFocus ?? false,
    before,
    unread,
    inText,
    showInText,
    pick,
    step(by) {
      if (open.length === 0) return null;
      const from = at < 0 && by < 0 ? 0 : at;
      const next = open[(from + by + open.length) % open.length] ?? null;
      pick(next?.proposal.id ?? null, true);
      return next;
    },
    decide(decisions) {
      const ids = new Set(decisions.map(({ id }) => id));
      if (picked !== null && ids.has(picked.id)) {
        const rest = [...open.slice(at + 1), ...open.slice(0, at)].filter(({ proposal }) => !ids.has(proposal.id));
        pick(rest[0]?.proposal.id ?? null, picked.takesFocus);
      }
      onDecide(decisions);
    },
  };
}

/** Drawn again once they can be read. */
function useUnread(proposals: readonly Proposal[], access: Access): ReadonlySet<string> {
  const drawn = useRef(NONE_DRAWN);
  const [, drawAgain] = useState(0);
  const waiting = useMemo(() => proposals.filter(({ state }) => state === "open"), [proposals]);
  drawn.current = drawProposals(drawn.current, waiting, Date.now());
  const unread = unreadProposals(drawn.current, Date.now(), access);
  const isAny = unread.size > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: others that came meanwhile have their own time
  useEffect(() => {
    if (!isAny) return;
    const timer = setInterval(() => drawAgain((number) => number + 1), READ_MS / 3);
    return () => clearInterval(timer);
  }, [isAny, waiting]);
  return unread;
}
