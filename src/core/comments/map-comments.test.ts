import { describe, expect, test } from "vitest";
import { applyChanges } from "../diff/text-changes.ts";
import type { CanvasComment } from "../document/records.ts";
import { describeAnchor, isOrphaned } from "./describe-anchor.ts";
import { mapComments } from "./map-comments.ts";

const on = (content: string, offset: number, length: number): CanvasComment => ({
  id: "a",
  anchor: describeAnchor(content, offset, length, 1),
  body: "x",
  author: "user",
  by: { kind: "person" },
  createdAt: "",
  resolved: false,
});

/** "one ‹two› three", and an edit: at, removed, inserted. */
function typed(marked: string, ...edits: [number, number, string][]): string {
  const from = marked.indexOf("‹");
  let content = marked.replace(/[‹›]/g, "");
  let comment = on(content, from, marked.indexOf("›") - from - 1);
  for (const [at, remove, insert] of edits) {
    const changes = [{ from: at, to: at + remove, insert }];
    const after = applyChanges(content, changes);
    comment = mapComments([comment], changes, content, after)[0]!;
    content = after;
  }
  const anchor = comment.anchor!;
  if (isOrphaned(comment, content)) return `${content} without ‹${anchor.quotedText}›`;
  return `${content.slice(0, anchor.offset)}‹${anchor.quotedText}›${content.slice(anchor.offset + anchor.length)}`;
}

describe("While somebody types", () => {
  test.each<[string, string, [number, number, string][], string]>([
    ["before it", "one ‹two› three", [[0, 0, "zero "]], "zero one ‹two› three"],
    ["inside it", "one ‹two› three", [[5, 0, "x"]], "one ‹txwo› three"],
    ["at its end, outside", "one ‹two› three", [[7, 0, "x"]], "one ‹two›x three"],
    ["over its end", "one ‹two› three", [[6, 3, "x"]], "one ‹tw›xhree"],
    ["all of it removed", "one ‹two› three", [[4, 4, ""]], "one three without ‹two›"],
    [
      "removed and undone",
      "one ‹two› three",
      [
        [4, 4, ""],
        [4, 0, "two "],
      ],
      "one ‹two› three",
    ],
    [
      "removed, something else, undone",
      "one ‹two› three",
      [
        [4, 4, ""],
        [0, 0, "x "],
        [6, 0, "two "],
      ],
      "x one ‹two› three",
    ],
    [
      "removed, and another of its kind typed",
      "one ‹two› three and four and more of the same",
      [
        [4, 4, ""],
        [30, 0, "two"],
      ],
      "one three and four and more oftwo the same without ‹two›",
    ],
  ])("%s", (_, before, edits, after) => expect(typed(before, ...edits)).toBe(after));
});
