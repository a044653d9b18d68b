import { expect, test } from "vitest";
import type { Moment } from "../../../core/document/draft.ts";
import { createMemoryStore } from "../../../server/storage/memory/store.ts";
import { exampleCanvas } from "./example-canvas.ts";
import { EXAMPLE_PROTECTED } from "./example-text.ts";

function moment(): Moment {
  let serial = 0;
  return {
    by: { kind: "person" },
    now: "2026-11-16T12:00:00.000Z",
    sealOpenedBefore: "2026-11-16T11:50:00.000Z",
    randomId: (length) => String(++serial).padStart(length, "2"),
  };
}

test("the example shows a suggestion, a comment and a protected line, each in its place", () => {
  const { record } = exampleCanvas({ id: "HN8B", owner: "local", widgetKey: "key", moment: moment() });
  const { document, comments, proposals, protections } = record;
  const stands = ({ offset, length, quotedText }: { offset: number; length: number; quotedText: string }) =>
    length > 0 && document.content.slice(offset, offset + length) === quotedText;
  expect(document.title).toBe("Welcome to Writing Canvas");
  expect(comments.map(({ by, anchor }) => [by.kind, anchor !== null && stands(anchor)])).toEqual([["model", true]]);
  expect(proposals.map(({ kind, state, anchor }) => [kind, state, stands(anchor)])).toEqual([
    ["suggestion", "open", true],
  ]);
  expect(protections.map(({ anchor }) => anchor.quotedText)).toEqual([EXAMPLE_PROTECTED]);
});

test("the example can be kept, and nothing in it waits to be sent", async () => {
  const store = createMemoryStore();
  const change = exampleCanvas({ id: "HN8B", owner: "local", widgetKey: "key", moment: moment() });
  expect(await store.canvases.create("local", change)).toEqual({ kind: "created" });
  const { canvases } = await store.canvases.list("local", { limit: 5 });
  expect(canvases).toMatchObject([
    { id: "HN8B", status: "draft", version: 1, newEdits: 0, newComments: 0, newOthers: 0 },
  ]);
});
