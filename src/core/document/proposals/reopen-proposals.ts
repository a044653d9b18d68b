import { describeAnchor } from "../../comments/describe-anchor.ts";
import { nearestOccurrence } from "../../comments/find-quote.ts";
import { isAttached } from "../../comments/map-anchors.ts";
import { markOf } from "../../feedback/mark.ts";
import type { Book } from "../../records/books.ts";
import type { Anchor, Proposal, ProposalState } from "../../records/canvas.ts";
import { mapBooks } from "../books/books.ts";
import { dropDifferences } from "../books/move-baseline.ts";
import { amend, type Draft, logEvent, nextRevision } from "../draft.ts";
import { MOST_OPEN, openProposals } from "./raise-proposals.ts";

const SETTLED: readonly ProposalState[] = ["kept", "taken", "both", "edited", "rejected", "accepted"];

/**
 * Decisions taken back: these proposals wait again, on the words that they would replace. The text is the caller's: it
 * stands as it is, and where it no longer has those words a proposal waits at the place where they stood. What was
 * accepted is not the model's text any more, and models are told of it anew. Those for which there is no room stay settled.
 */
export function reopenProposals(draft: Draft, ids: readonly string[]): Draft {
  const wanted = new Set(ids);
  const room = MOST_OPEN - openProposals(draft.record).length;
  const { proposals, document } = draft.record;
  const revision = nextRevision(draft);
  const reopened = proposals
    .filter(({ id, state }) => wanted.has(id) && state !== "open")
    .slice(0, Math.max(0, room))
    .map((proposal) => [proposal, reopenProposal(proposal, document.content, revision)] as const);
  if (reopened.length === 0) return draft;
  const byId = new Map(reopened.map(([, after]) => [after.id, after]));
  const amended = amend(draft, { proposals: proposals.map((proposal) => byId.get(proposal.id) ?? proposal) });
  const logged = logEvent(amended, "proposal", {
    reopened: [...byId.keys()],
    kinds: Object.fromEntries([...byId.values()].map(({ id, kind }) => [id, kind])),
  });
  return forgetTold(unmoveBaseline(logged, reopened), [...byId.keys()]);
}

/** The same proposal, open, where its words stand in `content`. */
export function reopenProposal(proposal: Proposal, content: string, revision: number): Proposal {
  const { settledAt: _, settledBy: __, used: ___, ...rest } = proposal;
  return { ...rest, state: "open", anchor: findAnchor(proposal.anchor, content, revision) };
}

/** With as much of what stood around it as can be found; the nearest place wins. */
function findAnchor(anchor: Anchor, content: string, revision: number): Anchor {
  const { prefix, suffix, quotedText, offset } = anchor;
  for (const [before, after] of [
    [prefix, suffix],
    [prefix, ""],
    ["", suffix],
    ["", ""],
  ] as const) {
    const found = nearestOccurrence(content, before + quotedText + after, Math.max(0, offset - before.length));
    if (found !== null) return describeAnchor(content, found + before.length, quotedText.length, revision);
  }
  return { ...anchor, offset: Math.min(offset, content.length), length: 0, revision };
}

/** The baselines without the words that a decision had put into them. */
function unmoveBaseline(draft: Draft, reopened: readonly (readonly [Proposal, Proposal])[]): Draft {
  const { content } = draft.record.document;
  const ranges = reopened.flatMap(([was, now]) => {
    const isInBaseline = was.by.kind === "model" && ["accepted", "taken", "edited", "both"].includes(was.state);
    const { offset, length } = now.anchor;
    // Both texts stood there with a space or a blank line between.
    const between = was.state === "both" ? 3 : 0;
    return isInBaseline && isAttached(now.anchor, content) ? [{ offset, length: length + between }] : [];
  });
  return dropDifferences(draft, ranges);
}

/** Models that have heard of the decision hear that it was taken back. */
function forgetTold(draft: Draft, ids: readonly string[]): Draft {
  const gone = new Set(ids.flatMap((id) => [...SETTLED, "open"].map((state) => markOf("proposal", id, state))));
  const heardBy = (book: Book): string[] => {
    const marks = new Set([...book.seen, ...book.offers.flatMap((offer) => offer.marks)]);
    return ids.filter((id) => SETTLED.some((state) => marks.has(markOf("proposal", id, state))));
  };
  return mapBooks(draft, (book) => ({
    ...book,
    reopened: [...new Set([...book.reopened, ...heardBy(book)])],
    seen: book.seen.filter((mark) => !gone.has(mark)),
    offers: book.offers.map((offer) => ({ ...offer, marks: offer.marks.filter((mark) => !gone.has(mark)) })),
  }));
}
