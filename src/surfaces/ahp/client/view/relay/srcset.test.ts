import { expect, test } from "vitest";
import { readSrcset, writeSrcset } from "./srcset.ts";

test.each([
  ["a.png", [["a.png", ""]]],
  [
    "a.png 1x, b.png 2x",
    [
      ["a.png", "1x"],
      ["b.png", "2x"],
    ],
  ],
  ["a.png,b.png 2x", [["a.png,b.png", "2x"]]],
  [
    "a.png, b.png",
    [
      ["a.png", ""],
      ["b.png", ""],
    ],
  ],
  [
    " ,, a.png  300w ,\n b.png\t600w",
    [
      ["a.png", "300w"],
      ["b.png", "600w"],
    ],
  ],
  [
    "data:image/png;base64,AA== 1x, b.png 2x",
    [
      ["data:image/png;base64,AA==", "1x"],
      ["b.png", "2x"],
    ],
  ],
  [
    "a.png foo(1, 2) 1x, b.png",
    [
      ["a.png", "foo(1, 2) 1x"],
      ["b.png", ""],
    ],
  ],
  ["", []],
])("%j", (text, expected) => {
  expect(readSrcset(text).map(({ reference, when }) => [reference, when])).toEqual(expected);
});

test("an address with spaces stays one address", () => {
  const written = writeSrcset([
    { reference: "data:,a b", when: "2x" },
    { reference: "c.png", when: "" },
  ]);
  expect(written).toBe("data:,a%20b 2x, c.png");
  expect(readSrcset(written).map(({ reference }) => reference)).toEqual(["data:,a%20b", "c.png"]);
});
