import { describeAnchor } from "../comments/describe-anchor.ts";
import { nearestOccurrence } from "../comments/find-quote.ts";
import { reanchorAll } from "../comments/reanchor.ts";
import type { TextChange } from "../diff/hunk.ts";
import type { Anchor, Author, Proposal, Protection } from "./records.ts";

/** A text that became another. */
export interface Move {
  readonly before: string;
  readonly changes: readonly TextChange[];
  readonly after: string;
  /** Of the text after. */
  readonly revision: number;
}

/** Open proposals stay on the words that they would replace, whatever happens around or inside them. */
export function mapProposals(proposals: readonly Proposal[], move: Move): readonly Proposal[] {
  const open = proposals.filter((proposal) => proposal.state === "open");
  const anchors = mapAnchors(
    open.map((proposal) => proposal.anchor),
    move,
  );
  const moved = new Map(open.map((proposal, i) => [proposal.id, anchors[i]!]));
  return proposals.map((proposal) => {
    const anchor = moved.get(proposal.id);
    return anchor === undefined ? proposal : { ...proposal, anchor };
  });
}

/** Protected passages follow the person's changes inside them; a model may move their words, never change them. */
export function mapProtections(
  protections: readonly Protection[],
  move: Move,
  by: Author["kind"],
): readonly Protection[] {
  const anchors = mapAnchors(
    protections.map((protection) => protection.anchor),
    move,
  );
  return protections.map((protection, i) => {
    const { quotedText } = protection.anchor;
    const anchor = anchors[i]!;
    if (by === "person" || anchor.quotedText === quotedText) return { ...protection, anchor };
    const at = nearestOccurrence(move.after, quotedText, anchor.offset);
    const same = at === null ? anchor : describeAnchor(move.after, at, quotedText.length, move.revision);
    return { ...protection, anchor: same };
  });
}

/** By the changes first, which know what was written inside a range; then by looking for words that were moved away. */
function mapAnchors(anchors: readonly Anchor[], move: Move): Anchor[] {
  const mapped = anchors.map((anchor) => mapAnchor(anchor, move));
  const lost = mapped.flatMap((anchor, i) => (isAttached(anchor, move.after) ? [] : [i]));
  const sought = reanchorAll(
    lost.map((i) => anchors[i]!),
    move.before,
    move.after,
    move.revision,
  );
  lost.forEach((i, n) => {
    const found = sought[n]!;
    if (found.quotedText !== "" && isAttached(found, move.after)) mapped[i] = found;
  });
  return mapped;
}

/**
 * Where the anchored range is after the changes: with what was written inside it or instead of it, without what was
 * written beside it. When all of it is gone the old quote stays, at the place of the gap.
 */
function mapAnchor(anchor: Anchor, { before, changes, after, revision }: Move): Anchor {
  if (!isAttached(anchor, before)) {
    const place = Math.min(anchor.offset, before.length);
    const from = mapStart(changes, place);
    // Undo and restore put the words back into the gap, on either side of where it is now.
    const back = anchor.quotedText === "" ? -1 : after.indexOf(anchor.quotedText, mapEnd(changes, place));
    if (back >= 0 && back <= from) return describeAnchor(after, back, anchor.quotedText.length, revision);
    return { ...anchor, offset: from, revision };
  }
  const { from, to } = mapRange(changes, anchor.offset, anchor.offset + anchor.length);
  if (to > from || anchor.length === 0) return describeAnchor(after, from, to - from, revision);
  return { ...anchor, offset: from, length: 0, revision };
}

/** Whether the anchor's text stands at its place. */
export function isAttached(anchor: Anchor, content: string): boolean {
  return content.startsWith(anchor.quotedText, anchor.offset) && anchor.quotedText.length === anchor.length;
}

/** Where a range is after the changes; empty at the place of the gap when all of it is gone. */
export function mapRange(
  changes: readonly TextChange[],
  from: number,
  to: number,
): { readonly from: number; readonly to: number } {
  const start = mapStart(changes, from);
  if (from === to) return { from: start, to: start };
  const end = mapEnd(changes, to);
  return end > start ? { from: start, to: end } : { from: Math.min(start, end), to: Math.min(start, end) };
}

function mapStart(changes: readonly TextChange[], position: number): number {
  let moved = 0;
  for (const change of changes) {
    const isInsertionHere = change.from === position && change.to === position;
    if (change.from >= position && !isInsertionHere) break;
    if (change.to > position) return change.from + moved + change.insert.length;
    moved += change.insert.length - (change.to - change.from);
  }
  return position + moved;
}

function mapEnd(changes: readonly TextChange[], position: number): number {
  let moved = 0;
  for (const change of changes) {
    if (change.from >= position) break;
    if (change.to > position) return change.from + moved;
    moved += change.insert.length - (change.to - change.from);
  }
  return position + moved;
}
