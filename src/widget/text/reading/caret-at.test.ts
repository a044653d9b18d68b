import fc from "fast-check";
import { expect, test } from "vitest";
import { caretAt } from "./caret-at.ts";

/** `‹` is where the reader is, `|` where typing goes on. */
function expectCaret(notation: string): void {
  const offset = notation.replace("¦", "").indexOf("‹");
  const caret = notation.replace("‹", "").indexOf("¦");
  expect(caretAt(notation.replace(/[‹¦]/g, ""), offset)).toBe(caret);
}

test.each([
  ["behind a title, never before it", "‹# Plan¦\n\nWords.\n"],
  ["behind a paragraph", "# Plan\n\n‹Words here.¦\n\nMore.\n"],
  ["behind the last line of a broken paragraph", "‹One\ntwo\nthree¦\n\nfour"],
  ["behind an item, not behind the list", "- one\n‹- two¦\n- three\n"],
  ["behind a numbered item", "‹1. one¦\n2. two\n"],
  ["before the list that follows without a blank line", "‹Words:¦\n- one\n"],
  ["behind a line that ends with both signs", "‹Words.¦\r\n\r\nMore.\r\n"],
  ["in an empty text", "‹¦"],
  ["at the end of a text without a last break", "a\n\n‹b¦"],
])("typing goes on %s", (_, notation) => expectCaret(notation));

test("the caret stands at the end of a line, at or behind the reader's place", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", " ", "#", "-", "\n", "\r\n") }), fc.nat(), (text, at) => {
      const offset = text.length === 0 ? 0 : at % text.length;
      const caret = caretAt(text, offset);
      expect(caret).toBeLessThanOrEqual(text.length);
      expect(caret).toBeGreaterThanOrEqual(text.lastIndexOf("\n", offset - 1) + 1);
      expect(["", "\n", "\r"]).toContain(text.charAt(caret));
    }),
  );
});
