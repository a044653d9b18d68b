import fc from "fast-check";
import { expect, test } from "vitest";
import { updateMarkdown } from "./incremental.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { printHtml } from "./print-html.ts";
import { textsOf } from "./source-map.ts";
import { streamMarkdown } from "./stream-markdown.ts";
import { markdownText } from "./testing/random-markdown.ts";
import type { MarkdownDocument } from "./tree.ts";

const shown = (text: string): string => printHtml(streamMarkdown(null, text)).replace(/\n/g, "");

test.each([
  ["a half opening is held back", "a *", "<p>a </p>"],
  ["strong text is strong from its first letter", "a **b", "<p>a <strong>b</strong></p>"],
  ["half of its closing is held back", "a **b*", "<p>a <strong>b</strong></p>"],
  ["emphasis inside emphasis", "**a *b", "<p><strong>a <em>b</em></strong></p>"],
  ["three at once", "***a", "<p><em><strong>a</strong></em></p>"],
  ["strikethrough", "~~a", "<p><del>a</del></p>"],
  ["a code span", "a `b c", "<p>a <code>b c</code></p>"],
  ["a star between spaces is a star", "2 * 3", "<p>2 * 3</p>"],
  ["a link's text", "a [b", "<p>a b</p>"],
  ["a link whose address is coming", "a [b](https://c", "<p>a b</p>"],
  ["a link whose title is coming", 'a [b](https://c "d', "<p>a b</p>"],
  ["a finished link", "[b](https://c.d)", '<p><a href="https://c.d">b</a></p>'],
  ["an image", "![a](https://b", "<p>a</p>"],
  ["a footnote's half", "a[^1", "<p>a</p>"],
  ["an entity's half", "a &am", "<p>a </p>"],
  ["an escape's half", "a \\", "<p>a </p>"],
  ["a heading's marks", "a\n\n##", "<p>a</p>"],
  ["a list's marker", "a\n\n-", "<p>a</p>"],
  ["a number that may be a list's", "a\n\n12", "<p>a</p>"],
  ["a task's box", "- [ ]", "<ul><li></li></ul>"],
  ["what may be an underline", "a\n--", "<p>a</p>"],
  ["what may be a rule or strong text", "a\n\n***", "<p>a</p>"],
  ["a fence's opening", "a\n\n```js", "<p>a</p>"],
  ["what may be a fence's closing", "```\na\n``", "<pre><code>a</code></pre>"],
  ["a table's head", "| a | b", "<table><thead><tr><th>a</th><th>b</th></tr></thead></table>"],
  ["a table's delimiter row", "| a |\n|--", "<table><thead><tr><th>a</th></tr></thead></table>"],
  ["no table after all", "| a |\nb", "<p>| a |b</p>"],
  [
    "a cell's half",
    "| a |\n|---|\n| **b",
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><strong>b</strong></td></tr></tbody></table>",
  ],
  ["front matter", "---\na: b\nc", '<pre class="front-matter">a: bc</pre>'],
  ["front matter's closing", "---\na: b\n--", '<pre class="front-matter">a: b</pre>'],
  ["a definition", "a [b] c\n\n[b]:", "<p>a [b] c</p>"],
])("%s", (_, text, html) => {
  expect(shown(text)).toBe(html);
});

const FINISHED = [
  "Some **bold text** here, *it* and `code` too.",
  "A [link](https://example.com/a 'title') and ~~gone~~ words.",
  "## A heading of words\n\nText\n",
  "- [x] a task\n- **strong** item\n",
  "| a | b |\n|---|---|\n| c | d |\n",
  "```js\nlet a = 1;\n```\n",
  "> quoted **text** here\n",
];

test("what is shown once is not taken back: the text only grows", () => {
  for (const text of FINISHED) {
    let document: MarkdownDocument | null = null;
    let before = "";
    for (let length = 1; length <= text.length; length++) {
      document = streamMarkdown(document, text.slice(0, length));
      const now = document.blocks
        .flatMap((block) => textsOf(block.node).map((node) => node.value))
        .join("")
        .trimEnd();
      expect(now.startsWith(before), `${JSON.stringify(text.slice(0, length))} shows ${now} after ${before}`).toBe(
        true,
      );
      before = now;
    }
  }
});

test("no prefix throws, and every position is one of the text", () => {
  fc.assert(
    fc.property(markdownText, fc.integer({ min: 2, max: 12 }), (text, step) => {
      let document: MarkdownDocument | null = null;
      for (let length = step; length < text.length + step; length += step) {
        const part = text.slice(0, length);
        document = streamMarkdown(document, part);
        expect(document.text).toBe(part);
        for (const block of document.blocks) {
          for (const node of textsOf(block.node)) {
            const pieces = node.pieces ?? [{ ...node, at: 0, length: node.value.length, exact: true }];
            for (const piece of pieces) {
              const source = part.slice(block.from + piece.from, block.from + piece.to);
              if (piece.exact && source !== node.value.slice(piece.at, piece.at + piece.length)) {
                expect(source).toBe(node.value);
              }
            }
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});

test.each([
  ["a line that looked like a table's head", "- | a |\n\n  | b |\n\nend\n"],
  ["a mark that nothing closed", "> a *b\n\nend `c\n\nd"],
  ["a code span that a blank line cut short", "-```\n code\n\nend"],
])("a block that closed is shown exactly: %s", (_, text) => {
  let document: MarkdownDocument | null = null;
  for (let length = 1; length <= text.length; length++) document = streamMarkdown(document, text.slice(0, length));
  expect(updateMarkdown(document, text).blocks).toEqual(parseMarkdown(text).blocks);
});

test("when the stream ends, finished blocks stay the same objects", () => {
  const text = "# One\n\nTwo **three** four.\n\n- five\n- six\n\nseven **eight";
  let document: MarkdownDocument | null = null;
  for (let length = 1; length <= text.length; length++) document = streamMarkdown(document, text.slice(0, length));
  const exact = updateMarkdown(document, text);
  for (const i of [0, 1, 2]) expect(exact.blocks[i]!.node).toBe(document!.blocks[i]!.node);
  expect(exact.blocks[3]!.node).not.toEqual(document!.blocks[3]!.node);
});
