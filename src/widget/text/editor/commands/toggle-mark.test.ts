import type { StateCommand } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../core/markdown/parse-markdown.ts";
import type { Block, Inline, ListItem, TextNode } from "../../../../core/markdown/tree.ts";
import { toggleCode } from "./code-and-link.ts";
import { readNotation, runAll } from "./notation.testing.ts";
import { EMPHASIS, STRIKE, STRONG, toggleMark } from "./toggle-mark.ts";

const bold = toggleMark(STRONG);
const italic = toggleMark(EMPHASIS);
const strike = toggleMark(STRIKE);
const code = toggleCode;

describe("a key, words, and the key again", () => {
  test.each<[string, readonly (StateCommand | string)[], string, string]>([
    ["ends bold", [bold, "b", bold, " c"], "a ¦", "a **b** c¦"],
    ["ends italic", [italic, "b", italic, " c"], "a ¦", "a *b* c¦"],
    ["ends code", [code, "b", code, " c"], "a ¦", "a `b` c¦"],
    ["ends what is struck", [strike, "b", strike, " c"], "a ¦", "a ~~b~~ c¦"],
    ["ends bold before what follows", [bold, "b", bold, "!"], "a ¦ c", "a **b**!¦ c"],
    ["ends bold right after a word", [bold, "b", bold, "c"], "a¦", "a**b**c¦"],
    ["ends both, the inner one first", [bold, italic, "b", italic, "c", bold, "d"], "¦", "***b*c**d¦"],
    ["ends both, the outer one first", [bold, italic, "b", bold, "c", italic, "d"], "¦", "***b**c*d¦"],
    ["puts a space typed before the end outside", [bold, "b ", bold, "c"], "a ¦", "a **b** c¦"],
    ["leaves no space in code either", [code, "b", code, " c"], "¦", "`b` c¦"],
    ["ends in Hebrew", [bold, "שלום", bold, " ש"], "¦", "**שלום** ש¦"],
    ["takes an empty pair back", [bold, bold, "b"], "a ¦", "a b¦"],
    ["goes back in", [bold, "b", bold, bold, "c"], "¦", "**bc¦**"],
    ["goes in from before", [bold, "b"], "¦**c**", "**b¦c**"],
    ["ends a mark of the other sign", [italic, "b"], "_a¦_", "_a_b¦"],
    ["ends on a list item", [bold, "b", bold, "c"], "- ¦", "- **b**c¦"],
    ["ends in a table cell", [bold, "b", bold, "c"], "| ¦ | x |\n| - | - |", "| **b**c¦ | x |\n| - | - |"],
  ])("%s", (_name, steps, before, after) => expect(runAll(steps, before)).toBe(after));
});

describe("marks beside other marks", () => {
  test.each<[string, StateCommand, string, string]>([
    ["joins words that only a space parts", bold, "**a** ‹b› **c**", "**a ‹b› c**"],
    ["takes a slanted word out of bold", bold, "**a *‹b›* c**", "**a** *‹b›* **c**"],
    ["ends bold where it would be cut", bold, "**a *b ‹c› d* e**", "a *b ‹c› d* e"],
    ["marks all of what it cuts", bold, "‹a *b› c* d", "**‹a *b› c*** d"],
    ["marks code from outside", bold, "`a ‹b› c`", "**`a ‹b› c`**"],
    ["marks all of a link whose address it cuts", bold, "a [b](https://‹c›.example)", "a **[b](https://‹c›.example)**"],
    ["marks in the words of a link", bold, "[a ‹b›](https://c.example)", "[a **‹b›**](https://c.example)"],
    ["takes signs off that the parser does not know", bold, "a**‹.›**b", "a‹.›b"],
    ["takes a fence off with its spaces", code, "`` ‹`a› ``", "‹`a›"],
  ])("%s", (_name, command, before, after) => expect(runAll([command], before)).toBe(after));
});

describe("laws", () => {
  const piece = fc
    .tuple(
      fc.constantFrom(
        "a",
        "bc",
        "é",
        "ש",
        "😀",
        "x.",
        "**b**",
        "*c*",
        "~~d~~",
        "`e`",
        "***f***",
        "[g](h)",
        "**i *j* k**",
      ),
      fc.constantFrom(" ", "  ", "\n", "\n- ", "\n\n> "),
    )
    .map(([word, gap]) => word + gap);
  const marks = [
    ["bold", bold, "strong"],
    ["italic", italic, "emphasis"],
    ["struck", strike, "strike"],
  ] as const;
  const selected = fc.tuple(fc.array(piece, { maxLength: 12 }), fc.nat(), fc.nat()).map(([pieces, a, b]) => {
    const text = pieces.join("");
    const borders = [0];
    for (const one of pieces) borders.push(borders.at(-1)! + one.length);
    const [from, to] = [borders[a % borders.length]!, borders[b % borders.length]!].sort((x, y) => x - y) as [
      number,
      number,
    ];
    return `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;
  });
  /** The letters of the rendered text, those in such a mark between angles. */
  function marked(text: string, type: string): string {
    const read = (node: Block | ListItem | Inline | TextNode, inside: boolean): string => {
      if (node.type === "text")
        return [...node.value].map((char) => (char.trim() === "" ? "" : inside ? `<${char}>` : char)).join("");
      if ("text" in node) return read(node.text, inside);
      const kids = "items" in node ? node.items : "children" in node ? node.children : [];
      return kids.map((kid) => read(kid, inside || node.type === type)).join("");
    };
    return parseMarkdown(text)
      .blocks.map(({ node }) => read(node, false))
      .join("/");
  }
  const plain = (notation: string) => notation.replace(/[‹›¦]/g, "");

  test.each(marks)("%s three times reads as once", (_name, command, type) => {
    fc.assert(
      fc.property(selected, (before) => {
        fc.pre(!before.includes("‹›"));
        const once = runAll([command], before);
        expect(marked(plain(runAll([command, command, command], before)), type)).toBe(marked(plain(once), type));
      }),
    );
  });
  test.each(marks)("%s twice on words without marks is as before", (_name, command) => {
    const words = fc.tuple(
      fc.stringMatching(/^[ab é.\n😀-]{0,12}$/u),
      fc.stringMatching(/^[ab é.\n]{1,12}$/),
      fc.stringMatching(/^[ab é.\n]{0,12}$/),
    );
    fc.assert(
      fc.property(words, ([before, inside, after]) => {
        const text = `${before}‹${inside}›${after}`;
        expect(plain(runAll([command, command], text))).toBe(plain(text));
      }),
    );
  });
  test("no key moves anything but signs and spaces", () => {
    const strip = (text: string) => text.replace(/[*_~`\s‹›¦]/g, "");
    fc.assert(
      fc.property(selected, fc.constantFrom(bold, italic, strike, toggleCode), (before, command) => {
        expect(strip(runAll([command], before))).toBe(strip(before));
        expect(readNotation(before).selection.ranges).toHaveLength(1);
      }),
    );
  });
});
