import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toEditor } from "./line-endings.ts";
import { mergeThreeWay } from "./merge-three-way.ts";
import { applyChanges } from "./text-changes.ts";
import { tokenize } from "./tokenize.ts";

/** Milliseconds: many merges, and many processes to start, on a machine that does other things too. */
const SLOW_MACHINE = 300_000;

/** A conflict reads ‹mine|theirs›. */
function merged(base: string, mine: string, theirs: string): string {
  const { text, conflicts } = mergeThreeWay(base, mine, theirs);
  for (const conflict of conflicts) expect(text.slice(conflict.from, conflict.to)).toBe(conflict.mine);
  return applyChanges(
    text,
    conflicts.map(({ from, to, mine: my, theirs: their }) => ({ from, to, insert: `‹${my}|${their}›` })),
  );
}

describe("Both sides' changes come together", () => {
  test.each([
    ["different lines", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"],
    ["neighbouring lines", "a\nb\n", "A\nb\n", "a\nB\n", "A\nB\n"],
    ["different words of one line", "one two three", "ONE two three", "one two THREE", "ONE two THREE"],
    ["neighbouring words", "one two", "ONE two", "one TWO", "ONE TWO"],
    ["a word beside words both kept", "hello a world", "goodbye a planet", "hello the world", "goodbye the planet"],
    ["the same change twice", "a b c", "a X c", "a X c", "a X c"],
    ["the same and another", "a b c d e", "a X c d e", "a X c d Y", "a X c d Y"],
    ["the same word", "a b c", "a X c", "a Y c", "a ‹X|Y› c"],
    [
      "a phrase that both rewrote",
      "we use red cars here",
      "we use old bikes here",
      "we use new trains here",
      "we use ‹old bikes|new trains› here",
    ],
    ["a word put before a changed word", "a good day", "a very good day", "a great day", "a very great day"],
    ["a word put after a changed word", "a good day", "a good old day", "a great day", "a great old day"],
    ["a word taken out beside a changed word", "a very good day", "a good day", "a very great day", "a great day"],
    ["lines put before a changed line", "a\n\nb\n", "a\n\nnew\n\nb\n", "a\n\nB\n", "a\n\nnew\n\nB\n"],
    ["lines put before a removed line", "a\nb\nc\n", "a\nnew\nb\nc\n", "a\nc\n", "a\nnew\nc\n"],
    ["two insertions at one place", "a\nb\n", "a\nX\nb\n", "a\nY\nb\n", "a\n‹X\n|Y\n›b\n"],
    ["an insertion that goes on from the other's", "a\nb\n", "a\nX\nb\n", "a\nX\nY\nb\n", "a\nX\nY\nb\n"],
    ["an insertion that leads to the other's", "a\nb\n", "a\nY\nX\nb\n", "a\nX\nb\n", "a\nY\nX\nb\n"],
    ["a removed line that the other changed", "a\nb\nc\n", "a\nc\n", "a\nB\nc\n", "a\n‹|B\n›c\n"],
    ["a changed line that the other removed", "a\nb\nc\n", "a\nB\nc\n", "a\nc\n", "a\n‹B\n|›c\n"],
    ["words, and every line ending", "a b\r\nc\r\n", "a X\r\nc\r\n", "a b\nc\n", "a X\nc\n"],
    ["every line ending, and words", "a b\r\nc\r\n", "a b\nc\n", "a X\r\nc\r\n", "a X\nc\n"],
    ["a conflict among other endings", "a b\r\nc d\r\n", "a X\r\nc Z\r\n", "a Y\nc d\n", "a ‹X|Y›\nc Z\n"],
    ["no newline at the end", "a\nb", "a\nb\nc", "A\nb", "A\nb\nc"],
    ["astral words", "😀 x 😀", "😁 x 😀", "😀 x 🎉", "😁 x 🎉"],
    ["signs of a script without spaces", "你好世界", "您好世界", "你好地球", "您好地球"],
  ])("%s", (_, base, mine, theirs, expected) => {
    expect(merged(base, mine, theirs)).toBe(expected);
  });
});

test("thousands of conflicts become few, and nothing is lost", () => {
  const base = Array.from({ length: 3_000 }, (_, i) => `word${i} stays here${i % 10 ? " " : "\n"}`).join("");
  const mine = base.replaceAll("word", "mine");
  const theirs = base.replaceAll("word", "theirs");
  const { text, conflicts } = mergeThreeWay(base, mine, theirs);
  expect(text).toBe(mine);
  expect(conflicts.length).toBeLessThanOrEqual(200);
  const changes = conflicts.map(({ from, to, theirs: insert }) => ({ from, to, insert }));
  expect(applyChanges(text, changes)).toBe(theirs);
});

const word = fc.constantFrom("alpha", "beta", "the", "the", "of", "é", "😀", "你", "x");
const terminator = fc.constantFrom("\n", "\n", "\n", "\r\n", "\n\n", "\r");
const text = fc
  .array(fc.tuple(fc.array(word, { maxLength: 6 }), terminator), { maxLength: 8 })
  .map((lines) => lines.map(([words, end]) => words.join(" ") + end).join(""));

interface Edit {
  at: number;
  remove: number;
  words: string[];
}
/** An edit of the base that writes words found nowhere else. */
const edits = (side: string): fc.Arbitrary<Edit[]> =>
  fc.array(
    fc.record({
      at: fc.nat(60),
      remove: fc.nat(4),
      words: fc.array(
        fc.nat(9999).map((n) => `${side}${n}`),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 5 },
  );
function edited(base: string, changes: readonly Edit[]): string {
  const tokens = tokenize(base);
  for (const { at, remove, words } of changes)
    tokens.splice(Math.min(at, tokens.length), remove, ...words.join(" ~ ").split("~"));
  return tokens.join("");
}
const writtenWords = (value: string): string[] => value.match(/[mt]\d+/g) ?? [];

describe("Laws", () => {
  test("one side alone is taken whole, and equal sides are no conflict", () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(mergeThreeWay(base, other, base)).toEqual({ text: other, conflicts: [] });
        expect(mergeThreeWay(base, base, other)).toEqual({ text: other, conflicts: [] });
        expect(mergeThreeWay(base, other, other)).toEqual({ text: other, conflicts: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test(
    "ten thousand merges lose no word of either side",
    () => {
      fc.assert(
        fc.property(text, edits("m"), edits("t"), (base, myEdits, theirEdits) => {
          const mine = edited(base, myEdits);
          const theirs = edited(base, theirEdits);
          const { text: result, conflicts } = mergeThreeWay(base, mine, theirs);
          const kept = new Set(writtenWords([result, ...conflicts.flatMap((c) => [c.mine, c.theirs])].join("\n")));
          for (const wrote of [...writtenWords(mine), ...writtenWords(theirs)]) {
            if (!kept.has(wrote)) throw new Error(`lost ${wrote}`);
          }
          for (const c of conflicts) {
            if (result.slice(c.from, c.to) !== c.mine) throw new Error("a conflict does not stand on my text");
          }
        }),
        { numRuns: 10_000 },
      );
    },
    SLOW_MACHINE,
  );

  test("taking theirs in every conflict is the mirror image of keeping mine", () => {
    fc.assert(
      fc.property(text, edits("m"), edits("t"), (base, myEdits, theirEdits) => {
        const mine = edited(base, myEdits);
        const theirs = edited(base, theirEdits);
        const here = mergeThreeWay(base, mine, theirs);
        const there = mergeThreeWay(base, theirs, mine);
        const taken = applyChanges(
          here.text,
          here.conflicts.map((c) => ({ from: c.from, to: c.to, insert: c.theirs })),
        );
        // Where the two differ in line endings alone, each keeps its own.
        expect(toEditor(taken)).toBe(toEditor(there.text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("Git's merges", () => {
  test(
    "where git merges cleanly the result is git's",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "merge-"));
      const lines = Array.from({ length: 12 }, (_, i) => `line ${i} of the text\n`);
      const lineEdits = fc.array(fc.tuple(fc.nat(11), fc.nat(2), fc.nat(2)), { maxLength: 3 });
      const editLines = (side: string, changes: [number, number, number][]): string => {
        const out = [...lines];
        changes.forEach(([at, remove, add], n) => {
          out.splice(at, remove, ...Array.from({ length: add }, (_, i) => `${side} wrote ${n}.${i}\n`));
        });
        return out.join("");
      };
      try {
        fc.assert(
          fc.property(lineEdits, lineEdits, (myEdits, theirEdits) => {
            const mine = editLines("mine", myEdits as [number, number, number][]);
            const theirs = editLines("theirs", theirEdits as [number, number, number][]);
            const git = gitMerge(folder, lines.join(""), mine, theirs);
            if (git !== null) expect(mergeThreeWay(lines.join(""), mine, theirs)).toEqual({ text: git, conflicts: [] });
          }),
          { numRuns: 40 },
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    SLOW_MACHINE,
  );
});

/** Git's clean merge, or null when git conflicts. */
function gitMerge(folder: string, base: string, mine: string, theirs: string): string | null {
  const paths = { base: join(folder, "base"), mine: join(folder, "mine"), theirs: join(folder, "theirs") };
  writeFileSync(paths.base, base);
  writeFileSync(paths.mine, mine);
  writeFileSync(paths.theirs, theirs);
  try {
    return execFileSync("git", ["merge-file", "-p", paths.mine, paths.base, paths.theirs], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    const status = (error as { status?: number | null }).status;
    if (typeof status === "number" && status > 0 && status < 128) return null;
    throw error;
  }
}
