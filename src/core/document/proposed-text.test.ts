import { expect, test } from "vitest";
import { describeAnchor } from "../comments/describe-anchor.ts";
import { proposedText } from "./proposed-text.ts";
import type { Proposal } from "./records.ts";

const content = "One two three four.";

function suggest(quote: string, text: string): Proposal {
  return {
    id: quote,
    kind: "suggestion",
    by: { kind: "model" },
    anchor: describeAnchor(content, content.indexOf(quote), quote.length, 1),
    text,
    createdAt: "2026-01-01T00:00:00.000Z",
    version: 1,
    state: "open",
  };
}

test.each<[string, readonly Proposal[], string]>([
  ["nothing", [], content],
  ["one", [suggest("two", "2")], "One 2 three four."],
  ["several, in any order", [suggest("four", "4"), suggest("One", "1")], "1 two three 4."],
  ["a removal", [suggest(" two", "")], "One three four."],
  ["overlapping ones: the earlier stands", [suggest("two three", "X"), suggest("three four", "Y")], "One X four."],
])("shows the text with %s taken", (_, proposals, expected) => expect(proposedText(content, proposals)).toBe(expected));

test("a proposal whose text is gone changes nothing", () => {
  const gone = suggest("two", "2");
  expect(proposedText("One three four.", [gone])).toBe("One three four.");
});
