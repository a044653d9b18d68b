import { describe, expect, test } from "vitest";
import type { Thread } from "../../../core/comments/threads.ts";
import { type CommentStateAction, NOTHING_OPEN, reduceCommentState } from "./comment-state.ts";
import { operationFor } from "./operation-for.ts";

const thread = (id: string, state: Thread["state"] = "open"): Thread => ({
  root: {
    id,
    anchor: null,
    body: "",
    by: { kind: "person" },
    createdAt: "",
    resolved: state === "resolved",
  },
  replies: [],
  state,
  place: null,
});
const run = (...actions: CommentStateAction[]) => actions.reduce(reduceCommentState, NOTHING_OPEN);
const text = { kind: "text", from: 4, to: 8, quote: "keys" } as const;

describe("the state of comments", () => {
  test("a new comment closes the composer and is the active one, without a card over its text", () => {
    const state = run(
      { kind: "composed", target: text, body: "" },
      { kind: "operated", operation: { op: "add", id: "n", body: "b", anchor: null } },
    );
    expect(state).toMatchObject({ active: "n", added: "n", composing: null });
    expect(reduceCommentState(state, { kind: "activated", thread: thread("n"), focus: false }).added).toBeNull();
  });

  test("a thread that the filter hides changes the filter", () => {
    expect(run({ kind: "activated", thread: thread("a", "resolved"), focus: true })).toMatchObject({
      active: "a",
      filter: "resolved",
      focusCount: 1,
    });
  });

  test("replying keeps the thread open, commenting elsewhere closes it", () => {
    const open = { kind: "activated", thread: thread("a"), focus: false } as const;
    expect(run(open, { kind: "composed", target: { kind: "reply", to: "a" }, body: "" }).active).toBe("a");
    expect(run(open, { kind: "composed", target: text, body: "" }).active).toBeNull();
  });

  test("a question shows its card, and an answer is told of only where the card is not open", () => {
    const add = { op: "add", id: "q", body: "b", anchor: null, question: true } as const;
    const asked = run({ kind: "operated", operation: add });
    expect(asked).toMatchObject({ active: "q", added: null });
    const answered = { kind: "answered", id: "q" } as const;
    expect(reduceCommentState(asked, answered).answered).toBeNull();
    const away = reduceCommentState(asked, { kind: "activated", thread: null, focus: false });
    const told = reduceCommentState(away, answered);
    expect(told.answered).toBe("q");
    expect(reduceCommentState(told, { kind: "activated", thread: thread("q"), focus: true }).answered).toBeNull();
  });

  test("a comment waits for its text until that is selected, another is opened, or it is called off", () => {
    const waits = run({ kind: "attaching", id: "a" });
    expect(waits).toMatchObject({ attaching: "a", active: "a" });
    const attach = { kind: "operated", operation: { op: "attach", id: "a", offset: 0, length: 1 } } as const;
    const another = { kind: "activated", thread: thread("b"), focus: false } as const;
    const over = [attach, another, { kind: "attaching", id: null } as const];
    for (const action of over) expect(reduceCommentState(waits, action).attaching).toBeNull();
    expect(reduceCommentState(waits, { ...another, thread: thread("a") }).attaching).toBe("a");
  });

  test("what was deleted can be brought back, once", () => {
    const deleted = run({ kind: "operated", operation: { op: "delete", id: "a" }, deletedBody: "words" });
    expect(deleted.deleted).toEqual({ id: "a", body: "words" });
    const back = reduceCommentState(deleted, {
      kind: "operated",
      operation: { op: "undelete", id: "a", body: "words" },
    });
    expect(back.deleted).toBeNull();
  });
});

describe("what a finished composer means", () => {
  const newId = () => "new1";

  test.each([
    ["the whole document", { kind: "document" } as const, { op: "add", anchor: null }],
    ["a reply", { kind: "reply", to: "a" } as const, { op: "reply", replyTo: "a" }],
    ["an edit", { kind: "edit", id: "a" } as const, { op: "edit", id: "a" }],
    ["text", text, { op: "add", anchor: { offset: 4, length: 4, quotedText: "keys" } }],
  ])("%s", (_name, target, operation) => {
    expect(operationFor({ target, body: " words " }, "the keys", newId)).toMatchObject({ body: "words", ...operation });
  });

  test("the words are found again where typing has moved them", () => {
    const operation = operationFor({ target: text, body: "b" }, "all the keys", newId);
    expect(operation).toMatchObject({ anchor: { offset: 8, length: 4, quotedText: "keys" } });
  });

  test("nothing, and too much, are no comment", () => {
    expect(operationFor({ target: text, body: "  " }, "the keys", newId)).toBeNull();
    expect(operationFor({ target: text, body: "x".repeat(10_001) }, "the keys", newId)).toBeNull();
  });
});
