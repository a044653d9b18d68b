import { expect, test } from "vitest";
import { nextPlace } from "./SelectionBar.tsx";

const key = (name: string) => ({ key: name.replace("Shift-", ""), shiftKey: name.startsWith("Shift-") });

test.each<[string, number, number | "text" | null]>([
  ["Tab", 0, 1],
  ["Tab", 2, "text"],
  ["Shift-Tab", 0, "text"],
  ["Shift-Tab", 2, 1],
  ["Escape", 1, "text"],
  ["ArrowRight", 2, 0],
  ["ArrowLeft", 0, 2],
  ["End", 0, 2],
  ["Home", 2, 0],
  ["Enter", 1, null],
])("%s on button %i of the bar leads to %s", (name, at, expected) => {
  expect(nextPlace(key(name), at, 3)).toBe(expected);
});
