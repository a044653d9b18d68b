import { expect, test } from "vitest";
import { readPanel, readPlace, writePlace } from "./place.ts";

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
  ["#/activity", { kind: "activity" }, null],
  ["#/activity/hn8b", { kind: "activity", id: "HN8B" }, null],
  ["#/activity/<b>", { kind: "list" }, null],
])("%j leads where it says", (hash, place, link) => {
  expect(readPlace(hash)).toEqual({ place, link, ticket: null, share: null, problem: null });
});

test.each([
  ["#/canvas/HN8B?share=secret", "secret"],
  ["#/canvas/HN8B?share=", null],
  ["#/?share=secret", null],
  ["#/activity/HN8B?share=secret", null],
])("%j shares with %j", (hash, share) => {
  expect(readPlace(hash).share).toBe(share);
});

test.each([
  ["#/?problem=denied", "denied"],
  ["#/canvas/HN8B?problem=late", "late"],
  ["#/?problem=<b>", null],
])("%j says that %j went wrong", (hash, problem) => {
  expect(readPlace(hash).problem).toBe(problem);
});

test("a place that is written is read back", () => {
  const places = [
    { kind: "list" },
    { kind: "canvas", id: "HN8B" },
    { kind: "activity" },
    { kind: "activity", id: "HN8B" },
  ] as const;
  for (const place of places) expect(readPlace(writePlace(place)).place).toEqual(place);
});

test.each([
  ["?panel=HN8B.abc-_9", { only: "HN8B", search: "?panel=HN8B.abc-_9" }],
  ["?x=1&panel=HN8B.abc&y=2", { only: "HN8B", search: "?panel=HN8B.abc" }],
  ["", null],
  ["?panel=", null],
  ["?panel=HN8B", null],
  ["?panel=hn8b.abc", null],
  ["?panel=HN8B.a%26b", null],
])("%j is the panel of %j", (search, panel) => {
  expect(readPanel(search)).toEqual(panel);
});
