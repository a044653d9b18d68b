import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineStarts, splitLines } from "../text/split-lines.ts";
import { tokenize } from "../text/tokenize.ts";
import { diffPhrases, diffWords } from "./diff-words.ts";
import { mergeThreeWay } from "./merge-three-way.ts";
import { createPositionMap, mapPosition } from "./position-map.ts";
import {
  applyChanges,
  changesBetween,
  changesFit,
  changesMake,
  commonText,
  lineChanges,
  middleChanges,
} from "./text-changes.ts";

const piece = fc.constantFrom(
  "the",
  "alpha",
  "beta",
  " ",
  " ",
  "\n",
  "\n",
  "\r\n",
  "é",
  "e\u0301",
  "👨‍👩‍👧",
  "你",
  "好",
  ".",
  "# ",
  "\ud83d",
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("Laws of texts and their changes", () => {
  test("lines and tokens join to the text they came from", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(splitLines(value).join("")).toBe(value);
        expect(tokenize(value).join("")).toBe(value);
        expect(lineStarts(splitLines(value)).at(-1)).toBe(value.length);
      }),
      { numRuns: 1000 },
    );
  });
  test("the changes between two texts turn the one into the other, and do not touch each other", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        for (const changes of [changesBetween(a, b), lineChanges(a, b)]) {
          expect(applyChanges(a, changes)).toBe(b);
          changes.forEach((change, i) => {
            if (i > 0) expect(change.from).toBeGreaterThan(changes[i - 1]!.to);
          });
        }
        expect(changesBetween(a, a)).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });
  test("no change ends inside a surrogate pair, a combining sequence or a joined emoji", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const borders = new Set([...new Intl.Segmenter("en").segment(a)].map(({ index }) => index).concat(a.length));
        for (const { from, to } of changesBetween(a, b)) {
          expect(borders.has(from)).toBe(true);
          expect(borders.has(to)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
  test("positions map monotonically, and untouched text to itself", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const changes = changesBetween(a, b);
        const map = createPositionMap(changes);
        for (const side of [-1, 1] as const) {
          let last = 0;
          for (let position = 0; position <= a.length; position++) {
            const there = map.map(position, side);
            if (there < last || there > b.length) throw new Error(`${position} went to ${there} after ${last}`);
            last = there;
          }
          expect(map.map(a.length, 1)).toBe(b.length);
        }
        for (let from = 0; from < a.length; from++) {
          for (const to of [from + 1, from + 3]) {
            if (to > a.length || map.touches(from, to)) continue;
            const range = map.mapRange(from, to);
            if (b.slice(range.from, range.to) !== a.slice(from, to)) throw new Error(`${from}–${to} changed`);
          }
        }
      }),
      { numRuns: 250 },
    );
  });
});

test.each([
  ["before a change", 1, -1, 1],
  ["before an insertion at its place", 2, -1, 2],
  ["after an insertion at its place", 2, 1, 5],
  ["at the start of a replacement", 4, 1, 7],
  ["inside a replacement, to its start", 5, -1, 7],
  ["inside a replacement, to its end", 5, 1, 8],
  ["at the end of a replacement", 6, -1, 8],
  ["after everything", 9, -1, 11],
] as const)("a position %s", (_, position, side, expected) => {
  const changes = [
    { from: 2, to: 2, insert: "new" },
    { from: 4, to: 6, insert: "x" },
  ];
  expect(mapPosition(changes, position, side)).toBe(expected);
});

test("applying a change outside the text throws with the numbers", () => {
  expect(() => applyChanges("ab", [{ from: 1, to: 5, insert: "" }])).toThrow(
    "Change 1–5 after 0 does not fit a text of 2",
  );
});

describe("Words", () => {
  const shown = (a: string, b: string, edits: ReturnType<typeof diffWords>): string =>
    edits.map((e) => `${a.slice(e.aFrom, e.aTo)}→${b.slice(e.bFrom, e.bTo)}`).join(", ");
  test.each([
    ["one word", "the cat sat", "the dog sat", "cat→dog"],
    ["a combining mark changes its whole word", "cafe noir", "cafe\u0301 noir", "cafe→cafe\u0301"],
    ["an emoji sequence is one sign", "a 👨‍👩‍👧 b", "a 👨‍👩‍👦 b", "👨‍👩‍👧→👨‍👩‍👦"],
    ["Chinese sign by sign", "今天天气好", "今天空气好", "天→空"],
    ["an apostrophe belongs to its word", "I don't know", "I do know", "don't→do"],
    ["white space", "a b", "a  b", " →  "],
  ])("%s", (_, a, b, expected) => expect(shown(a, b, diffWords(a, b))).toBe(expected));

  test("for the eye a rewritten phrase is one change", () => {
    const [a, b] = ["we use red cars here", "we use blue bikes here"];
    expect(shown(a, b, diffPhrases(a, b))).toBe("red cars→blue bikes");
  });
});

test("long texts are compared where they differ, and the changes are those of short ones", () => {
  const around = "so many words of every kind ".repeat(500);
  const [a, b] = [`${around}the cat  sat ${around}`, `${around}the dog sat ${around}`];
  expect(diffWords(a, b).map((edit) => [a.slice(edit.aFrom, edit.aTo), b.slice(edit.bFrom, edit.bTo)])).toEqual([
    ["cat  ", "dog "],
  ]);
});

test.each([
  ["equal texts", "a\nb\n", "a\nb\n", "a\nb\n"],
  ["lines of both", "a\nb\nc\n", "a\nx\nc\n", "a\nc\n"],
  ["a line that one has more", "a\nc\n", "a\nb\nc\n", "a\nc\n"],
  ["of a line that only grew, the shorter", "a\nOne two.\n", "a\nOne two. Three.\n", "a\nOne two.\n"],
  ["the same the other way round", "a\nOne two. Three.\n", "a\nOne two.\n", "a\nOne two.\n"],
  ["nothing", "a", "b", ""],
])("what two texts have in common: %s", (_, a, b, common) => expect(commonText(a, b)).toBe(common));

test("merged on what they have in common, no line of either text goes", () => {
  const line = fc.constantFrom("One two three.", "Four five.", "Six.", "", "Seven eight nine ten.", "Four five six.");
  const lines = fc.array(line, { maxLength: 12 }).map((all) => all.map((one) => `${one}\n`).join(""));
  fc.assert(
    fc.property(lines, lines, (mine, theirs) => {
      const { text, conflicts } = mergeThreeWay(commonText(mine, theirs), mine, theirs);
      const all = [text, ...conflicts.map((conflict) => conflict.theirs)].join("\n");
      for (const one of [...mine.split("\n"), ...theirs.split("\n")]) expect(all).toContain(one);
    }),
  );
});

test("law: whether changes make a text is known without making it", () => {
  const place = fc.nat(12);
  const wanted = fc.array(fc.record({ from: place, to: place, insert: fc.constantFrom("", "a", "bc") }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 10 }),
      wanted,
      fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 10 }),
      (before, changes, other) => {
        const made = changesFit(before.length, changes) ? applyChanges(before, changes) : null;
        expect(changesMake(before, changes, other)).toBe(made === other);
        if (made !== null) expect(changesMake(before, changes, made)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test("the changes of the middle make the one text the other, also where they are one for want of time", () => {
  const words = fc
    .array(fc.constantFrom("a", "be ", "see\n", "😀", "\r\n"), { maxLength: 40 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(words, words, words, words, (start, was, is, end) => {
      const [a, b] = [start + was + end, start + is + end];
      expect(applyChanges(a, middleChanges(a, b))).toBe(b);
      expect(middleChanges(a, a)).toEqual([]);
    }),
  );
  const long = "The same line again.\n".repeat(10_000);
  const changes = middleChanges(`a${long}b`, `c${long}d`);
  expect(changes).toHaveLength(1);
  expect(applyChanges(`a${long}b`, changes)).toBe(`c${long}d`);
});
