import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import { insertion, markdownText } from "../../../core/markdown/testing/random-markdown.ts";
import { type ComparedNode, compareRendered } from "./compare-rendered.ts";
import { compareSource } from "./compare-source.ts";
import { hasChange } from "./fold-unchanged.ts";

const SIGNS = { same: ["", ""], added: ["{+", "+}"], removed: ["[-", "-]"] } as const;

/** A tag for each node, + or − before one that came or left as a whole, and the words with their marks. */
function show(node: ComparedNode): string {
  const sign = node.mark === "same" ? "" : node.mark === "added" ? "+" : "−";
  if (node.kind === "box") return `${sign}${node.tag}(${node.children.map(show).join(" ")})`;
  const words = node.runs.map(({ text, mark }) =>
    node.mark === "same" ? SIGNS[mark][0] + text + SIGNS[mark][1] : text,
  );
  return `${sign}${node.tag}:${words.join("")}`;
}
const compare = (before: string, after: string) => compareRendered(parseMarkdown(before), parseMarkdown(after));

test.each([
  ["a changed word", "# A\n\nThe big house.", "# A\n\nThe small house.", "h1:A p:The [-big-]{+small+} house."],
  ["a new paragraph", "One.\n\nTwo.", "One.\n\nNew here.\n\nTwo.", "p:One. +p:New here. p:Two."],
  ["a paragraph gone", "One.\n\nTwo.", "One.", "p:One. −p:Two."],
  ["an item added", "- a one\n- b two", "- a one\n- new\n- b two", "ul(li(p:a one) +li(+p:new) li(p:b two))"],
  ["a task ticked", "- [ ] do it", "- [x] do it", "ul(li(p:[-☐-]{+☑+} do it))"],
  ["a cell changed", "|a|b|\n|-|-|\n|1|2|", "|a|b|\n|-|-|\n|1|3|", "table(tr(th:a th:b) tr(td:1 td:[-2-]{+3+}))"],
  ["words made strong", "say it loud", "say **it** loud", "p:say [-it-]{+it+} loud"],
  ["a heading of another level", "# A b", "## A b", "−h1:A b +h2:A b"],
  [
    "rewritten from scratch",
    "Apples and pears.",
    "Quite different words.",
    "−p:Apples and pears. +p:Quite different words.",
  ],
  ["code", "```\na\nb\n```", "```\na\nc\n```", "pre:a\n[-b-]{+c+}"],
  ["a mark set", "say it", "say <mark>it</mark>", "p:say [-it-]{+it+}"],
  [
    "a word in a part that folds",
    "<details>\n<summary>More</summary>\n\none two\n\n</details>",
    "<details>\n<summary>Much more</summary>\n\none three\n\n</details>",
    "details(summary:[-More-]{+Much more+} p:one [-two-]{+three+})",
  ],
  [
    "an alert of another kind",
    "> [!NOTE]\n> one two",
    "> [!TIP]\n> one two",
    "blockquote(−alert:Note +alert:Tip p:one two)",
  ],
  ["in a quote", "> one two", "> one three", "blockquote(p:one [-two-]{+three+})"],
])("%s", (_name, before, after, shown) => {
  expect(compare(before, after).map(show).join(" ")).toBe(shown);
});

test("what reads the same shows no change, though its source differs", () => {
  expect(compare("*a* b", "_a_ b").some(hasChange)).toBe(false);
  expect(compare("a\nb", "a b").some(hasChange)).toBe(false);
});

describe("what the rendering does not show is shown where it changed", () => {
  test.each([
    ["an address", "See [it](https://a.x).", "See [it](https://b.x).", "p:See it[-https://a.x-]{+https://b.x+}."],
    [
      "an address and its words",
      "[the old](https://a.x)",
      "[the new](https://b.x)",
      "p:the [-old-]{+new+}[-https://a.x-]{+https://b.x+}",
    ],
    ["the words alone", "[the old](https://a.x)", "[the new](https://a.x)", "p:the [-old-]{+new+}"],
    [
      "the address of one of two links",
      "[a](https://a.x)[b](https://b.x)",
      "[a](https://a.x)[b](https://c.x)",
      "p:ab[-https://b.x-]{+https://c.x+}",
    ],
    [
      "an address inside strong words",
      "[a **b** c](https://a.x)",
      "[a **b** c](https://b.x)",
      "p:a b c[-https://a.x-]{+https://b.x+}",
    ],
    [
      "an address by its definition",
      "[it]\n\n[it]: https://a.x",
      "[it]\n\n[it]: https://b.x",
      "p:it[-https://a.x-]{+https://b.x+}",
    ],
    ["words that became a link", "go there", "go [there](https://a.x)", "p:go [-there-]{+there+}{+https://a.x+}"],
    ["a new paragraph with a link", "a", "a\n\ngo [there](https://a.x)", "p:a +p:go therehttps://a.x"],
    ["a bare address", "a", "a https://a.x", "p:a{+ +}{+https://a.x+}"],
    [
      "an address that is not followed",
      "[a](https://a.x)",
      "[a](javascript:x)",
      "p:[-a-]{+a+}[-https://a.x-]{+javascript:x+}",
    ],
    ["a relative address", "[a](b.md)", "[a](c.md)", "p:a[-b.md-]{+c.md+}"],
    ["a title", '[a](https://a.x "b")', '[a](https://a.x "c")', "p:a[-https://a.x “b”-]{+https://a.x “c”+}"],
    ["an image's address", "![a](https://a.x/i)", "![a](https://b.x/i)", "p:[a][-https://a.x/i-]{+https://b.x/i+}"],
    [
      "an image's title",
      '![a](https://a.x/i "b")',
      "![a](https://a.x/i)",
      "p:[a][-https://a.x/i “b”-]{+https://a.x/i+}",
    ],
    ["a language", "```ts\na\n```", "```js\na\n```", "fence:[-ts-]{+js+} pre:a"],
    ["what stands on a fence", "```ts\na\n```", "```ts run\na\n```", "fence:ts{+ run+} pre:a"],
    ["surplus cells", "|a|\n|-|\n|1|", "|a|\n|-|\n|1|2|", "table(tr(th:a) tr(td:1)) +cells:2"],
    ["a definition that nothing uses", "a", "a\n\n[b]: https://b.x", "p:a +unused:[b]: https://b.x"],
    ["a remark", "a\n\n[//]: # (one)\n\nb", "a\n\n[//]: # (two)\n\nb", "p:a remark:[-one-]{+two+} p:b"],
    ["a remark that stayed", "a\n\n[//]: # (one)\n\nb", "a\n\n[//]: # (one)\n\nc d", "p:a −p:b +p:c d"],
    ["a zero-width space", "a password here", "a pass\u200bword here", "p:a [-password-]{+pass\u200bword+} here"],
    ["an override", "a b", "a \u202eb", "p:a {+\u202e+}b"],
  ])("%s", (_name, before, after, shown) => {
    expect(compare(before, after).map(show).join(" ")).toBe(shown);
  });

  test("law: if two sources differ, something is marked, rendered or in the source", () => {
    const other = fc.constantFrom("\u200b", "\ufeff", "\r\n", "\u{e0041}", "\u202e", "[//]: # (x)\n", " ", "(", "1");
    fc.assert(
      fc.property(markdownText, fc.oneof(insertion, other), fc.nat(), fc.nat(6), (before, added, at, cut) => {
        const from = at % (before.length + 1);
        const after = before.slice(0, from) + added + before.slice(from + cut);
        const lines = compareSource(before, after);
        const isMarked = lines.some(({ mark, hasOtherEnd }) => mark !== "same" || hasOtherEnd === true);
        expect(isMarked).toBe(before !== after);
        if (before === after) expect(compare(before, after).some(hasChange)).toBe(false);
        else compare(before, after);
      }),
      { numRuns: 400 },
    );
  });
});
