import fc from "fast-check";
import { expect, test } from "vitest";
import { lineEdits } from "../diff/line-edits.ts";
import { lineChanges } from "../diff/text-changes.ts";
import { countLines, differingLines } from "./differing-lines.ts";
import { lineStarts, splitLines } from "./split-lines.ts";

const line = fc.constantFrom("\n", "a\n", "b b\n", "# c\n", "- d\n", "e\r\n", "f\r");
const ends = fc.array(line, { maxLength: 400 }).map((lines) => lines.join(""));
const middle = fc
  .array(fc.constantFrom("\n", "a\n", "g\n", "h", "\r", "\r\n"), { maxLength: 6 })
  .map((all) => all.join(""));

test.each([
  ["a\nb\nc\n", "a\nx\nc\n", 0, "b\n", "x\n"],
  ["a\nb\nc\nd\n", "a\nb\nx\nd\n", 1, "b\nc\nd\n", "b\nx\nd\n"],
  ["a\nb", "a\nb\nc", 0, "b", "b\nc"],
  ["a\r\nb\n", "a\r\nb\r\n", 0, "b\n", "b\r\n"],
  ["", "a", 3, "", "a"],
])("%j and %j differ, with %i lines around, in %j and %j", (a, b, around, inA, inB) => {
  const { from, aTo, bTo } = differingLines(a, b, around);
  expect([a.slice(from, aTo), b.slice(from, bTo)]).toEqual([inA, inB]);
  expect([a.slice(0, from), a.slice(aTo)]).toEqual([b.slice(0, from), b.slice(bTo)]);
});

test("law: changes by lines are the same, however much stands around them", () => {
  fc.assert(
    fc.property(ends, middle, middle, ends, (start, was, is, end) => {
      const [a, b] = [start + was + end, start + is + end];
      const [aLines, bLines] = [splitLines(a), splitLines(b)];
      const [aStarts, bStarts] = [lineStarts(aLines), lineStarts(bLines)];
      const whole = lineEdits(aLines, bLines).map(({ aFrom, aTo, bFrom, bTo }) => ({
        from: aStarts[aFrom]!,
        to: aStarts[aTo]!,
        insert: b.slice(bStarts[bFrom]!, bStarts[bTo]!),
      }));
      expect(lineChanges(a, b)).toEqual(whole);
    }),
  );
});

test("law: lines are counted as they are split", () => {
  fc.assert(
    fc.property(ends, ends, (before, after) => {
      const { from } = differingLines(before + after, `${before}x${after}`, 0);
      expect(countLines(before + after, from)).toBe(splitLines((before + after).slice(0, from)).length);
    }),
  );
});
