import { expect, test } from "vitest";
import { canvasOf, KEY } from "../../../test/loop/canvas-fixture.ts";
import { applyOperations, markAddressed } from "../../core/comments/operations.ts";
import { describeComments } from "../../core/feedback/describe-comments.ts";
import type { CanvasComment } from "../../core/records/canvas.ts";
import { commentLines } from "../telling/comment-lines.ts";

const PERSON = { kind: "person" } as const;

/** Threads of two, half of them resolved, whose ids are counted whenever somebody reads one. */
function counted(count: number): { readonly comments: CanvasComment[]; readonly reads: () => number } {
  let reads = 0;
  const comments = Array.from({ length: count }, (_, n): CanvasComment => {
    const id = `c${n}`;
    return {
      get id() {
        reads++;
        return id;
      },
      anchor: null,
      body: `Body ${n}`,
      by: PERSON,
      createdAt: "2026-01-01T00:00:00.000Z",
      resolved: n % 4 === 0,
      ...(n % 2 === 1 ? { replyTo: `c${n - 1}` } : {}),
    };
  });
  return { comments, reads: () => reads };
}

test.each<[string, (comments: CanvasComment[], count: number) => unknown]>([
  [
    "telling a model of comments, told before or not",
    (comments, count) => {
      const known = Array.from({ length: count }, (_, n) => `comment:c${n}:mark`);
      return describeComments(comments, "Text", () => 1, known);
    },
  ],
  [
    "listing comments",
    (comments) => commentLines({ ...canvasOf("Text"), ...KEY, meta: {}, comments }, { client: "model" }, () => true),
  ],
  [
    "resolving all of them",
    (comments, count) => {
      const operations = Array.from({ length: count }, (_, n) => ({ op: "resolve" as const, id: `c${n}` }));
      return applyOperations(comments, operations, { content: "Text", revision: 2, by: PERSON, at: "" });
    },
  ],
  [
    "addressing all of them",
    (comments, count) =>
      markAddressed(
        comments,
        Array.from({ length: count }, (_, n) => `c${n}`),
        2,
      ),
  ],
])("%s takes ten times the work for ten times the comments", (_, act) => {
  const workFor = (count: number): number => {
    const { comments, reads } = counted(count);
    act(comments, count);
    return reads();
  };
  expect(workFor(2_000)).toBeLessThanOrEqual(12 * workFor(200));
});
