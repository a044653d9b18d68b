import fc from "fast-check";
import { expect, test } from "vitest";
import { commonPrefix, commonSuffix } from "./common-ends.ts";

const LINE = "A line of a long text, which is like no other. ";
const long = Array.from({ length: 6_000 }, (_, i) => `${i} ${LINE}`).join("\n");

test.each([
  ["none", "", "a", 0, 0],
  ["one letter", "ab", "ac", 1, 0],
  ["no more than the shorter one has", "aa", "a", 1, 1],
  ["all", "abc", "abc", 3, 3],
])("two texts have %s in common", (_, a, b, prefix, suffix) => {
  expect([commonPrefix(a, b), commonSuffix(a, b, Math.min(a.length, b.length))]).toEqual([prefix, suffix]);
});

test("whatever is changed in a long text, what stands before and behind it is found to the letter", () => {
  fc.assert(
    fc.property(fc.nat({ max: long.length - 1 }), fc.nat({ max: long.length - 1 }), (one, two) => {
      const [from, to] = [Math.min(one, two), Math.max(one, two)];
      // Two characters that the text does not hold, and is not the longer by.
      const changed = `${long.slice(0, from)}§${long.slice(from + 1, to)}${to > from ? "§" : ""}${long.slice(to + 1)}`;
      expect(commonPrefix(long, changed)).toBe(from);
      expect(commonSuffix(long, changed, long.length)).toBe(long.length - to - 1);
      const limit = Math.floor((long.length - to) / 2);
      expect(commonSuffix(long, changed, limit)).toBe(Math.min(limit, long.length - to - 1));
    }),
    { numRuns: 300 },
  );
});
