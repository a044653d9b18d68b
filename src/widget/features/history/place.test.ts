import { expect, test } from "vitest";
import type { PointSummary, VersionSummary } from "../../../core/records/history.ts";
import { isBefore, lastRemoval, momentAt, type Place, placeKey, wordsLostAfter } from "./place.ts";

const AT = "2026-11-16T12:00:00.000Z";
const point = (revision: number, reason: PointSummary["reason"], wordsAdded = 0): PointSummary => ({
  revision,
  at: AT,
  reason,
  wordsAdded,
  wordsRemoved: 0,
});
const version = (number: number, points?: readonly PointSummary[], wordsAdded = 0): VersionSummary => ({
  version: number,
  revision: number * 10,
  title: "",
  status: "draft",
  by: { kind: "person" },
  at: AT,
  sealed: true,
  wordsAdded,
  wordsRemoved: 0,
  ...(points === undefined ? {} : { points }),
});

test("the texts of a history have one order, in which a version comes after its points", () => {
  const order: Place[] = [
    { version: 1 },
    { version: 2, point: 11 },
    { version: 2, point: 14 },
    { version: 2 },
    { version: 3, point: 31 },
    { version: 3 },
  ];
  for (const [i, a] of order.entries()) for (const [j, b] of order.entries()) expect(isBefore(a, b)).toBe(i < j);
  expect(new Set(order.map(placeKey)).size).toBe(order.length);
});

test("the newest text before a deletion is found, in whichever version it stood", () => {
  const versions = [
    version(4),
    version(3, [point(29, "left"), point(25, "removal"), point(22, "removal")]),
    version(2, [point(12, "removal")]),
  ];
  expect(lastRemoval(versions)).toEqual({ version: 3, point: 25 });
  expect(lastRemoval([version(4)])).toBeNull();
  expect(momentAt(versions, { version: 3, point: 25 })?.reason).toBe("removal");
  expect(momentAt(versions, { version: 3 })).toBeNull();
  const other = { revision: 24, at: "2026-11-16T12:00:00.000Z" };
  expect(momentAt(versions, { version: 3, point: 24 }, [other])).toBe(other);
});

test.each([
  ["the newest point, against the version itself", 9, 299],
  ["an older point, against the next kept one", 7, 200],
  ["text that grew lost nothing", 5, 0],
  ["a point that is not there lost nothing", 1, 0],
])("words lost: %s", (_, revision, words) => {
  const points = [point(9, "removal", 300), point(7, "removal", 500), point(5, "rest", 100)];
  expect(wordsLostAfter(version(2, points, 1), revision)).toBe(words);
});
