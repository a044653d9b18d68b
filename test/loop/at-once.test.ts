import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/server/storage/memory/store.ts";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { type Harness, startHarness, viewIn, wireIn } from "./harness.ts";

const TEXT = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n";

async function begin(content = TEXT): Promise<Harness & { id: string; key: string }> {
  const harness = await startHarness();
  const created = await harness.call("write_canvas", { content });
  return { ...harness, id: created.canvasId, key: viewIn(created).key };
}

test("approving races a model's write: whichever is first, what was approved is what was seen", async () => {
  const { call, id, key, store } = await begin();
  const approve = { canvas_id: id, key, save_key: "a1", status: { to: "approved", revision: 1 } };
  const edit = { canvas_id: id, base_version: 1, edits: [{ find: "First", replace: "1st" }] };
  const [edited, approved] = await Promise.all([call("edit_canvas", edit), call("save_canvas", approve)]);
  expect(edited.isError).toBe(false);
  const { document, approval } = foundRecord(await store.canvases.find("local", id))!;
  expect(document.content).toContain("1st paragraph");
  if (approved.isError) {
    expect(approved.reply).toMatchObject({ code: "approval_stale" });
    expect([document.status, approval]).toEqual(["draft", null]);
  } else {
    expect(approval?.version).toBe(1);
    expect((await store.canvases.version("local", id, 1))?.content).toBe(TEXT);
  }
});

test("approving after a write that the person has not seen is refused", async () => {
  const { call, id, key } = await begin();
  await call("edit_canvas", { canvas_id: id, edits: [{ find: "First", replace: "1st" }] });
  const approve = { canvas_id: id, key, save_key: "a1", status: { to: "approved", revision: 1 } };
  expect(await call("save_canvas", approve)).toMatchObject({ isError: true, reply: { code: "approval_stale" } });
});

test("a write after the approval keeps it, and says that the text has changed since", async () => {
  const { call, id, key } = await begin();
  await call("save_canvas", { canvas_id: id, key, save_key: "a1", status: { to: "approved", revision: 1 } });
  const late = await call("edit_canvas", { canvas_id: id, edits: [{ find: "Second", replace: "2nd" }] });
  expect(late.text).toMatch(/, approved \(v\d+, changed since\)\./);
  expect(viewIn(late).checkpoint).toMatchObject({
    document: { status: "approved", version: 2 },
    approval: { version: 1 },
  });
  expect((await call("list_canvases")).text).toContain(": approved (v1, changed since), v2, ");
});

test("two conversations write one canvas without base_version: the person's words survive both", async () => {
  const { call, id, key } = await begin();
  const mine = TEXT.replace("First paragraph", "My own paragraph");
  await call("save_canvas", { canvas_id: id, key, save_key: "s1", base_revision: 1, content: mine });
  const one = await call("write_canvas", { canvas_id: id, content: `${TEXT}\nFrom conversation one.\n` });
  const two = await call("write_canvas", { canvas_id: id, content: `${TEXT}\nFrom conversation two.\n` });
  expect(one.text).toContain("was kept and merged");
  const { document, proposals } = viewIn(two).checkpoint;
  expect(document.content).toContain("My own paragraph");
  const history = viewIn(one).checkpoint.document.content;
  expect(history).toContain("From conversation one.");
  expect(document.content + JSON.stringify(proposals)).toContain("From conversation two.");
});

test("two widgets comment at once, and one answers what the other deletes", async () => {
  const { call, id, key } = await begin();
  const own = { canvas_id: id, key, base_revision: 1 };
  const add = (save_key: string, c: string) =>
    call("save_canvas", { ...own, save_key, comments: [{ op: "add", id: c, body: c, anchor: null }] });
  await Promise.all([add("s1", "aaa1"), add("s2", "bbb1")]);
  await Promise.all([
    call("save_canvas", { ...own, save_key: "s3", comments: [{ op: "delete", id: "aaa1" }] }),
    call("save_canvas", {
      ...own,
      save_key: "s4",
      comments: [{ op: "reply", id: "ccc1", replyTo: "aaa1", body: "But" }],
    }),
  ]);
  const { comments } = viewIn(await call("load_canvas", { canvas_id: id, key })).checkpoint;
  expect(comments.map((comment) => comment.id)).toEqual(["aaa1", "bbb1", "ccc1"]);
  expect(comments[0]).toMatchObject({ deleted: true, body: "" });
});

test("a save repeated is one save; its key with another payload is refused", async () => {
  const { call, id, key, store } = await begin();
  const save = { canvas_id: id, key, save_key: "same", base_revision: 1, content: "# Mine\n" };
  const [one, two] = await Promise.all([call("save_canvas", save), call("save_canvas", save)]);
  expect(viewIn(one).checkpoint.document.revision).toBe(2);
  expect(viewIn(two).checkpoint.document.revision).toBe(2);
  const other = await call("save_canvas", { ...save, content: "# Other\n" });
  expect(other).toMatchObject({ isError: true, reply: { code: "key_reused" } });
  expect(foundRecord(await store.canvases.find("local", id))!.document.content).toBe("# Mine\n");
});

test("a create tried again within a minute is the same canvas, later another", async () => {
  const { call, wait } = await startHarness();
  const [one, two] = await Promise.all([
    call("write_canvas", { content: TEXT }),
    call("write_canvas", { content: TEXT }),
  ]);
  wait(30_000);
  const three = await call("write_canvas", { content: TEXT });
  wait(61_000);
  const four = await call("write_canvas", { content: TEXT });
  const ids = [one, two, three, four].map((answer) => answer.canvasId);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).toBe(ids[0]);
  expect(ids[3]).not.toBe(ids[0]);
  expect(three.text).toContain("was created by the same call a moment ago");
});

test("two conversations of one program that create the same text have a canvas each", async () => {
  const store = createMemoryStore();
  const [one, two] = await Promise.all([startHarness(store), startHarness(store)]);
  const first = await one.call("write_canvas", { content: TEXT });
  const second = await two.call("write_canvas", { content: TEXT });
  expect(second.canvasId).not.toBe(first.canvasId);
});

test("a create tried again after the person began to work on the canvas makes another, and names the first", async () => {
  const { call } = await startHarness();
  const first = await call("write_canvas", { content: TEXT });
  const save = { canvas_id: first.canvasId, key: viewIn(first).key, save_key: "s1", base_revision: 1 };
  await call("save_canvas", { ...save, content: `${TEXT}\nMy own line.\n` });
  const again = await call("write_canvas", { content: TEXT });
  expect(again.canvasId).not.toBe(first.canvasId);
  expect(again.text).toContain(`Canvas ${first.canvasId} has the same title`);
});

test("what a repeated create asks for beyond the text is done, and what was done before is not done twice", async () => {
  const { call, store } = await startHarness();
  const comments = [{ body: "Is this so?" }];
  const first = await call("write_canvas", { content: TEXT, comments });
  const again = await call("write_canvas", {
    content: TEXT,
    comments: [...comments, { body: "And this?" }],
    status: "in_review",
  });
  expect(again.canvasId).toBe(first.canvasId);
  const { document, comments: kept } = foundRecord(await store.canvases.find("local", first.canvasId))!;
  expect(document.status).toBe("in_review");
  expect(kept.map(({ body }) => body)).toEqual(["Is this so?", "And this?"]);
});

test("a text kept after a stop is a canvas, and kept once", async () => {
  const { call } = await startHarness();
  const keep = { save_key: "keep-1", content: "# Half a\n\nText tha", title: "Half" };
  const [one, two] = await Promise.all([call("save_canvas", keep), call("save_canvas", keep)]);
  const { document, baseline, kept } = viewIn(one).checkpoint;
  expect(wireIn(one).document).toMatchObject({ title: "Half", version: 1, lastEditor: "claude", status: "draft" });
  expect(kept).toBe(true);
  expect(baseline).toBe(keep.content);
  expect(viewIn(two).checkpoint.document.id).toBe(document.id);
});

test("a megabyte is written, edited by both, read in pages and listed", { timeout: 600_000 }, async () => {
  const line = (i: number) => `Line ${i} of a long document with some words to fill the line and a number ${i * 7}.\n`;
  const content = `# Long\n\n${Array.from({ length: 13_000 }, (_, i) => line(i)).join("")}`;
  expect(content.length).toBeGreaterThan(1_000_000);
  const { call, id, key } = await startWith(content);
  const loaded = viewIn(await call("load_canvas", { canvas_id: id, key }));
  const mine = content.replace("Line 500 of", "My line 500 of");
  const save = { canvas_id: id, key, base_revision: loaded.checkpoint.document.revision };
  expect((await call("save_canvas", { ...save, save_key: "s1", content: mine })).isError).toBe(false);
  const edited = await call("edit_canvas", {
    canvas_id: id,
    edits: [{ find: "Line 12000 of", replace: "Line twelve thousand of" }],
  });
  expect(edited.text).toContain("My line 500 of");
  expect(edited.reply).toMatchObject({ kind: "key", canvasId: id, key });
  const stale = await call("save_canvas", {
    ...save,
    save_key: "s2",
    content: mine.replace("Line 7 of", "Line seven of"),
    base_content: mine,
  });
  expect(viewIn(stale).checkpoint.document.content).toContain("Line twelve thousand of");
  const page = await call("read_canvas", { canvas_id: id });
  expect(page.text.length).toBeLessThan(70_000);
  const next = Number(/from_line: (\d+)/.exec(page.text)?.[1]);
  expect((await call("read_canvas", { canvas_id: id, from_line: next, to_line: next })).text).toContain(
    `lines ${next}–${next} of 13002`,
  );
  expect((await call("list_canvases", { query: "seven" })).text).toContain("1 canvas:");
});

async function startWith(content: string): Promise<Harness & { id: string; key: string }> {
  const harness = await startHarness();
  const created = await harness.call("write_canvas", { content });
  // The widget was handed the text as the call's input: it does not travel twice, however long it is.
  expect(JSON.stringify(created.reply).length).toBeLessThan(2_000);
  return { ...harness, id: created.canvasId, key: viewIn(created).key };
}

test("equal texts created within a minute: one that somebody has worked on is not given to another conversation", async () => {
  const { call } = await startHarness();
  const first = viewIn(await call("write_canvas", { content: "" }));
  const { id } = first.checkpoint.document;
  await call("save_canvas", { canvas_id: id, key: first.key, save_key: "s1", base_revision: 1, content: "Private.\n" });
  const second = await call("write_canvas", { content: "" });
  const { document } = viewIn(second).checkpoint;
  expect(document.id).not.toBe(id);
  expect(document.content).toBe("");
  expect(second.text).not.toContain("Private");
  expect((await call("write_canvas", { content: "" })).canvasId).toBe(document.id);
});
