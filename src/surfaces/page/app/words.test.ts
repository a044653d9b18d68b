import { expect, test } from "vitest";
import { feedbackWords, pageWords } from "./words.ts";

test.each([
  [0, 0, 0, ""],
  [1, 0, 0, "1 comment not yet read"],
  [2, 1, 3, "1 suggestion or conflict, 3 edits and 2 comments not yet read"],
])("%i new comments, %i suggestions, %i new edits", (newComments, openProposals, newEdits, words) => {
  expect(feedbackWords({ newComments, openProposals, newEdits } as Parameters<typeof feedbackWords>[0])).toBe(words);
});

test("who waits is called by the name that people know", () => {
  expect(pageWords.isWaiting("claude-code")).toBe("Claude is waiting for your review");
  expect(pageWords.isWaiting(undefined)).toBe("The assistant is waiting for your review");
});
