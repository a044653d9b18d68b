import fc from "fast-check";
import { expect, test } from "vitest";
import { outlineOf } from "./outline.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { countWords, createWordCounter, plainText } from "./plain-text.ts";
import { markdownText } from "./testing/random-markdown.ts";

test.each([
  ["", 0],
  ["one", 1],
  ["one two  three\nfour", 4],
  ["don't stop—now", 3],
  ["well-known snake_case", 2],
  ["*** — …", 0],
  ["Größe über Straße", 3],
  ["Привет мир", 2],
  ["日本語 text", 4],
  ["price: 1,000 €", 3],
  ["e\u0301a", 1],
  ["😀 smile 😀", 1],
])("%j has %i words", (text, words) => {
  expect(countWords(text)).toBe(words);
});

test("a count that goes on while its text changes is the count of the text", () => {
  fc.assert(
    fc.property(markdownText, fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }), (text, cuts) => {
      const count = createWordCounter();
      for (const [start, end] of [...cuts, [0, text.length] as const]) {
        const part = text.slice(0, start % (text.length + 1)) + text.slice(end % (text.length + 1));
        expect(count(part)).toBe(countWords(part));
      }
    }),
    { numRuns: 100 },
  );
});

test("plain text is what a reader sees", () => {
  const text =
    "# A *b*\n\n- [ ] c `d`\n- e &amp; f\n\n| g | h |\n|---|---|\n| i | ![j](k) |\n\n```\nl\n```\n\nm[^1]\n\n[^1]: n";
  expect(plainText(parseMarkdown(text))).toBe("A b\nc d\ne & f\ng\th\ni\tj\nl\nm\nn");
});

test("the outline names each heading, its place and the words under it", () => {
  const text =
    "intro words\r\n\r\n# One *two*\r\n\r\nthree four\r\n\r\nFive\r\n----\r\n- six\r\n- seven eight\r\n### End";
  expect(outlineOf(parseMarkdown(text))).toEqual([
    { level: 1, title: "One two", from: 15, line: 3, words: 2 },
    { level: 2, title: "Five", from: text.indexOf("Five"), line: 7, words: 3 },
    { level: 3, title: "End", from: text.indexOf("###"), line: 11, words: 0 },
  ]);
});
