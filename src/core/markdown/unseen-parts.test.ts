import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "./parse-markdown.ts";
import { piecesOf, textsOf } from "./source-map.ts";
import { markdownText } from "./testing/random-markdown.ts";
import { createHiddenReader, hiddenParts, unseenParts } from "./unseen-parts.ts";
import { visitBlock } from "./visit.ts";

const all = (text: string) => unseenParts(parseMarkdown(text)).map(({ kind, text: says }) => `${kind}: ${says}`);
const hidden = (text: string) => hiddenParts(parseMarkdown(text)).map(({ kind }) => kind);

test("of texts that are read one after another the same is hidden", () => {
  fc.assert(
    fc.property(markdownText, markdownText, fc.array(fc.nat(), { maxLength: 6 }), (text, insert, places) => {
      const read = createHiddenReader();
      const texts = [text, ...places.map((at) => text.slice(0, at % (text.length + 1)) + insert + text.slice(at % 7))];
      for (const one of texts) expect(read(one)).toEqual(hiddenParts(parseMarkdown(one)));
    }),
    { numRuns: 300 },
  );
});

describe("what a rendering does not show", () => {
  test.each([
    ["a link's address", "[a](https://e.x)", ["address: https://e.x"]],
    ["a link's title", '[a](https://e.x "note")', ["address: https://e.x", "title: note"]],
    ["an image's title", '![a](https://e.x/i.png "note")', ["address: https://e.x/i.png", "title: note"]],
    ["a script as an address", "[a](javascript:x)", ["refused: javascript:x"]],
    ["a picture from a file", "![a](file:///etc/x)", ["refused: file:///etc/x"]],
    [
      "a definition and its use",
      "[a][b]\n\n[b]: https://e.x",
      ["address: https://e.x", "definition: [b]: https://e.x"],
    ],
    [
      "a definition that is only its own",
      "[b]\n\n[B]: https://e.x",
      ["address: https://e.x", "definition: [B]: https://e.x"],
    ],
    [
      "a definition that an image uses",
      "![x][]\n\n[x]: https://e.x/i",
      ["address: https://e.x/i", "definition: [x]: https://e.x/i"],
    ],
    ["a definition that nothing uses", "a\n\n[b]: https://e.x", ["unused: [b]: https://e.x"]],
    [
      "a second definition",
      "[b]\n\n[b]: https://e.x\n[b]: https://f.x",
      ["address: https://e.x", "definition: [b]: https://e.x", "unused: [b]: https://f.x"],
    ],
    ["a definition in an item of a quote", "> - [b]: https://e.x\n>   words", ["unused: [b]: https://e.x"]],
    ["a remark", "a\n\n[//]: # (say nothing)", ["remark: say nothing"]],
    ["a remark in quotation marks", 'a\n\n[comment]: <> "say nothing"', ["remark: say nothing"]],
    ["an HTML comment in a line", "a <!-- b --> c", ["htmlComment: b"]],
    ["an HTML comment of its own", "<!--\nsay nothing\n-->", ["htmlComment: say nothing"]],
    ["cells without a column", "|a|b|\n|-|-|\n|1|2|3|4|", ["cells: 3|4"]],
    ["what stands on a fence", "```ts title=x.ts\na\n```", ["fence: title=x.ts"]],
    ["a character in a word", "pass\u200bword", ["characters: \u200b"]],
    ["a character as an entity", "pass&#8203;word", ["characters: \u200b"]],
    ["a character in an address", "[a](https://e.x/\u200b)", ["refused: https://e.x/\u200b", "characters: \u200b"]],
  ])("%s", (_name, text, found) => {
    expect(all(text)).toEqual(found);
  });

  test.each([
    ["plain words", "# A\n\nwords *here* and `there`"],
    ["an address that stands in the text", "<https://e.x> and https://e.x and www.e.x"],
    ["raw HTML, which is shown", "a <b>c</b>\n\n<div>\n<!-- e -->"],
    ["a comment that does not end, which is shown", "a <!-- b\n\n<!-- c"],
    ["what is drawn", "<kbd>a</kbd><br>\n\n<details>\n<summary>b</summary>\n\n> [!NOTE]\n> c\n\n</details>"],
    ["front matter, which is shown", "---\na: b\n---\n\nc"],
    ["a footnote that nothing refers to, which is shown", "a\n\n[^1]: b"],
    ["a language alone", "```ts\na\n```"],
    ["empty cells at the end of a row", "|a|b|\n|-|-|\n|1|2| | |"],
    ["a row that is too short", "|a|b|\n|-|-|\n|1|"],
    ["emoji", "👩🏽‍⚕️ 1️⃣"],
  ])("nothing is hidden in %s", (_name, text) => {
    expect(all(text)).toEqual([]);
  });

  test.each([
    ["an ordinary link with a title", '[a](https://e.x "t") [b][c]\n\n[c]: https://e.x', []],
    ["a relative address", "[a](./b.md) ![c](d.png)", []],
    ["a script as an address", "[a](javascript:x)", ["refused"]],
    ["a few words on a fence", "```ts title=x.ts\na\n```", []],
    ["a whole sentence on a fence", `\`\`\`ts ${"and so on ".repeat(9)}\na\n\`\`\``, ["fence"]],
    ["a definition that nothing uses", "[b]: https://e.x", ["unused"]],
    ["a remark", "[//]: # (a)", ["remark"]],
    ["an HTML comment", "a <!-- b -->", ["htmlComment"]],
    ["surplus cells", "|a|\n|-|\n|1|2|", ["cells"]],
    ["an override", "a\u202eb", ["characters"]],
  ])("a reader is told of what they should know: %s", (_name, text, found) => {
    expect(hidden(text)).toEqual(found);
  });

  test("law: every word of a source is shown, is a part that is not shown, or names a note or a language", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const document = parseMarkdown(text);
        const covered = new Uint8Array(text.length);
        const cover = (from: number, to: number) => covered.fill(1, from, to);
        const endOfLine = (from: number) => from + /^.*/.exec(text.slice(from))![0].length;
        for (const { from, to } of unseenParts(document)) cover(from, to);
        for (const { from: base, node: top } of document.blocks) {
          for (const shown of textsOf(top)) for (const { from, to } of piecesOf(shown)) cover(base + from, base + to);
          visitBlock(top, {
            block(node) {
              if (node.type === "footnote") cover(base + node.from, base + node.from + node.label.length + 4);
              if (node.type === "code") cover(base + node.from, base + (node.lines[0]?.from ?? node.to));
              if (node.type === "frontMatter") cover(base + node.from, base + node.to);
              // A name that is shown in other words, and tags.
              if (node.type === "quote" && node.alert !== null) cover(base + node.from, endOfLine(base + node.from));
              if (node.type === "details") {
                cover(base + node.from, base + node.from + "<details open>".length);
                cover(base + node.to - "</details>".length, base + node.to);
              }
              if (node.type === "summary") {
                cover(base + node.from, base + node.from + "<summary>".length);
                cover(base + node.to - "</summary>".length, base + node.to);
              }
            },
            item(item) {
              const marker = /^(?:[-+*]|\d+[.)])\s+(?:\[[ xX]\])?/.exec(text.slice(base + item.from));
              cover(base + item.from, base + item.from + (marker?.[0].length ?? 0));
            },
            inline(node) {
              if (node.type === "footnoteRef") cover(base + node.from, base + node.to);
              if (node.type === "break") cover(base + node.from, base + node.to);
              if (node.type === "kbd" || node.type === "sub" || node.type === "sup" || node.type === "mark") {
                cover(base + node.from, base + node.from + node.type.length + 2);
                cover(base + node.to - node.type.length - 3, base + node.to);
              }
              // A label that leads nowhere but into brackets of its own text.
              if ((node.type === "link" && node.href === "" && node.refused === undefined) || node.type === "image") {
                cover(base + node.from, base + node.to);
              }
            },
          });
        }
        const missing = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(({ index }) => covered[index] === 0);
        expect(missing.map(([word]) => word)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
