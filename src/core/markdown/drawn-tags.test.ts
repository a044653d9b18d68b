import { describe, expect, test } from "vitest";
import { endWithoutTag } from "./drawn-tags.ts";
import { updateMarkdown } from "./incremental.ts";
import { outlineOf } from "./outline.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { plainText } from "./plain-text.ts";
import { printHtml } from "./print-html.ts";
import { absoluteSpan, textsOf } from "./source-map.ts";
import { streamMarkdown } from "./stream-markdown.ts";
import type { MarkdownDocument } from "./tree.ts";

const print = (document: MarkdownDocument): string => printHtml(document).replace(/\n/g, "");
const exact = (text: string): string => print(parseMarkdown(text));
const streamed = (text: string): string => print(streamMarkdown(null, text));

describe("tags that are drawn in a line", () => {
  test.each([
    ["a break, in each of its three forms", "a<br>b<br/>c<br />d", "<p>a<br />b<br />c<br />d</p>"],
    ["a break on a line of its own", "a\n\n<br>\n\nb", "<p>a</p><p><br /></p><p>b</p>"],
    [
      "a break in a cell",
      "| a<br>b |\n|---|\n| c<br/>d |",
      "<table><thead><tr><th>a<br />b</th></tr></thead><tbody><tr><td>c<br />d</td></tr></tbody></table>",
    ],
    ["keys", "<kbd>Ctrl</kbd>+<kbd>C</kbd>", "<p><kbd>Ctrl</kbd>+<kbd>C</kbd></p>"],
    ["above and below", "H<sub>2</sub>O m<sup>2</sup>", "<p>H<sub>2</sub>O m<sup>2</sup></p>"],
    ["marked words over two lines", "<mark>a\nb</mark>", "<p><mark>ab</mark></p>"],
    ["a mark on lines of its own", "<mark>\na\n</mark>", "<p><mark>a</mark></p>"],
    ["marks in one another", "<mark>a <kbd>*b*</kbd></mark>", "<p><mark>a <kbd><em>b</em></kbd></mark></p>"],
    ["the same in itself", "<sup>a<sup>b</sup></sup>", "<p><sup>a<sup>b</sup></sup></p>"],
    ["in a link", "[<kbd>a</kbd>](https://e.x)", '<p><a href="https://e.x"><kbd>a</kbd></a></p>'],
    ["a link in it", "<sup>[a](https://e.x)</sup>", '<p><sup><a href="https://e.x">a</a></sup></p>'],
    ["in a heading", "# Press <kbd>F1</kbd>", "<h1>Press <kbd>F1</kbd></h1>"],
    ["nothing in code", "`<kbd>a</kbd>`", "<p><code>&lt;kbd&gt;a&lt;/kbd&gt;</code></p>"],
  ])("%s", (_, text, html) => {
    expect(exact(text)).toBe(html);
  });

  test.each([
    ["one that nothing closes", "<kbd>a", "<p>&lt;kbd&gt;a</p>"],
    ["one that the next paragraph closes", "<kbd>a\n\nb</kbd>", "<p>&lt;kbd&gt;a</p><p>b&lt;/kbd&gt;</p>"],
    ["a closing one alone", "a</kbd>", "<p>a&lt;/kbd&gt;</p>"],
    ["one with an attribute", "<kbd class='x'>a</kbd>", "<p>&lt;kbd class='x'&gt;a&lt;/kbd&gt;</p>"],
    ["one in capitals", "<KBD>a</KBD><BR>", "<p>&lt;KBD&gt;a&lt;/KBD&gt;&lt;BR&gt;</p>"],
    ["one with spaces", "<kbd >a</kbd ><br  />", "<p>&lt;kbd &gt;a&lt;/kbd &gt;&lt;br  /&gt;</p>"],
    ["a break with an attribute", "a<br onclick=x>b", "<p>a&lt;br onclick=x&gt;b</p>"],
    ["all others", "<b>a</b> <u>c</u>", "<p>&lt;b&gt;a&lt;/b&gt; &lt;u&gt;c&lt;/u&gt;</p>"],
    ["the inner of two that overlap", "<kbd>a<sub>b</kbd>c</sub>", "<p><kbd>a&lt;sub&gt;b</kbd>c&lt;/sub&gt;</p>"],
    ["a star that a tag's end cuts off", "*a <kbd>b* c</kbd>", "<p>*a <kbd>b* c</kbd></p>"],
    [
      "a bracket that a tag's end cuts off",
      "<kbd>a [b</kbd> c](https://e.x)",
      "<p><kbd>a [b</kbd> c](https://e.x)</p>",
    ],
    [
      "a tag that a link's end cuts off",
      "[a <kbd>b](https://e.x) c</kbd>",
      '<p><a href="https://e.x">a &lt;kbd&gt;b</a> c&lt;/kbd&gt;</p>',
    ],
    [
      "a tag across two cells",
      "| <kbd>a | b</kbd> |\n|---|---|",
      "<table><thead><tr><th>&lt;kbd&gt;a</th><th>b&lt;/kbd&gt;</th></tr></thead></table>",
    ],
  ])("%s stays text", (_, text, html) => {
    expect(exact(text)).toBe(html.replace("c](https://e.x)</p>", 'c](<a href="https://e.x">https://e.x</a>)</p>'));
  });
});

const folded = (summary: string, content: string, open = ""): string =>
  `<details${open}>${summary === "" ? "" : `<summary>${summary}</summary>`}${content}</details>`;

describe("parts that fold", () => {
  test.each([
    [
      "with a summary and blocks",
      "<details>\n<summary>A *b*</summary>\n\n- c\n\n</details>",
      folded("A <em>b</em>", "<ul><li>c</li></ul>"),
    ],
    ["open from the start", "<details open>\n<summary>A</summary>\nb\n</details>", folded("A", "<p>b</p>", ' open=""')],
    ["the summary on the same line", "<details><summary>A</summary>\n\nb\n\n</details>", folded("A", "<p>b</p>")],
    ["an indented summary", "<details>\n  <summary> A </summary>\n\nb\n</details>", folded("A", "<p>b</p>")],
    ["without a summary", "<details>\n\nb\n\n</details>", folded("", "<p>b</p>")],
    ["empty", "<details>\n</details>", folded("", "")],
    [
      "in one another",
      "<details>\n<summary>A</summary>\n<details>\n<summary>B</summary>\nc\n</details>\nd\n</details>\ne",
      `${folded("A", `${folded("B", "<p>c</p>")}<p>d</p>`)}<p>e</p>`,
    ],
    [
      "in an item, ended by its own line",
      "- a\n  <details>\n  <summary>B</summary>\n\n  c\n  </details>\n- d",
      `<ul><li>a${folded("B", "<p>c</p>")}</li><li>d</li></ul>`,
    ],
    ["a list that its end closes", "<details>\n- a\n  - b\n</details>\nc", null],
    [
      "in a quote",
      "> <details>\n> <summary>A</summary>\n> b\n> </details>",
      `<blockquote>${folded("A", "<p>b</p>")}</blockquote>`,
    ],
    [
      "a closing line in code is code",
      "<details>\n```\n</details>\n```\n</details>",
      folded("", "<pre><code>&lt;/details&gt;</code></pre>"),
    ],
    ["a table before its end", "<details>\n\n| a |\n|---|\n| b |\n</details>\n\nc", null],
  ])("%s", (_, text, html) => {
    if (html === null) expect(exact(text)).toMatch(/<\/details><p>c<\/p>$/);
    else expect(exact(text)).toBe(html);
  });

  const raw = (...lines: string[]): string =>
    `<pre class="raw-html">${lines.map((line) => line.replaceAll("<", "&lt;").replaceAll(">", "&gt;")).join("")}</pre>`;
  test.each([
    [
      "one without its end",
      "<details>\n<summary>A</summary>\n\nb *c*",
      `${raw("<details>", "<summary>A</summary>")}<p>b <em>c</em></p>`,
    ],
    [
      "one whose quote ends before it",
      "> <details>\n> a\n\nb",
      `<blockquote>${raw("<details>")}<p>a</p></blockquote><p>b</p>`,
    ],
    ["an end alone", "a\n\n</details>", `<p>a</p>${raw("</details>")}`],
    [
      "one with an attribute",
      "<details class=x>\n\na\n\n</details>",
      `${raw("<details class=x>")}<p>a</p>${raw("</details>")}`,
    ],
    ["one in capitals", "<DETAILS>\n\na", `${raw("<DETAILS>")}<p>a</p>`],
    ["a summary outside", "<summary>a</summary>", raw("<summary>a</summary>")],
    ["all on one line", "<details><summary>a</summary>b</details>", raw("<details><summary>a</summary>b</details>")],
    [
      "a summary behind other text",
      "<details>\n\na\n\n<summary>b</summary>\n\n</details>",
      folded("", `<p>a</p>${raw("<summary>b</summary>")}`),
    ],
  ])("%s is text", (_, text, html) => {
    expect(exact(text)).toBe(html);
  });

  test("an edit inside keeps the blocks before it", () => {
    const items = Array.from({ length: 20 }, (_, i) => `paragraph ${i}\n\n`).join("");
    const text = `<details>\n<summary>A</summary>\n\n${items}</details>\n\nend\n\nlast`;
    const before = parseMarkdown(text);
    const after = updateMarkdown(before, text.replace("paragraph 15", "changed"));
    const children = ({ blocks }: MarkdownDocument) =>
      blocks[0]!.node.type === "details" ? blocks[0]!.node.children : [];
    for (let i = 0; i < 16; i++) expect(children(after)[i]).toBe(children(before)[i]);
    expect(after.blocks[1]!.node).toBe(before.blocks[1]!.node);
    expect(after.blocks).toEqual(parseMarkdown(after.text).blocks);
  });

  test("its headings are in the outline, its words in the plain text", () => {
    const document = parseMarkdown("# A\n\n<details>\n<summary>more here</summary>\n\n## B\n\nc d\n\n</details>\n\ne");
    expect(outlineOf(document).map(({ level, title, line, words }) => [level, title, line, words])).toEqual([
      [1, "A", 1, 2],
      [2, "B", 6, 3],
    ]);
    expect(plainText(document)).toBe("A\nmore here\nB\nc d\ne");
  });
});

describe("alerts", () => {
  test.each(["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"])("[!%s] names a quote", (name) => {
    const word = `${name[0]}${name.slice(1).toLowerCase()}`;
    expect(exact(`> [!${name}]\n> a *b*\n>\n> c`)).toBe(
      `<blockquote class="alert alert-${name.toLowerCase()}"><p class="alert-label">${word}</p><p>a <em>b</em></p><p>c</p></blockquote>`,
    );
  });

  test.each([
    ["another word", "> [!INFO]\n> a", "<blockquote><p>[!INFO]a</p></blockquote>"],
    ["small letters", "> [!note]\n> a", "<blockquote><p>[!note]a</p></blockquote>"],
    ["words behind it", "> [!NOTE] a", "<blockquote><p>[!NOTE] a</p></blockquote>"],
    ["not on the first line", "> a\n> [!NOTE]", "<blockquote><p>a[!NOTE]</p></blockquote>"],
    ["not in a quote", "[!NOTE]\na", "<p>[!NOTE]a</p>"],
  ])("%s: text", (_, text, html) => {
    expect(exact(text)).toBe(html);
  });
});

describe("while a text streams in", () => {
  test.each([
    ["a key is one from its first letter", "a <kbd>Ct", "<p>a <kbd>Ct</kbd></p>"],
    ["its opening alone is held back", "a <kbd>", "<p>a </p>"],
    ["half of its closing is held back", "a <kbd>Ct</kb", "<p>a <kbd>Ct</kbd></p>"],
    ["half of a break", "a<br", "<p>a</p>"],
    ["marks in an open tag", "*a <mark>b* **c", "<p><em>a <mark>b* <strong>c</strong></mark></em></p>"],
    ["half of a foldable part's opening", "a\n\n<deta", "<p>a</p>"],
    ["its opening", "a\n\n<details>\n", "<p>a</p><details></details>"],
    ["half of its summary", "<details>\n<summary>A <", "<details></details>"],
    ["its summary", "<details>\n<summary>A</summary>\n", folded("A", "")],
    [
      "what is in it so far",
      "<details>\n<summary>A</summary>\n\n- b *c",
      folded("A", "<ul><li>b <em>c</em></li></ul>"),
    ],
    ["half of its closing", "<details>\n\nb\n</det", folded("", "<p>b</p>")],
    ["half of an alert", "> [!NO", "<blockquote></blockquote>"],
    ["an alert", "> [!NOTE]\n", '<blockquote class="alert alert-note"><p class="alert-label">Note</p></blockquote>'],
  ])("%s", (_, text, html) => {
    expect(streamed(text)).toBe(html);
  });

  test("what is shown once is not taken back", () => {
    const text =
      "Press <kbd>Ctrl</kbd>, H<sub>2</sub>O<br>and <mark>*all*</mark>.\n\n<details>\n<summary>More</summary>\n\n- one\n\n</details>\n\n> [!TIP]\n> Try it.\n";
    let document: MarkdownDocument | null = null;
    let before = "";
    for (let length = 1; length <= text.length; length++) {
      document = streamMarkdown(document, text.slice(0, length));
      const now = plainText(document).trimEnd();
      expect(now.startsWith(before), `${text.slice(0, length)} shows ${now} after ${before}`).toBe(true);
      before = now;
    }
    expect(updateMarkdown(document, text).blocks).toEqual(parseMarkdown(text).blocks);
  });

  test.each([
    ["a <", 2],
    ["a < b", 5],
    ["a <kbd>", 2],
    ["a <kbd>b", 8],
    ["<br>", 4],
    ["<div", 4],
    ["</su", 0],
  ])("%j is held back from %i on", (text, end) => {
    expect(endWithoutTag(text)).toBe(end);
  });
});

test("every drawn text knows its source", () => {
  const text =
    "> - a<br>**b** <kbd>c &amp; d</kbd>\n>   <sub>e\n>   f</sub>\n\n<details>\n<summary>g</summary>\nh\n</details>";
  const document = parseMarkdown(text);
  const sources = document.blocks.flatMap((block) =>
    textsOf(block.node).map((node) => {
      const { from, to } = absoluteSpan(block, node);
      return text.slice(from, to);
    }),
  );
  expect(sources).toEqual(["a", "b", " ", "c &amp; d", "e", "f", "g", "h"]);
});
