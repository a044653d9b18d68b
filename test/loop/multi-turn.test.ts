import { expect, test } from "vitest";
import { startHarness, viewIn, wireIn } from "./harness.ts";

/** What the model has dealt with is "addressed": only the person resolves. */
test("a canvas over several turns: created, edited and commented, sent, revised", async () => {
  const { call } = await startHarness();
  // Turn 1: the model creates the canvas.
  const first =
    "# API Design\n\n## Overview\n\nThe API uses REST endpoints with JSON payloads.\n\n## Authentication\n\nThe API uses API keys.\n";
  const created = await call("write_canvas", { content: first, title: "API Design Doc" });
  const { canvasId } = created;
  const { key, checkpoint } = viewIn(created);
  expect(checkpoint).toMatchObject({
    document: { title: "API Design Doc", status: "draft", version: 1, content: first },
    comments: [],
    baseline: first,
  });

  // Between turns: the person edits a paragraph and leaves two comments.
  const second = first.replace("REST endpoints with JSON payloads", "GraphQL with typed queries");
  const on = (quotedText: string) => ({ quotedText, offset: second.indexOf(quotedText), length: quotedText.length });
  const save = { canvas_id: canvasId, key, base_revision: 1, content: second };
  const saved = await call("save_canvas", {
    ...save,
    save_key: "s1",
    comments: [
      { op: "add", id: "cmt1", body: "We need to support OAuth2 in addition to API keys", anchor: on("API keys") },
      { op: "add", id: "cmt2", body: "Which version?", anchor: on("GraphQL") },
    ],
  });
  expect(wireIn(saved).document).toMatchObject({ version: 2, lastEditor: "user" });
  expect(viewIn(saved).checkpoint.baseline).toBe(first);

  // Turn 2: Send; the model reads what changed, and rewrites.
  const sent = await call("save_canvas", { canvas_id: canvasId, key, save_key: "s2", sent: true });
  expect(viewIn(sent).checkpoint.told.offered).toHaveLength(3);
  const read = await call("read_canvas", { canvas_id: canvasId, part: "feedback" });
  expect(read.text).toBe(`Canvas ${canvasId} v2, draft. New from the person:
- Edited line 5: "The API uses REST endpoints with JSON payloads." → "The API uses GraphQL with typed queries."
- Comment cmt2 on "GraphQL" (line 5): "Which version?"
- Comment cmt1 on "API keys" (line 9): "We need to support OAuth2 in addition to API keys"
base_version: 2`);
  await call("read_canvas", { canvas_id: canvasId });
  const third = second
    .replace("API keys.", "API keys and OAuth2.")
    .replace("GraphQL with", "GraphQL (October 2021) with");
  const revised = await call("write_canvas", {
    canvas_id: canvasId,
    content: third,
    base_version: 2,
    addresses: ["cmt1", "cmt2"],
    comments: '[{"anchor":{"quotedText":"OAuth2"},"body":"Good point — added.","author":"claude","resolved":false}]',
  });
  const after = viewIn(revised).checkpoint;
  expect(after).toMatchObject({ document: { version: 3, content: third }, baseline: third });
  expect(wireIn(revised)).toMatchObject({ document: { version: 3, lastEditor: "claude" }, claudeContent: [] });
  expect(after.told).toMatchObject({ offered: [], knownVersion: 3 });
  expect(wireIn(revised).comments).toMatchObject([
    { id: "cmt1", addressedIn: 3, resolved: false, anchor: { quotedText: "API keys" } },
    { id: "cmt2", addressedIn: 3, resolved: false, anchor: { quotedText: "GraphQL" } },
    { author: "claude", anchor: { quotedText: "OAuth2" } },
  ]);
  expect(revised.text).toContain("Nothing new from the person.");
});

test("a version that the model was never shown is no base: what the person typed in it stays", async () => {
  const { call } = await startHarness();
  const text = "# Plan\n\nFirst paragraph.\n\nSecond paragraph.\n";
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: text }));
  const own = { canvas_id: checkpoint.document.id, key };
  const typed = `${text}\nTyped by the person.\n`;
  const saved = await call("save_canvas", { ...own, save_key: "s1", base_revision: 1, content: typed });
  expect(viewIn(saved).checkpoint.document.version).toBe(2);
  // The number stood in a message; the model has only ever seen v1.
  const { canvas_id } = own;
  const content = text.replace("First", "Opening");
  const written = await call("write_canvas", { canvas_id, base_version: 2, content });
  expect(viewIn(written).checkpoint.document.content).toBe(typed.replace("First", "Opening"));
  expect(written.text).toContain("Typed by the person.");
});

test("a version that a message is about to name is fixed before it goes", async () => {
  const { call } = await startHarness();
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: "One.\n" }));
  const own = { canvas_id: checkpoint.document.id, key };
  await call("save_canvas", { ...own, save_key: "s1", base_revision: 1, content: "One. Two.\n" });
  const sealed = viewIn(await call("save_canvas", { ...own, save_key: "s2", seal: true })).checkpoint;
  const on = { ...own, save_key: "s3", base_revision: sealed.document.revision, content: "One. Two. Three.\n" };
  expect(viewIn(await call("save_canvas", on)).checkpoint.document.version).toBe(3);
  const { canvas_id } = own;
  const { reply } = await call("load_version", { ...own, version: 2 });
  expect(reply).toMatchObject({ content: "One. Two.\n" });
  // That the number stood in a message says nothing of what was read: nothing typed goes.
  const written = await call("write_canvas", { canvas_id, base_version: 2, content: "One.\n\nAnd more.\n" });
  expect(viewIn(written).checkpoint.document.content).toContain("One. Two. Three.");
});
