import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeChanges, invertChanges } from "./compose-changes.ts";
import type { TextChange } from "./hunk.ts";
import { applyChanges } from "./text-changes.ts";

/** Changes of a text of this length, some of which touch. */
function changesOf(length: number): fc.Arbitrary<TextChange[]> {
  const point = fc.integer({ min: 0, max: length });
  return fc
    .array(fc.tuple(point, point, fc.constantFrom("", "", "x", "yz", "long words")), { maxLength: 5 })
    .map((all) => {
      const sorted = all
        .map(([a, b, insert]) => ({ from: Math.min(a, b), to: Math.max(a, b), insert }))
        .sort((a, b) => a.from - b.from || a.to - b.to);
      const kept: TextChange[] = [];
      for (const one of sorted) if (one.from >= (kept.at(-1)?.to ?? 0)) kept.push(one);
      return kept;
    });
}

const text = fc.string({ minLength: 0, maxLength: 24 });
const chain = text.chain((before) =>
  changesOf(before.length).chain((first) =>
    changesOf(applyChanges(before, first).length).map((second) => ({ before, first, second })),
  ),
);

describe("Changes put together", () => {
  test.each<[string, TextChange[], TextChange[], TextChange[]]>([
    [
      "typing on is one change",
      [{ from: 3, to: 3, insert: "ab" }],
      [{ from: 5, to: 5, insert: "c" }],
      [{ from: 3, to: 3, insert: "abc" }],
    ],
    [
      "what was typed and taken out again is none",
      [{ from: 3, to: 3, insert: "ab" }],
      [{ from: 3, to: 5, insert: "" }],
      [],
    ],
    [
      "words put before what was just put in stand before it",
      [{ from: 3, to: 3, insert: "b" }],
      [{ from: 3, to: 3, insert: "a" }],
      [{ from: 3, to: 3, insert: "ab" }],
    ],
    [
      "places that are apart stay apart",
      [{ from: 8, to: 9, insert: "" }],
      [{ from: 1, to: 1, insert: "a" }],
      [
        { from: 1, to: 1, insert: "a" },
        { from: 8, to: 9, insert: "" },
      ],
    ],
    [
      "taking out reaches over what was put in",
      [{ from: 4, to: 4, insert: "xyz" }],
      [{ from: 2, to: 9, insert: "-" }],
      [{ from: 2, to: 6, insert: "-" }],
    ],
  ])("%s", (_, first, second, expected) => {
    expect(composeChanges(first, second)).toEqual(expected);
  });
  test("law: they make of the text what the two lists make of it, one after the other", () => {
    fc.assert(
      fc.property(chain, ({ before, first, second }) => {
        const composed = composeChanges(first, second);
        expect(applyChanges(before, composed)).toBe(applyChanges(applyChanges(before, first), second));
        if (first.length === 0 || second.length === 0) return;
        composed.forEach((change, at) => {
          if (at > 0) expect(change.from).toBeGreaterThan(composed[at - 1]!.to);
        });
      }),
      { numRuns: 3000 },
    );
  });
  test("law: the inverse takes them back", () => {
    fc.assert(
      fc.property(chain, ({ before, first }) => {
        const after = applyChanges(before, first);
        expect(applyChanges(after, invertChanges(before, first))).toBe(before);
      }),
    );
  });
});
