import fc from "fast-check";
import { expect, test } from "vitest";
import { addMarks, textBefore } from "../../../core/diff/change-marks.ts";
import { applyChanges, changesBetween } from "../../../core/diff/text-changes.ts";
import { markedPlaces, undoPlace, wordsOf } from "./marked-places.ts";

function placesOf(before: string, after: string) {
  const marks = addMarks([], before, changesBetween(before, after));
  return markedPlaces(after, before, marks);
}

test.each([
  ["a word, with its line", "a\nb c d\ne\n", "a\nb x d\ne\n", [["b x d\n", "b c d\n", 1]]],
  ["two words of one line as one", "a b c d\n", "x b c y\n", [["x b c y\n", "a b c d\n", 2]]],
  ["neighbouring lines as one", "| a |\n| b |\n", "| x |\n| y |\n", [["| x |\n| y |\n", "| a |\n| b |\n", 2]]],
  [
    "paragraphs one by one",
    "a\n\nb\n",
    "x\n\ny\n",
    [
      ["x\n", "a\n", 1],
      ["y\n", "b\n", 1],
    ],
  ],
  ["lines put in", "a\n\nz\n", "a\n\nb\n\nz\n", [["b\n\n", "", 1]]],
  ["lines taken out", "a\n\nb\n\nz\n", "a\n\nz\n", [["", "b\n\n", 1]]],
  ["a word taken out, with its line", "a big dog\n", "a dog\n", [["a dog\n", "a big dog\n", 1]]],
  ["an end put to the text", "a\n", "a\n\nb", [["\nb", "", 1]]],
  ["white space alone", "a  b\n", "a b\n", []],
])("a place is %s", (_, before, after, expected) => {
  const shown = placesOf(before, after).map(({ from, to, beforeFrom, beforeTo, marks }) => [
    after.slice(from, to),
    before.slice(beforeFrom, beforeTo),
    marks.length,
  ]);
  expect(shown).toEqual(expected);
});

const text = fc
  .array(fc.constantFrom("one", "two", " ", "\n", "\n\n", ".", "- "), { maxLength: 25 })
  .map((pieces) => pieces.join(""));

test("undone from the end to the start, the text is as it was but for white space", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const marks = addMarks([], before, changesBetween(before, after));
      const places = markedPlaces(after, before, marks);
      const undone = places.reduceRight((text, place) => applyChanges(text, undoPlace(place)), after);
      expect(undone.replace(/\s+/g, "")).toBe(textBefore(after, marks).replace(/\s+/g, ""));
      for (const { from, to, beforeFrom, beforeTo } of places) {
        expect(after.slice(from, to).length).toBe(to - from);
        expect(before.slice(beforeFrom, beforeTo).length).toBe(beforeTo - beforeFrom);
      }
    }),
  );
});

test.each([
  ["write the long notes", 10, 15, "long"],
  ["a b", 1, 3, "b"],
  ["a  b", 1, 2, " "],
])("the words of a mark in %j stand without the space beside them", (text, from, to, words) => {
  const at = wordsOf(text, { from, to, was: "" });
  expect(text.slice(at.from, at.to)).toBe(words);
});
