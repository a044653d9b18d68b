import { isAttached } from "../../comments/map-anchors.ts";
import type { TextChange } from "../../diff/hunk.ts";
import { applyChanges } from "../../diff/text-changes.ts";
import { personOf } from "../../people/person-of.ts";
import { type TouchingChange, touchesAfter } from "../../people/touches.ts";
import type { Proposal } from "../../records/canvas.ts";
import type { SettlingDecision } from "../../records/operations.ts";
import { moveBaselineUnheard } from "../books/move-baseline.ts";
import { type Draft, nextRevision } from "../draft.ts";

/** A decision whose words stand in the text already, put there by the widget in which it was made. */
interface Placed {
  readonly decision: SettlingDecision;
  readonly proposal: Proposal;
  readonly from: number;
  readonly to: number;
}

/**
 * Settles proposals whose words are in the text already. Accepted words are their author's, as if they had been put in here:
 * baselines of models get them, and nobody else's name stands on them.
 */
export function settleInText(
  draft: Draft,
  decisions: readonly SettlingDecision[],
  settledAs: (draft: Draft, decisions: readonly SettlingDecision[]) => Draft,
): Draft {
  const byId = new Map(draft.record.proposals.map((proposal) => [proposal.id, proposal]));
  const placed = decisions.flatMap((decision): Placed[] => {
    const proposal = byId.get(decision.id);
    const isTaken = decision.decision !== "keep" && decision.decision !== "reject";
    return proposal === undefined || decision.inText === undefined || !isTaken
      ? []
      : [{ decision, proposal, ...decision.inText }];
  });
  let settled = withTheirWords(onWordsBefore(settledAs(draft, decisions), placed), placed);
  let rest = placed.filter(({ proposal }) => proposal.by.kind === "model").sort((a, b) => a.from - b.from);
  while (rest.length > 0) {
    const round = apartFromEachOther(rest);
    settled = withAccepted(settled, round);
    rest = rest.filter((one) => !round.includes(one));
  }
  return settled;
}

/** In order: as many as do not touch each other. */
function apartFromEachOther(placed: readonly Placed[]): readonly Placed[] {
  let end = -1;
  return placed.filter(({ from, to }) => {
    if (from <= end) return false;
    end = to;
    return true;
  });
}

/** The baselines with what was accepted, measured in the text as it would stand without it. */
function withAccepted(draft: Draft, placed: readonly Placed[]): Draft {
  const { content } = draft.record.document;
  const takenOut: TextChange[] = [];
  const accepted: TextChange[] = [];
  let growth = 0;
  for (const one of placed) {
    const { from, to, decision, proposal } = one;
    const words = content.slice(from, to);
    const was = wordsBefore(draft, one);
    takenOut.push({ from, to, insert: was });
    // What the person made of it since is theirs.
    const insert = decision.decision === "both" ? words : proposal.text;
    accepted.push({ from: from + growth, to: from + growth + was.length, insert });
    growth += was.length - (to - from);
  }
  return moveBaselineUnheard(draft, applyChanges(content, takenOut), accepted);
}

/** A settled proposal names the words that it replaced: taken back, it looks for them. The text came first, and has moved it on. */
function onWordsBefore(draft: Draft, placed: readonly Placed[]): Draft {
  const then = new Map(draft.start.proposals.map((proposal) => [proposal.id, proposal.anchor]));
  const places = new Map(placed.map(({ proposal, from }) => [proposal.id, from]));
  const proposals = draft.record.proposals.map((proposal) => {
    const anchor = then.get(proposal.id);
    const offset = places.get(proposal.id);
    return anchor === undefined || offset === undefined ? proposal : { ...proposal, anchor: { ...anchor, offset } };
  });
  return { ...draft, record: { ...draft.record, proposals } };
}

/** What stood there before the decision. */
function wordsBefore({ start, record }: Draft, { decision, proposal, from, to }: Placed): string {
  if (decision.decision === "both") {
    const both = record.document.content.slice(from, to);
    return both.endsWith(proposal.text) ? both.slice(0, both.length - proposal.text.length).trimEnd() : both;
  }
  const then = start.proposals.find(({ id }) => id === proposal.id);
  return then !== undefined && isAttached(then.anchor, start.document.content) ? then.anchor.quotedText : "";
}

function withTheirWords(draft: Draft, placed: readonly Placed[]): Draft {
  const { touches, document } = draft.record;
  if (touches === undefined) return draft;
  const { content } = document;
  const changes = placed.flatMap(({ decision, proposal, from, to }): TouchingChange[] => {
    const isTheirs = ["take", "accept"].includes(decision.decision) && content.slice(from, to) === proposal.text;
    return isTheirs && from < to ? [{ from, to, insert: proposal.text, by: personOf(proposal.by) }] : [];
  });
  changes.sort((a, b) => a.from - b.from);
  const after = touchesAfter(touches, changes, { content, revision: nextRevision(draft) });
  return after === touches ? draft : { ...draft, record: { ...draft.record, touches: after } };
}
