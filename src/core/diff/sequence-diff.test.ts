import { diffArrays } from "diff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffSequences, type SequenceEdit } from "./sequence-diff.ts";

const sequence = (size: number) => fc.array(fc.nat(size - 1), { maxLength: 30 });
const cost = (edits: readonly SequenceEdit[]): number =>
  edits.reduce((sum, edit) => sum + edit.aTo - edit.aFrom + edit.bTo - edit.bFrom, 0);

/** What the edits make of `a`; throws where they skip items that differ. */
function applied(a: readonly number[], b: readonly number[], edits: readonly SequenceEdit[]): number[] {
  const made: number[] = [];
  let i = 0;
  for (const edit of edits) {
    made.push(...a.slice(i, edit.aFrom), ...b.slice(edit.bFrom, edit.bTo));
    i = edit.aTo;
  }
  return [...made, ...a.slice(i)];
}

describe("The difference of two sequences", () => {
  test.each([2, 5, 40])("of %i kinds of items is right, and as short as the diff package's", (size) => {
    fc.assert(
      fc.property(sequence(size), sequence(size), (a, b) => {
        const edits = diffSequences(Int32Array.from(a), Int32Array.from(b), size);
        expect(applied(a, b, edits)).toEqual(b);
        const shortest = diffArrays(a, b).reduce(
          (sum, part) => (part.added || part.removed ? sum + part.count : sum),
          0,
        );
        expect(cost(edits)).toBe(shortest);
      }),
      { numRuns: 300 },
    );
  });

  test("is right with hardly any effort", () => {
    fc.assert(
      fc.property(sequence(4), sequence(4), fc.integer({ min: 1, max: 3 }), (a, b, effort) => {
        const edits = diffSequences(Int32Array.from(a), Int32Array.from(b), 4, effort);
        expect(applied(a, b, edits)).toEqual(b);
      }),
      { numRuns: 500 },
    );
  });

  test("ends for long sequences that have everything in another order", () => {
    const length = 6_000;
    const a = Int32Array.from({ length }, (_, i) => i);
    const b = Int32Array.from({ length }, (_, i) => (i * 7919) % length);
    const edits = diffSequences(a, b, length);
    expect(applied([...a], [...b], edits)).toEqual([...b]);
  });
});
