import { expect, test } from "vitest";
import { feedbackWords, pageWords } from "./words.ts";

test.each([
  [0, 0, false, ""],
  [1, 0, false, "1 comment"],
  [2, 1, true, "2 comments, 1 suggestion, your edits not yet read"],
])("%i comments, %i suggestions, edited: %s", (openComments, openProposals, edited, words) => {
  expect(feedbackWords({ openComments, openProposals, edited } as Parameters<typeof feedbackWords>[0])).toBe(words);
});

test("who waits is called by the name that people know", () => {
  expect(pageWords.isWaiting("claude-code")).toBe("Claude is waiting for your review");
  expect(pageWords.isWaiting(undefined)).toBe("The assistant is waiting for your review");
});
