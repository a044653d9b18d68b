import { describeAnchor } from "../comments/describe-anchor.ts";
import type { MergeResult } from "../diff/hunk.ts";
import { changesBetween } from "../diff/text-changes.ts";
import { amend, type Draft, logEvent, nextRevision } from "./draft.ts";
import { itemId } from "./ids.ts";
import { mapRange } from "./map-anchors.ts";
import type { Author, Proposal, ProposalKind } from "./records.ts";

/** Text to be offered beside `content.slice(from, to)`. */
export interface Offer {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly base?: string;
  readonly reason?: string;
  readonly by?: Author;
}

/** The draft with these texts beside the text in force. An offer that already stands open there is not made twice. */
export function raiseProposals(
  draft: Draft,
  kind: ProposalKind,
  offers: readonly Offer[],
): { readonly draft: Draft; readonly raised: readonly Proposal[] } {
  const { document, proposals } = draft.record;
  const ids = new Set(proposals.map((proposal) => proposal.id));
  const revision = nextRevision(draft);
  const raised: Proposal[] = [];
  for (const offer of offers) {
    const twin = proposals.some(
      (other) =>
        other.state === "open" &&
        other.kind === kind &&
        other.text === offer.text &&
        other.anchor.offset === offer.from &&
        other.anchor.length === offer.to - offer.from,
    );
    if (twin) continue;
    const id = itemId(draft.moment.randomId, (candidate) => ids.has(candidate));
    ids.add(id);
    raised.push({
      id,
      kind,
      by: offer.by ?? draft.moment.by,
      anchor: describeAnchor(document.content, offer.from, offer.to - offer.from, revision),
      text: offer.text,
      ...(offer.base === undefined ? {} : { base: offer.base }),
      ...(offer.reason === undefined ? {} : { reason: offer.reason }),
      createdAt: draft.moment.now,
      version: document.version,
      state: "open",
    });
  }
  if (raised.length === 0) return { draft, raised };
  const amended = amend(draft, { proposals: [...proposals, ...raised] });
  const event = { ids: raised.map((proposal) => proposal.id), kind, state: "open" };
  return { draft: logEvent(amended, "proposal", event), raised };
}

/** A merge's conflicts as offers beside `content`, which is the merged text or another that my text stands in too. */
export function offersOf(merge: MergeResult, content: string, by: (theirs: string) => Author): Offer[] {
  const changes = changesBetween(merge.text, content);
  return merge.conflicts.map((conflict) => ({
    ...mapRange(changes, conflict.from, conflict.to),
    text: conflict.theirs,
    base: conflict.base,
    by: by(conflict.theirs),
  }));
}
