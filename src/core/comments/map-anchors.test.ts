import fc from "fast-check";
import { expect, test } from "vitest";
import { composeChanges } from "../diff/compose-changes.ts";
import type { TextChange } from "../diff/hunk.ts";
import { applyChanges } from "../diff/text-changes.ts";
import type { Anchor, CanvasComment } from "../records/canvas.ts";
import { describeAnchor, isOrphaned } from "./describe-anchor.ts";
import { mapComments } from "./map-anchors.ts";
import { reanchorComments } from "./reanchor.ts";

/** No word stands in it twice. */
const TEXT = Array.from(
  { length: 12 },
  (_, n) => `Word${n}a word${n}b word${n}c, word${n}d word${n}e.${n % 3 === 2 ? "\n\n" : " "}`,
).join("");
const WORDS = [...TEXT.matchAll(/[Ww]ord\d+[a-e]/g)].map(({ 0: word, index }) => ({
  from: index,
  to: index + word.length,
}));

function commentOn(id: string, from: number, length: number): CanvasComment {
  const by = { kind: "person" as const };
  const anchor = describeAnchor(TEXT, from, length, 1);
  return { id, anchor, body: id, by, createdAt: "2026-11-16T12:00:00.000Z", resolved: false };
}

/** One comment on so many words from each third word on. */
const COMMENTS = WORDS.flatMap(({ from }, at) => {
  const last = WORDS[Math.min(WORDS.length - 1, at + (at % 3))]!;
  return at % 3 === 0 ? [] : [commentOn(`c${at}`, from, last.to - from)];
});

const changes = fc
  .array(
    fc.record({
      at: fc.nat(TEXT.length),
      size: fc.nat(14),
      insert: fc.constantFrom("", "x", "new words here ", "\n\n", "😀"),
    }),
    { maxLength: 5 },
  )
  .map((wanted): TextChange[] => {
    const made: TextChange[] = [];
    for (const { at, size, insert } of wanted.toSorted((a, b) => a.at - b.at)) {
      if (at > (made.at(-1)?.to ?? -1)) made.push({ from: at, to: Math.min(TEXT.length, at + size), insert });
    }
    return made;
  });

const placeOf = (comment: CanvasComment, text: string) =>
  isOrphaned(comment, text) ? null : [comment.anchor?.offset, comment.anchor?.quotedText];

test("law: where words stand only once, the changes say what a search finds", () => {
  fc.assert(
    fc.property(changes, (made) => {
      const after = applyChanges(TEXT, made);
      const mapped = mapComments(COMMENTS, { before: TEXT, changes: made, after, revision: 2 });
      const sought = reanchorComments(COMMENTS, TEXT, after, 2);
      COMMENTS.forEach((comment, at) => {
        const { offset, length, quotedText } = comment.anchor!;
        // Letters that come right beside make another word of it, which a search takes for one.
        const isLeft = made.every(({ from, to }) => to < offset || from > offset + length);
        if (!isLeft || after.indexOf(quotedText) !== after.lastIndexOf(quotedText)) return;
        expect(placeOf(mapped[at]!, after)).toEqual(placeOf(sought[at]!, after));
        if (made.length > 0)
          expect(mapped[at]!.anchor).toEqual(describeAnchor(after, after.indexOf(quotedText), length, 2));
      });
    }),
    { numRuns: 400 },
  );
});

test("law: one way through both of two lists of changes is the way through one and then the other", () => {
  const touches = (made: readonly TextChange[], { offset, length }: Anchor) =>
    made.some(({ from, to }) => to >= offset && from <= offset + length);
  fc.assert(
    fc.property(changes, changes, (first, second) => {
      const between = applyChanges(TEXT, first);
      const then = second.filter(({ to }) => to <= between.length);
      const after = applyChanges(between, then);
      const once = mapComments(COMMENTS, { before: TEXT, changes: first, after: between, revision: 2 });
      const twice = mapComments(once, { before: between, changes: then, after, revision: 3 });
      const both = { before: TEXT, changes: composeChanges(first, then), after, revision: 3 };
      const atOnce = mapComments(COMMENTS, both);
      COMMENTS.forEach((comment, at) => {
        if (touches(first, comment.anchor!) || touches(then, once[at]!.anchor!)) return;
        expect(placeOf(atOnce[at]!, after)).toEqual(placeOf(twice[at]!, after));
        expect(placeOf(atOnce[at]!, after)).not.toBeNull();
      });
    }),
    { numRuns: 400 },
  );
});

test("many changes of one long line cost as much as they are, however long it is", () => {
  const quote = "the words in question";
  const before = `${"a".repeat(500_000)} ${quote}`;
  const at = before.length - quote.length;
  const many = Array.from({ length: 20_000 }, (_, n) => ({ from: n * 20, to: n * 20 + 1, insert: "b" }));
  const changes = [...many, { from: at, to: before.length, insert: "others" }];
  const move = { before, changes, after: applyChanges(before, changes), revision: 2 };
  const anchor = describeAnchor(before, at, quote.length, 1);
  const comment = { ...commentOn("c", 0, 1), anchor };
  const timeOf = (): number => {
    const begun = process.cpuUsage();
    mapComments([comment], move);
    return process.cpuUsage(begun).user / 1_000;
  };
  expect(Math.min(timeOf(), timeOf(), timeOf())).toBeLessThan(250);
});
