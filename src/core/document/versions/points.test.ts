import fc from "fast-check";
import { expect, test } from "vitest";
import type { PointReason, PointSummary } from "../../records/history.ts";
import { MOST_POINTS, thinPoints } from "./points.ts";

const START = Date.parse("2026-11-16T12:00:00.000Z");
const REASONS: Readonly<Record<string, PointReason>> = { i: "interval", r: "rest", l: "left", D: "removal" };

/** "i0 D30 l90:5": the reason, the second, and the words added, which are the second unless they are said. */
function points(notation: string): PointSummary[] {
  return notation.split(" ").map((each, index) => {
    const [, reason = "", second = "", words = second] = /^(\w)(\d+)(?::(\d+))?$/.exec(each) ?? [];
    return {
      revision: index + 1,
      at: new Date(START + Number(second) * 1000).toISOString(),
      reason: REASONS[reason] ?? "interval",
      wordsAdded: Number(words),
      wordsRemoved: 0,
    };
  });
}

const seconds = (left: readonly PointSummary[]) =>
  left.map(({ at }) => String((Date.parse(at) - START) / 1000)).join(" ");

test.each([
  ["few enough all stay", "i0 i30 i60", 3, "0 30 60"],
  ["the one goes whose neighbours are nearest", "i0 i100 i130 i300", 3, "0 130 300"],
  ["those left are spread over the time", "i0 i30 i60 i90 i120 i150 i180 i210 i240", 5, "0 60 120 180 240"],
  ["also when only two are left", "i0 i30 i60 i90", 2, "0 90"],
  ["what stands for the time alone goes before what was rested on", "r0 i60 r61 l62", 3, "0 61 62"],
  ["then what was rested on or left", "r0 l10 r100 D110", 3, "0 100 110"],
  ["what stood before a removal stays", "i0 D1 D2 D3 i60", 3, "1 2 3"],
  ["however many there are", "D0 D1 D2 D3", 2, "0 1 2 3"],
  ["what lost words little by little goes later", "i0:10 i30:90 i60:40 i300:50", 3, "0 30 300"],
  ["none of none", "i0", 0, ""],
])("%s", (_, notation, most, expected) => {
  const all = points(notation);
  const dropped = thinPoints(all.toReversed(), most);
  expect(seconds(all.filter(({ revision }) => !dropped.includes(revision)))).toBe(expected);
});

const anyPoint = fc.record({
  reason: fc.constantFrom<PointReason>("interval", "rest", "left", "removal"),
  second: fc.nat(600),
  words: fc.nat(50),
});

test("law: no removal goes, no more go than must, and the order does not matter", () => {
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 60 }), fc.nat(MOST_POINTS), (drawn, most) => {
      const all = drawn.map(({ reason, second, words }, index) => ({
        revision: index + 1,
        at: new Date(START + second * 1000).toISOString(),
        reason,
        wordsAdded: words,
        wordsRemoved: 0,
      }));
      const dropped = thinPoints(all, most);
      const removals = all.filter(({ reason }) => reason === "removal");
      expect(removals.filter(({ revision }) => dropped.includes(revision))).toEqual([]);
      expect(all.length - new Set(dropped).size).toBe(Math.min(all.length, Math.max(most, removals.length)));
      expect(thinPoints(all.toReversed(), most)).toEqual(dropped);
    }),
  );
});
