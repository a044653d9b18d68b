import { expect, test } from "vitest";
import type { PageCanvas } from "../../../../protocol/page.ts";
import { arrivedIn, NO_ROWS, type Rows, release, takeFresh, withoutRow } from "./list-state.ts";

/** "a2 b1* c1": ids with their revisions; a star is an agent that waits. */
function canvases(notation: string): PageCanvas[] {
  return notation
    .split(" ")
    .filter(Boolean)
    .map((word) => ({
      id: word.slice(0, 1),
      title: word,
      status: "draft",
      version: 1,
      revision: Number(word.slice(1, 2)),
      updatedAt: "",
      createdAt: "",
      lastEditor: "claude",
      words: 1,
      openProposals: 0,
      newEdits: 0,
      newComments: 0,
      newOthers: 0,
      waiting: word.endsWith("*") ? { since: word } : null,
    }));
}
const shown = ({ rows }: Rows) =>
  rows.map(({ canvas, pulse, gone }) => `${canvas.title}${pulse > 0 ? "!" : ""}${gone ? "†" : ""}`).join(" ");
const start = (notation: string) => takeFresh(NO_ROWS, canvases(notation), false);

test.each([
  ["takes the server's order when nobody points at it", "a1 b1 c1", "c2 a1 b1", false, "c2! a1 b1"],
  ["keeps every row in its place under the pointer", "a1 b1 c1", "c2 a1 b1", true, "a1 b1 c2!"],
  ["keeps the place of what is gone", "a1 b1 c1", "a1 c1", true, "a1 b1† c1"],
  ["lets what is gone go", "a1 b1 c1", "a1 c1", false, "a1 c1"],
  ["holds back what is new", "a1 b1", "n1 a1 b1", true, "a1 b1"],
  ["shows what is new at once otherwise", "a1 b1", "n1 a1 b1", false, "n1! a1 b1"],
  ["has what an agent waits for on top", "a1 b1 c1", "a1 b1 c1*", false, "c1*! a1 b1"],
  ["marks it in its place under the pointer", "a1 b1 c1", "a1 b1 c1*", true, "a1 b1 c1*!"],
  ["marks nothing on the first load", "", "a1 b1", true, "a1 b1"],
])("the list %s", (_, before, fresh, isHeld, after) => {
  expect(shown(takeFresh(start(before), canvases(fresh), isHeld))).toBe(after);
});

test("what was held back comes with the release, once", () => {
  const held = takeFresh(start("a1 b1"), canvases("n1 b2 a1"), true);
  expect(arrivedIn(held)).toBe(1);
  const after = release(held);
  expect(shown(after)).toBe("n1! b2! a1");
  expect(release(after)).toBe(after);
});

test.each([
  ["a new one on top", "a1 b1", "n1 a1 b1", 1],
  ["one that moved up as another went", "a1 b1 c1", "a1 c1 d1", 0],
  ["both", "a1 b1 c1", "n1 a1 c1 d1", 1],
  ["all others", "a1 b1", "c1 d1", 2],
])("of %s the new ones are counted", (_, before, fresh, count) => {
  expect(arrivedIn(takeFresh(start(before), canvases(fresh), true))).toBe(count);
});

test("what the person takes away goes at once, also from what is held back", () => {
  const held = takeFresh(start("a1 b1"), canvases("n1 b1 a1"), true);
  expect(shown(release(withoutRow(held, "b")))).toBe("n1! a1");
});

test("a row that came back is no longer gone", () => {
  const gone = takeFresh(start("a1 b1"), canvases("b1"), true);
  expect(shown(takeFresh(gone, canvases("a1 b1"), true))).toBe("a1 b1");
});

test("what is as it was stays the same object, so that it is not drawn again", () => {
  const before = start("a1 b1 c1");
  const after = takeFresh(before, canvases("c2 a1 b1"), false);
  expect(after.rows[1]).toBe(before.rows[0]);
  expect(after.rows[2]).toBe(before.rows[1]);
});
