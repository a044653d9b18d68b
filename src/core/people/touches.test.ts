import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges, changesBetween } from "../diff/text-changes.ts";
import type { Person, Touch } from "../records/sharing.ts";
import { MOST_TOUCHES, peopleIn, refineTouching, touchesAfter } from "./touches.ts";

const ADA: Person = { subject: "a", name: "Ada" };
const BOB: Person = { subject: "b", name: "Bob" };

interface State {
  readonly content: string;
  readonly touches: readonly Touch[];
  readonly revision: number;
}
const EMPTY: State = { content: "", touches: [], revision: 0 };

function write({ content, touches, revision }: State, next: string, by: Person | null): State {
  const changes = changesBetween(content, next).map((change) => ({ ...change, by }));
  return {
    content: next,
    touches: touchesAfter(touches, changes, { content: next, revision: revision + 1 }),
    revision: revision + 1,
  };
}

/** The text with each touch marked by its person's letter: "one a‹two› three". */
function drawn({ content, touches }: State): string {
  let out = "";
  let at = 0;
  for (const { offset, length, by } of touches) {
    out += `${content.slice(at, offset)}${by.subject}‹${content.slice(offset, offset + length)}›`;
    at = offset + length;
  }
  return out + content.slice(at);
}

test.each<[string, [string, Person | null][], string]>([
  ["what nobody known writes is nobody's", [["one two three", null]], "one two three"],
  [
    "what she puts in is hers",
    [
      ["one three", null],
      ["one two three", ADA],
    ],
    "one a‹two ›three",
  ],
  [
    "where she took out, there she was",
    [
      ["one two three", null],
      ["one three", ADA],
    ],
    "one a‹›three",
  ],
  [
    "two people in one line",
    [
      ["one two three", null],
      ["1 two three", ADA],
      ["1 two 3", BOB],
    ],
    "a‹1› two b‹3›",
  ],
  [
    "who replaces takes over",
    [
      ["one two", null],
      ["one 2", ADA],
      ["one II", BOB],
    ],
    "one b‹II›",
  ],
  [
    "a model replaces",
    [
      ["one two", null],
      ["one 2", ADA],
      ["one three", null],
    ],
    "one three",
  ],
  [
    "a model replaces a part",
    [
      ["one", null],
      ["one two three four", ADA],
      ["one two 3 four", null],
    ],
    "onea‹ two ›3a‹ four›",
  ],
  [
    "put in the middle, it parts",
    [
      ["x", null],
      ["x one two", ADA],
      ["x one and two", BOB],
    ],
    "xa‹ one ›b‹and ›a‹two›",
  ],
  [
    "words side by side are one",
    [
      ["one two three", null],
      ["1 two three", ADA],
      ["1 2 three", ADA],
    ],
    "a‹1 2› three",
  ],
  [
    "what moves down goes along",
    [
      ["a\nb\n", null],
      ["a\nB\n", ADA],
      ["new\na\nB\n", null],
    ],
    "new\na\na‹B›\n",
  ],
])("%s", (_, steps, expected) => {
  const end = steps.reduce((state, [text, by]) => write(state, text, by), EMPTY);
  expect(drawn(end)).toBe(expected);
});

test("a passage that a model named keeps what it did not change", () => {
  const before = "one 2 three";
  const touches: Touch[] = [{ offset: 4, length: 1, by: ADA, revision: 2 }];
  const coarse = [{ from: 0, to: before.length, insert: "one 2 drei", by: null }];
  const changes = refineTouching(before, coarse);
  expect(touchesAfter(touches, changes, { content: "one 2 drei", revision: 3 })).toEqual(touches);
});

test("who touched a stretch", () => {
  const touches: Touch[] = [
    { offset: 0, length: 3, by: ADA, revision: 1 },
    { offset: 5, length: 0, by: BOB, revision: 1 },
  ];
  expect(peopleIn(touches, 0, 5)).toEqual([ADA, BOB]);
  expect(peopleIn(touches, 3, 4)).toEqual([]);
  expect(peopleIn(touches, 3, 3)).toEqual([ADA]);
  expect(peopleIn(touches, 6, 9)).toEqual([]);
});

const text = fc
  .array(fc.constantFrom("one", "two", "three", "four", " ", " ", "\n", "."), { maxLength: 30 })
  .map((words) => words.join(""));
const step = fc.tuple(text, fc.constantFrom(ADA, BOB, null));

test("law: inside the text, sorted, none over another, those of one person apart", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const { content, touches } = steps.reduce((state, [next, by]) => write(state, next, by), EMPTY);
      let end = 0;
      let last = "";
      for (const { offset, length, by } of touches) {
        expect(offset).toBeGreaterThanOrEqual(end);
        if (offset === end && end > 0) expect(by.subject).not.toBe(last);
        end = offset + length;
        last = by.subject;
      }
      expect(end).toBeLessThanOrEqual(content.length);
    }),
  );
});

test("law: what a change leaves alone stays whose it is, and what it puts in is its author's", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), text, fc.constantFrom(ADA, BOB, null), (steps, next, by) => {
      const before = steps.reduce((state, [content, who]) => write(state, content, who), EMPTY);
      const after = write(before, next, by);
      const owners = ownersOf(before);
      const expected = applyToOwners(owners, changesBetween(before.content, next), by?.subject ?? "-");
      ownersOf(after).forEach((owner, i) => {
        // Only a space between two words of one person may be theirs, too.
        if (/\S/.test(next[i]!)) expect(owner).toBe(expected[i]);
      });
    }),
  );
});

test("law: nobody's change changes nothing, and neither does a text that stays as it is", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), (steps) => {
      const { content, touches } = steps.reduce((all, [next, who]) => write(all, next, who), EMPTY);
      expect(touchesAfter(touches, [], { content, revision: 9 })).toBe(touches);
      const same = refineTouching(content, [{ from: 0, to: content.length, insert: content, by: ADA }]);
      expect(touchesAfter(touches, same, { content, revision: 9 })).toBe(touches);
    }),
  );
});

test("of many places those touched longest ago lose their names, and a long text is done in no time", () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i} with some words in it to make it long enough`);
  const start = write(EMPTY, lines.join("\n"), null);
  const bobs = write(start, lines.map((line, i) => (i === 7 ? `${line} bob` : line)).join("\n"), BOB);
  const began = performance.now();
  const many = write(
    bobs,
    bobs.content
      .split("\n")
      .map((line, i) => (i % 20 === 0 ? `${line} x` : line))
      .join("\n"),
    ADA,
  );
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(many.touches).toHaveLength(MOST_TOUCHES);
  expect(many.touches.every(({ by }) => by === ADA)).toBe(true);
});

function ownersOf({ content, touches }: State): string[] {
  const owners = Array.from({ length: content.length }, () => "-");
  for (const { offset, length, by } of touches) owners.fill(by.subject, offset, offset + length);
  return owners;
}

function applyToOwners(owners: readonly string[], changes: ReturnType<typeof changesBetween>, by: string): string[] {
  const letters = owners.map((owner) => owner).join("");
  return applyChanges(
    letters,
    changes.map((change) => ({ ...change, insert: by.repeat(change.insert.length) })),
  ).split("");
}
