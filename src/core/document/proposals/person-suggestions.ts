import { describeAnchor } from "../../comments/describe-anchor.ts";
import { isAttached } from "../../comments/map-anchors.ts";
import { changesBetween } from "../../diff/text-changes.ts";
import { possessive } from "../../people/name-words.ts";
import { isBySame, personOf } from "../../people/person-of.ts";
import type { Proposal } from "../../records/canvas.ts";
import { amend, type Draft, logEvent, nextRevision } from "../draft.ts";
import { raiseProposals } from "./raise-proposals.ts";

function isOwn(proposal: Proposal): boolean {
  return proposal.kind === "suggestion" && proposal.by.kind === "person" && proposal.state === "open";
}

/**
 * The person suggests that the text be `wanted`: each difference is a suggestion to the model, the text stays. What
 * they suggested before stands too (it is not in `wanted`, which grew from the text); only one whose very words they now
 * write anew is amended. To take one back is a decision of its own.
 */
export function suggestToModel(draft: Draft, wanted: string): Draft {
  const { document, proposals } = draft.record;
  const own = proposals
    .filter((proposal) => isOwn(proposal) && isBySame(proposal.by, draft.moment.by) && proposal.anchor.length > 0)
    .toSorted((a, b) => a.anchor.offset - b.anchor.offset);
  const offers = changesBetween(document.content, wanted).map(({ from, to, insert }) => ({ from, to, text: insert }));
  const kept = new Map<string, Proposal>();
  // Both in the order of the text: each own one is looked at once.
  let next = 0;
  const fresh = offers.filter((offer) => {
    while (next < own.length && own[next]!.anchor.offset < offer.from) next++;
    let earlier: Proposal | undefined;
    for (; next < own.length && own[next]!.anchor.offset < offer.to; next++) {
      const { offset, length } = own[next]!.anchor;
      if (offset + length <= offer.to) earlier ??= own[next];
    }
    if (earlier === undefined) return true;
    const isSame =
      earlier.text === offer.text &&
      earlier.anchor.offset === offer.from &&
      earlier.anchor.length === offer.to - offer.from;
    const anchor = describeAnchor(document.content, offer.from, offer.to - offer.from, nextRevision(draft));
    kept.set(earlier.id, isSame ? earlier : { ...earlier, anchor, text: offer.text });
    return false;
  });
  const amended = proposals.map((proposal) => kept.get(proposal.id) ?? proposal);
  const isAmended = amended.some((proposal, i) => proposal !== proposals[i]);
  const settled = isAmended ? logEvent(amend(draft, { proposals: amended }), "proposal", { kind: "amended" }) : draft;
  return raiseProposals(settled, "suggestion", fresh).draft;
}

/** The person's suggestions that the model has just made are settled, with a sentence each. */
export function settleMadeSuggestions(draft: Draft): { readonly draft: Draft; readonly notes: readonly string[] } {
  const before = draft.start.document.content;
  const { content } = draft.record.document;
  if (before === content) return { draft, notes: [] };
  const starts = new Map(draft.start.proposals.map((proposal) => [proposal.id, proposal]));
  const made = draft.record.proposals.filter((proposal) => {
    const start = starts.get(proposal.id);
    return isOwn(proposal) && start !== undefined && isMade(start, proposal, before, content);
  });
  if (made.length === 0) return { draft, notes: [] };
  const ids = new Set(made.map(({ id }) => id));
  const proposals = draft.record.proposals.map((proposal) =>
    ids.has(proposal.id) ? { ...proposal, state: "accepted" as const, settledAt: draft.moment.now } : proposal,
  );
  const event = { settled: Object.fromEntries(made.map(({ id }) => [id, "accepted"])) };
  return {
    draft: logEvent(amend(draft, { proposals }), "proposal", event),
    notes: made.map(({ id, by }) => {
      const person = personOf(by);
      return `You made ${person === null ? "the person's" : possessive(person.name)} suggestion ${id}; it is settled.`;
    }),
  };
}

/** Whether the suggested words now stand in place of those that they were to replace. */
function isMade(start: Proposal, now: Proposal, before: string, after: string): boolean {
  const { text } = now;
  if (start.anchor.length === 0) {
    const at = now.anchor.offset;
    return text !== "" && (after.startsWith(text, at) || after.slice(0, at).endsWith(text));
  }
  if (!isAttached(start.anchor, before)) return false;
  if (isAttached(now.anchor, after) && now.anchor.length > 0) return now.anchor.quotedText === text;
  // The range is gone in a larger change: then the words must be new in the text, or were to go.
  return text === "" || (after.includes(text) && !before.includes(text));
}
