import { expect, test } from "vitest";
import { AT_START, type KeptPlace, readPlace, writePlace } from "./kept-place.ts";

const read = (written: string | null) => readPlace(written === null ? null : JSON.parse(written));

test.each<[string, KeptPlace]>([
  ["the start", AT_START],
  ["an offset", { ...AT_START, offset: 120 }],
  ["a caret", { ...AT_START, caret: { from: 3, to: 7 } }],
  ["folded parts", { offset: 9, caret: null, folds: { Details: true, "": false } }],
])("%s is read as it was written", (_, place) => {
  expect(read(writePlace(place))).toEqual(place);
});

test("the start alone is not worth keeping, and an offset alone is kept as the first release kept it", () => {
  expect(writePlace(AT_START)).toBeNull();
  expect(writePlace({ ...AT_START, offset: 119.6 })).toBe("120");
});

test.each([
  [null],
  ["x"],
  [[]],
  [{}],
  [{ offset: "1", caret: [1], folds: [1] }],
  [-4],
  [{ caret: ["a", 2] }],
  [Number.NaN],
])("%j is the start", (value) => {
  expect(readPlace(value)).toEqual(AT_START);
});
