import fc from "fast-check";
import { expect, test } from "vitest";
import { sentenceChanges } from "./sentence-changes.ts";
import { applyChanges } from "./text-changes.ts";

const pairs = (a: string, b: string) =>
  sentenceChanges(a, b).map(({ from, to, insert }) => [a.slice(from, to), insert]);

test.each([
  [
    "one sentence of three",
    "One. Two is old. Three.\n",
    "One. Two is new. Three.\n",
    [["Two is old. ", "Two is new. "]],
  ],
  ["a sentence put in", "One. Three.\n", "One. Two. Three.\n", [["", "Two. "]]],
  [
    "two lines, each alone",
    "- a one\n- b two\n",
    "- a 1\n- b 2\n",
    [
      ["- a one\n", "- a 1\n"],
      ["- b two\n", "- b 2\n"],
    ],
  ],
  ["a block for a line", "Old.\n", "New.\n\nMore.\n", [["Old.\n", "New.\n\nMore.\n"]]],
])("a rewrite in parts: %s", (_, a, b, expected) => expect(pairs(a, b)).toEqual(expected));

test("law: together they are the new text", () => {
  const text = fc.array(fc.constantFrom("One. ", "Two! ", "three ", "\n", "\n\n", "- a\n")).map((all) => all.join(""));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(applyChanges(a, sentenceChanges(a, b))).toBe(b);
    }),
  );
});
