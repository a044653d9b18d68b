import { expect, test } from "vitest";
import type { PageAudit } from "../../../../protocol/page.ts";
import { byDay, canvasesIn, dayInWords, goneIn, type Line, withNewest, withOlder } from "./audit-lines.ts";

/** "9a 7b+": lines by number and canvas, newest first; a plus: there are more. */
function page(notation: string): PageAudit {
  const lines = notation
    .replace("+", "")
    .split(" ")
    .filter(Boolean)
    .map((word) => line({ number: Number(word.slice(0, -1)), canvasId: word.slice(-1) }));
  return { lines, more: notation.endsWith("+") };
}
function line(given: Partial<Line>): Line {
  return {
    number: 1,
    canvasId: "a",
    title: "Plan",
    kind: "shared",
    by: { kind: "person" },
    at: "",
    payload: {},
    ...given,
  };
}
const shown = ({ lines, more }: PageAudit) =>
  `${lines.map(({ number, canvasId }) => `${number}${canvasId}`).join(" ")}${more ? "+" : ""}`;

test.each([
  ["nothing known yet", null, "3a 2a+", "3a 2a+"],
  ["one came on top", "3a 2a 1a", "4b 3a+", "4b 3a 2a 1a"],
  ["as it was, and there are more below", "3a 2a+", "3a 2a+", "3a 2a+"],
  ["so many came that there is a gap", "3a 2a 1a", "9b 8b+", "9b 8b+"],
  ["all of it, short", "3a 2a", "4a 3a 2a", "4a 3a 2a"],
  ["there was nothing", "", "1a", "1a"],
])("the newest: %s", (_, before, fresh, after) => {
  expect(shown(withNewest(before === null ? null : page(before), page(fresh)))).toBe(after);
});

test("older lines come below, none twice", () => {
  expect(shown(withOlder(page("4a 3a+"), page("3a 2b 1a")))).toBe("4a 3a 2b 1a");
});

test("what was deleted and not brought back since cannot be opened", () => {
  const lines = [
    line({ canvasId: "a", kind: "exported" }),
    line({ canvasId: "a", kind: "deleted" }),
    line({ canvasId: "b", kind: "brought_back" }),
    line({ canvasId: "b", kind: "deleted" }),
    line({ canvasId: "c", kind: "purged" }),
    line({ canvasId: "d" }),
  ];
  expect([...goneIn(lines)]).toEqual(["a", "c"]);
});

test("canvases are named as they were named last", () => {
  const lines = [line({ title: "New" }), line({ canvasId: "b", title: "Other" }), line({ title: "Old" })];
  expect([...canvasesIn(lines)]).toEqual([
    ["a", "New"],
    ["b", "Other"],
  ]);
});

test("days are those of the reader's clock", () => {
  const lines = ["2026-03-02T23:30:00Z", "2026-03-02T22:10:00Z", "2026-03-01T12:00:00Z"].map((at) => line({ at }));
  expect(byDay(lines, "UTC").map((day) => day.lines.length)).toEqual([2, 1]);
  expect(byDay(lines, "Europe/Berlin").map((day) => day.lines.length)).toEqual([1, 1, 1]);
});

test.each([
  ["2026-03-02T08:00:00Z", "Today"],
  ["2026-03-01T23:00:00Z", "Yesterday"],
  ["2026-02-26T09:00:00Z", "Thursday, February 26"],
  ["2025-12-31T09:00:00Z", "Wednesday, December 31, 2025"],
  ["some day", "some day"],
])("%s is %j", (at, words) => {
  expect(dayInWords(at, Date.parse("2026-03-02T09:00:00Z"), "UTC")).toBe(words);
});
