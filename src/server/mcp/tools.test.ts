import { expect, test } from "vitest";
import { startHarness, viewIn, wireIn } from "../../../test/loop/harness.ts";

test("a canvas is written, edited by the person, told to the model, edited by it, and approved", async () => {
  const { call } = await startHarness();
  const created = await call("write_canvas", { content: "# API Design\n\nThe API uses REST.\n\nAuth by API keys.\n" });
  expect(created.isError).toBe(false);
  const { canvasId } = created;
  expect(created.text).toContain(`Created canvas ${canvasId} "API Design" at v1`);
  expect(created.text.trimEnd().endsWith("base_version: 1")).toBe(true);

  const view = viewIn(created);
  const saved = await call("save_canvas", {
    canvas_id: canvasId,
    key: view.key,
    save_key: "s1",
    base_revision: view.checkpoint.document.revision,
    content: "# API Design\n\nThe API uses GraphQL.\n\nAuth by API keys.\n",
    comments: [
      { op: "add", id: "c1aa", body: "We also need OAuth2", anchor: { offset: 46, length: 8, quotedText: "API keys" } },
    ],
  });
  expect(wireIn(saved).document).toMatchObject({ version: 2, lastEditor: "user" });

  const read = await call("read_canvas", { canvas_id: canvasId });
  expect(read.text).toContain("The API uses GraphQL.");
  expect(read.text).toContain("- Comment c1aa");
  expect(read.text).toMatch(/base_version: 2$/);

  const edited = await call("edit_canvas", {
    canvas_id: canvasId,
    base_version: 2,
    edits: [{ find: "Auth by API keys.", replace: "Auth by API keys or OAuth2." }],
    addresses: ["c1aa"],
    comments: '[{"reply_to":"c1aa","body":"Added."}]',
  });
  expect(edited.text).toContain("1 edit applied (line 5).");
  const after = wireIn(edited);
  expect(after.document).toMatchObject({ version: 3, lastEditor: "claude" });
  expect(after.comments[0]).toMatchObject({ id: "c1aa", addressedIn: 3, resolved: false });
  expect(after.comments[1]).toMatchObject({ replyTo: "c1aa", author: "claude" });

  const approved = await call("save_canvas", {
    canvas_id: canvasId,
    key: view.key,
    save_key: "s2",
    status: { to: "approved", revision: after.document.revision, note: "Ship it" },
  });
  expect(viewIn(approved).checkpoint.document.status).toBe("approved");
  const feedback = await call("read_canvas", { canvas_id: canvasId, part: "feedback" });
  expect(feedback.text).toContain(`Canvas ${canvasId} v3, approved. From the person:`);
  expect(feedback.text).toContain('\n- Approved v3: "Ship it"\n');
});
