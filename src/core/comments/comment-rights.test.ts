import { expect, test } from "vitest";
import type { CanvasComment } from "../records/canvas.ts";
import type { CommentOperation } from "../records/operations.ts";
import type { Standing } from "../records/sharing.ts";
import { checkCommentRights } from "./comment-rights.ts";
import { applyOperations } from "./operations.ts";

const comment = (id: string, by: CanvasComment["by"], replyTo?: string): CanvasComment => ({
  id,
  anchor: null,
  body: "Why?",
  by,
  createdAt: "2026-01-01T00:00:00.000Z",
  resolved: false,
  ...(replyTo === undefined ? {} : { replyTo }),
});
const COMMENTS = [
  comment("adas", { kind: "person", subject: "ada", name: "Ada" }),
  comment("bobs", { kind: "person", subject: "bob", name: "Bob" }),
  comment("reply", { kind: "person", subject: "ada", name: "Ada" }, "bobs"),
  comment("models", { kind: "model", subject: "bob", name: "Bob" }),
  comment("old", { kind: "person" }),
];
const op = (kind: CommentOperation["op"], id: string) => ({ op: kind, id, body: "x" }) as unknown as CommentOperation;

// What Bob may, as each: o owner, e editor, c commenter.
test.each<[CommentOperation["op"], string, string]>([
  ["edit", "bobs", "oec"],
  ["edit", "adas", ""],
  ["edit", "models", ""],
  ["edit", "old", "o"],
  ["delete", "bobs", "oec"],
  ["delete", "adas", "o"],
  ["undelete", "adas", "o"],
  ["resolve", "bobs", "oec"],
  ["resolve", "reply", "oec"],
  ["resolve", "adas", "oe"],
  ["reopen", "adas", "oe"],
  ["attach", "adas", "oe"],
  ["attach", "models", "oe"],
  ["resolve", "old", "oe"],
  ["edit", "unknown", "oec"],
])("%s %s", (kind, id, expected) => {
  const may = (standing: Standing) =>
    checkCommentRights(COMMENTS, [op(kind, id)], { subject: "bob", standing }) === null;
  const allowed = (["owner", "editor", "commenter"] as const).filter(may).map((standing) => standing[0]);
  expect(allowed.join("")).toBe(expected);
});

test("an owner deletes what another wrote, and brings it back with the same words only", () => {
  const context = {
    content: "",
    revision: 2,
    by: { kind: "person" as const, subject: "ada" },
    at: "2026-01-02T00:00:00.000Z",
  };
  const owner = { ...context, isOwner: true };
  const run = (comments: readonly CanvasComment[], operation: CommentOperation, as = owner) =>
    applyOperations(comments, [operation], as);
  const remove: CommentOperation = { op: "delete", id: "bobs" };
  expect(run(COMMENTS, remove, { ...context, isOwner: false }).outcomes[0]?.result).toBe("refused");
  const gone = run(COMMENTS, remove).comments;
  expect(gone[1]).toMatchObject({ deleted: true, body: "" });
  expect(run(gone, { op: "undelete", id: "bobs", body: "Bob agrees." }).outcomes[0]?.result).toBe("refused");
  expect(run(gone, { op: "undelete", id: "bobs", body: "Why?" }).comments).toEqual(COMMENTS);
  expect(run(COMMENTS, { op: "edit", id: "bobs", body: "x" }).outcomes[0]?.result).toBe("refused");
});
