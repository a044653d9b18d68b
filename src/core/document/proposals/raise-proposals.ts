import { describeAnchor } from "../../comments/describe-anchor.ts";
import { createRangeMap } from "../../comments/map-anchors.ts";
import type { MergeResult } from "../../diff/hunk.ts";
import { changesBetween } from "../../diff/text-changes.ts";
import { markOf } from "../../feedback/mark.ts";
import { isBySame } from "../../people/person-of.ts";
import type { Author, Canvas, Proposal, ProposalKind } from "../../records/canvas.ts";
import { type Refusal, refuse } from "../../records/refusal.ts";
import { quoted } from "../../text/quote-text.ts";
import { bookOf } from "../books/books.ts";
import { amend, type Draft, logEvent, nextRevision } from "../draft.ts";
import { itemId } from "../ids.ts";
import { joinOffers, type Offer } from "./join-offers.ts";

/** So many proposals may wait on a canvas: whoever decides has to read them, and every call carries them. */
export const MOST_OPEN = 500;

export function openProposals({ proposals }: Pick<Canvas, "proposals">): readonly Proposal[] {
  return proposals.filter(({ state }) => state === "open");
}

/**
 * The draft with these texts beside the text in force. An offer that already stands open there is not made twice, one by a
 * model takes the place of what the same model offered there before, and what the person decided is not asked again by a
 * model that has not heard of the decision: it repeats a call whose answer was lost. Where there is no room for all of them
 * beside what waits and `reserved` others, neighbours are joined; only the last one is made without any room, and
 * `checkOpen` or `setAsideOldest` has to come behind.
 */
export function raiseProposals(
  given: Draft,
  kind: ProposalKind,
  offers: readonly Offer[],
  reserved = 0,
): { readonly draft: Draft; readonly raised: readonly Proposal[] } {
  const { content, version } = given.record.document;
  const fresh = withoutKnown(given, kind, offers);
  const replaced = replacedBy(given, kind, offers);
  const room = MOST_OPEN - reserved - openProposals(given.record).length + replaced.length;
  const fitting = joinOffers(content, fresh, room);
  // Joined they reach over more of what the same model offered before.
  const covered = fitting === fresh ? [] : replacedBy(given, kind, fitting);
  const draft = withdraw(given, [...new Set([...replaced, ...covered])]);
  const { proposals } = draft.record;
  const ids = new Set(proposals.map((proposal) => proposal.id));
  const revision = nextRevision(draft);
  const raised = fitting.map((offer): Proposal => {
    const id = itemId(draft.moment.randomId, (candidate) => ids.has(candidate));
    ids.add(id);
    return {
      id,
      kind,
      by: offer.by ?? draft.moment.by,
      anchor: describeAnchor(content, offer.from, offer.to - offer.from, revision),
      text: offer.text,
      ...(offer.base === undefined ? {} : { base: offer.base }),
      ...(offer.reason === undefined ? {} : { reason: offer.reason }),
      createdAt: draft.moment.now,
      version,
      state: "open",
    };
  });
  if (raised.length === 0) return { draft, raised };
  const amended = amend(draft, { proposals: [...proposals, ...raised] });
  const event = { ids: raised.map((proposal) => proposal.id), kind, state: "open" };
  return { draft: logEvent(amended, "proposal", event), raised };
}

/** Why a model cannot offer this, or null: more would wait than a person can decide on. */
export function checkOpen(record: Canvas): Refusal | null {
  const open = openProposals(record).length;
  if (open <= MOST_OPEN) return null;
  const message = `At most ${MOST_OPEN} suggestions and conflicts can wait on a canvas, and with these it would be ${open}. Nothing was written. Offer fewer, withdraw some of yours, or wait until the person has decided on some.`;
  return refuse("too_many_proposals", message).error;
}

/** The same for a person at whose suggestions nothing of others' goes. */
export function checkRoom(record: Canvas): Refusal | null {
  if (openProposals(record).length <= MOST_OPEN) return null;
  const message = `At most ${MOST_OPEN} suggestions and conflicts can wait on a canvas. Take back some of yours, or wait until some are decided; nothing of this was taken.`;
  return refuse("too_many_proposals", message).error;
}

/** A person who may edit is never held up: the oldest proposals, suggestions before conflicts, make room for what their save raised. */
export function setAsideOldest(draft: Draft): { readonly draft: Draft; readonly notes: readonly string[] } {
  const open = openProposals(draft.record);
  const surplus = open.length - MOST_OPEN;
  if (surplus <= 0) return { draft, notes: [] };
  const oldest = open.toSorted((a, b) => Number(a.kind === "conflict") - Number(b.kind === "conflict"));
  const ids = oldest.slice(0, surplus).map(({ id }) => id);
  const which = surplus === 1 ? "the oldest was" : `the ${surplus} oldest were`;
  return {
    draft: withdraw(draft, ids),
    notes: [`At most ${MOST_OPEN} suggestions and conflicts can wait: ${which} set aside.`],
  };
}

function placeOf({ from, to, text }: Pick<Offer, "from" | "to" | "text">): string {
  return `${from}-${to}:${text}`;
}

/** Without those that stand open already, or that the person has decided on without this model having heard of it. */
function withoutKnown(draft: Draft, kind: ProposalKind, offers: readonly Offer[]): readonly Offer[] {
  const isTwin = twinsOf(draft.record.proposals, kind);
  const isUnheard = unheardDecisions(draft);
  const isKnown = (offer: Offer): boolean => isTwin(offer) || isUnheard(offer);
  return offers.some(isKnown) ? offers.filter((offer) => !isKnown(offer)) : offers;
}

/** Whether the very same stands open. */
function twinsOf(proposals: readonly Proposal[], kind: ProposalKind): (offer: Offer) => boolean {
  const standing = proposals.filter((other) => other.state === "open" && other.kind === kind);
  const places = new Set(
    standing.map(({ anchor, text }) => placeOf({ from: anchor.offset, to: anchor.offset + anchor.length, text })),
  );
  return (offer) => places.size > 0 && places.has(placeOf(offer));
}

/** Whether the person has decided on this very offer, and the model that makes it has not been told so. */
function unheardDecisions({ record, moment }: Draft): (offer: Offer) => boolean {
  const book = moment.by.kind === "model" ? bookOf(record, moment.by) : undefined;
  if (book === undefined) return () => false;
  const told = new Set(book.seen);
  const isUnheard = ({ id, by, state }: Proposal): boolean =>
    by.kind === "model" &&
    isBySame(by, moment.by) &&
    state !== "open" &&
    state !== "withdrawn" &&
    !told.has(markOf("proposal", id, state));
  const decided = new Map<string, Proposal[]>();
  for (const older of record.proposals) {
    if (!isUnheard(older)) continue;
    const key = wordsOf(older.anchor.quotedText, older.text);
    const same = decided.get(key);
    if (same === undefined) decided.set(key, [older]);
    else same.push(older);
  }
  if (decided.size === 0) return () => false;
  const { content } = record.document;
  return ({ from, to, text }) => {
    const quote = content.slice(from, to);
    // Nothing quoted is everywhere: then what stood before it says where it was.
    const isThere = ({ anchor: { prefix } }: Proposal): boolean =>
      quote !== "" || content.startsWith(prefix, from - prefix.length);
    return decided.get(wordsOf(quote, text))?.some(isThere) === true;
  };
}

function wordsOf(quote: string, text: string): string {
  return `${quote.length}:${quote}${text}`;
}

/** What the same model offered on the same words before: its newer word counts. */
export function replacedBy(draft: Draft, kind: ProposalKind, offers: readonly Offer[]): string[] {
  const isOwn = ({ by }: Proposal, offer: Offer): boolean => {
    const author = offer.by ?? draft.moment.by;
    return author.kind === "model" && isBySame(author, by);
  };
  const candidates = offersAt(offers);
  return openProposals(draft.record)
    .filter((older) => {
      const isSame = twinsOf([older], kind);
      const { offset, length } = older.anchor;
      return candidates(offset, offset + length).some(
        (offer) => isOwn(older, offer) && !isSame(offer) && isSamePlace(older, offer),
      );
    })
    .map(({ id }) => id);
}

/** Those offers that may meet a range: found by halving where none overlaps another, as nearly always. */
function offersAt(offers: readonly Offer[]): (from: number, to: number) => readonly Offer[] {
  const sorted = offers.toSorted((a, b) => a.from - b.from || a.to - b.to);
  if (sorted.some((offer, i) => i > 0 && offer.from < sorted[i - 1]!.to)) return () => offers;
  return (from, to) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.to < from) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < sorted.length && sorted[end]!.from <= to) end++;
    return sorted.slice(low, end);
  };
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
export function checkWithdraw(record: Canvas, ids: readonly string[], by: Author): Refusal | null {
  const own = record.proposals.filter(
    (proposal) => proposal.state === "open" && proposal.by.kind === "model" && isBySame(proposal.by, by),
  );
  const known = new Set(own.map(({ id }) => id));
  const wrong = ids.find((id) => !known.has(id));
  if (wrong === undefined) return null;
  const open =
    own.length === 0
      ? "You have no open suggestions."
      : `Your open suggestions: ${[...known].slice(0, 20).join(", ")}.`;
  const message = `withdraw: ${quoted(wrong, 40)} is not an open suggestion of yours. ${open}`;
  return refuse("unknown_proposal", message).error;
}

/** A merge's conflicts as offers beside `content`, which is the merged text or another that my text stands in too. */
export function offersOf(merge: MergeResult, content: string, by: (theirs: string) => Author): Offer[] {
  const map = createRangeMap(changesBetween(merge.text, content));
  const offers = merge.conflicts.map((conflict) => ({
    ...map.range(conflict.from, conflict.to),
    text: conflict.theirs,
    base: conflict.base,
  }));
  // Joined before anybody asks whose words they are.
  return joinOffers(content, offers, MOST_OPEN).map((offer) => ({ ...offer, by: by(offer.text) }));
}
