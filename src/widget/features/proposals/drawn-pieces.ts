import { phrasesBetween } from "../../../core/diff/phrase-changes.ts";
import type { Span } from "../../../core/markdown/tree.ts";
import type { BoxPlace, Inlay } from "../../text/preview/inlays.ts";
import { endsInOpenCode, type Piece, piecesOfChange, wholePiece } from "./pieces.ts";
import type { ProposalMark } from "./proposal-marks.ts";

/** A place of a change in the source: what is struck there, and what is put in. */
export interface SourcePiece extends Span {
  readonly kind: "source";
  readonly insert: string;
}

/** One place of a proposal in a view: where it stands, and what it shows. */
export interface DrawnPiece extends Span {
  readonly mark: ProposalMark;
  /** Null: a conflict, which shows itself. */
  readonly piece: Piece | SourcePiece | null;
  readonly place: Inlay["place"];
  readonly beside?: BoxPlace;
  /** The presses stand here, at the last of a proposal's places. */
  readonly isLast: boolean;
  /** Something stands behind the words. */
  readonly shows: boolean;
}

/** What was found for a proposal, for as long as it and the text around it are the same. */
export type KnownPieces = Map<string, { readonly key: string; readonly pieces: readonly Piece[] }>;

/** Blocks longer than this, and what comes after this much in one drawing, are not compared by words. */
const LONGEST = 20_000;
const MOST = 400_000;

/** Every proposal in the rendered text. `blocksAt` says which source the blocks around a place have. */
export function piecesInPreview(
  marks: readonly ProposalMark[],
  content: string,
  blocksAt: (from: number, to: number) => Span,
  known: KnownPieces,
): DrawnPiece[] {
  let done = 0;
  const ids = new Set(marks.map(({ proposal }) => proposal.id));
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  return marks.flatMap((mark): DrawnPiece[] => {
    const { proposal, from, to } = mark;
    const around = asFarAsItReaches(content, blocksAt(from, to), mark);
    const span = { from: from - around.from, to: to - around.from };
    const cost = around.to - around.from + proposal.text.length;
    const before = cost > LONGEST ? "" : content.slice(around.from, around.to);
    const key = JSON.stringify([span.from, span.to, proposal.text, before]);
    let found = known.get(proposal.id);
    if (found?.key !== key) {
      const isHuge = cost > LONGEST || done + cost > MOST;
      if (!isHuge) done += cost;
      found = { key, pieces: isHuge ? wholePiece(span, proposal.text) : piecesOfChange(before, span, proposal.text) };
      known.set(proposal.id, found);
    }
    const pieces = found.pieces.map((piece) => moved(piece, around.from));
    return proposal.kind === "conflict"
      ? aroundConflict(mark, pieces)
      : pieces.map((piece, at) => drawn(mark, piece, at === pieces.length - 1));
  });
}

/** A change that opens code, or leaves it open, makes something else of all that follows. */
function asFarAsItReaches(content: string, around: Span, { from, to, proposal: { text } }: ProposalMark): Span {
  const isShort = around.to - around.from + text.length <= LONGEST;
  const before = isShort ? content.slice(around.from, around.to) : "";
  if (!/[`~<]/.test(before) && !/[`~<]/.test(text)) return around;
  const after = before.slice(0, from - around.from) + text + before.slice(to - around.from);
  if (!isShort || !endsInOpenCode(after)) return around;
  return { from: around.from, to: Math.min(content.length, around.from + LONGEST - text.length) };
}

function drawn(mark: ProposalMark, piece: Piece, isLast: boolean): DrawnPiece {
  if (piece.kind === "words") {
    const { from, to, line, runs } = piece;
    return {
      mark,
      piece,
      from,
      to,
      place: "words",
      ...(line && { beside: line }),
      isLast,
      shows: isLast || runs.length > 0,
    };
  }
  const { beside, place } = piece;
  const at = beside?.from ?? mark.to;
  return { mark, piece, from: at, to: at, place, ...(beside && { beside }), isLast, shows: true };
}

/** The words that differ are marked where they stand; both texts stand together below. */
function aroundConflict(mark: ProposalMark, pieces: readonly Piece[]): DrawnPiece[] {
  const differing = pieces.flatMap((piece): DrawnPiece[] =>
    piece.kind === "words" && piece.from < piece.to ? [{ ...drawn(mark, piece, false), shows: false }] : [],
  );
  return [...differing, conflictBelow(mark, mark.to)];
}

function conflictBelow(mark: ProposalMark, from: number): DrawnPiece {
  return { mark, piece: null, from, to: mark.to, place: "blocks", isLast: true, shows: true };
}

/** Every proposal in the source. */
export function piecesInSource(marks: readonly ProposalMark[], content: string): DrawnPiece[] {
  return marks.flatMap((mark): DrawnPiece[] => {
    const { proposal, from, to } = mark;
    if (proposal.kind === "conflict") return [conflictBelow(mark, from)];
    const changes = phrasesBetween(content.slice(from, to), proposal.text);
    const pieces = changes.length > 0 ? changes : [{ from: 0, to: to - from, insert: proposal.text }];
    return pieces.map((change, at): DrawnPiece => {
      const isLast = at === pieces.length - 1;
      const piece = { kind: "source", from: from + change.from, to: from + change.to, insert: change.insert } as const;
      const isBlock = change.insert.trim().includes("\n") || isWholeLines(content, piece);
      const isBefore = isBlock && piece.from === piece.to && (piece.from === 0 || content[piece.from - 1] === "\n");
      const beside = { from: piece.from, to: piece.to, kind: "block", side: "before" } as const;
      return {
        mark,
        piece,
        from: piece.from,
        to: isLineEnd(content, piece) ? piece.to - 1 : piece.to,
        place: isBlock ? "blocks" : "words",
        ...(isBefore && { beside }),
        isLast,
        shows: isLast || change.insert !== "",
      };
    });
  });
}

/** The break behind what is struck: the presses stand before it, in the same line. */
function isLineEnd(content: string, { from, to, insert }: SourcePiece): boolean {
  return to > from + 1 && content[to - 1] === "\n" && insert === "";
}

/** Lines put in between lines. */
function isWholeLines(content: string, { from, to, insert }: SourcePiece): boolean {
  if (from !== to || insert.trim() === "") return false;
  const isAtStart = from === 0 || content[from - 1] === "\n";
  const isAtEnd = from === content.length || content[from] === "\n";
  return (isAtStart && insert.endsWith("\n")) || (isAtEnd && insert.startsWith("\n"));
}

function moved(piece: Piece, by: number): Piece {
  const box = (place: BoxPlace | null) => place && { ...place, from: place.from + by, to: place.to + by };
  if (piece.kind === "boxes") return { ...piece, beside: box(piece.beside) };
  return { ...piece, from: piece.from + by, to: piece.to + by, line: box(piece.line) };
}
