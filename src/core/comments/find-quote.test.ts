import { describe, expect, test } from "vitest";
import { createNearFinder, findQuote } from "./find-quote.ts";

const found = (content: string, quote: string, claimed: { from: number; to: number }[] = []): string => {
  const place = findQuote(content, quote, claimed);
  if (place.kind === "missing") return `missing near ${place.nearest?.line ?? "nothing"}`;
  return `${place.how} ${place.count}: ${content.slice(0, place.from)}‹${content.slice(place.from, place.to)}›${content.slice(place.to)}`;
};

describe("A model's quote is found", () => {
  test.each([
    ["as it stands", "a **b** c", "**b**", "exact 1: a ‹**b**› c"],
    ["with other white space", "one  two\nthree", "one two three", "spacing 1: ‹one  two\nthree›"],
    ["without emphasis", "very **bold** text", "very bold text", "rendered 1: ‹very **bold** text›"],
    [
      "without a link's target",
      "see [the docs](http://x.y/(z)) now",
      "see the docs now",
      "rendered 1: ‹see [the docs](http://x.y/(z)) now›",
    ],
    ["without code marks", "call `run()` twice", "call run() twice", "rendered 1: ‹call `run()` twice›"],
    ["without list marks", "- one\n- [x] two\n", "one two", "rendered 1: - ‹one\n- [x] two›\n"],
    ["without a heading's mark", "## Big title\n\ntext", "Big title text", "spacing 1: ## ‹Big title\n\ntext›"],
    ["without a backslash", "a \\* b", "a * b", "rendered 1: ‹a \\* b›"],
    [
      "with plain quotation marks",
      "he said “no” – twice",
      'he said "no" - twice',
      "rendered 1: ‹he said “no” – twice›",
    ],
    ["across table cells", "| a | b |\n", "a b", "rendered 1: | ‹a | b› |\n"],
    ["with its underscores", "use snake_case *here*", "snake_case here", "rendered 1: use ‹snake_case *here›*"],
    ["several times: the first", "x y x", "x", "exact 2: ‹x› y x"],
  ])("%s", (_, content, quote, expected) => {
    expect(found(content, quote)).toBe(expected);
  });

  test("several times: the first that nobody claimed", () => {
    expect(found("x y x", "x", [{ from: 0, to: 1 }])).toBe("exact 2: x y ‹x›");
  });

  test.each([
    ["nothing to look for", "text", "   ", "missing near nothing"],
    ["the nearest line is named", "first\nthe quick brown fox\nlast", "the quick red fox", "missing near 2"],
    ["nothing is near", "first\nlast", "entirely different", "missing near nothing"],
  ])("or it is missing: %s", (_, content, quote, expected) => expect(found(content, quote)).toBe(expected));

  test("the nearest lines come best first", () => {
    expect(createNearFinder("a b c\nx\na b\n")("a b c", 5)).toEqual([
      { line: 1, text: "a b c" },
      { line: 3, text: "a b" },
    ]);
  });
});
