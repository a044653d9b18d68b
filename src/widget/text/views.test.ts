import fc from "fast-check";
import { expect, test } from "vitest";
import { trimSelection } from "./views.ts";

test.each([
  ["words", "a ‹ b c \n› d", "b c"],
  ["white space alone", "a ‹ \n\t› d", null],
  ["a blank that is no space", "a‹\u00a0›d", null],
  ["nothing", "a‹› d", null],
])("%s", (_, marked, expected) => {
  const from = marked.indexOf("‹");
  const text = marked.replace("‹", "");
  const to = text.indexOf("›");
  const plain = text.replace("›", "");
  const words = trimSelection(plain, { from, to });
  expect(words && plain.slice(words.from, words.to)).toBe(expected);
});

test("what is left lies inside, begins and ends with no blank, and trims to itself", () => {
  const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", "😀", "\u00a0") });
  fc.assert(
    fc.property(text, fc.nat(20), fc.nat(20), (value, a, b) => {
      const whole = { from: Math.min(a, b), to: Math.max(a, b) };
      const words = trimSelection(value, whole);
      if (words === null) expect(value.slice(whole.from, whole.to).trim()).toBe("");
      else {
        expect(value.slice(words.from, words.to)).toBe(value.slice(whole.from, whole.to).trim());
        expect(trimSelection(value, words)).toEqual(words);
      }
    }),
  );
});
