import { expect, test } from "vitest";
import { ID_ALPHABET, idLength, itemId, nearIds, parseCanvasId } from "./ids.ts";

test.each([
  ["HN8B", "HN8B"],
  ["hn8b", "HN8B"],
  [" HN8B\n", "HN8B"],
  ["HN8B2", "HN8B2"],
  ["", null],
  ["HN8", null],
  ["HN0B", null],
  ["../etc/passwd", null],
  ["..\\..\\x", null],
  ["HN8B/../X4KR", null],
  ["__proto__", null],
  ["HN8B\0", null],
  ["ＨＮ８Ｂ", null],
  ["A".repeat(100_000), null],
])("%j is read as %j", (given, id) => expect(parseCanvasId(given)).toBe(id));

test("the alphabet has the 31 characters that cannot be mistaken", () => {
  expect(new Set(ID_ALPHABET).size).toBe(31);
  expect(ID_ALPHABET).not.toMatch(/[01OIL]/);
});

test("ids grow as a store fills", () => {
  expect([0, 1_000, 92_352, 92_353, 5_000_000].map(idLength)).toEqual([4, 4, 4, 5, 6]);
});

test("near ids are those that a slip could have made, nearest first", () => {
  expect(nearIds("HN8D", ["X4KR", "HN8B", "HM8E", "NH8D"])).toEqual(["HN8B", "NH8D", "HM8E"]);
  expect(nearIds("HN8", ["HN8B", "X4KR"])).toEqual(["HN8B"]);
  expect(nearIds("QQQQ", ["HN8B"])).toEqual([]);
});

test("an item's id is one that is not taken, longer when the short ones are", () => {
  expect(
    itemId(
      (length) => "A".repeat(length),
      (id) => id === "aaaa",
    ),
  ).toBe("aaaaa");
});
