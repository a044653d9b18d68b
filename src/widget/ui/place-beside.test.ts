import { expect, test } from "vitest";
import { boxAround, placeBeside } from "./place-beside.ts";

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
  expect(placeBeside(text, size, window, { side: "start", gap: 6 })).toMatchObject(place);
});

test("at the end of its text", () => {
  const text = { top: 100, bottom: 120, left: 10, right: 300 };
  const at = placeBeside(text, { width: 40, height: 32 }, window, { side: "end", gap: 6 });
  expect(at).toMatchObject({ left: 260, top: 126 });
});

const list = { side: "nearer", gap: 4, shrinks: true } as const;

test.each([
  ["opens from the near edge of its button", { top: 8, bottom: 40, left: 10, right: 42 }, { left: 10, top: 44 }],
  ["opens from the far edge in the far half", { top: 8, bottom: 40, left: 270, right: 302 }, { left: 22, top: 44 }],
  ["goes up where there is more room", { top: 400, bottom: 432, left: 10, right: 42 }, { left: 10, top: 276 }],
])("a list %s", (_name, button, place) => {
  expect(placeBeside(button, size, window, list)).toMatchObject(place);
});

test("a list that is too high for either side shrinks, and does not cover its button", () => {
  const button = { top: 300, bottom: 332, left: 10, right: 42 };
  expect(placeBeside(button, { width: 280, height: 480 }, window, list)).toEqual({ left: 10, top: 8, room: 288 });
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
