import { isAttached } from "../../../core/comments/map-anchors.ts";
import type { Proposal } from "../../../core/records/canvas.ts";

/** How one proposal stands in the text: what it is about, and what is offered in its place. The same for every view. */
export interface ProposalMark {
  readonly proposal: Proposal;
  /** The words in force that it is about; empty where it only puts something in, or where they are gone. */
  readonly from: number;
  readonly to: number;
  /** In the line right behind the words, or as a block of its own behind theirs. */
  readonly place: "words" | "blocks";
  /** Its words are gone: it stands at the place where they were. */
  readonly isGone: boolean;
}

/** Every open proposal where it stands in `content`, in the order of the text. */
export function proposalMarks(proposals: readonly Proposal[], content: string): ProposalMark[] {
  return proposals
    .filter(({ state }) => state === "open")
    .map((proposal): ProposalMark => {
      const { anchor, kind, text } = proposal;
      const from = Math.min(anchor.offset, content.length);
      const isGone = !isAttached(anchor, content);
      const isLong = text.trim().includes("\n");
      return {
        proposal,
        from,
        to: isGone ? from : from + anchor.length,
        place: kind === "conflict" || isLong ? "blocks" : "words",
        isGone,
      };
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Who waits for whom: conflicts first, for they keep the text from being approved; then in the order of the text. */
export function conflictsFirst(marks: readonly ProposalMark[]): readonly ProposalMark[] {
  const rank = ({ proposal, isGone }: ProposalMark) => (proposal.kind === "conflict" ? 0 : isGone ? 2 : 1);
  return [...marks].sort((a, b) => rank(a) - rank(b));
}
