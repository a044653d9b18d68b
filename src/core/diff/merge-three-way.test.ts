/** Merges of three texts: a long table of what comes of which, and laws. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gitMerge } from "../../../test/oracles/git-merge.ts";
import { tokenize } from "../text/tokenize.ts";
import { toEditor } from "./line-endings.ts";
import { mergeThreeWay } from "./merge-three-way.ts";
import { applyChanges } from "./text-changes.ts";

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
    ["a line that one side moved, before one that both put in", "a\nb\n", "b\na\nnew\n", "a\nb\nnew\n", "b\na\nnew\n"],
    [
      "a line that both sides moved, before one that both put in",
      "- a\n- b\n- c\n",
      "- b\n- a\n- a new one here\n- c\n",
      "- b!\n- a\n- a new one here\n- c\n- d\n",
      "- b!\n- a\n- a new one here\n- c\n- d\n",
    ],
    ["different lines", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"],
    ["neighbouring lines", "a\nb\n", "A\nb\n", "a\nB\n", "A\nB\n"],
    ["different words of one line", "one two three", "ONE two three", "one two THREE", "ONE two THREE"],
    ["the same line break in every text", "a b c.\n", "a b X.\n", "a b Y.\n", "‹a b X.|a b Y.›\n"],
    ["the same change twice", "a b c", "a X c", "a X c", "a X c"],
    ["the same and another", "a b c d e", "a X c d e", "a X c d Y", "a X c d Y"],
    ["lines put before a changed line", "a\n\nb\n", "a\n\nnew\n\nb\n", "a\n\nB\n", "a\n\nnew\n\nB\n"],
    ["lines put before a removed line", "a\nb\nc\n", "a\nnew\nb\nc\n", "a\nc\n", "a\nnew\nc\n"],
    ["two insertions at one place", "a\nb\n", "a\nX\nb\n", "a\nY\nb\n", "a\n‹X\n|Y\n›b\n"],
    ["an insertion that goes on from the other's", "a\nb\n", "a\nX\nb\n", "a\nX\nY\nb\n", "a\nX\nY\nb\n"],
    ["an insertion that leads to the other's", "a\nb\n", "a\nY\nX\nb\n", "a\nX\nb\n", "a\nY\nX\nb\n"],
    [
      "a paragraph that both put in, and a line beside it that one changed",
      "a b c.\n\nd\n",
      "a b c.\n\nX y z.\n\nd\n",
      "A b c.\n\nX y z.\n\nd\n",
      "A b c.\n\nX y z.\n\nd\n",
    ],
    [
      "the same the other way round, and more",
      "a b c.\n\nd\n",
      "A b c.\n\nX y z.\n\nMore.\n\nd\n",
      "a b c.\n\nX y z.\n\nd\n",
      "A b c.\n\nX y z.\n\nMore.\n\nd\n",
    ],
    [
      "a paragraph that both put in at two places",
      "a b c.\n\nd e f.\n\ng h i.\n\nj\n",
      "a b c.\n\nX y z.\n\nd e f.\n\ng h i.\n\nj\n",
      "a b c.\n\nd e f.\n\ng h i.\n\nX y z.\n\nj\n",
      "a b c.\n\nX y z.\n\nd e f.\n\ng h i.\n\nX y z.\n\nj\n",
    ],
    ["a removed line that the other changed", "a\nb\nc\n", "a\nc\n", "a\nB\nc\n", "a\n‹|B\n›c\n"],
    ["a changed line that the other removed", "a\nb\nc\n", "a\nB\nc\n", "a\nc\n", "a\n‹B\n|›c\n"],
    ["words, and every line ending", "a b\r\nc\r\n", "a X\r\nc\r\n", "a b\nc\n", "a X\nc\n"],
    ["every line ending, and words", "a b\r\nc\r\n", "a b\nc\n", "a X\r\nc\r\n", "a X\nc\n"],
    ["a conflict among other endings", "a b\r\nc d\r\n", "a X\r\nc Z\r\n", "a Y\nc d\n", "‹a X|a Y›\nc Z\n"],
    ["no newline at the end", "a\nb", "a\nb\nc", "A\nb", "A\nb\nc"],
    ["astral words", "😀 x 😀", "😁 x 😀", "😀 x 🎉", "😁 x 🎉"],
    ["signs of a script without spaces", "你好新的世界", "您好新的世界", "你好新的地球", "您好新的地球"],
  ])("%s", (_, base, mine, theirs, expected) => {
    expect(merged(base, mine, theirs)).toBe(expected);
  });
});

test("in a long text, too, what both put in beside another change stands once", () => {
  const around = Array.from({ length: 9_000 }, (_, n) => `Paragraph ${n} of a long text.\n\n`).join("");
  const base = `${around}The old one is here.\n\nIt ends here.\n\n${around}`;
  const put = (text: string): string => text.replace("It ends", "Both of us put this in.\n\nIt ends");
  const mine = put(base).replace("The old one is here.", "The old one is there.");
  const { text, conflicts } = mergeThreeWay(base, mine, put(base));
  expect(conflicts).toEqual([]);
  expect(text === mine).toBe(true);
});

describe("A merge makes no sentence that nobody wrote", () => {
  test.each([
    ["the same word", "a b c d", "a X c d", "a Y c d", "‹a X c d|a Y c d›"],
    ["words beside each other", "one two", "ONE two", "one TWO", "‹ONE two|one TWO›"],
    [
      "a phrase",
      "we use red cars here",
      "we use old bikes here",
      "we use new trains here",
      "‹we use old bikes here|we use new trains here›",
    ],
    [
      "a word put before a changed word",
      "a good day",
      "a very good day",
      "a great day",
      "‹a very good day|a great day›",
    ],
    ["a word put after a changed word", "a good day", "a good old day", "a great day", "‹a good old day|a great day›"],
    [
      "a word taken out beside a changed word",
      "a very good day",
      "a good day",
      "a very great day",
      "‹a good day|a very great day›",
    ],
    [
      "little is left of it",
      "hello a world",
      "goodbye a planet",
      "hello the world",
      "‹goodbye a planet|hello the world›",
    ],
    [
      "theirs is another sentence",
      "We launch in March with three partners and a press event in Berlin.",
      "We launch in April with three partners and a press event in Berlin.",
      "The launch happens in two waves: partners first, then a press event in Paris.",
      "‹We launch in April with three partners and a press event in Berlin.|The launch happens in two waves: partners first, then a press event in Paris.›",
    ],
    [
      "all is new",
      "under two a year",
      "none at all ever",
      "exactly three a year",
      "‹none at all ever|exactly three a year›",
    ],
    [
      "only the sentence, not its neighbours",
      "One. Two is old. Three.\n",
      "One. Two is mine. Three!\n",
      "One now. Two is theirs. Three.\n",
      "One now. ‹Two is mine.|Two is theirs.› Three!\n",
    ],
    [
      "two sentences made one",
      "The sun is up. The birds sing.\n",
      "The sun is up and the birds sing.\n",
      "The sun is up. The birds sing loudly.\n",
      "‹The sun is up and the birds sing.|The sun is up. The birds sing loudly.›\n",
    ],
    [
      "one sentence made two",
      "The sun is up and all birds sing songs.\n",
      "The sun is up. And all birds sing songs.\n",
      "The sun is up and all birds sing hymns.\n",
      "‹The sun is up. And all birds sing songs.|The sun is up and all birds sing hymns.›\n",
    ],
    [
      "a sentence over wrapped lines",
      "The launch of our new product line is planned for the\nmonth of March with three partners from the north and\na press event.\n",
      "Our start is planned for the\nmonth of March with three partners from the north and\na press event.\n",
      "The launch of our new product line is planned for the\nmonth of March with three partners from the north and\nno event that anybody from the press would ever visit.\n",
      "‹Our start is planned for the\nmonth of March with three partners from the north and\na press event.|The launch of our new product line is planned for the\nmonth of March with three partners from the north and\nno event that anybody from the press would ever visit.›\n",
    ],
  ])("%s", (_, base, mine, theirs, expected) => {
    expect(merged(base, mine, theirs)).toBe(expected);
  });
});

describe("A sentence is joined where both kept most of it and their changes stand apart", () => {
  test.each([
    [
      "in prose",
      "We launch in March with three partners and a press event in Berlin.",
      "We launch in April with three partners and a press event in Berlin.",
      "We launch in March with three partners and a press event in Paris.",
      "We launch in April with three partners and a press event in Paris.",
    ],
    [
      "in a list item",
      "- Buy milk at the shop.\n",
      "- Buy oat milk at the shop.\n",
      "- Buy milk at the new shop.\n",
      "- Buy oat milk at the new shop.\n",
    ],
    [
      "in a table's row",
      "| Anna | 3 days | open |\n",
      "| Anna | 5 days | open |\n",
      "| Anna | 3 days | done |\n",
      "| Anna | 5 days | done |\n",
    ],
    [
      "but a table's row is never parted",
      "| A one. B two. |\n",
      "| A one. B 2. |\n",
      "| A 1. B three. |\n",
      "‹| A one. B 2. ||| A 1. B three. |›\n",
    ],
    ["one goes on from the other", "One line.\n", "My line.\n", "My line, done.\n", "My line, done.\n"],
    [
      "never in code",
      "```\nlet a = one + two;\n```\n",
      "```\nlet a = ten + two;\n```\n",
      "```\nconst a = one + two;\n```\n",
      "```\n‹let a = ten + two;|const a = one + two;›\n```\n",
    ],
    [
      "never in front matter",
      "---\ntitle: my old long plan\n---\n",
      "---\ntitle: my new long plan\n---\n",
      "---\ntitle: my old long list\n---\n",
      "---\n‹title: my new long plan|title: my old long list›\n---\n",
    ],
    [
      "lines of code, each for itself",
      "```\na. B\nc\n```\n",
      "```\nA. B\nc\n```\n",
      "```\na. B\nC\n```\n",
      "```\nA. B\nC\n```\n",
    ],
    [
      "a sentence wrapped anew",
      "The launch of our new product line is planned for the first\nweek of the month of March.\n",
      "The launch of our new product line is planned for the\nfirst week of the month of March.\n",
      "The launch of our new product line is planned for the first\nweek of the month of May.\n",
      "The launch of our new product line is planned for the first\nweek of the month of May.\n",
    ],
  ])("%s", (_, base, mine, theirs, expected) => {
    expect(merged(base, mine, theirs)).toBe(expected);
  });
});

describe("What was put in stays where it was put", () => {
  const budget = "The budget is 10,000 euro.";
  const asked = `${budget} Ask Anna before spending it.`;
  const total = "The total budget is 10,000 euro.";
  const travel = "Travel is paid by the customer.";
  test.each([
    [
      "a sentence with its paragraph",
      budget,
      asked,
      `${total}\n\n${travel}`,
      `${total} Ask Anna before spending it.\n\n${travel}`,
    ],
    [
      "with a line end",
      `${budget}\n`,
      `${asked}\n`,
      `${total}\n\n${travel}\n`,
      `${total} Ask Anna before spending it.\n\n${travel}\n`,
    ],
    [
      "before another paragraph",
      `${budget}\n\nEnd.\n`,
      `${asked}\n\nEnd.\n`,
      `${total}\n\n${travel}\n\nEnd.\n`,
      `${total} Ask Anna before spending it.\n\n${travel}\n\nEnd.\n`,
    ],
    ["the paragraph alone is new", budget, asked, `${budget}\n\n${travel}`, `${asked}\n\n${travel}`],
    [
      "the sentence and its paragraph",
      `${budget}\n`,
      `${asked}\n\n${travel}\n`,
      `${total}\n`,
      `${total} Ask Anna before spending it.\n\n${travel}\n`,
    ],
    ["a sentence between two", "One. Three.\n", "One. Two. Three.\n", "One! Three?\n", "One! Two. Three?\n"],
    ["two sentences at one place", "One.\n", "One. Mine.\n", "One. Theirs.\n", "One.‹ Mine.| Theirs.›\n"],
    ["the same sentence, and one more", "One.\n", "One. Two.\n", "One. Two. Three.\n", "One. Two. Three.\n"],
    ["a list goes on", "- a\n- b\n", "- a\n- b\n- c\n", "- a one\n- b\n", "- a one\n- b\n- c\n"],
    ["a paragraph behind a line end that goes", "a b\n", "a b\n\nc d\n", "a b", "a b\n\nc d"],
    ["a line end at the end", "a", "a\n", "a. B.", "a. B.\n"],
    ["the last line goes and changes", "a\nb", "a\nB", "a", "a‹\nB|›"],
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
