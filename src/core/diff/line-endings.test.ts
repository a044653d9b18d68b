import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromEditor, offsetMaps, toEditor } from "./line-endings.ts";

describe("A saved text keeps its own line endings", () => {
  test.each([
    ["an untouched text", "a\r\nb\n", "a\nb\n", "a\r\nb\n"],
    ["a changed line", "a\r\nb\nc\r", "a\nX\nc\n", "a\r\nX\nc\r"],
    ["a new line takes the ending before it", "a\r\nb\r\n", "a\nnew\nb\n", "a\r\nnew\r\nb\r\n"],
    ["a new first line takes the commonest", "a\r\nb\r\n", "new\na\nb\n", "new\r\na\r\nb\r\n"],
    ["a line added after a last line without an ending", "a\r\nb", "a\nb\nc", "a\r\nb\r\nc"],
    ["a last line that lost its ending", "a\r\nb\r\n", "a\nb", "a\r\nb"],
    ["no stray pair out of \\r and \\n", "a\rx\r\n\n", "a\n\n", "a\n\n"],
    ["plain text", "a\nb", "a\nc", "a\nc"],
  ])("%s", (_, original, editor, expected) => expect(fromEditor(editor, original)).toBe(expected));
});

const piece = fc.constantFrom("a", "b", "\n", "\r\n", "\r", "\n", "😀");
const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));

describe("Laws", () => {
  test("there and back is the same text", () => {
    fc.assert(
      fc.property(text, (stored) => {
        expect(fromEditor(toEditor(stored), stored)).toBe(stored);
      }),
      { numRuns: 500 },
    );
  });
  test("the editor gets back what it held", () => {
    fc.assert(
      fc.property(text, text, (stored, other) => {
        const held = toEditor(other);
        expect(toEditor(fromEditor(held, stored))).toBe(held);
      }),
      { numRuns: 1000 },
    );
  });
  test("offsets name the same place in both forms", () => {
    fc.assert(
      fc.property(text, (stored) => {
        const maps = offsetMaps(stored);
        for (let offset = 0; offset <= toEditor(stored).length; offset++) {
          const there = maps.fromEditor(offset);
          if (maps.toEditor(there) !== offset) throw new Error(`${offset} does not come back`);
          if (toEditor(stored.slice(0, there)).length !== offset) throw new Error(`${offset} is elsewhere`);
        }
      }),
      { numRuns: 500 },
    );
  });
});
