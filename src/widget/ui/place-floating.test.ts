import { expect, test } from "vitest";
import { boxAround, placeFloating } from "./place-floating.ts";

const window = { width: 320, height: 500 };
const size = { width: 280, height: 120 };

test.each([
  ["below its text", { top: 100, bottom: 120, left: 10, right: 90 }, { left: 10, top: 126 }],
  ["above where there is no room below", { top: 400, bottom: 420, left: 10, right: 90 }, { left: 10, top: 274 }],
  ["never over the side", { top: 100, bottom: 120, left: 200, right: 300 }, { left: 32, top: 126 }],
  [
    "inside even when its text is taller than the window",
    { top: -50, bottom: 900, left: 0, right: 320 },
    { left: 8, top: 372 },
  ],
])("%s", (_name, text, place) => {
  expect(placeFloating(text, size, window, "start")).toEqual(place);
});

test("at the end of its text", () => {
  const text = { top: 100, bottom: 120, left: 10, right: 300 };
  expect(placeFloating(text, { width: 40, height: 32 }, window, "end")).toEqual({ left: 260, top: 126 });
});

test("one box around several; those without a size say nothing", () => {
  expect(boxAround([])).toBeNull();
  expect(
    boxAround([
      { top: 0, bottom: 0, left: 0, right: 0 },
      { top: 10, bottom: 20, left: 30, right: 40 },
      { top: 20, bottom: 30, left: 5, right: 12 },
    ]),
  ).toEqual({ top: 10, bottom: 30, left: 5, right: 40 });
});
