import type { TextChange } from "../diff/hunk.ts";
import { createPositionMap } from "../diff/position-map.ts";
import type { Anchor, CanvasComment } from "../document/records.ts";
import { CONTEXT_LENGTH, describeAnchor, isDetached } from "./describe-anchor.ts";
import { orphan } from "./reanchor.ts";
import { commonEnd, commonStart } from "./similarity.ts";

/**
 * The comments after changes that are known exactly, as while somebody types: a quote grows and shrinks with what is
 * typed inside it, becomes an orphan when all of it is taken away, and comes back when that is undone. Costs nothing for
 * text that did not change; `changes` turn `before` into `after`. Comments that nothing happened to stay the same objects
 * apart from their offset.
 */
export function mapComments(
  comments: readonly CanvasComment[],
  changes: readonly TextChange[],
  before: string,
  after: string,
): CanvasComment[] {
  if (changes.length === 0) return [...comments];
  const map = createPositionMap(changes);
  return comments.map((comment) => {
    const { anchor } = comment;
    if (anchor === null) return comment;
    const end = anchor.offset + anchor.length;
    if (isDetached(anchor, before)) {
      const offset = Math.min(anchor.offset, before.length);
      const back = broughtBack(anchor, changes, after);
      return { ...comment, anchor: back ?? { ...anchor, offset: map.map(offset, -1) } };
    }
    const range = map.mapRange(anchor.offset, end);
    if (range.to === range.from && anchor.quotedText !== "") {
      return { ...comment, anchor: orphan(anchor, range.from, anchor.revision) };
    }
    if (!map.touches(anchor.offset, end)) {
      return range.from === anchor.offset ? comment : { ...comment, anchor: { ...anchor, offset: range.from } };
    }
    return { ...comment, anchor: describeAnchor(after, range.from, range.to - range.from, anchor.revision) };
  });
}

/** The quote in what was just put in, with what stood around it: an undo, or a paste of what was cut. */
function broughtBack(anchor: Anchor, changes: readonly TextChange[], after: string): Anchor | null {
  const quote = anchor.quotedText;
  if (quote === "") return null;
  let growth = 0;
  for (const { from, to, insert } of changes) {
    const start = from + growth;
    growth += insert.length - (to - from);
    for (let at = insert.indexOf(quote); at >= 0; at = insert.indexOf(quote, at + 1)) {
      const offset = start + at;
      const left = commonEnd(anchor.prefix, anchor.prefix.length, after, offset, CONTEXT_LENGTH);
      const right = commonStart(anchor.suffix, 0, after, offset + quote.length, CONTEXT_LENGTH);
      const isSame = left === anchor.prefix.length || right === anchor.suffix.length || left + right >= CONTEXT_LENGTH;
      if (isSame) return describeAnchor(after, offset, quote.length, anchor.revision);
    }
  }
  return null;
}
