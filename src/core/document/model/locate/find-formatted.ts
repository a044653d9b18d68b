import { parseMarkdown } from "../../../markdown/parse-markdown.ts";
import { plainText } from "../../../markdown/plain-text.ts";
import { absoluteSpan, blockIndexAt, piecesOf, textOf } from "../../../markdown/source-map.ts";
import type { MarkdownDocument, PlacedBlock, TextNode } from "../../../markdown/tree.ts";
import { visitBlock } from "../../../markdown/visit.ts";
import { type Found, squeeze } from "./find-text.ts";

/** Where words stand in a text that are parted or surrounded by markdown's marks; null: nowhere. */
export type FormattedFinder = (sought: string) => Found | null;

/** Finds passages by what a reader sees of them, in a text that is parsed once, when the first is sought. */
export function createFormattedFinder(content: string): FormattedFinder {
  let known: { readonly document: MarkdownDocument; readonly plain: PlainSource } | undefined;
  return (sought) => {
    const wanted = squeeze(plainText(parseMarkdown(sought)), "signs").text.trim();
    if (wanted === "") return null;
    if (known === undefined) {
      const document = parseMarkdown(content);
      known = { document, plain: plainSource(document) };
    }
    const { document, plain } = known;
    const at = plain.text.indexOf(wanted);
    if (at < 0) return null;
    const place = withWholeMarks(document, { from: plain.starts[at]!, to: plain.ends[at + wanted.length - 1]! });
    return LINE_MARK.test(sought) ? { ...place, from: fromLineMark(content, place.from) } : place;
  };
}

const LINE_MARK = /^\s*(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s/;
const LONGEST_MARK = 40;

/** Whoever sends the mark of a heading or an item replaces it too: where only marks stand before it, the line's first of them. */
function fromLineMark(content: string, from: number): number {
  const start = content.lastIndexOf("\n", from - 1) + 1;
  if (from - start > LONGEST_MARK) return from;
  const marks = content.slice(start, from);
  return /^[\s>#*+\-\d.)[\]xX]*$/.test(marks) ? start + (marks.length - marks.trimStart().length) : from;
}

/** What a reader sees, squeezed, with the source of each character. */
interface PlainSource {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

function plainSource(document: MarkdownDocument): PlainSource {
  const shown: { readonly value: string; readonly from: number; readonly to: number }[] = [];
  const put = (value: string, from: number, to: number): void => void shown.push({ value, from, to });
  for (const block of document.blocks) {
    const putText = (text: TextNode): void => {
      for (const piece of piecesOf(text)) {
        put(text.value.slice(piece.at, piece.at + piece.length), block.from + piece.from, block.from + piece.to);
      }
    };
    const part = (at: number): void => put(" ", block.from + at, block.from + at);
    visitBlock(block.node, {
      block: (node) => {
        part(node.from);
        if (!("lines" in node)) return;
        for (const line of node.lines) {
          putText(line);
          part(line.to);
        }
      },
      cell: (cell) => part(cell.from),
      inline: (node) => {
        if (node.type === "break") put(" ", block.from + node.from, block.from + node.to);
        const text = textOf(node);
        if (text !== null) putText(text);
      },
    });
  }
  const squeezed = squeeze(shown.map(({ value }) => value).join(""), "signs");
  const starts = new Uint32Array(squeezed.text.length);
  const ends = new Uint32Array(squeezed.text.length);
  let piece = 0;
  let before = 0;
  // Both in the order of the text: each piece is passed once.
  const sourceOf = (at: number): { readonly from: number; readonly to: number } => {
    while (before + shown[piece]!.value.length <= at) {
      before += shown[piece]!.value.length;
      piece += 1;
    }
    const { value, from, to } = shown[piece]!;
    // A piece that maps as a whole (an entity, an escape) is taken as a whole.
    return to - from === value.length ? { from: from + at - before, to: from + at - before + 1 } : { from, to };
  };
  for (let i = 0; i < squeezed.text.length; i += 1) {
    const first = sourceOf(squeezed.starts[i]!);
    starts[i] = first.from;
    ends[i] = sourceOf(squeezed.ends[i]! - 1).to;
  }
  return { text: squeezed.text, starts, ends };
}

/** The range, grown by the marks that it would otherwise tear: a link whose name is in it is in it whole. */
function withWholeMarks(document: MarkdownDocument, range: Found): Found {
  let { from, to } = range;
  for (let i = Math.max(0, blockIndexAt(document, range.from)); i < document.blocks.length; i += 1) {
    const block: PlacedBlock = document.blocks[i]!;
    if (block.from >= range.to) break;
    visitBlock(block.node, {
      inline: (node) => {
        if (node.type === "text" || node.type === "break") return;
        const span = absoluteSpan(block, node);
        const isOutside = span.to <= range.from || span.from >= range.to;
        const isAround = span.from <= range.from && span.to >= range.to;
        if (isOutside || isAround) return;
        from = Math.min(from, span.from);
        to = Math.max(to, span.to);
      },
    });
  }
  return { from, to };
}
