import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMarkdown } from "./parse-markdown.ts";
import { absoluteSpan, piecesOf, renderedRanges, sourceToValue, textsOf, valueToSource } from "./source-map.ts";
import { EXAMPLES, markdownText } from "./testing/random-markdown.ts";
import type { Block, Inline, Span } from "./tree.ts";
import { visitBlock } from "./visit.ts";

/** Shows each text node as the source it came from, with what it says where that differs. */
const shown = (markdown: string): readonly string[] => {
  const document = parseMarkdown(markdown);
  return document.blocks.flatMap((block) =>
    textsOf(block.node).map((text) => {
      const { from, to } = absoluteSpan(block, text);
      const source = markdown.slice(from, to);
      return source === text.value ? source : `${source} → ${text.value}`;
    }),
  );
};

test.each([
  ["plain text", "  some text", ["some text"]],
  ["emphasis", "a **b *c*** d", ["a ", "b ", "c", " d"]],
  ["an entity", "a &amp; b", ["a &amp; b → a & b"]],
  ["an escape", "a \\* b", ["a \\* b → a * b"]],
  ["a code span over two lines", "> `a\n> b`", ["a\n> b → a b"]],
  ["a code span's own spaces", "`` `a` ``", ["`a`"]],
  ["a nested list", "- a\n  - b\n    c", ["a", "b", "c"]],
  ["a quote with CRLF", "> a\r\n> b", ["a", "b"]],
  ["cells with escaped pipes", "| a \\| b |\n|---|\n| `c\\|d` |", ["a \\| b → a | b", "c\\|d → c|d"]],
  ["a tab that is used in part", ">\t\tfoo", ["\tfoo →   foo"]],
  ["a task", "- [x] done", ["done"]],
  ["a link's text and an image's name", "[a *b*](u) ![c *d*](e)", ["a ", "b", " ", "c *d → c d"]],
  ["a footnote's text", "[^1]: n\n\n[^1]", ["n"]],
  ["fenced code", "- ```\n  a\n\n   b\n  ```", ["a", "", " b"]],
])("%s knows its source", (_, markdown, expected) => {
  expect(shown(markdown)).toEqual(expected);
});

/** What is wrong with the pieces of a text's nodes: nothing, if all is well. */
function wrongPieces(markdown: string): readonly string[] {
  const wrong: string[] = [];
  for (const block of parseMarkdown(markdown).blocks) {
    for (const text of textsOf(block.node)) {
      const pieces = piecesOf(text);
      let at = 0;
      let from = text.from;
      for (const piece of pieces) {
        const value = text.value.slice(piece.at, piece.at + piece.length);
        const source = markdown.slice(block.from + piece.from, block.from + piece.to);
        if (piece.at !== at || piece.from < from) wrong.push(`${value}: out of order`);
        if (piece.exact && source !== value) wrong.push(`${value}: shows ${source}`);
        at += piece.length;
        from = piece.to;
        for (let i = 0; piece.exact && i < piece.length; i++) {
          if (sourceToValue(text, valueToSource(text, piece.at + i)) !== piece.at + i)
            wrong.push(`${value}: lost ${i}`);
        }
      }
      if (at !== text.value.length || from !== text.to) wrong.push(`${text.value}: not covered`);
    }
  }
  return wrong;
}

test("every exact piece of every text equals its source, and offsets map there and back", () => {
  for (const { markdown } of EXAMPLES) expect(wrongPieces(markdown)).toEqual([]);
  fc.assert(
    fc.property(markdownText, (markdown) => {
      expect(wrongPieces(markdown)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

/** Spans that leave their parent or overlap their neighbour. */
function wrongSpans(markdown: string): readonly string[] {
  const wrong: string[] = [];
  const inside = (parent: Span, children: readonly Span[]): void => {
    let at = parent.from;
    for (const child of children) {
      if (child.from < at || child.to < child.from) wrong.push(JSON.stringify(child));
      at = child.to;
    }
    if (at > parent.to) wrong.push(JSON.stringify(parent));
  };
  const { blocks } = parseMarkdown(markdown);
  inside(
    { from: 0, to: markdown.length },
    blocks.map((block) => absoluteSpan(block, block.node)),
  );
  for (const { node } of blocks) {
    visitBlock(node, {
      block: (block: Block) => {
        if ("children" in block) inside(block, block.children);
        if ("items" in block) inside(block, block.items);
        if ("lines" in block) inside(block, block.lines);
        if (block.type === "table") inside(block, [block.head, ...block.rows]);
      },
      item: (item) => inside(item, item.children),
      row: (row) => inside(row, row.cells),
      cell: (cell) => inside(cell, cell.children),
      inline: (inline: Inline) => {
        if ("children" in inline) inside(inline, inline.children);
      },
    });
  }
  return wrong;
}

test("nodes stand in the order of the source, inside their parents and inside the text", () => {
  for (const { markdown } of EXAMPLES) expect(wrongSpans(markdown)).toEqual([]);
  fc.assert(
    fc.property(markdownText, (markdown) => {
      expect(wrongSpans(markdown)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("a source range finds what shows it, and that leads back to the range", () => {
  fc.assert(
    fc.property(markdownText, fc.nat(), fc.nat(20), (markdown, start, length) => {
      const document = parseMarkdown(markdown);
      const from = start % (markdown.length + 1);
      const to = Math.min(markdown.length, from + length);
      for (const { block, ranges } of renderedRanges(document, from, to)) {
        for (const { node, from: a, to: b } of ranges) {
          expect(b).toBeGreaterThan(a);
          const exact = piecesOf(node).every((piece) => piece.exact);
          if (!exact) continue;
          expect(block.from + valueToSource(node, a)).toBeGreaterThanOrEqual(from);
          expect(block.from + valueToSource(node, b, -1)).toBeLessThanOrEqual(to);
        }
      }
    }),
    { numRuns: 200 },
  );
});
