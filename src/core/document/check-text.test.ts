import fc from "fast-check";
import { expect, test } from "vitest";
import { byteLength, checkText, findBadCharacter } from "./check-text.ts";

test.each([
  ["ok 😀 é", null],
  ["a\0b", 1],
  ["\ud83d", 0],
  ["ab\udc00", 2],
  ["😀\ud83dx", 2],
  ["\udc00\0", 0],
])("%j is bad at %j", (text, offset) => expect(findBadCharacter(text)?.offset ?? null).toBe(offset));

test("the message says what, where and what to do", () => {
  expect(checkText("content", "one\ntwo\0", 100)?.message).toBe(
    "content has a NUL character (U+0000) at line 2, column 4. Leave it out and call again.",
  );
  expect(checkText("content", "é".repeat(51), 101)?.code).toBe("content_too_large");
  expect(checkText("content", "é".repeat(50), 100)).toBeNull();
  expect(checkText("edits[0].reason", "x".repeat(10_001), 10_000)?.message).toBe(
    "edits[0].reason is longer than 10,000 bytes. Shorten it and call again.",
  );
  expect(checkText("content", "x".repeat(2_097_153), 2_097_152)?.message).toMatch(
    /^content is larger than 2 MB\. Split/,
  );
});

test("bytes are counted as UTF-8 makes them", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(byteLength(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});
