import { describeAnchor } from "../comments/describe-anchor.ts";
import type { MergeResult } from "../diff/hunk.ts";
import { changesBetween } from "../diff/text-changes.ts";
import { markOf } from "../feedback/mark.ts";
import { quoted } from "../feedback/quote-text.ts";
import { bookOf } from "./books.ts";
import { amend, type Draft, logEvent, nextRevision } from "./draft.ts";
import { itemId } from "./ids.ts";
import { mapRange } from "./map-anchors.ts";
import type { Author, CanvasRecord, Proposal, ProposalKind } from "./records.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** Text to be offered beside `content.slice(from, to)`. */
export interface Offer {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly base?: string;
  readonly reason?: string;
  readonly by?: Author;
}

/**
 * The draft with these texts beside the text in force. An offer that already stands open there is not made twice, one by a
 * model takes the place of what the same model offered there before, and what the person decided is not asked again by a
 * model that has not heard of the decision: it repeats a call whose answer was lost.
 */
export function raiseProposals(
  given: Draft,
  kind: ProposalKind,
  offers: readonly Offer[],
): { readonly draft: Draft; readonly raised: readonly Proposal[] } {
  const draft = withoutReplaced(given, kind, offers);
  const { document, proposals } = draft.record;
  const ids = new Set(proposals.map((proposal) => proposal.id));
  const revision = nextRevision(draft);
  const raised: Proposal[] = [];
  const isUnheard = unheardDecisions(draft);
  for (const offer of offers) {
    if (proposals.some((other) => isTwin(other, kind, offer)) || isUnheard(offer)) continue;
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

function isTwin(other: Proposal, kind: ProposalKind, offer: Offer): boolean {
  return (
    other.state === "open" &&
    other.kind === kind &&
    other.text === offer.text &&
    other.anchor.offset === offer.from &&
    other.anchor.length === offer.to - offer.from
  );
}

/** Whether the person has decided on this very offer, and the model that makes it has not been told so. */
function unheardDecisions({ record, moment }: Draft): (offer: Offer) => boolean {
  const book = moment.by.kind === "model" ? bookOf(record, moment.by.client) : undefined;
  if (book === undefined) return () => false;
  const told = new Set(book.seen);
  const isUnheard = ({ id, by, state }: Proposal): boolean =>
    by.kind === "model" &&
    by.client === moment.by.client &&
    state !== "open" &&
    state !== "withdrawn" &&
    !told.has(markOf("proposal", id, state));
  const decided = record.proposals.filter(isUnheard);
  const { content } = record.document;
  return ({ from, to, text }) => {
    const quote = content.slice(from, to);
    // Nothing quoted is everywhere: then what stood before it says where it was.
    const isThere = ({ anchor: { prefix } }: Proposal): boolean =>
      quote !== "" || content.startsWith(prefix, from - prefix.length);
    return decided.some((older) => older.text === text && older.anchor.quotedText === quote && isThere(older));
  };
}

/** What the same model offered on the same words before is taken back: its newer word counts. */
function withoutReplaced(draft: Draft, kind: ProposalKind, offers: readonly Offer[]): Draft {
  const { proposals } = draft.record;
  const replaced = proposals.filter((older) =>
    offers.some((offer) => {
      const by = offer.by ?? draft.moment.by;
      const isOwn = by.kind === "model" && older.by.kind === "model" && by.client === older.by.client;
      return isOwn && older.state === "open" && !isTwin(older, kind, offer) && isSamePlace(older, offer);
    }),
  );
  return withdraw(
    draft,
    replaced.map(({ id }) => id),
  );
}

function isSamePlace({ anchor }: Proposal, { from, to }: Offer): boolean {
  const end = anchor.offset + anchor.length;
  const isInside = from >= anchor.offset && to <= end;
  const isAround = from <= anchor.offset && to >= end;
  // Something put in beside words is at another place than those words.
  return anchor.length === 0 || from === to ? isInside && isAround : isInside || isAround;
}

/** These proposals are taken back by their author. */
export function withdraw(draft: Draft, ids: readonly string[]): Draft {
  if (ids.length === 0) return draft;
  const gone = new Set(ids);
  const proposals = draft.record.proposals.map((proposal) =>
    gone.has(proposal.id) ? { ...proposal, state: "withdrawn" as const, settledAt: draft.moment.now } : proposal,
  );
  const settled = Object.fromEntries(ids.map((id) => [id, "withdrawn"]));
  return logEvent(amend(draft, { proposals }), "proposal", { settled });
}

/** What is wrong with taking these back, or null: a model takes back what it offered itself, as long as it is open. */
export function checkWithdraw(record: CanvasRecord, ids: readonly string[], by: Author): Refusal | null {
  const own = record.proposals.filter(
    (proposal) => proposal.state === "open" && proposal.by.kind === "model" && proposal.by.client === by.client,
  );
  const known = new Set(own.map(({ id }) => id));
  const wrong = ids.find((id) => !known.has(id));
  if (wrong === undefined) return null;
  const open =
    own.length === 0 ? "You have no open proposals." : `Your open proposals: ${[...known].slice(0, 20).join(", ")}.`;
  const message = `withdraw: ${quoted(wrong, 40)} is not an open proposal of yours. ${open}`;
  return refuse("unknown_proposal", message).error;
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
