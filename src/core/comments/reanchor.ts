import type { PositionMap } from "../diff/position-map.ts";
import type { Anchor, CanvasComment } from "../records/canvas.ts";
import { CONTEXT_LENGTH, describeAnchor, isDetached } from "./describe-anchor.ts";
import { findInBlock } from "./find-in-block.ts";
import { findMoved, type Rewritten } from "./find-moved.ts";
import { commonEnd, commonStart, letters, lettersOnLine, similarity } from "./similarity.ts";
import { createPassage, type Passage, type Range } from "./text-passage.ts";

/**
 * The comments with their anchors moved from the text `before` to the text `after`, which is `revision`. A comment whose
 * text is gone becomes an orphan: it keeps its quote, with no length, near its old place, and comes back when its text
 * does. Comments that nothing happened to are the same objects when the texts are equal.
 */
export function reanchorComments(
  comments: readonly CanvasComment[],
  before: string,
  after: string,
  revision: number,
): CanvasComment[] {
  const anchored = comments.filter((comment) => comment.anchor !== null);
  const anchors = reanchorAll(
    anchored.map((comment) => comment.anchor!),
    before,
    after,
    revision,
  );
  const moved = new Map(anchored.map((comment, i) => [comment.id, anchors[i]!]));
  return comments.map((comment) => {
    const anchor = moved.get(comment.id);
    return anchor === undefined || anchor === comment.anchor ? comment : { ...comment, anchor };
  });
}

/** The same for bare anchors, of proposals and protections too. */
export function reanchorAll(anchors: readonly Anchor[], before: string, after: string, revision: number): Anchor[] {
  if (before === after || anchors.length === 0) return [...anchors];
  const passage = createPassage(before, after);
  const now = new Map<Anchor, Anchor>();
  // By their places, not by their order: how much is compared by words depends on who asks first.
  for (const anchor of anchors.toSorted((a, b) => a.offset - b.offset || a.length - b.length)) {
    const place = placeOf(anchor, passage);
    if (place) now.set(anchor, describeAnchor(after, place.from, place.to - place.from, revision));
    else {
      const offset = Math.min(anchor.offset, before.length);
      const gap = (passage.wordsAround(offset, offset) ?? passage.lines).map(offset, -1);
      now.set(anchor, orphan(anchor, gap, revision));
    }
  }
  return anchors.map((anchor) => now.get(anchor)!);
}

/** An anchor without a place: its quote, and where its text last stood. */
export function orphan(anchor: Anchor, offset: number, revision: number): Anchor {
  return { ...anchor, offset, length: 0, revision };
}

/** Where the anchor's text is now, or null. An orphan is worth more than a wrong place. */
function placeOf(anchor: Anchor, passage: Passage): Range | null {
  if (isDetached(anchor, passage.before)) return findMoved(anchor, passage, anchor.offset, null);
  const from = anchor.offset;
  const to = from + anchor.length;
  if (!passage.lines.touches(from, to)) return passage.lines.mapRange(from, to);
  const words = passage.wordsAround(from, to);
  // A place between two characters has no text to lose.
  if (anchor.quotedText === "") return (words ?? passage.lines).mapRange(from, to);
  const stayed = words && !words.touches(from, to) ? words.mapRange(from, to) : null;
  if (stayed && isSurelyThere(anchor, passage, stayed)) return stayed;
  return findMoved(anchor, passage, passage.lines.map(from, 1), {
    inBlock: findInBlock(anchor, passage),
    rewritten: words?.touches(from, to) ? rewrittenInPlace(anchor, passage, words) : null,
    stayed: stayed && linesSurvived(anchor, passage) ? stayed : null,
  });
}

/** Letters that prove an unchanged quote in changed lines: of what stood beside it, or with its own. */
const CLOSE_CONTEXT = 10;
const CLOSE_TEXT = 30;

function isSurelyThere({ prefix, suffix, quotedText }: Anchor, { after }: Passage, place: Range): boolean {
  const left = commonEnd(prefix, prefix.length, after, place.from, CONTEXT_LENGTH);
  const right = commonStart(suffix, 0, after, place.to, CONTEXT_LENGTH);
  if (left === prefix.length && right === suffix.length) return true;
  const beside = lettersOnLine(prefix.slice(prefix.length - left), suffix.slice(0, right));
  return beside >= CLOSE_CONTEXT || beside + letters(quotedText, 0, quotedText.length) >= CLOSE_TEXT;
}

/** Whether at least half of what stands beside the quote on its own lines is still there. */
function linesSurvived(anchor: Anchor, passage: Passage): boolean {
  const { before } = passage;
  const to = anchor.offset + anchor.length;
  // Only so far: a text may be one long line.
  const start = anchor.offset - sameLine(before.slice(Math.max(0, anchor.offset - REACH), anchor.offset), -1);
  const end = to + sameLine(before.slice(to, to + REACH), 1);
  const words = passage.wordsAround(start, end) ?? passage.lines;
  const kept = words.kept(start, anchor.offset) + words.kept(to, end);
  return kept >= (end - start - anchor.length) / 2;
}

const REACH = 3 * CONTEXT_LENGTH;

/** How many characters at the end (-1) or at the beginning (1) of a text are on one line. */
function sameLine(text: string, side: -1 | 1): number {
  if (side < 0) return text.length - 1 - text.lastIndexOf("\n");
  const end = text.indexOf("\n");
  return end < 0 ? text.length : end;
}

/** At least this much of a quote must be left for it to be the same passage, rewritten. */
const SAME_PASSAGE = 0.5;
const TELLING_LETTERS = 16;
/** Longer quotes are judged by the difference that is known already, not compared once more. */
const MAX_COMPARED = 4_000;

function rewrittenInPlace(anchor: Anchor, passage: Passage, words: PositionMap): Rewritten | null {
  const { after } = passage;
  const mapped = words.mapRange(anchor.offset, anchor.offset + anchor.length);
  let { from, to } = mapped;
  if (!/^\s/.test(anchor.quotedText)) while (from < to && after.charCodeAt(from) <= 32) from++;
  if (!/\s$/.test(anchor.quotedText)) while (to > from && after.charCodeAt(to - 1) <= 32) to--;
  if (letters(after, from, to) === 0) return null;
  const share =
    anchor.length <= MAX_COMPARED
      ? similarity(anchor.quotedText, after.slice(from, to))
      : words.kept(anchor.offset, anchor.offset + anchor.length) / Math.max(anchor.length, to - from);
  if (share < SAME_PASSAGE) return null;
  // Half of two short words says little by itself.
  const isTelling = share * letters(anchor.quotedText, 0, anchor.quotedText.length) >= TELLING_LETTERS;
  return isTelling || linesSurvived(anchor, passage) ? { from, to, similarity: share } : null;
}
