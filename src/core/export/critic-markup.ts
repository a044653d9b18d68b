import type { TextChange } from "../diff/hunk.ts";
import { escapeBeforeArrow, escapeMarks } from "./critic-escapes.ts";

/** A note on content[from, to); at one place when the two are equal. */
export interface CriticComment {
  readonly from: number;
  readonly to: number;
  readonly body: string;
}

/** A text with changes offered to it and notes on it. Suggestions are in order and disjoint. */
export interface CriticDocument {
  readonly content: string;
  readonly suggestions: readonly TextChange[];
  readonly comments: readonly CriticComment[];
}

/** One thing to print where content[from, to) stands. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly kind: "suggestion" | "passage" | "place";
  readonly text: string;
}

/**
 * The document in CriticMarkup: {++put in++}, {--taken out--}, {~~old~>new~~}, {==passage==}{>>note<<}. Notes whose
 * passage crosses a suggestion or another passage stand behind it without marking it.
 */
export function printCritic({ content, suggestions, comments }: CriticDocument): string {
  const pieces: Piece[] = suggestions.map((change) => ({
    from: change.from,
    to: change.to,
    kind: "suggestion",
    text: printChange(content.slice(change.from, change.to), change.insert),
  }));
  const notes = new Map<string, CriticComment[]>();
  for (const comment of comments) {
    const key = `${comment.from}-${comment.to}`;
    notes.set(key, [...(notes.get(key) ?? []), comment]);
  }
  const groups = [...notes.values()].sort((a, b) => a[0]!.from - b[0]!.from || a[0]!.to - b[0]!.to);
  for (const group of groups) pieces.push(printNotes(content, group, pieces));
  return assemble(content, pieces);
}

function printChange(old: string, insert: string): string {
  if (old === "") return `{++${escapeMarks(insert)}++}`;
  if (insert === "") return `{--${escapeMarks(old)}--}`;
  return `{~~${escapeBeforeArrow(old)}~>${escapeMarks(insert)}~~}`;
}

function printNotes(content: string, group: readonly CriticComment[], placed: readonly Piece[]): Piece {
  const { from, to } = group[0]!;
  const notes = group.map(({ body }) => `{>>${escapeMarks(body)}<<}`).join("");
  const isFree = from < to && !placed.some((piece) => meets(piece, from, to));
  if (isFree) return { from, to, kind: "passage", text: `{==${escapeMarks(content.slice(from, to))}==}${notes}` };
  // Inside something that is printed whole there is no place: behind it then.
  const around = placed.find((piece) => piece.from < to && piece.to > to);
  const place = around?.to ?? to;
  return { from: place, to: place, kind: "place", text: notes };
}

function meets(piece: Piece, from: number, to: number): boolean {
  if (piece.kind === "place") return piece.from > from && piece.from < to;
  return piece.from < to && piece.to > from;
}

function assemble(content: string, pieces: readonly Piece[]): string {
  const ordered = pieces
    .map((piece, order) => ({ piece, order }))
    .sort((a, b) => a.piece.from - b.piece.from || rank(a.piece) - rank(b.piece) || a.order - b.order)
    .map(({ piece }) => piece);
  let text = "";
  let at = 0;
  let before: Piece | undefined;
  for (const piece of ordered) {
    text += escapeMarks(content.slice(at, piece.from));
    // Straight behind a passage, notes of their own place would be read as notes on it.
    const followsPassage = before !== undefined && before.kind !== "suggestion" && before.to === piece.from;
    text += piece.kind === "place" && followsPassage ? `{====}${piece.text}` : piece.text;
    at = piece.to;
    before = piece;
  }
  return text + escapeMarks(content.slice(at));
}

/** At one place: notes on the place, then what is put in there, then what begins there. */
function rank(piece: Piece): number {
  if (piece.kind === "place") return 0;
  return piece.from === piece.to ? 1 : 2;
}
