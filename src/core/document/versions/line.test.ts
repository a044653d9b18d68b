import fc from "fast-check";
import { expect, test } from "vitest";
import type { MomentSummary } from "../../records/history.ts";
import { thinMoments } from "./line.ts";

const START = Date.parse("2026-11-16T12:00:00.000Z");

/** "0 5 7P": the seconds, and which are points. */
function moments(notation: string): MomentSummary[] {
  return notation.split(" ").map((each, index) => ({
    revision: index + 1,
    at: new Date(START + Number.parseInt(each, 10) * 1000).toISOString(),
    ...(each.endsWith("P") ? { reason: "rest" as const } : {}),
  }));
}

test.each([
  ["few enough all stay", "0 1 2", 3, "0 1 2"],
  ["of those of one distance the oldest goes", "0 10 20 30 40", 4, "0 20 30 40"],
  ["so that those before are sparse, and those of late dense", "0 10 20 30 40 50 60 70 80", 5, "0 40 60 70 80"],
  ["the one whose neighbours are near goes first", "0 99 100 101 400", 4, "0 99 101 400"],
  ["the first and the last stay", "0 1 2 3", 1, "0 3"],
  ["and so do points", "0 1P 2 3P 4", 2, "0 1 3 4"],
  ["a clock that was put back does no harm", "50 60 0 10 20", 3, "50 0 20"],
])("%s", (_, notation, most, expected) => {
  const all = moments(notation);
  const dropped = thinMoments(all.toReversed(), most);
  const left = all.filter(({ revision }) => !dropped.includes(revision));
  expect(left.map(({ at }) => (Date.parse(at) - START) / 1000).join(" ")).toBe(expected);
});

test("law: no more go than must; what goes goes in one order, however many may stay", () => {
  const some = fc.array(fc.record({ second: fc.nat(600), isPoint: fc.boolean() }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(some, fc.nat(40), (drawn, most) => {
      const all = moments(drawn.map(({ second, isPoint }) => `${second}${isPoint ? "P" : ""}`).join(" "));
      const staying = all.filter(({ reason }, at) => reason !== undefined || at === 0 || at === all.length - 1).length;
      const dropped = thinMoments(all, most);
      expect(new Set(dropped).size).toBe(Math.max(0, all.length - Math.max(most, staying)));
      expect(thinMoments(all, 0).slice(0, dropped.length)).toEqual(dropped);
    }),
  );
});
