import type { TextChange } from "../diff/hunk.ts";
import { createPositionMap } from "../diff/position-map.ts";
import type { Anchor, Author, CanvasComment, Proposal, Protection } from "../records/canvas.ts";
import { CONTEXT_LENGTH, describeAnchor } from "./describe-anchor.ts";
import { findInTouched, type Move } from "./find-in-touched.ts";
import { nearestOccurrence } from "./find-quote.ts";

/** Comments stay on what is left of their words, with what was written between them; of words that are all gone what took their place is theirs only where it reads alike. */
export function mapComments(comments: readonly CanvasComment[], move: Move): readonly CanvasComment[] {
  const anchored = comments.filter((comment) => comment.anchor !== null);
  if (anchored.length === 0 || move.changes.length === 0) return comments;
  const { kept } = createPositionMap(move.changes);
  const anchors = mapAnchors(
    anchored.map(({ anchor }) => anchor!),
    move,
    ({ offset, length }) => kept(offset, offset + length) > 0,
  );
  const moved = new Map(anchored.map(({ id }, i) => [id, anchors[i]!]));
  return comments.map((comment) => {
    const anchor = moved.get(comment.id);
    return anchor === undefined ? comment : { ...comment, anchor };
  });
}

/** Open proposals stay on the words that they would replace, whatever happens around or inside them. */
export function mapProposals(proposals: readonly Proposal[], move: Move): readonly Proposal[] {
  const open = proposals.filter((proposal) => proposal.state === "open");
  if (open.length === 0 || move.changes.length === 0) return proposals;
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
  if (protections.length === 0 || move.changes.length === 0) return protections;
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

/** By the changes first, which know what was written inside a range; then by looking in touched lines for words that were moved away. */
function mapAnchors(anchors: readonly Anchor[], move: Move, stays: (anchor: Anchor) => boolean = () => true): Anchor[] {
  const map = createRangeMap(move.changes);
  const longest = move.changes.reduce((most, { insert }) => Math.max(most, insert.length), 0);
  const mapped: Anchor[] = [];
  const lost: number[] = [];
  anchors.forEach((anchor, i) => {
    const wasThere = isAttached(anchor, move.before);
    const end = anchor.offset + anchor.length;
    // All that it says is as it was: most are far from what somebody does.
    if (wasThere && anchor.length > 0 && !map.reaches(anchor.offset - CONTEXT_LENGTH, end + CONTEXT_LENGTH)) {
      mapped.push({ ...anchor, offset: map.end(anchor.offset), revision: move.revision });
      return;
    }
    const now = wasThere && !stays(anchor) ? gapOf(anchor, move, map) : mapAnchor(anchor, move, map, wasThere);
    mapped.push(now);
    // What was lost before comes back with words that are put in, and not with a letter.
    const maySeek = wasThere || longest * 2 >= anchor.quotedText.length;
    if (maySeek && !isAttached(now, move.after)) lost.push(i);
  });
  const found = findInTouched(
    lost.map((i) => anchors[i]!),
    move,
  );
  lost.forEach((i, n) => {
    mapped[i] = found[n] ?? mapped[i]!;
  });
  return mapped;
}

function gapOf(anchor: Anchor, { revision }: Move, map: RangeMap): Anchor {
  return { ...anchor, offset: map.end(anchor.offset), length: 0, revision };
}

/**
 * Where the anchored range is after the changes: with what was written inside it or instead of it, without what was
 * written beside it. When all of it is gone the old quote stays, at the place of the gap.
 */
function mapAnchor(anchor: Anchor, { before, after, revision }: Move, map: RangeMap, wasThere: boolean): Anchor {
  if (!wasThere) {
    const place = Math.min(anchor.offset, before.length);
    const from = map.start(place);
    // Undo and restore put the words back into the gap, on either side of where it is now.
    const back = anchor.quotedText === "" ? -1 : indexWithin(after, anchor.quotedText, map.end(place), from);
    if (back >= 0) return describeAnchor(after, back, anchor.quotedText.length, revision);
    return { ...anchor, offset: from, revision };
  }
  const { from, to } = map.range(anchor.offset, anchor.offset + anchor.length);
  if (to > from || anchor.length === 0) return describeAnchor(after, from, to - from, revision);
  return { ...anchor, offset: from, length: 0, revision };
}

/** Where the words begin between two places, or -1: no more than that is read. */
function indexWithin(text: string, words: string, from: number, last: number): number {
  const at = text.slice(from, Math.max(from, last + words.length)).indexOf(words);
  return at < 0 ? -1 : from + at;
}

/** Whether the anchor's text stands at its place. */
export function isAttached(anchor: Anchor, content: string): boolean {
  return content.startsWith(anchor.quotedText, anchor.offset) && anchor.quotedText.length === anchor.length;
}

/** Where ranges are after some changes. */
export interface RangeMap {
  /** Without what was inserted at the border. */
  start(position: number): number;
  end(position: number): number;
  /** Empty at the place of the gap when all of it is gone. */
  range(from: number, to: number): { readonly from: number; readonly to: number };
  /** Whether anything was changed there, or right beside it. */
  reaches(from: number, to: number): boolean;
}

/** The changes are read once; each lookup is a binary search. */
export function createRangeMap(changes: readonly TextChange[]): RangeMap {
  // Growth of the text by all changes before the i-th.
  const growth = new Float64Array(changes.length + 1);
  changes.forEach(({ from, to, insert }, i) => {
    growth[i + 1] = growth[i]! + insert.length - (to - from);
  });
  const countBefore = (position: number): number => {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (changes[middle]!.from < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const start = (position: number): number => {
    let count = countBefore(position);
    const last = changes[count - 1];
    if (last !== undefined && last.to > position) return last.from + growth[count - 1]! + last.insert.length;
    for (; changes[count]?.from === position && changes[count]?.to === position; count++);
    return position + growth[count]!;
  };
  const end = (position: number): number => {
    const count = countBefore(position);
    const last = changes[count - 1];
    return last !== undefined && last.to > position ? last.from + growth[count - 1]! : position + growth[count]!;
  };
  return {
    start,
    end,
    reaches: (from, to) => {
      // They are in order and apart: of those that begin before its end the last ends last.
      const last = changes[countBefore(to + 1) - 1];
      return last !== undefined && last.to >= from;
    },
    range: (from, to) => {
      const begins = start(from);
      if (from === to) return { from: begins, to: begins };
      const ends = end(to);
      return ends > begins ? { from: begins, to: ends } : { from: Math.min(begins, ends), to: Math.min(begins, ends) };
    },
  };
}
