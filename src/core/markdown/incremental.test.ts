import fc from "fast-check";
import { expect, test } from "vitest";
import { updateMarkdown } from "./incremental.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { streamMarkdown } from "./stream-markdown.ts";
import { equalTree } from "./testing/equal-tree.ts";
import { EXAMPLES, insertion, markdownText } from "./testing/random-markdown.ts";
import type { Block, MarkdownDocument } from "./tree.ts";

const expectScratch = (document: MarkdownDocument, text: string): void => {
  expect(document.text).toBe(text);
  const { blocks } = parseMarkdown(text);
  // Much faster than the matcher, which then only has to say where the difference is.
  if (!equalTree(document.blocks, blocks)) expect(document.blocks).toEqual(blocks);
};

/** Offsets at which a text is cut, as the host might send it. */
const steps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });

function* prefixes(text: string, sizes: readonly number[]): Generator<string> {
  for (let at = 0, i = 0; at < text.length; i++) {
    at = Math.min(text.length, at + sizes[i % sizes.length]!);
    yield text.slice(0, at);
  }
}

test("every example, a few characters at a time, equals a parse from scratch", () => {
  for (const { markdown } of EXAMPLES) {
    let document: MarkdownDocument | null = null;
    for (const text of prefixes(markdown, [1, 7, 2, 11, 5])) {
      document = updateMarkdown(document, text);
      expectScratch(document, text);
    }
  }
});

test("a text that grows in any steps equals a parse from scratch after each", () => {
  fc.assert(
    fc.property(markdownText, steps, (text, sizes) => {
      let document: MarkdownDocument | null = null;
      for (const prefix of prefixes(text, sizes)) {
        document = updateMarkdown(document, prefix);
        expectScratch(document, prefix);
      }
    }),
    { numRuns: 80 },
  );
});

test("a text that is edited anywhere equals a parse from scratch after each edit", () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(8), insertion), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(markdownText, edits, (start, changes) => {
      let text = start;
      let document = parseMarkdown(text);
      for (const [position, removed, added] of changes) {
        const at = position % (text.length + 1);
        text = text.slice(0, at) + added + text.slice(at + removed);
        document = updateMarkdown(document, text);
        expectScratch(document, text);
      }
    }),
    { numRuns: 150 },
  );
});

test("streaming for display and exact updates may take turns", () => {
  fc.assert(
    fc.property(markdownText, steps, fc.array(fc.boolean(), { minLength: 3, maxLength: 10 }), (text, sizes, turns) => {
      let document: MarkdownDocument | null = null;
      let i = 0;
      for (const prefix of prefixes(text, sizes)) {
        const exact = turns[i++ % turns.length];
        document = exact ? updateMarkdown(document, prefix) : streamMarkdown(document, prefix);
        if (exact) expectScratch(document, prefix);
      }
      document = updateMarkdown(document, text);
      expectScratch(document, text);
    }),
    { numRuns: 80 },
  );
});

test("an older document may be used again", () => {
  const first = updateMarkdown(null, "one\n\ntwo");
  const second = updateMarkdown(first, "one\n\ntwo three");
  const branch = updateMarkdown(first, "one\n\nother");
  expectScratch(branch, "one\n\nother");
  expectScratch(updateMarkdown(second, "one\n\ntwo three four"), "one\n\ntwo three four");
});

const nodes = (document: MarkdownDocument): readonly Block[] => document.blocks.map((block) => block.node);

test("finished blocks stay the same objects while the text grows", () => {
  let before = updateMarkdown(null, "# a\n\nb\n\n- c\n- d\n\ne");
  for (const more of ["f", " g", "\n", "\nh", "\n\n> i"]) {
    const after = updateMarkdown(before, before.text + more);
    for (const i of [0, 1, 2]) expect(after.blocks[i]).toBe(before.blocks[i]);
    before = after;
  }
});

test.each([
  [
    "items of a list",
    "- one\n- two\n- three\n- fo",
    "ur",
    (node: Block) => (node.type === "list" ? node.items : []),
    3,
  ],
  [
    "rows of a table",
    "| a |\n|---|\n| 1 |\n| 2 |\n| 3",
    "4 |",
    (node: Block) => (node.type === "table" ? node.rows : []),
    2,
  ],
  ["lines of a fence", "```\na\nb\nc", "d", (node: Block) => (node.type === "code" ? node.lines : []), 2],
  ["blocks of a quote", "> a\n>\n> b\n>\n> c", "d", (node: Block) => (node.type === "quote" ? node.children : []), 2],
  [
    "text of a long paragraph",
    `${"some *words* of it, ".repeat(30)}and`,
    " more",
    (node: Block) => (node.type === "paragraph" ? node.children : []),
    59,
  ],
])("the finished %s stay the same objects", (_, text, more, parts: (node: Block) => readonly object[], kept) => {
  const first = updateMarkdown(null, text);
  const before = parts(first.blocks[0]!.node);
  const after = parts(updateMarkdown(first, text + more).blocks[0]!.node);
  expect(after.length).toBeGreaterThanOrEqual(before.length);
  for (let i = 0; i < kept; i++) expect(after[i]).toBe(before[i]);
});

test("an edit in the middle keeps every other block", () => {
  const text = Array.from({ length: 40 }, (_, i) => `paragraph ${i}\n\n`).join("");
  const before = parseMarkdown(text);
  const after = updateMarkdown(before, text.replace("paragraph 20", "paragraph twenty"));
  const same = nodes(after).filter((node, i) => node === nodes(before)[i]);
  expect(same.length).toBe(39);
  expect(after.blocks[30]!.from).toBe(before.blocks[30]!.from + 4);
});

test("an edit in a long block keeps the parts before it", () => {
  const items = Array.from({ length: 40 }, (_, i) => `- item *${i}*\n`).join("");
  const rows = Array.from({ length: 40 }, (_, i) => `| ${i} | cell |\n`).join("");
  const text = `${items}\n| a | b |\n|---|---|\n${rows}\nend`;
  const parts = (document: MarkdownDocument): readonly object[] =>
    nodes(document).flatMap((node): readonly object[] =>
      node.type === "list" ? node.items : node.type === "table" ? node.rows : [],
    );
  const before = parseMarkdown(text);
  const inList = updateMarkdown(before, text.replace("*30*", "*thirty*"));
  for (let i = 0; i < 30; i++) expect(parts(inList)[i]).toBe(parts(before)[i]);
  for (let i = 40; i < 80; i++) expect(parts(inList)[i]).toBe(parts(before)[i]);
  const inTable = updateMarkdown(inList, inList.text.replace("| 30 | cell", "| 30 | changed"));
  for (let i = 0; i < 70; i++) expect(parts(inTable)[i]).toBe(parts(inList)[i]);
  expectScratch(inTable, inTable.text);
});

test("a definition that comes later makes only its users again", () => {
  const text = "plain\n\nuses [x]\n\n- a\n- b [x]\n- c\n\nplain too\n\n";
  const before = updateMarkdown(null, text);
  const after = updateMarkdown(before, `${text}[x]: https://example.com\n`);
  expect(nodes(after).map((node, i) => node === nodes(before)[i])).toEqual([true, false, false, true]);
  const items = (document: MarkdownDocument): readonly object[] => {
    const list = document.blocks[2]!.node;
    return list.type === "list" ? list.items : [];
  };
  expect(items(after).map((item, i) => item === items(before)[i])).toEqual([true, false, true]);
});

test("footnotes are numbered in the order in which they are referred to", () => {
  const text = "b[^b] a[^a] b[^b]\n\n[^a]: A\n[^b]: B\n[^c]: C\n";
  const numbers = nodes(parseMarkdown(text)).flatMap((node) => (node.type === "footnote" ? [node.number] : []));
  expect(numbers).toEqual([2, 1, 0]);
  const edited = updateMarkdown(parseMarkdown(text), `first[^a]\n\n${text}`);
  expectScratch(edited, `first[^a]\n\n${text}`);
});
