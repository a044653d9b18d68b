import fc from "fast-check";
import { expect, test } from "vitest";
import { hashText } from "./hash-text.ts";

test("equal texts have equal names of 16 digits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(hashText(text)).toMatch(/^[0-9a-f]{16}$/);
      expect(hashText(`${text}.`.slice(0, -1))).toBe(hashText(text));
    }),
  );
});

test("a code unit that comes, goes or changes makes another name, wherever it stands", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.nat(),
      fc.string({ minLength: 1, maxLength: 1 }),
      (text, place, unit) => {
        const at = place % text.length;
        const before = text.slice(0, at);
        const others = [
          before + unit + text.slice(at + 1),
          before + unit + text.slice(at),
          before + text.slice(at + 1),
        ];
        for (const other of others) expect(hashText(other) === hashText(text)).toBe(other === text);
      },
    ),
  );
});

test("a hundred thousand near texts have as many names", () => {
  const names = new Set(Array.from({ length: 100_000 }, (_, n) => hashText(`Paragraph ${n} stands here.\n`)));
  expect(names.size).toBe(100_000);
  // Both halves tell texts apart on their own: no more twins than chance makes in 32 bits.
  for (const half of [0, 8])
    expect(new Set([...names].map((name) => name.slice(half, half + 8))).size).toBeGreaterThan(99_980);
});

test.each([
  ["swapped letters", "ab", "ba"],
  ["a surrogate more", "a😀", "a\ud83d"],
  ["only zeros", "\0", "\0\0"],
  ["nothing and a zero", "", "\0"],
  ["another line end", "a\n", "a\r\n"],
])("%s make another name", (_, one, other) => expect(hashText(one)).not.toBe(hashText(other)));
