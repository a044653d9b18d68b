import fc from "fast-check";
import { expect, test } from "vitest";
import { splitSentences } from "./split-sentences.ts";

test.each([
  ["two sentences", "One is here. Two is there.", ["One is here. ", "Two is there."]],
  ["marks inside quotes", 'He said "Stop!" Then he left.', ['He said "Stop!" ', "Then he left."]],
  ["shortenings", "Ask Dr. Smith, e.g. today. Then go.", ["Ask Dr. Smith, e.g. today. ", "Then go."]],
  ["a number that begins a list item", "3. Item three. More.", ["3. Item three. ", "More."]],
  ["decimals and versions", "It costs 3.50 now. Version 2.1 is out.", ["It costs 3.50 now. ", "Version 2.1 is out."]],
  ["a mark that the sentence goes on after", "What? no way. Yes.", ["What? ", "no way. ", "Yes."]],
  ["lines", "a\nb", ["a\n", "b"]],
  ["Japanese", "これは文です。次の文です。", ["これは文です。", "次の文です。"]],
  ["nothing", "", []],
])("sentences are parted: %s", (_, text, expected) => expect(splitSentences(text)).toEqual(expected));

test("law: sentences joined are the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "B", ".", "!", " ", "\n", "。", '"', "1") }), (text) => {
      expect(splitSentences(text).join("")).toBe(text);
    }),
  );
});
