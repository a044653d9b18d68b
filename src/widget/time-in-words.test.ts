import { expect, test } from "vitest";
import { clockTime, timeInWords } from "./time-in-words.ts";

const now = Date.parse("2026-11-16T12:00:00Z");

test.each([
  ["2026-11-16T11:59:30Z", "just now"],
  ["2026-11-16T12:03:00Z", "just now"],
  ["2026-11-16T11:59:00Z", "1 minute ago"],
  ["2026-11-16T09:10:00Z", "2 hours ago"],
  ["2026-11-15T11:00:00Z", "yesterday"],
  ["2026-11-12T12:00:00Z", "4 days ago"],
  ["2026-10-03T12:00:00Z", "Oct 3"],
  ["2024-10-03T12:00:00Z", "Oct 3, 2024"],
  ["soon", "soon"],
])("%s is %s", (iso, words) => {
  expect(timeInWords(iso, now)).toBe(words);
});

test.each([
  ["2026-11-16T09:05:00Z", "9:05 AM"],
  ["2026-11-15T23:59:00Z", "Nov 15, 11:59 PM"],
  ["soon", "soon"],
])("the clock time of %s is %s", (iso, words) => {
  // Some releases put a narrow space before AM.
  expect(clockTime(iso, now, "en", "UTC").replaceAll("\u202F", " ")).toBe(words);
});
