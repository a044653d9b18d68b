import fc from "fast-check";
import { expect, test } from "vitest";
import { type CriticDocument, printCritic } from "./critic-markup.ts";
import { readCritic } from "./read-critic-markup.ts";

const doc = (content: string, more: Partial<CriticDocument> = {}): CriticDocument => ({
  content,
  suggestions: [],
  comments: [],
  ...more,
});

test.each<[string, CriticDocument, string]>([
  ["an insertion", doc("a c", { suggestions: [{ from: 2, to: 2, insert: "b " }] }), "a {++b ++}c"],
  ["a deletion", doc("a b c", { suggestions: [{ from: 2, to: 4, insert: "" }] }), "a {--b --}c"],
  ["a substitution", doc("a b c", { suggestions: [{ from: 2, to: 3, insert: "x" }] }), "a {~~b~>x~~} c"],
  ["a note on a passage", doc("a b c", { comments: [{ from: 2, to: 3, body: "why?" }] }), "a {==b==}{>>why?<<} c"],
  [
    "two notes on a passage",
    doc("a b", {
      comments: [
        { from: 2, to: 3, body: "one" },
        { from: 2, to: 3, body: "two" },
      ],
    }),
    "a {==b==}{>>one<<}{>>two<<}",
  ],
  ["a note on a place", doc("a b", { comments: [{ from: 0, to: 0, body: "all" }] }), "{>>all<<}a b"],
  ["marks in the text", doc("a {++b++} {~~c~>d~~}"), "a {\\++b++\\} {\\~~c~>d~~\\}"],
  ["an escaped mark in the text", doc("{\\++ ++\\}"), "{\\\\++ ++\\\\}"],
  [
    "an arrow in what is replaced",
    doc("a~>b", { suggestions: [{ from: 0, to: 4, insert: "x~>y" }] }),
    "{~~a~\\>b~>x~>y~~}",
  ],
])("%s", (_, document, text) => {
  expect(printCritic(document)).toBe(text);
  expect(readCritic(text)).toEqual(document);
});

test.each([
  ["a mark that is never closed is text", "a {++b", "a {++b"],
  ["a substitution without an arrow is text", "{~~a~~}", "{~~a~~}"],
  ["a highlight without a note is text", "a {==b==} c", "a b c"],
])("%s", (_, text, content) => expect(readCritic(text).content).toBe(content));

test("a note that crosses a suggestion stands behind it", () => {
  const document = doc("one two three", {
    suggestions: [{ from: 4, to: 7, insert: "2" }],
    comments: [{ from: 0, to: 5, body: "here" }],
  });
  expect(printCritic(document)).toBe("one {~~two~>2~~}{>>here<<} three");
});

/** Pieces of text that are most likely to be taken for marks. */
const nasty = fc
  .array(
    fc.constantFrom(
      "{",
      "}",
      "++",
      "+",
      "--",
      "-",
      "~~",
      "~",
      ">",
      "~>",
      "<<",
      "<",
      ">>",
      "==",
      "=",
      "\\",
      "a",
      "b ",
      "\n",
      "é",
      "😀",
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

test("law: whatever the text, read gives back what was printed", () => {
  const piece = fc.record({ kept: nasty, old: nasty, insert: nasty, kind: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), nasty, (pieces, tail) => {
      let content = "";
      const suggestions = [];
      const comments = [];
      for (const { kept, old, insert, kind } of pieces) {
        content += `${kept}.`;
        const from = content.length;
        content += old;
        const to = content.length;
        if (kind === 0 && (old !== "" || insert !== "")) suggestions.push({ from, to, insert });
        if (kind === 1) comments.push({ from, to, body: insert });
      }
      const document = doc(content + tail, { suggestions, comments });
      expect(readCritic(printCritic(document))).toEqual(document);
    }),
    { numRuns: 2_000 },
  );
});

test("law: crossing notes lose their passage, never their words, and the rest is exact", () => {
  const range = fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), range, (ranges, { from, to }) => {
      const comments = ranges.map((each, i) => ({ ...each, body: `note ${i}` }));
      const document = doc("abcdefghij{++klmnop~~qrst", { suggestions: [{ from, to, insert: "X" }], comments });
      const read = readCritic(printCritic(document));
      expect(read.content).toBe(document.content);
      expect(read.suggestions).toEqual(document.suggestions);
      expect(read.comments.map(({ body }) => body).sort()).toEqual(comments.map(({ body }) => body).sort());
    }),
    { numRuns: 1_000 },
  );
});

test("a hostile text is read at once", () => {
  for (const mark of ["{++", "{~~", "{~~~>", "{==", "{>>", "{--~~}"]) {
    const text = mark.repeat(50_000);
    expect(readCritic(text).content.length).toBeGreaterThan(0);
  }
});
