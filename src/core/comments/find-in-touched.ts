import type { TextChange } from "../diff/hunk.ts";
import type { Anchor } from "../records/canvas.ts";
import { describeAnchor, isDetached } from "./describe-anchor.ts";
import { reanchorAll } from "./reanchor.ts";

/** A text that became another by these changes. */
export interface Move {
  readonly before: string;
  readonly changes: readonly TextChange[];
  readonly after: string;
  /** Of the text after. */
  readonly revision: number;
}

/**
 * Looks for anchors that the changes left without a place: only in the lines that were touched, so that it costs what was
 * changed, however long the text is. Null for each that is not found.
 */
export function findInTouched(anchors: readonly Anchor[], move: Move): readonly (Anchor | null)[] {
  if (anchors.length === 0 || !move.changes.some(({ insert }) => /\S/.test(insert))) return anchors.map(() => null);
  const { before, after } = touchedLines(move);
  const found = reanchorAll(
    anchors.map((anchor) => ({ ...anchor, offset: before.inside(anchor.offset) })),
    before.text,
    after.text,
    move.revision,
  );
  return found.map((anchor) => {
    if (anchor.quotedText === "" || isDetached(anchor, after.text)) return null;
    const from = after.outside(anchor.offset, anchor.length);
    return from === null ? null : describeAnchor(move.after, from, anchor.length, move.revision);
  });
}

interface Piece {
  readonly from: number;
  readonly to: number;
  /** Where it begins in the text of all pieces. */
  readonly at: number;
}

interface Pieces {
  readonly text: string;
  /** Where an offset of the whole text stands among them; one between two of them at the end of the first. */
  inside(offset: number): number;
  /** Where a range of theirs begins in the whole text; null: it lies in more than one. */
  outside(offset: number, length: number): number | null;
}

/** Whatever stands beside each other here and not in the text is kept apart by an empty line. */
const APART = "\n\n";

function touchedLines({ before, changes, after }: Move): { readonly before: Pieces; readonly after: Pieces } {
  const was: { from: number; to: number }[] = [];
  const is: { from: number; to: number }[] = [];
  let growth = 0;
  for (const { from, to, insert } of changes) {
    const last = was.at(-1);
    const next = growth + insert.length - (to - from);
    // On the line of the change before: however many stand on a long one, it is read once.
    if (last !== undefined && from <= last.to) {
      if (to > last.to) last.to = lineEnd(before, to);
      is[is.length - 1]!.to = last.to + next;
    } else {
      const start = from === 0 ? 0 : before.lastIndexOf("\n", from - 1) + 1;
      const stop = lineEnd(before, to);
      was.push({ from: start, to: stop });
      is.push({ from: start + growth, to: stop + next });
    }
    growth = next;
  }
  return { before: createPieces(before, was), after: createPieces(after, is) };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function createPieces(text: string, ranges: readonly { readonly from: number; readonly to: number }[]): Pieces {
  let length = 0;
  const pieces: Piece[] = ranges.map(({ from, to }) => {
    const at = length;
    length += to - from + APART.length;
    return { from, to, at };
  });
  /** The last piece for which this holds; it holds up to some piece only. */
  const lastWhere = (holds: (piece: Piece) => boolean): Piece | undefined => {
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(pieces[middle]!)) low = middle + 1;
      else high = middle;
    }
    return pieces[low - 1];
  };
  return {
    text: pieces.map(({ from, to }) => text.slice(from, to)).join(APART),
    inside: (offset) => {
      const piece = lastWhere(({ from }) => from <= offset);
      return piece === undefined ? 0 : piece.at + Math.min(offset, piece.to) - piece.from;
    },
    outside: (offset, size) => {
      const piece = lastWhere(({ at }) => at <= offset);
      if (piece === undefined) return null;
      const from = piece.from + offset - piece.at;
      return from + size <= piece.to ? from : null;
    },
  };
}
