import fc from "fast-check";
import { expect, test } from "vitest";
import { describeAnchor, isDetached } from "../../core/comments/describe-anchor.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import { applyChanges } from "../../core/diff/text-changes.ts";
import type { CanvasComment } from "../../core/records/canvas.ts";
import type { CommentOperation } from "../../core/records/operations.ts";
import { viewOfText } from "./browser/view-of-text-for-tests.ts";
import { type PlacedComments, placeComments } from "./placed-comments.ts";
import { openCanvas, reduceReady } from "./reduce-ready.ts";
import type { Ready } from "./state.ts";
import { shownComments } from "./unsaved-changes.ts";

const TEXT = Array.from({ length: 8 }, (_, n) => `Part ${n} has words of its own, and more.\n`).join("\n");

function commentOn(id: string, from: number, length: number, more: Partial<CanvasComment> = {}): CanvasComment {
  const anchor = describeAnchor(TEXT, from, length, 1);
  const by = { kind: "person" as const };
  return { id, anchor, body: id, by, createdAt: "2026-11-16T12:00:00.000Z", resolved: false, ...more };
}

const COMMENTS: readonly CanvasComment[] = [
  ...Array.from({ length: 8 }, (_, n) => commentOn(`c${n}`, TEXT.indexOf(`Part ${n}`), 6)),
  commentOn("wide", 10, 120),
  commentOn("inner", TEXT.indexOf("words"), 5),
  commentOn("lost", 0, 4, { anchor: { ...describeAnchor(TEXT, 40, 4, 1), quotedText: "gone", length: 0 } }),
  commentOn("whole", 0, 1, { anchor: null }),
  commentOn("answer", 0, 1, { anchor: null, replyTo: "c3" }),
];

function open(): Ready {
  const view = viewOfText(TEXT, "HN8B");
  return openCanvas({ ...view, checkpoint: { ...view.checkpoint, comments: COMMENTS } }, "server");
}

const type = (ready: Ready, changes: readonly TextChange[]) =>
  reduceReady(ready, { kind: "typed", text: applyChanges(ready.draft, changes), changes }) as Ready;
const operate = (ready: Ready, operation: CommentOperation) =>
  reduceReady(ready, { kind: "commented", operation }) as Ready;

/** All that somebody can see of them. */
function seen(comments: readonly CanvasComment[], placeOf: PlacedComments["placeOf"]) {
  return comments.map((comment) => {
    const { anchor, ...rest } = comment;
    return { ...rest, quote: anchor?.quotedText ?? null, place: placeOf(comment) };
  });
}

function sought(ready: Ready) {
  const comments = shownComments(ready);
  return seen(comments, ({ anchor }) =>
    anchor === null || isDetached(anchor, ready.draft)
      ? null
      : { from: anchor.offset, to: anchor.offset + anchor.length },
  );
}

const place = fc.nat(1_000);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      at: place,
      size: fc.nat(9),
      insert: fc.constantFrom("", "x", " more words", "gone", "\n\n"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ at: place, op: fc.constantFrom("add", "reply", "resolve", "delete", "edit", "attach") }),
  },
);

function operationOf(op: string, at: number, draft: string, n: number): CommentOperation {
  const id = COMMENTS[at % COMMENTS.length]!.id;
  const offset = at % Math.max(1, draft.length - 6);
  switch (op) {
    case "add":
      return {
        op,
        id: `n${n}`,
        body: "new",
        anchor: { offset, length: 5, quotedText: draft.slice(offset, offset + 5) },
      };
    case "reply":
      return { op, id: `n${n}`, replyTo: id, body: "so" };
    case "edit":
      return { op, id, body: `other ${n}` };
    case "attach":
      return { op, id, offset, length: 5 };
    default:
      return { op: op as "resolve" | "delete", id };
  }
}

test("law: looking only at those that the typing reaches shows the same as looking at all", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let ready = open();
      let placed = placeComments(ready, null);
      steps.forEach((one, n) => {
        const { draft } = ready;
        if ("op" in one) ready = operate(ready, operationOf(one.op, one.at, draft, n));
        else {
          const from = one.at % (draft.length + 1);
          const change = { from, to: Math.min(draft.length, from + one.size), insert: one.insert };
          ready = type(ready, [change]);
        }
        placed = placeComments(ready, placed);
        const all = sought(ready);
        expect(seen(placed.comments, placed.placeOf)).toEqual(all);
        const [from, to] = [one.at, one.at + 40];
        const there = all.filter(({ place: at }) => at !== null && at.to >= from && at.from <= to);
        expect(placed.between(from, to).toSorted()).toEqual(there.map(({ id }) => id).toSorted());
      });
    }),
    { numRuns: 300 },
  );
});

test("typing beside the words of comments moves them, and gives nobody another list", () => {
  let ready = open();
  const first = placeComments(ready, null);
  let placed = first;
  const at = TEXT.indexOf("of its own", TEXT.indexOf("Part 6")) + 3;
  for (const letter of "abc") {
    ready = type(ready, [{ from: at, to: at, insert: letter }]);
    placed = placeComments(ready, placed);
  }
  expect(placed.comments).toBe(first.comments);
  const last = placed.comments.find(({ id }) => id === "c7")!;
  expect(placed.placeOf(last)).toEqual({ from: TEXT.indexOf("Part 7") + 3, to: TEXT.indexOf("Part 7") + 9 });
});

test("words that go take their comment's place, and give it back when they come again", () => {
  let ready = open();
  let placed = placeComments(ready, null);
  const from = TEXT.indexOf("Part 5");
  const stood = placed.comments;
  const here = () => placed.placeOf(placed.comments.find(({ id }) => id === "c5")!);
  ready = type(ready, [{ from, to: from + 6, insert: "" }]);
  placed = placeComments(ready, placed);
  expect([here(), placed.comments === stood]).toEqual([null, false]);
  ready = type(ready, [{ from, to: from, insert: "Part 5" }]);
  placed = placeComments(ready, placed);
  expect(here()).toEqual({ from, to: from + 6 });
});
