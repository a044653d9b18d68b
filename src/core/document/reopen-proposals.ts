import { describeAnchor } from "../comments/describe-anchor.ts";
import { nearestOccurrence } from "../comments/find-quote.ts";
import { applyChanges, changesBetween } from "../diff/text-changes.ts";
import { markOf } from "../feedback/mark.ts";
import { amend, type Draft, logEvent, nextRevision, note } from "./draft.ts";
import { isAttached } from "./map-anchors.ts";
import type { Anchor, Proposal, ProposalState } from "./records.ts";

const SETTLED: readonly ProposalState[] = ["kept", "taken", "both", "edited", "rejected", "accepted"];

/**
 * Decisions taken back: these proposals wait again, on the words that they would replace. The text is the caller's: it
 * stands as it is, and where it no longer has those words a proposal waits at the place where they stood. What was
 * accepted is not the model's text any more, and the model is told of it anew.
 */
export function reopenProposals(draft: Draft, ids: readonly string[]): Draft {
  const wanted = new Set(ids);
  const { proposals, document } = draft.record;
  const revision = nextRevision(draft);
  const reopened = proposals
    .filter(({ id, state }) => wanted.has(id) && state !== "open")
    .map((proposal) => [proposal, reopenProposal(proposal, document.content, revision)] as const);
  if (reopened.length === 0) return draft;
  const byId = new Map(reopened.map(([, after]) => [after.id, after]));
  const amended = amend(draft, { proposals: proposals.map((proposal) => byId.get(proposal.id) ?? proposal) });
  const logged = logEvent(amended, "proposal", { reopened: [...byId.keys()] });
  return forgetTold(unmoveBaseline(logged, reopened), [...byId.keys()]);
}

/** The same proposal, open, where its words stand in `content`. */
export function reopenProposal(proposal: Proposal, content: string, revision: number): Proposal {
  const { settledAt: _, used: __, ...rest } = proposal;
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

/** The baseline without the words that acceptance had put into it. */
function unmoveBaseline(draft: Draft, reopened: readonly (readonly [Proposal, Proposal])[]): Draft {
  const { content } = draft.record.document;
  const ranges = reopened.flatMap(([was, { kind, by, anchor }]) => {
    const isInBaseline =
      kind === "suggestion" && by.kind === "model" && ["accepted", "edited", "both"].includes(was.state);
    return isInBaseline && isAttached(anchor, content) ? [anchor] : [];
  });
  if (ranges.length === 0) return draft;
  const differences = changesBetween(content, draft.record.claudeContent);
  const kept = differences.filter(
    ({ from, to }) => !ranges.some(({ offset, length }) => from <= offset + length && to >= offset),
  );
  return kept.length === differences.length ? draft : note(draft, { claudeContent: applyChanges(content, kept) });
}

function forgetTold(draft: Draft, ids: readonly string[]): Draft {
  const { told } = draft.record;
  const gone = new Set(ids.flatMap((id) => [...SETTLED, "open"].map((state) => markOf("proposal", id, state))));
  const marks = told.marks.filter((mark) => !gone.has(mark));
  return marks.length === told.marks.length ? draft : note(draft, { told: { ...told, marks } });
}
