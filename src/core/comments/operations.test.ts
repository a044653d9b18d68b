import { describe, expect, test } from "vitest";
import type { Author, CanvasComment } from "../records/canvas.ts";
import type { CommentOperation } from "../records/operations.ts";
import { isOrphaned } from "./describe-anchor.ts";
import { applyOperations, markAddressed, type OperationContext } from "./operations.ts";
import { threadsOf, waitsForAnswer } from "./threads.ts";

const content = "# Title\n\nSome words, and some words again.\n";
const person: Author = { kind: "person", name: "Ada", subject: "ada" };
const model: Author = { kind: "model", client: "claude" };
const context = (by: Author = person, more: Partial<OperationContext> = {}): OperationContext => ({
  content,
  revision: 3,
  by,
  at: "2026-01-02T00:00:00Z",
  ...more,
});
const run = (
  comments: readonly CanvasComment[],
  operations: CommentOperation[],
  by?: Author,
  more?: Partial<OperationContext>,
) => applyOperations(comments, operations, context(by, more));
const add = (id: string, quotedText: string | null = "words", body = "Why?"): CommentOperation => ({
  op: "add",
  id,
  body,
  anchor: quotedText === null ? null : { offset: content.indexOf(quotedText), length: quotedText.length, quotedText },
});
const byPerson = run([], [add("a")]).comments;
const byModel = run([], [add("m")], model).comments;
const thread = run(byPerson, [{ op: "reply", id: "b", replyTo: "a", body: "So." }], model).comments;

describe("Operations", () => {
  test("an added comment has the server's author and time, and an anchor with its surroundings", () => {
    expect(byPerson[0]).toEqual({
      id: "a",
      anchor: {
        quotedText: "words",
        offset: 14,
        length: 5,
        prefix: "# Title\n\nSome ",
        suffix: ", and some words again.\n",
        revision: 3,
      },
      body: "Why?",
      by: person,
      createdAt: "2026-01-02T00:00:00Z",
      resolved: false,
    });
    expect(byModel[0]!.by.kind).toBe("model");
  });

  test.each<[string, readonly CanvasComment[], CommentOperation, Author, string, string]>([
    ["an empty body", [], add("a", null, "  "), person, "refused", "needs some text"],
    ["a body that is too long", [], add("a", null, "x".repeat(10_001)), person, "refused", "10001"],
    ["an id that is none", [], add("a b", null), person, "refused", "no comment id"],
    ["a taken id", byModel, add("m"), person, "refused", "is taken"],
    ["a retry", byPerson, add("a"), person, "unchanged", "already"],
    [
      "an answer to nothing",
      byPerson,
      { op: "reply", id: "b", replyTo: "zz", body: "x" },
      model,
      "refused",
      "no comment zz",
    ],
    ["an edit by another", byPerson, { op: "edit", id: "a", body: "x" }, model, "refused", "Only its author"],
    [
      "an edit by another person",
      byPerson,
      { op: "edit", id: "a", body: "x" },
      { kind: "person", subject: "eve" },
      "refused",
      "Only its author",
    ],
    ["a deletion by another", byModel, { op: "delete", id: "m" }, person, "refused", "Only its author"],
    ["an edit that says the same", byPerson, { op: "edit", id: "a", body: "Why?" }, person, "unchanged", "already"],
    ["the model resolving", byPerson, { op: "resolve", id: "a" }, model, "refused", "Only the person"],
    ["resolving nothing", byPerson, { op: "resolve", id: "q" }, person, "refused", "no comment q"],
    ["reopening what is open", byPerson, { op: "reopen", id: "a" }, person, "unchanged", "open already"],
    [
      "attaching outside the text",
      byPerson,
      { op: "attach", id: "a", offset: 40, length: 99 },
      person,
      "refused",
      "outside the text",
    ],
    [
      "bringing back what is there",
      byPerson,
      { op: "undelete", id: "a", body: "x" },
      person,
      "unchanged",
      "not deleted",
    ],
  ])("%s", (_, comments, operation, by, result, words) => {
    const { comments: after, outcomes } = run(comments, [operation], by);
    expect(after).toBe(comments);
    expect(outcomes).toEqual([{ op: operation.op, id: operation.id, result, words: expect.stringContaining(words) }]);
  });

  test("edit, delete and bring back one's own", () => {
    const edited = run(byPerson, [{ op: "edit", id: "a", body: "How?" }]).comments;
    expect(edited[0]).toMatchObject({ body: "How?", editedAt: "2026-01-02T00:00:00Z" });
    const gone = run(edited, [{ op: "delete", id: "a" }]).comments;
    expect(gone[0]).toMatchObject({ body: "", deleted: true });
    const back = run(gone, [{ op: "undelete", id: "a", body: "How?" }]).comments;
    expect(back[0]!.deleted).toBeUndefined();
    expect(back[0]!.body).toBe("How?");
  });

  test("a refused operation stops none of the others", () => {
    const { comments, outcomes } = run([], [add("a"), add("", null), add("c", null)]);
    expect(comments.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(outcomes.map(({ result }) => result)).toEqual(["done", "refused", "done"]);
  });

  test("an answer to an answer belongs to the thread, and a reply survives the deletion that it races", () => {
    expect(run(thread, [{ op: "reply", id: "c", replyTo: "b", body: "Hm." }]).comments.at(-1)!.replyTo).toBe("a");
    const gone = run(byPerson, [{ op: "delete", id: "a" }]).comments;
    const answered = run(gone, [{ op: "reply", id: "b", replyTo: "a", body: "So." }], model).comments;
    expect(threadsOf(answered, content)).toMatchObject([{ root: { id: "a", deleted: true }, replies: [{ id: "b" }] }]);
  });

  test("resolving and reopening name the thread; the person's answer opens it again", () => {
    const resolved = run(thread, [{ op: "resolve", id: "b" }]).comments;
    expect(resolved[0]!.resolved).toBe(true);
    expect(run(resolved, [{ op: "reopen", id: "a" }]).comments[0]!.resolved).toBe(false);
    expect(run(resolved, [{ op: "reply", id: "c", replyTo: "a", body: "No." }]).comments[0]!.resolved).toBe(false);
    expect(run(resolved, [{ op: "reply", id: "c", replyTo: "a", body: "No." }], model).comments[0]!.resolved).toBe(
      true,
    );
  });

  test("a question waits until it is answered, addressed or resolved; and again when the person goes on", () => {
    const asked = run([], [{ ...add("q"), question: true } as CommentOperation]).comments;
    const waits = (comments: readonly CanvasComment[]) => threadsOf(comments, content).map(waitsForAnswer);
    const answered = run(asked, [{ op: "reply", id: "x", replyTo: "q", body: "So." }], model).comments;
    const further = run(answered, [{ op: "reply", id: "y", replyTo: "q", body: "And?" }], person, {
      at: "2026-01-03T00:00:00Z",
    }).comments;
    expect(asked[0]).toMatchObject({ question: true });
    expect([byPerson, asked, answered, further].map(waits)).toEqual([[false], [true], [false], [true]]);
    expect(waits(markAddressed(asked, ["q"], 4).comments)).toEqual([false]);
    expect(waits(run(asked, [{ op: "resolve", id: "q" }]).comments)).toEqual([false]);
  });

  test("addressed comments are marked with the version, and opened by the person's answer or edit", () => {
    const { comments, unknown } = markAddressed(thread, ["b", "nope"], 5);
    expect(unknown).toEqual(["nope"]);
    expect(comments[0]!.addressedIn).toBe(5);
    expect(threadsOf(comments, content)[0]!.state).toBe("addressed");
    for (const operation of [
      { op: "reply", id: "c", replyTo: "a", body: "No." },
      { op: "edit", id: "a", body: "Really why?" },
      { op: "reopen", id: "a" },
    ] satisfies CommentOperation[]) {
      expect(run(comments, [operation]).comments[0]!.addressedIn).toBeUndefined();
    }
  });

  test("a comment made on a text that was merged since is anchored in the merged text", () => {
    const merged = `New first line.\n${content}`;
    const [comment] = run([], [add("a")], person, { content: merged, anchoredIn: content }).comments;
    expect(comment!.anchor).toMatchObject({ offset: 30, quotedText: "words" });
  });

  test("a comment whose text is nowhere is kept as an orphan, and attached by hand", () => {
    const lost: CommentOperation = {
      op: "add",
      id: "a",
      body: "x",
      anchor: { offset: 5, length: 4, quotedText: "gone" },
    };
    const { comments, outcomes } = run([], [lost]);
    expect(outcomes[0]).toMatchObject({ result: "done", words: expect.stringContaining("orphaned") });
    expect(isOrphaned(comments[0]!, content)).toBe(true);
    const attached = run(comments, [{ op: "attach", id: "a", offset: 14, length: 5 }]).comments;
    expect(attached[0]!.anchor).toMatchObject({ quotedText: "words", offset: 14 });
  });

  test("a quote that is near, but not at its offset, is found", () => {
    const near: CommentOperation = {
      op: "add",
      id: "a",
      body: "x",
      anchor: { offset: 28, length: 5, quotedText: "words" },
    };
    expect(run([], [near]).comments[0]!.anchor!.offset).toBe(content.lastIndexOf("words"));
  });

  test("a full canvas takes no more", () => {
    const { outcomes } = run(byPerson, [add("z")], person, { limits: { comments: 1, body: 10 } });
    expect(outcomes[0]).toMatchObject({ result: "refused", words: expect.stringContaining("1 comments") });
  });
});

test("threads stand by place: the whole document first, orphans last", () => {
  const { comments } = run(
    [],
    [
      add("late", "again"),
      { op: "add", id: "lost", body: "x", anchor: { offset: 5, length: 4, quotedText: "gone" } },
      add("early", "Title"),
      add("whole", null),
      add("wide", "Title\n\nSome"),
    ],
  );
  const resolved = run(comments, [{ op: "resolve", id: "late" }]).comments;
  const threads = threadsOf(resolved, content);
  expect(threads.map(({ root, state }) => `${root.id} ${state}`)).toEqual([
    "whole open",
    "wide open",
    "early open",
    "late resolved",
    "lost orphaned",
  ]);
  expect(threads.map(({ place }) => place?.from ?? null)).toEqual([null, 2, 2, 36, null]);
});
