import { expect, test } from "vitest";
import { clipEnd, overlongRuns } from "./overlong-runs.ts";

test.each([
  ["words", "some words of a text ".repeat(3000), []],
  ["lines of words", `${"word ".repeat(900)}\n`.repeat(300), []],
  ["an address of 3,999 characters", `a ${"b".repeat(3999)} c`, []],
  ["Chinese without spaces", "汉字".repeat(30_000), []],
  ["a letter with twenty marks, often", `a${"\u0301".repeat(20)} `.repeat(3000), []],
  ["300 kB without a space", `a\n${"b".repeat(300_000)}\nc`, [[2, 300_002]]],
  ["60,000 marks on a letter", `ab${"\u0301".repeat(60_000)} c`, [[0, 60_002]]],
  ["300 marks on a letter", `ab${"\u0301".repeat(300)} c`, [[2, 302]]],
  ["joined emoji", "👩\u200d".repeat(3000), [[0, 9000]]],
  ["Arabic without spaces", `x ${"مرحبا".repeat(2000)}\ny`, [[2, 10_002]]],
  ["a line of 200,000 characters", `a\n${"ab ".repeat(70_000)}\nb`, [[2, 210_002]]],
  [
    "two runs",
    `${"a".repeat(5000)} ${"b".repeat(4000)}`,
    [
      [0, 5000],
      [5001, 9001],
    ],
  ],
])("%s", (_, text, expected) => {
  expect(overlongRuns(text).map(({ from, to }) => [from, to])).toEqual(expected);
});

test.each([
  ["after so many characters", "abcdef", 4, 4],
  ["at the end", "abc", 10, 3],
  ["not inside a pair", "ab😀c", 3, 4],
  ["before the sixth mark", `a${"\u0301".repeat(100)}`, 90, 6],
])("a text is clipped %s", (_, text, length, end) => {
  expect(clipEnd(text, 0, text.length, length)).toBe(end);
});
