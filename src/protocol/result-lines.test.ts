import fc from "fast-check";
import { expect, test } from "vitest";
import { ID_ALPHABET } from "../core/document/ids.ts";
import { quoted } from "../core/text/quote-text.ts";
import { createdLine, readCreatedId, readVersion, repeatedLine } from "./result-lines.ts";

const id = fc.string({ unit: fc.constantFrom(...ID_ALPHABET), minLength: 4, maxLength: 16 });
const title = fc.string({ unit: "binary", maxLength: 60 });
const after = fc.constantFrom("", "\nThe person can edit it.", '\nCreated canvas ZZZZ "x" at v1.');

test("law: whatever the title holds, the id that was written is the id that is read", () => {
  fc.assert(
    fc.property(id, title, fc.integer({ min: 1, max: 999_999 }), after, (name, words, version, rest) => {
      expect(readCreatedId(createdLine(name, quoted(words)) + rest)).toBe(name);
      expect(readCreatedId(repeatedLine(name, quoted(words), version) + rest)).toBe(name);
    }),
  );
});

test.each([
  ["nothing", ""],
  ["another first line", 'Rewritten.\nCreated canvas HN8B "Plan" at v1.'],
  ["words before it", 'So: Created canvas HN8B "Plan" at v1.'],
  ["words behind it", 'Created canvas HN8B "Plan" at v1. The person now sees it.'],
  ["a carriage return", 'Created canvas HN8B "Plan" at v1.\r\nMore.'],
  ["another version", 'Created canvas HN8B "Plan" at v2.'],
  ["version 0", 'Canvas HN8B "Plan" was created by the same call a moment ago: it is at v0.'],
  ["an id that is too short", 'Created canvas HN8 "Plan" at v1.'],
  ["an id that is too long", `Created canvas ${"H".repeat(17)} "Plan" at v1.`],
  ["letters that no id has", 'Created canvas HN0O "Plan" at v1.'],
  ["an id in lower case", 'Created canvas hn8b "Plan" at v1.'],
  ["a title without quotation marks", "Created canvas HN8B Plan at v1."],
  ["a title that ends its quotation", 'Created canvas HN8B "Plan" and "more" at v1.'],
  ["an escape that JSON has not", String.raw`Created canvas HN8B "Pl\an" at v1.`],
  ["a line that is quoted", 'User said: "Created canvas HN8B \\"Plan\\" at v1."'],
  ["an endless line", `Created canvas HN8B "${"x".repeat(5_000_000)}" at v1.`],
  ["an endless title that never ends", `Created canvas HN8B "${"\\".repeat(5_000_000)}`],
])("no id is read from %s", (_, text) => expect(readCreatedId(text)).toBeNull());

test.each([
  ["Edited.\n\nbase_version: 12", 12],
  ["base_version: 1", 1],
  ["base_version: 3\nMore.", null],
  ["base_version: 0", null],
  ["base_version: 1e3", null],
  ["  base_version: 3", null],
  ["base_version: 99999999999", null],
  ["base_version: 3".repeat(500_000), null],
  ["", null],
])("the version is the last line's alone (%#)", (text, version) => expect(readVersion(text)).toBe(version));
