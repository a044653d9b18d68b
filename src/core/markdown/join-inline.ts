import { addPiece, textNode } from "./source-text.ts";
import type { Inline, Piece, TextNode } from "./tree.ts";

/** Two runs of inline nodes as one: text that was cut in two is one node again. */
export function joinInline(before: readonly Inline[], after: readonly Inline[]): readonly Inline[] {
  if (before.length === 0) return after;
  const last = before[before.length - 1]!;
  const first = after[0];
  if (!first) return before;
  if (last.type !== "text" || first.type !== "text") return before.concat(after);
  const nodes = before.slice(0, -1);
  nodes.push(joinText(last, first));
  for (let i = 1; i < after.length; i++) nodes.push(after[i]!);
  return nodes;
}

function joinText(a: TextNode, b: TextNode): TextNode {
  if (!a.pieces && !b.pieces && a.to === b.from) {
    return { type: "text", from: a.from, to: b.to, value: a.value + b.value };
  }
  const pieces: Piece[] = [];
  for (const piece of piecesOf(a)) pieces.push(piece);
  for (const piece of piecesOf(b)) addPiece(pieces, { ...piece, at: piece.at + a.value.length });
  return textNode(a.value + b.value, pieces, a.from, b.to);
}

const piecesOf = (node: TextNode): readonly Piece[] =>
  node.pieces ?? [{ from: node.from, to: node.to, at: 0, length: node.value.length, exact: true }];
