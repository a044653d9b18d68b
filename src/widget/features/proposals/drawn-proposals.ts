import { proposalMark } from "../../../core/document/versions/check-seen.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import { type Access, isMine } from "../../people/who.ts";
import { READ_MS } from "../../state/seen-text.ts";

/** Since when each proposal, by its id and its words, can have been read. */
export interface DrawnProposals {
  readonly readableFrom: ReadonlyMap<string, number>;
  readonly drawn: readonly Proposal[];
  /** When the last one went, if none is drawn. */
  readonly emptySince: number;
}

export const NONE_DRAWN: DrawnProposals = {
  readableFrom: new Map(),
  drawn: [],
  emptySince: Number.NEGATIVE_INFINITY,
};

/**
 * These are drawn now. One that comes where others stand, or stood a moment ago, is not meant by a press that was on its
 * way to those: it can be decided on once it has stood for a while.
 */
export function drawProposals(before: DrawnProposals, drawn: readonly Proposal[], now: number): DrawnProposals {
  if (before.drawn === drawn) return before;
  const isFirst = before.drawn.length === 0 && now - before.emptySince >= READ_MS;
  const readableFrom = new Map(before.readableFrom);
  for (const proposal of drawn) {
    const key = keyOf(proposal);
    if (!readableFrom.has(key)) readableFrom.set(key, isFirst ? now : now + READ_MS);
  }
  const isEmptied = drawn.length === 0 && before.drawn.length > 0;
  return { readableFrom, drawn, emptySince: isEmptied ? now : before.emptySince };
}

/** The ids of those that nobody can have read yet. What the person suggests themselves they know. */
export function unreadProposals(
  { readableFrom, drawn }: DrawnProposals,
  now: number,
  access?: Access,
): ReadonlySet<string> {
  const isUnread = (proposal: Proposal): boolean => {
    const isOwn = proposal.kind === "suggestion" && isMine(proposal.by, access);
    return !isOwn && (readableFrom.get(keyOf(proposal)) ?? 0) > now;
  };
  return new Set(drawn.filter(isUnread).map(({ id }) => id));
}

function keyOf(proposal: Proposal): string {
  return `${proposal.id} ${proposalMark(proposal)}`;
}
