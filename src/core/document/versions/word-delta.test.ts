import fc from "fast-check";
import { expect, test } from "vitest";
import { changedMiddle, wordDelta, wordsAgainst } from "./word-delta.ts";

const LONG = "one word after the other and ".repeat(60_000);

test.each([
  ["nothing", "a b c", "a b c", 0, 0],
  ["a word more", "a b c", "a b new c", 1, 0],
  ["a word less", "a b c\nd e f", "a b c\nd f", 0, 1],
  ["another word", "one two three\nfour", "one 2 three\nfour", 1, 1],
  ["a part of a word", "the plans are good", "the planning is good", 2, 2],
  ["a first text", "", "two words, don’t-you see", 4, 0],
  ["everything gone", "two words", "", 0, 2],
  ["a word amid a very long line", LONG, `${LONG.slice(0, 900_000)} new ${LONG.slice(900_000)}`, 1, 0],
  ["a word at the start of a very long line", LONG, `new ${LONG}`, 1, 0],
  ["a word at the end of a very long line", LONG, `${LONG}new`, 1, 0],
])("%s is counted", (_, before, after, added, removed) => {
  expect(wordDelta(before, after)).toEqual({ added, removed });
});

test("where the text before cannot be had, nothing is counted", () => {
  expect(wordsAgainst(null, "some words")).toEqual({ wordsAdded: 0, wordsRemoved: 0 });
});

const piece = fc.oneof(fc.constantFrom("\n", " ", "word", "x".repeat(4_100), "😀", "a b\n"), fc.string());
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

test("law: what is left out of a comparison is the same on both sides, and the rest makes the one text of the other", () => {
  fc.assert(
    fc.property(text, text, text, text, (start, was, is, end) => {
      const [before, after] = [start + was + end, start + is + end];
      const middle = changedMiddle(before, after);
      // By its length alone: the ends are common.
      const at = [...Array(before.length - middle.was.length + 1).keys()].find(
        (from) =>
          before.slice(from, from + middle.was.length) === middle.was &&
          after === before.slice(0, from) + middle.is + before.slice(from + middle.was.length),
      );
      expect(at).toBeDefined();
    }),
  );
});
