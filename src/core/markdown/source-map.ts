import type { Block, Inline, MarkdownDocument, Piece, PlacedBlock, Span, TextNode } from "./tree.ts";
import { visitBlock } from "./visit.ts";

/** The pieces of a text node; an exact text is one piece. */
export const piecesOf = (node: TextNode): readonly Piece[] =>
  node.pieces ?? [{ from: node.from, to: node.to, at: 0, length: node.value.length, exact: true }];

/**
 * Where the character before or after offset `at` of a text's value stands in its source (relative to its top-level
 * block). Inside a piece that maps as a whole, the start of that piece; at its end, its end.
 */
export function valueToSource(node: TextNode, at: number, side: -1 | 1 = 1): number {
  const pieces = piecesOf(node);
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const end = piece.at + piece.length;
    if (at > end || (at === end && side === 1 && i + 1 < pieces.length)) continue;
    if (piece.exact) return piece.from + at - piece.at;
    return at >= end ? piece.to : piece.from;
  }
  return node.to;
}

/** The offset in a text's value that shows source offset `source`; between pieces, the start of the next one. */
export function sourceToValue(node: TextNode, source: number): number {
  for (const piece of piecesOf(node)) {
    if (source >= piece.to) continue;
    if (source <= piece.from) return piece.at;
    return piece.exact ? piece.at + source - piece.from : piece.at;
  }
  return node.value.length;
}

/** A part of a text's value. */
export interface TextRange {
  readonly node: TextNode;
  readonly from: number;
  readonly to: number;
}

/** What of a text's value shows source [from, to), or null if nothing does. A whole piece is shown if any of it is meant. */
export function rangeInText(node: TextNode, from: number, to: number): TextRange | null {
  let start = -1;
  let end = -1;
  for (const piece of piecesOf(node)) {
    if (piece.to <= from || piece.from >= to) continue;
    const a = piece.exact ? piece.at + Math.max(0, from - piece.from) : piece.at;
    const b = piece.exact ? piece.at + Math.min(piece.length, to - piece.from) : piece.at + piece.length;
    if (start < 0) start = a;
    end = b;
  }
  return start < 0 || end <= start ? null : { node, from: start, to: end };
}

/** The text nodes of a block in the order of the source. An image's name is one of them. */
export function textsOf(block: Block): readonly TextNode[] {
  const texts: TextNode[] = [];
  visitBlock(block, {
    block: (node) => {
      // One by one: a fence of a hundred thousand lines is too many arguments for one call.
      if ("lines" in node) for (const line of node.lines) texts.push(line);
    },
    inline: (node) => {
      const text = textOf(node);
      if (text) texts.push(text);
    },
  });
  return texts;
}

/** The text that a node shows by itself, or null. */
export function textOf(node: Inline): TextNode | null {
  switch (node.type) {
    case "text":
      return node;
    case "code":
    case "html":
      return node.text;
    case "image":
      return node.alt;
    default:
      return null;
  }
}

/** What shows source [from, to) of the document: block by block, the parts of its texts. */
export function renderedRanges(
  document: MarkdownDocument,
  from: number,
  to: number,
): readonly { readonly block: PlacedBlock; readonly ranges: readonly TextRange[] }[] {
  const { blocks } = document;
  const found: { block: PlacedBlock; ranges: readonly TextRange[] }[] = [];
  for (let i = Math.max(0, blockIndexAt(document, from)); i < blocks.length; i++) {
    const block = blocks[i]!;
    if (block.from >= to) break;
    const ranges: TextRange[] = [];
    for (const text of textsOf(block.node)) {
      const range = rangeInText(text, from - block.from, to - block.from);
      if (range) ranges.push(range);
    }
    if (ranges.length > 0) found.push({ block, ranges });
  }
  return found;
}

/** The index of the last block that starts at or before a source offset, or -1. */
export function blockIndexAt(document: MarkdownDocument, offset: number): number {
  const { blocks } = document;
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where a node of a block stands in the text. */
export const absoluteSpan = (block: PlacedBlock, node: Span): Span => ({
  from: block.from + node.from,
  to: block.from + node.to,
});
