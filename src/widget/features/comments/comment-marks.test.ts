import { expect, test } from "vitest";
import type { TextHighlight } from "../../text/editor/highlights.ts";
import { overlapsOf } from "./comment-marks.ts";

const mark = (from: number, to: number, look: TextHighlight["look"] = "person"): TextHighlight => ({
  id: `${from}`,
  from,
  to,
  look,
  active: false,
});
const places = (...marks: TextHighlight[]) => overlapsOf(marks).map(({ from, to, look }) => `${look} ${from}-${to}`);

test.each([
  ["none alone", [mark(0, 9)], []],
  ["none side by side", [mark(0, 5), mark(5, 9)], []],
  ["where they meet", [mark(0, 6), mark(4, 9)], ["person 4-6"]],
  ["one inside the other", [mark(0, 9), mark(2, 4)], ["person 2-4"]],
  ["the same words twice", [mark(2, 4), mark(2, 4)], ["person 2-4"]],
  ["three are one stretch", [mark(0, 6), mark(2, 8), mark(4, 9)], ["person 2-8"]],
  ["others do not count", [mark(0, 6), mark(4, 9, "model"), mark(4, 9, "protected")], []],
  ["each author alone", [mark(0, 6, "model"), mark(4, 9, "model")], ["model 4-6"]],
])("overlaps: %s", (_, marks, expected) => expect(places(...marks)).toEqual(expected));
