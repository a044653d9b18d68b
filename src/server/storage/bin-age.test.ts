import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BinSightings, findExpired } from "./bin-age.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Opens a store at these days after a deletion: the first of them that purges the canvas, or null. */
function purgedOn(days: readonly number[]): number | null {
  let sightings: BinSightings | null = null;
  for (const day of days) {
    const judged = findExpired([{ key: "AAAA", deletedAt: 0 }], sightings, day * DAY);
    if (judged.purged.length > 0) return day;
    sightings = judged.sightings;
  }
  return null;
}

describe("a deleted canvas", () => {
  test.each<[string, readonly number[], number | null]>([
    ["is kept for 30 days", [1, 10, 20, 30], null],
    ["is purged two days after the first opening past them", [29, 30.5, 31.5, 32.5], 32.5],
    ["is purged in the course of many openings a day", [30.1, 30.2, 30.9, 31.4, 32, 32.09, 32.1], 32.1],
    ["survives the first opening in 60 days, and goes two days later", [60, 62], 62],
    ["survives a clock that is a month ahead for one start", [1, 32, 2, 3, 29, 30], null],
    ["survives a clock that is a year ahead for one start", [1, 400, 2, 3, 29, 30], null],
    ["is purged at its own time after such a start", [1, 400, 2, 31, 33], 33],
    ["survives many starts within one day of a wrong clock", [400, 400.1, 400.2, 400.9, 401.9], null],
    ["survives a clock that is ahead at every other start", [400, 1, 403, 2, 406, 3, 409], null],
    ["survives a clock that jumps from one wrong time to another", [31, 400], null],
    ["survives a clock that goes back and is still past 30 days", [400, 31, 32], null],
    ["of a store that is opened every ten days is purged at the second further opening", [20, 31, 41, 51], 51],
    ["deleted by a clock that was ahead waits for that time", [-370, -300, -1, 29], null],
  ])("%s", (_, days, expected) => expect(purgedOn(days)).toBe(expected));

  test("law: whatever the clock says at the openings, it is purged only when two earlier days of the clock have seen it old", () => {
    const days = fc.array(fc.double({ min: -50, max: 500, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(days, (openings) => {
        const purged = purgedOn(openings);
        if (purged === null) return;
        const until = openings.slice(0, openings.indexOf(purged) + 1);
        const run = until.slice(until.findLastIndex((day) => !(day > 30)) + 1);
        const advance = run.slice(1).reduce((sum, day, index) => sum + Math.max(0, day - (run[index] ?? day)), 0);
        expect(run.length).toBeGreaterThanOrEqual(2);
        expect(advance).toBeGreaterThanOrEqual(2 - 1e-9);
      }),
    );
  });

  test("one old canvas is no news of another", () => {
    const first = findExpired([{ key: "old", deletedAt: 0 }], null, 31 * DAY);
    const bin = [
      { key: "old", deletedAt: 0 },
      { key: "younger", deletedAt: 2 * DAY },
    ];
    const second = findExpired(bin, first.sightings, 33 * DAY);
    expect(second.purged).toEqual(["old"]);
    expect([...(second.sightings?.seenMs ?? [])]).toEqual([["younger", 0]]);
  });

  test("a time that is none is never old", () => {
    expect(findExpired([{ key: "AAAA", deletedAt: Number.NaN }], null, 400 * DAY)).toEqual({
      purged: [],
      sightings: null,
    });
  });
});
