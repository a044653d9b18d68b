import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bareLine, splitLines } from "../text/split-lines.ts";
import { computeDiff } from "./compute-diff.ts";
import type { DiffHunk } from "./hunk.ts";

/** "modified 1-2>1-1" for a hunk, with what is special about it. */
function shown(hunk: DiffHunk): string {
  const range = (lines?: { start: number; end: number }): string => (lines ? `${lines.start}-${lines.end}` : "");
  const special = [
    hunk.type === "modified" && hunk.whiteSpaceOnly ? " space" : "",
    hunk.type === "added" && hunk.movedFrom ? ` from ${range(hunk.movedFrom)}` : "",
    hunk.type === "removed" && hunk.movedTo ? ` to ${range(hunk.movedTo)}` : "",
  ];
  return `${hunk.type} ${range(hunk.originalRange)}>${range(hunk.modifiedRange)}${special.join("")}`;
}
const diff = (a: string, b: string): string[] => computeDiff(a, b).map(shown);

const P = "The first paragraph is about apples and trees.";
const Q = "Here the second one speaks of pears in winter.";
const R = "Finally a third one adds cherries and a table.";
const S = "And nobody expected the fourth with its plums.";
const paragraphs = (...texts: string[]): string => `${texts.join("\n\n")}\n`;

describe("Hunks", () => {
  test.each<[string, string, string, string[]]>([
    ["equal texts", "a\n", "a\n", []],
    ["a changed line", "a\nb\nc\n", "a\nX\nc\n", ["modified 2-2>2-2"]],
    ["an added line", "a\nc\n", "a\nb\nc\n", ["added >2-2"]],
    ["a removed line", "a\nb\nc\n", "a\nc\n", ["removed 2-2>"]],
    ["everything added", "", "a\nb\n", ["added >1-2"]],
    ["everything removed", "a\nb", "", ["removed 1-2>"]],
    ["an added paragraph begins with itself", paragraphs(P, R), paragraphs(P, Q, R), ["added >3-4"]],
    [
      "an added section begins with its heading",
      "# A\n\nx\n\n# C\n\nx\n",
      "# A\n\nx\n\n# B\n\nx\n\n# C\n\nx\n",
      ["added >5-8"],
    ],
    ["a paragraph put after a last line without an ending", "a\n\nlast", "a\n\nlast\n\nnew", ["added >4-5"]],
    ["only the last line's ending", "a\nb", "a\nb\n", ["modified 2-2>2-2 space"]],
    ["other line endings are one hunk", "a\r\nb\r\nc\r\n", "a\nb\nc\n", ["modified 1-3>1-3 space"]],
    [
      "other line endings and a word",
      "a\r\nb\r\nc\r\n",
      "a\nX\nc\n",
      ["modified 1-1>1-1 space", "modified 2-2>2-2", "modified 3-3>3-3 space"],
    ],
    ["indentation", "a\n- b\n- c\nd\n", "a\n  - b\n  - c\nd\n", ["modified 2-3>2-3 space"]],
    [
      "indentation around a changed line",
      "a\nb\nc\n",
      "  a\n  X\n  c\n",
      ["modified 1-1>1-1 space", "modified 2-2>2-2", "modified 3-3>3-3 space"],
    ],
    [
      "a paragraph wrapped anew",
      "one two three\nfour five\n",
      "one two\nthree four five\n",
      ["modified 1-2>1-2 space"],
    ],
    [
      "a moved paragraph",
      paragraphs(P, Q, R, S),
      paragraphs(Q, R, S, P),
      ["removed 1-2> to 6-7", "added >6-7 from 1-2"],
    ],
    [
      "rewritten paragraphs pair by their words",
      paragraphs(P, Q, R, S),
      paragraphs(`${Q} Yes.`, `${R} Yes.`, `${S} Yes.`),
      ["modified 1-3>1-1", "modified 5-5>3-3", "modified 7-7>5-5"],
    ],
  ])("%s", (_, a, b, expected) => expect(diff(a, b)).toEqual(expected));
});

describe("Laws", () => {
  const line = fc.constantFrom(
    "alpha beta",
    "alpha  beta",
    "  gamma",
    "gamma",
    "",
    " ",
    "# head",
    "delta epsilon zeta eta theta",
    "delta epsilon zeta eta",
  );
  const end = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "");
  const text = fc
    .array(fc.tuple(line, end), { maxLength: 14 })
    .map((lines) => lines.map((pair) => pair.join("")).join(""));
  test("hunks hold the lines that they name, in order, and everything else is equal but for a last line break", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const aLines = splitLines(a);
        const bLines = splitLines(b);
        const hunks = computeDiff(a, b);
        expect(hunks.length === 0).toBe(a === b);
        let i = 0;
        let j = 0;
        const same = (aTo: number, bTo: number): void => {
          expect(aTo - i).toBe(bTo - j);
          for (; i < aTo; i++, j++) {
            if (bareLine(aLines[i]!) !== bareLine(bLines[j]!)) throw new Error(`lines ${i + 1} and ${j + 1} differ`);
          }
        };
        for (const hunk of hunks) {
          const aFrom = hunk.originalRange ? hunk.originalRange.start - 1 : hunk.after;
          const bFrom = hunk.modifiedRange ? hunk.modifiedRange.start - 1 : hunk.after;
          if (hunk.type === "added") same(hunk.after, bFrom);
          else if (hunk.type === "removed") same(aFrom, hunk.after);
          else same(aFrom, bFrom);
          i = hunk.originalRange?.end ?? i;
          j = hunk.modifiedRange?.end ?? j;
          if (hunk.originalRange) expect(aLines.slice(aFrom, i).join("")).toBe(hunk.original);
          if (hunk.modifiedRange) expect(bLines.slice(bFrom, j).join("")).toBe(hunk.modified);
        }
        same(aLines.length, bLines.length);
      }),
      { numRuns: 1000 },
    );
  });
});

test("law: a line that became another is told as white space exactly when its words are the same", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", " ", "\t", "\u00a0", "\u2009", "\ufeff", "\u200b"),
    maxLength: 8,
  });
  // A byte order mark, which nobody sees, is a change of its own.
  const folded = (line: string): string => line.replace(/[^\S\ufeff]+/g, " ").replace(/^ | $/g, "");
  fc.assert(
    fc.property(text, text, (a, b) => {
      fc.pre(a !== b);
      const [hunk] = computeDiff(`${a}\n`, `${b}\n`);
      const isSpace = hunk?.type === "modified" && hunk.whiteSpaceOnly === true;
      expect(isSpace).toBe(folded(a) === folded(b) && a.trim() !== "");
    }),
  );
});
