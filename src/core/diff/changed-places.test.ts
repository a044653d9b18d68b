import fc from "fast-check";
import { expect, test } from "vitest";
import { changedPlaces, undoPlace } from "./changed-places.ts";

const before = "# Title\n\nOne.\n\nTwo.\n\nThree.\n";

test.each([
  ["a line that was added", "# Title\n\nOne.\n\nNew.\n\nTwo.\n\nThree.\n", 1],
  ["a line that was removed", "# Title\n\nOne.\n\nThree.\n", 1],
  ["lines that were changed", "# Title\n\nOne!\n\nTwo.\n\nThree!\n", 2],
  ["a byte order mark, which is no white space to a reader", "# Title\n\nOne.\n\nTwo. \ufeff\n\nThree.\n", 1],
  ["nothing", before, 0],
  ["white space alone", "# Title\n\nOne.\n\nTwo.  \n\nThree.\n", 0],
])("finds %s", (_, after, count) => expect(changedPlaces(before, after)).toHaveLength(count));

test("one place is undone alone", () => {
  const after = "# Title\n\nOne!\n\nTwo.\n\nThree!\n";
  const [, second] = changedPlaces(before, after);
  expect(undoPlace(before, after, second!)).toBe("# Title\n\nOne!\n\nTwo.\n\nThree.\n");
});

const line = fc.constantFrom("", "a", "b", "c d", "  c d", "e\r");
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

test("undoing every place, the last first, leaves nothing but white space to tell apart", () => {
  fc.assert(
    fc.property(text, text, (was, now) => {
      let left = now;
      for (const place of changedPlaces(was, now).reverse()) left = undoPlace(was, left, place);
      expect(left.replace(/\s+/g, "")).toBe(was.replace(/\s+/g, ""));
    }),
  );
});
