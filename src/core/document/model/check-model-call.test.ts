import { describe, expect, test } from "vitest";
import { type AskedComment, checkQuotes } from "./check-model-call.ts";

const TEXT = "# Plan\n\nUse the **new** [API](https://x.y).\n\nHe said “no” — twice, at 10\u00a0am…\n";

describe("a quote stands in the text", () => {
  test.each([
    ["as it is", "**new** [API]"],
    ["without its formatting", "Use the new API."],
    ["with plain quotation marks and dashes", 'He said "no" - twice'],
    ["with French quotation marks", "He said «no»"],
    ["with another space", "at 10 am"],
    ["with three dots", "10 am..."],
    ["over lines", "Plan Use the"],
  ])("%s", (_, quote) => expect(checkQuotes(TEXT, [{ body: "b", quote }])).toBeNull());
});

describe("what needs no place is not asked for one:", () => {
  test.each<[string, AskedComment]>([
    ["a comment on the whole text", { body: "b" }],
    ["an answer, whatever it quotes", { body: "b", quote: "nowhere", replyTo: "k3f9" }],
  ])("%s", (_, comment) => expect(checkQuotes(TEXT, [comment])).toBeNull());
});

test("a quote that is not there is refused with the nearest text and its line, each by its index", () => {
  const refusal = checkQuotes(TEXT, [
    { body: "a", quote: "Plan" },
    { body: "b", quote: "Use the old API" },
    { body: "c", quote: "zzz\nqqq" },
  ]);
  expect(refusal?.code).toBe("invalid_comments");
  expect(refusal?.message.split("\n")).toEqual([
    'comments[1]: the quoted text "Use the old API" is not in the canvas. The nearest text is line 3: "Use the **new** [API](https://x.y).".',
    'comments[2]: the quoted text "zzz qqq" is not in the canvas. Nothing like it is there.',
    "Quote exact words of the canvas, or leave quote out to comment on the whole text. Nothing was written.",
  ]);
});

test("of 500 wrong quotes in a long text the first are explained", () => {
  const comments = Array.from({ length: 500 }, (_, n) => ({ body: "b", quote: `missing ${n}` }));
  const message = checkQuotes("some words of a long text\n".repeat(40_000), comments)?.message;
  expect(message).toContain("comments[4]");
  expect(message).not.toContain("comments[5]");
});
