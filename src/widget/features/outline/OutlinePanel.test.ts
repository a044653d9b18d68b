import { expect, test } from "vitest";
import { sectionAt } from "./OutlinePanel.tsx";

const entries = [{ from: 10 }, { from: 20 }, { from: 35 }];

test.each([
  ["before the first heading", 0, -1],
  ["on a heading", 10, 0],
  ["inside a section", 19, 0],
  ["on the next heading", 20, 1],
  ["behind the last", 500, 2],
])("knows the section %s", (_, offset, expected) => expect(sectionAt(entries, offset)).toBe(expected));

test("a document without headings has no section", () => expect(sectionAt([], 5)).toBe(-1));
