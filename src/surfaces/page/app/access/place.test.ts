import { expect, test } from "vitest";
import { readPlace, writePlace } from "./place.ts";

test.each([
  ["", { kind: "list" }, null],
  ["#/", { kind: "list" }, null],
  ["#/?link=abc.def", { kind: "list" }, "abc.def"],
  ["#/canvas/HN8B", { kind: "canvas", id: "HN8B" }, null],
  ["#/canvas/hn8b?link=t", { kind: "canvas", id: "HN8B" }, "t"],
  ["#/canvas/HN8B/?link=", { kind: "canvas", id: "HN8B" }, null],
  ["#/canvas/../x", { kind: "list" }, null],
  ["#/canvas/<b>", { kind: "list" }, null],
  ["#/elsewhere", { kind: "list" }, null],
])("%j leads where it says", (hash, place, link) => {
  expect(readPlace(hash)).toEqual({ place, link, ticket: null });
});

test("a place that is written is read back", () => {
  for (const place of [{ kind: "list" }, { kind: "canvas", id: "HN8B" }] as const)
    expect(readPlace(writePlace(place)).place).toEqual(place);
});
