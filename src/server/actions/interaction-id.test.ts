import { expect, test } from "vitest";
import { eventRecordId } from "./interaction-id.ts";

test("a record's id is the same whenever it is made, and another's where a store was put back and went on otherwise", () => {
  const first = { sequence: 7, at: "2026-01-01T00:00:00.000Z" };
  const otherwise = { ...first, at: "2026-01-01T00:05:00.000Z" };
  expect(eventRecordId("AAAA", { ...first }, 0)).toBe(eventRecordId("AAAA", first, 0));
  const ids = [first, otherwise].flatMap((event) => [0, 1].map((part) => eventRecordId("AAAA", event, part)));
  expect(new Set(ids).size).toBe(4);
});
