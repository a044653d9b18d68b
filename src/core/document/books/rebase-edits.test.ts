import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges, changesBetween } from "../../diff/text-changes.ts";
import { rebaseEdits } from "./rebase-edits.ts";

function carried(baseline: string, content: string, after: string): string {
  return rebaseEdits(content, changesBetween(content, after), baseline);
}

test.each([
  ["apart from the person's change", "one two three", "ONE two three", "ONE two 3", "one two 3"],
  ["on the person's words", "the cat sat", "the bird sat", "the eagle sat", "the eagle sat"],
  ["beside words that the person put in", "Line A", "Line A foo", "Line B foo", "Line B"],
  ["where the person took words out", "one two three", "one three", "one 3", "one two 3"],
  ["the person's words taken out", "cat", "cat foo", "cat", "cat"],
  ["without any change by the person", "one", "one", "two", "two"],
])("the model's change is carried over: %s", (_, baseline, content, after, expected) => {
  expect(carried(baseline, content, after)).toBe(expected);
});

test("law: with nothing by the person it is the model's text; with nothing by the model the baseline stays", () => {
  const text = fc.array(fc.constantFrom("one", "two", "three", " ", "\n", ".")).map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(rebaseEdits(a, changesBetween(a, b), a)).toBe(b);
      expect(rebaseEdits(a, [], b)).toBe(applyChanges(a, changesBetween(a, b)));
    }),
  );
});
