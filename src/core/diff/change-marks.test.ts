import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMarks, type ChangeMark, changesBesideMarks, keepUntouched, textBefore } from "./change-marks.ts";
import type { TextChange } from "./hunk.ts";
import { applyChanges, changesBetween } from "./text-changes.ts";

const piece = fc.constantFrom(
  "the",
  "alpha",
  "beta",
  " ",
  " ",
  "\n",
  "\r\n",
  "a",
  "aa",
  "é",
  "👨‍👩‍👧",
  "你",
  ".",
  "# ",
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

/** Somebody else turned the first text into the second. */
const marked = (before: string, after: string) => addMarks([], before, changesBetween(before, after));

/** ‹now|was› around every mark. */
const drawn = (content: string, marks: readonly ChangeMark[]) => {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, was } of marks) {
    parts.push(content.slice(at, from), "‹", content.slice(from, to), was === "" ? "›" : `|${was}›`);
    at = to;
  }
  return parts.join("") + content.slice(at);
};

const personTyped = (before: string, marks: readonly ChangeMark[], after: string) =>
  drawn(after, keepUntouched(marks, changesBesideMarks(marks, before, after)));

describe("Marks of what somebody else changed", () => {
  test.each([
    ["a word", "Ship on Monday.", "Ship on Tuesday.", "Ship on ‹Tuesday|Monday›."],
    ["a word put in", "a dog", "a big dog", "a ‹big ›dog"],
    ["a word taken out", "a big dog", "a dog", "a ‹|big ›dog"],
    ["a line", "a\nb\n", "a\nnew\nb\n", "a\n‹new\n›b\n"],
    ["nothing", "a", "a", "a"],
  ])("stand on %s", (_, before, after, expected) => {
    expect(drawn(after, marked(before, after))).toBe(expected);
  });

  test.each([
    ["a letter before it", "Now ship on Tuesday.", "Now ship on ‹Tuesday|Monday›."],
    ["right behind it", "Ship on Tuesday!.", "Ship on ‹Tuesday|Monday›!."],
    ["right before it", "Ship on “Tuesday.", "Ship on “‹Tuesday|Monday›."],
    ["the same letter as its first", "Ship on TTuesday.", "Ship on T‹Tuesday|Monday›."],
    ["the same letter as its last", "Ship on Tuesdayy.", "Ship on ‹Tuesday|Monday›y."],
    ["in its middle", "Ship on Tueday.", "Ship on Tueday."],
    ["all of it", "Ship on .", "Ship on ."],
    ["the words around it", "At Tuesday!", "At ‹Tuesday|Monday›!"],
  ])("hold or go when the person changes %s", (_, after, expected) => {
    const before = "Ship on Tuesday.";
    expect(personTyped(before, marked("Ship on Monday.", before), after)).toBe(expected);
  });

  test.each([
    ["another place", "One Two.", "Uno Two.", "Uno Due.", "‹Uno|One› ‹Due|Two›."],
    ["the same word again", "on Monday.", "on Tuesday.", "on Friday.", "on ‹Friday|Monday›."],
    ["it back", "on Monday.", "on Tuesday.", "on Monday.", "on Monday."],
    ["out what they put in", "a dog", "a big dog", "a dog", "a dog"],
  ])("follow when the others change %s", (_, first, second, third, expected) => {
    const marks = addMarks(marked(first, second), second, changesBetween(second, third));
    expect(drawn(third, marks)).toBe(expected);
  });
});

/** A text with marks, and something that the person does to it: `take` characters at `at` become `put`. */
const scene = fc
  .record({ before: text, after: text, at: fc.nat(), take: fc.nat({ max: 6 }), put: text })
  .map(({ before, after, at, take, put }) => {
    const from = at % (after.length + 1);
    const change: TextChange = { from, to: Math.min(after.length, from + take), insert: put };
    return { before, after, marks: marked(before, after), change, typed: applyChanges(after, [change]) };
  });
const wordsOf = (content: string, marks: readonly ChangeMark[]) =>
  marks.map(({ from, to, was }) => ({ is: content.slice(from, to), was }));
/** Some of it removed, or written between its first and its last letter. */
const isInside = (change: TextChange, { from, to }: ChangeMark) =>
  change.from === change.to ? from < change.from && change.from < to : from < change.to && change.from < to;

describe("Laws of marks", () => {
  test("without them the text is as it was, however often the others wrote", () => {
    fc.assert(
      fc.property(text, text, text, (first, second, third) => {
        const once = marked(first, second);
        expect(textBefore(second, once)).toBe(first);
        const twice = addMarks(once, second, changesBetween(second, third));
        expect(textBefore(third, twice)).toBe(first);
        for (const { is, was } of wordsOf(third, twice)) expect(is).not.toBe(was);
      }),
      { numRuns: 1000 },
    );
  });

  test("they are ordered and disjoint", () => {
    fc.assert(
      fc.property(text, scene, (last, { after, marks, change, typed }) => {
        const left = keepUntouched(marks, [change]);
        const more = addMarks(left, typed, changesBetween(typed, last));
        for (const list of [marks, left, more]) {
          let end = 0;
          for (const { from, to } of list) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThanOrEqual(from);
            end = to;
          }
        }
        expect(after.length).toBeGreaterThanOrEqual(marks.at(-1)?.to ?? 0);
      }),
    );
  });

  test("the person's change takes those that it is inside of, and no other", () => {
    fc.assert(
      fc.property(scene, ({ after, marks, change, typed }) => {
        const gone = marks.filter((mark) => isInside(change, mark));
        const stay = marks.filter((mark) => !gone.includes(mark));
        expect(wordsOf(typed, keepUntouched(marks, [change]))).toEqual(wordsOf(after, stay));
      }),
      { numRuns: 1000 },
    );
  });

  test("where nobody tells what was typed, a change beside them takes none either", () => {
    fc.assert(
      fc.property(scene, fc.constantFrom("a", "b", "be", "the", " "), ({ after, marks, change }, put) => {
        const insertion = { from: change.from, to: change.from, insert: put };
        fc.pre(!marks.some((mark) => isInside(insertion, mark)));
        const typed = applyChanges(after, [insertion]);
        const changes = changesBesideMarks(marks, after, typed);
        expect(applyChanges(after, changes)).toBe(typed);
        expect(wordsOf(typed, keepUntouched(marks, changes))).toEqual(wordsOf(after, marks));
      }),
      { numRuns: 1000 },
    );
  });

  test("a change that is found is the change", () => {
    fc.assert(
      fc.property(scene, ({ after, marks, typed }) => {
        expect(applyChanges(after, changesBesideMarks(marks, after, typed))).toBe(typed);
      }),
      { numRuns: 1000 },
    );
  });

  test("a long run of one letter is no work", () => {
    const before = "a".repeat(200_000);
    const marks = [{ from: 50_000, to: 150_000, was: "" }];
    const after = `${before}a`;
    expect(keepUntouched(marks, changesBesideMarks(marks, before, after))).toHaveLength(1);
  });
});
