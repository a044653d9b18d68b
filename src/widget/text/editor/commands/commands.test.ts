import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../core/markdown/parse-markdown.ts";
import { inlineText } from "../../../../core/markdown/plain-text.ts";
import { insertLink, linkForPaste, toggleCode } from "./code-and-link.ts";
import { continueMarkup, deleteMarkup } from "./continue-list.ts";
import { indentLines, outdentLines } from "./indent-lines.ts";
import { runNotation } from "./notation.testing.ts";
import { toggleHeading, toggleList, toggleQuote } from "./toggle-lines.ts";
import { EMPHASIS, STRIKE, STRONG, toggleMark } from "./toggle-mark.ts";

const strong = toggleMark(STRONG);
const emphasis = toggleMark(EMPHASIS);

describe("marks around words", () => {
  test.each([
    ["marks the selection", strong, "a ‹b› c", "a **‹b›** c"],
    ["unmarks the words inside the marks", strong, "a **‹b›** c", "a ‹b› c"],
    ["unmarks with the marks selected", strong, "a ‹**b**› c", "a ‹b› c"],
    ["leaves white space outside", strong, "a‹ b › c", "a **‹b›**  c"],
    ["marks the word at the caret", strong, "a bo¦ld c", "a **bo¦ld** c"],
    ["unmarks around the caret", strong, "a **bo¦ld** c", "a bo¦ld c"],
    ["opens an empty pair", strong, "a ¦", "a **¦**"],
    ["closes an empty pair", strong, "a **¦**", "a ¦"],
    ["takes an empty strong pair for no emphasis", emphasis, "**¦**", "***¦***"],
    ["slants what is strong", emphasis, "**‹b›**", "***‹b›***"],
    ["unslants what is both", emphasis, "***‹b›***", "**‹b›**"],
    ["unmarks a part", strong, "**a ‹b› c**", "**a** ‹b› **c**"],
    ["unmarks a first part", strong, "**‹a› b**", "‹a› **b**"],
    ["joins what it overlaps", strong, "**a ‹b** c› d", "**a ‹b c›** d"],
    ["marks line by line, after the markers", strong, "- ‹a\n- b›", "- **‹a**\n- **b›**"],
    ["unmarks line by line", strong, "> ‹**a**\n> **b**›", "> ‹a\n> b›"],
    ["marks only what lacks it", strong, "‹**a**\nb›", "‹**a**\n**b›**"],
    ["skips blank lines", strong, "‹a\n\nb›", "**‹a**\n\n**b›**"],
    ["knows underscores", emphasis, "_‹a›_", "‹a›"],
    ["strikes", toggleMark(STRIKE), "‹a›", "~~‹a›~~"],
    ["marks code", toggleCode, "‹a›", "`‹a›`"],
    ["fences code that holds a backtick", toggleCode, "‹a`b›", "``‹a`b›``"],
    ["unmarks code", toggleCode, "x `‹a›` y", "x ‹a› y"],
    ["makes a block of several lines", toggleCode, "a‹b\ncd›e", "```\n‹ab\ncde›\n```"],
    ["takes the fence away", toggleCode, "```js\na¦b\n```", "a¦b"],
    ["does nothing to white space", strong, "a‹ ›b", "a‹ ›b"],
  ] as const)("%s", (_name, command, before, after) => {
    expect(runNotation(command, before)).toBe(after);
  });
});

describe("lines", () => {
  test.each([
    ["makes a heading", toggleHeading(2), "a¦b", "## a¦b"],
    ["makes it plain again", toggleHeading(2), "## a¦b", "a¦b"],
    ["changes its level", toggleHeading(1), "## a¦b", "# a¦b"],
    ["makes a heading on an empty line", toggleHeading(1), "¦", "# ¦"],
    ["makes a heading of a list item", toggleHeading(1), "- a¦", "# a¦"],
    ["makes an underlined heading plain", toggleHeading(1), "a¦b\n===\nc", "a¦b\nc"],
    ["leaves an item alone when asked for text", toggleHeading(0), "- a¦", "- a¦"],
    ["lists every line", toggleList("bullet"), "‹a\nb›", "- ‹a\n- b›"],
    ["keeps blank lines out of the list", toggleList("bullet"), "‹a\n\nb›", "- ‹a\n\n- b›"],
    ["ends the list", toggleList("bullet"), "- ‹a\n- b›", "‹a\nb›"],
    ["starts a list on an empty line", toggleList("bullet"), "¦", "- ¦"],
    ["numbers from one", toggleList("ordered"), "‹a\nb\nc›", "1. ‹a\n2. b\n3. c›"],
    ["goes on counting", toggleList("ordered"), "1. a\n‹b›", "1. a\n2. ‹b›"],
    ["turns bullets into numbers", toggleList("ordered"), "- ‹a\n- b›", "1. ‹a\n2. b›"],
    ["turns bullets into tasks", toggleList("task"), "* ‹a\n* b›", "* [ ] ‹a\n* [ ] b›"],
    ["turns tasks into bullets", toggleList("bullet"), "- [x] ‹a›", "- ‹a›"],
    ["keeps the indent", toggleList("bullet"), "  a¦", "  - a¦"],
    ["leaves the next line out", toggleList("bullet"), "‹a\n›b", "- ‹a\n›b"],
    ["quotes with the blank lines", toggleQuote, "‹a\n\nb›", "> ‹a\n>\n> b›"],
    ["unquotes one level", toggleQuote, "> > a¦", "> a¦"],
    ["lists inside a quote", toggleList("bullet"), "> a¦", "> - a¦"],
  ] as const)("%s", (_name, command, before, after) => {
    expect(runNotation(command, before)).toBe(after);
  });
});

describe("Enter and Backspace", () => {
  test.each([
    ["goes on with a list", continueMarkup, "- a¦", "- a\n- ¦"],
    ["splits an item", continueMarkup, "- a¦ b", "- a\n- ¦b"],
    ["goes on with a task, unticked", continueMarkup, "* [x] a¦", "* [x] a\n* [ ] ¦"],
    ["counts on", continueMarkup, "9) a¦", "9) a\n10) ¦"],
    ["renumbers what follows", continueMarkup, "1. a¦\n2. b\n3. c", "1. a\n2. ¦\n3. b\n4. c"],
    ["renumbers past nested items", continueMarkup, "1. a¦\n   - x\n2. b", "1. a\n2. ¦\n   - x\n3. b"],
    ["goes on with a quote", continueMarkup, "> a¦", "> a\n> ¦"],
    ["goes on with a list in a quote", continueMarkup, "> - a¦", "> - a\n> - ¦"],
    ["ends a list on its empty item", continueMarkup, "- a\n- ¦", "- a\n\n¦"],
    ["ends a task list", continueMarkup, "- [x] a\n- [ ] ¦", "- [x] a\n\n¦"],
    ["ends a quote on its empty line", continueMarkup, "> a\n> ¦", "> a\n\n¦"],
    ["ends a quote one level at a time", continueMarkup, "> > a\n> > ¦", "> > a\n>\n> ¦"],
    ["ends a list in a quote first", continueMarkup, "> - a\n> - ¦", "> - a\n>\n> ¦"],
    ["needs no second blank line", continueMarkup, "> a\n>\n> ¦", "> a\n>\n¦"],
    ["ends an item's second paragraph", continueMarkup, "- a\n\n  b\n  ¦", "- a\n\n  b\n\n¦"],
    ["parts a list in the middle", continueMarkup, "- a\n- ¦\n- b", "- a\n\n¦\n\n- b"],
    ["counts back where an item ends", continueMarkup, "1. a\n2. ¦\n3. b\n4. c", "1. a\n\n¦\n\n2. b\n3. c"],
    ["makes a first item plain", continueMarkup, "- ¦", "¦"],
    ["goes out past a blank line", continueMarkup, "- a\n\n  - ¦", "- a\n\n- ¦"],
    ["counts what follows on", continueMarkup, "1. a\n   - ¦\n2. b", "1. a\n2. ¦\n3. b"],
    ["goes out one level first", continueMarkup, "1. a\n   - ¦", "1. a\n2. ¦"],
    ["replaces what is selected", continueMarkup, "- a‹b›c", "- a\n- ¦c"],
    ["keeps the indent of an item's second paragraph", continueMarkup, "- a\n\n  b¦", "- a\n\n  b\n  ¦"],
    ["is ordinary in prose", continueMarkup, "a¦", null],
    ["is ordinary before the marker", continueMarkup, "¦- a", null],
    ["is ordinary in code", continueMarkup, "```\n- a¦\n```", null],
    ["takes a rule for no list", continueMarkup, "* * *¦", null],
    ["takes the box away", deleteMarkup, "- [ ] ¦a", "- ¦a"],
    ["takes the list sign away", deleteMarkup, "- ¦a", "¦a"],
    ["takes one quote mark away", deleteMarkup, "> > ¦a", "> ¦a"],
    ["is ordinary inside the words", deleteMarkup, "- a¦", null],
    ["indents an item below the words above", indentLines, "1. a\n2. b¦", "1. a\n   2. b¦"],
    ["indents several lines", indentLines, "‹a\nb›", "  ‹a\n  b›"],
    ["lets Tab go on in prose", indentLines, "a¦", null],
    ["outdents", outdentLines, "- a\n  - b¦", "- a\n- b¦"],
    ["lets Shift-Tab go back at the edge", outdentLines, "- a¦", null],
  ] as const)("%s", (_name, command, before, after) => {
    expect(runNotation(command, before)).toBe(after);
  });
});

test("words typed after leaving stand alone, whatever they left", () => {
  const inside = fc.constantFrom(
    "- a",
    "1. a",
    "* [ ] a",
    "> a",
    "> - a",
    "> > a",
    "- a\n  - b",
    "- a\n\n  b",
    "1) a\n   > b",
  );
  const after = fc.constantFrom("", "\n", "\nx", "\n3. x", "\n- x", "\n> x", "\n\nx");
  fc.assert(
    fc.property(inside, after, (start, end) => {
      let text = `${start}¦${end}`;
      for (let times = 0; times < 8; times++) {
        const next = runNotation(continueMarkup, text);
        if (next === null) break;
        text = next;
      }
      const { blocks } = parseMarkdown(text.replace("¦", "typed"));
      const alone = blocks.map(({ node }) => node).filter((node) => node.type === "paragraph");
      expect(alone.map((node) => inlineText(node.children))).toContain("typed");
    }),
  );
});

describe("links", () => {
  test.each([
    ["asks for the address", "a ‹b› c", "a [b](¦) c"],
    ["asks for the words of an address", "‹https://a.example›", "[¦](https://a.example)"],
    ["opens an empty link", "a ¦", "a [¦]()"],
    ["takes the word at the caret", "a wo¦rd", "a [word](¦)"],
    ["selects the address of a link", "[a¦](https://b.example)", "[a](‹https://b.example›)"],
  ])("%s", (_name, before, after) => {
    expect(runNotation(insertLink, before)).toBe(after);
  });

  test("an address pasted over words links them, and only then", () => {
    expect(linkForPaste("words", " https://a.example/(x)\n")).toBe("[words](https://a.example/%28x%29)");
    expect(linkForPaste("words", "javascript:alert(1)")).toBeNull();
    expect(linkForPaste("", "https://a.example")).toBeNull();
    expect(linkForPaste("https://b.example", "https://a.example")).toBeNull();
  });
});
