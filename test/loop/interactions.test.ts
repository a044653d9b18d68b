import { afterEach, beforeEach, expect, test } from "vitest";
import type { InteractionRecord, ListedInteraction } from "../../src/protocol/interactions.ts";
import { modelCall, personCall } from "../../src/server/actions/call.ts";
import { interact } from "../../src/server/actions/interactions/interact.ts";
import { listInteractions } from "../../src/server/actions/interactions/list-interactions.ts";
import { createMemoryStore } from "../../src/server/storage/memory/store.ts";
import type { Store } from "../../src/server/storage/ports.ts";
import { type Harness, startHarness, viewIn } from "./harness.ts";

let store: Store;
let host: Harness;
let id: string;
let key: string;
let saves: number;
let now: number;
beforeEach(async () => {
  store = createMemoryStore();
  host = await startHarness(store);
  const created = await host.call("write_canvas", { content: "# Plan\n\n- [ ] Ship it\n" });
  id = created.canvasId;
  key = viewIn(created).key;
  saves = 0;
  now = Date.parse("2026-11-16T12:30:00.000Z");
});
afterEach(() => host.close());

const deps = () =>
  ({
    store,
    owner: "local",
    clock: () => new Date(now++),
    randomId: (n: number) => "A".repeat(n),
    log: () => {},
  }) as never;
const person = () => personCall(deps(), "page");
const save = async (wish: Record<string, unknown>) => {
  saves += 1;
  host.wait(1_000);
  const saved = await host.call("save_canvas", { canvas_id: id, key, save_key: `save ${saves}`, ...wish });
  expect(saved.isError, saved.text).toBe(false);
  return saved;
};
const revision = async () =>
  viewIn(await host.call("load_canvas", { canvas_id: id, key })).checkpoint.document.revision;
const listed = async (query: object = {}, call = person()) => {
  const list = await listInteractions.run(call, { limit: 500, ...query });
  if (!list.ok) throw new Error(list.error.message);
  return list;
};
const summaries = (records: readonly InteractionRecord[]) => records.map(({ summary }) => summary.replaceAll(id, "ID"));
const did = (action: string, element?: string, data?: unknown) => ({
  id: `i${Math.random()}`,
  action,
  ...(element === undefined ? {} : { element }),
  ...(data === undefined ? {} : { data: JSON.stringify(data) }),
});

test("everything that the person does is a record, the newest first", async () => {
  await save({ base_revision: await revision(), content: "# Plan\n\n- [x] Ship it\n" });
  await save({
    comments: [{ op: "add", id: "c1", body: "Why?", anchor: { offset: 2, length: 4, quotedText: "Plan" } }],
  });
  await save({ comments: [{ op: "resolve", id: "c1" }] });
  await save({ title: "The plan" });
  await save({ settings: { suggestOnly: true } });
  await save({ interactions: [did("click", "go", { n: 0 }), did("toggle", "dark", false)] });
  await save({ sent: true });
  await save({ status: { to: "approved", revision: await revision(), note: "Looks good" } });
  const { interactions } = await listed();
  expect(summaries(interactions)).toEqual([
    "User submit 'approve-btn' on ID.md with data: {comments: Looks good}",
    "User submit 'send-btn' on ID.md with data: {edits: 1}",
    "User toggle 'dark' on ID.md with data: false",
    "User click 'go' on ID.md with data: {n: 0}",
    "User toggle 'suggest-only' on ID.md with data: {suggestOnly: true}",
    "User change 'title' on ID.md with data: {title: The plan}",
    "User toggle 'comment-resolved' on ID.md with data: {id: c1, resolved: true}",
    "User submit 'comment' on ID.md with data: {id: c1, body: Why?, quote: Plan}",
    "User change 'text' on ID.md with data: {version: 2}",
    "User toggle 'task' on ID.md with data: {task: Ship it, checked: true, line: 3}",
  ]);
  expect(new Set(interactions.map((one) => one.id)).size).toBe(interactions.length);
  for (const { id: uuid, timestamp, canvasFile } of interactions) {
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timestamp).toMatch(/^2026-11-16T12:.*Z$/);
    expect(canvasFile).toBe(`${id}.md`);
  }
  expect((await listed()).interactions).toEqual(interactions);
});

test("the same records come in pages of any size, each once, also where one event is several", async () => {
  for (let n = 0; n < 4; n += 1) await save({ interactions: [did("a"), did("b"), did("c")] });
  await save({ comments: ["d", "e", "f"].map((c) => ({ op: "add", id: c, body: c, anchor: null })) });
  const all = (await listed()).interactions;
  expect(all).toHaveLength(15);
  for (const limit of [1, 2, 3, 4, 7, 14, 15, 16]) {
    const pages: ListedInteraction[] = [];
    let cursor: string | undefined;
    do {
      const page = await listed({ limit, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.interactions.length).toBeLessThanOrEqual(limit);
      pages.push(...page.interactions);
      cursor = page.next;
    } while (cursor !== undefined && pages.length <= all.length);
    expect(pages).toEqual(all);
  }
  expect(await listInteractions.run(person(), { cursor: "x" })).toMatchObject({ ok: false });
});

test("a model is told of it with its next result, and a record says when it was seen", async () => {
  await save({ interactions: [did("click", "approve-btn", { approved: true })] });
  expect((await listed()).interactions[0]?.seen).toBe(false);
  const read = await host.call("read_canvas", { canvas_id: id });
  expect(read.text).toContain('- In an interactive block: "click" "approve-btn" with data "{\\"approved\\":true}"');
  expect((await listed()).interactions[0]?.seen).toBe(false);
  const again = await host.call("read_canvas", { canvas_id: id });
  expect(again.text).not.toContain("approve-btn");
  expect((await listed()).interactions[0]?.seen).toBe(true);
  expect((await listed({ client: "test-host" })).interactions[0]?.seen).toBe(true);
  expect((await listed({ client: "another" })).interactions).toEqual([]);
});

test("a form that was submitted is an answer to whoever waits", async () => {
  await save({ interactions: [did("submit", "form", { name: "x" })] });
  const answered = await host.call("await_review", { canvas_id: id, timeout_s: 60 });
  expect(answered.outcome).toBe("changes");
  expect(answered.text).toContain("The person answered in canvas");
  expect(answered.text).toContain('"submit" "form"');
});

test("what a dashboard posts is noted once under its key, and another under the same key is refused", async () => {
  const post = (data: unknown) =>
    interact.run(person(), { canvasId: id, action: "submit", element: "f", data, key: "k" });
  const first = await post({ a: 1 });
  expect(first).toMatchObject({ ok: true, summary: `User submit 'f' on ${id}.md with data: {a: 1}` });
  const again = await post({ a: 1 });
  expect(again).toMatchObject({ ok: true, id: first.ok && first.id, summary: first.ok && first.summary });
  expect(await post({ a: 2 })).toMatchObject({ ok: false, error: { code: "key_reused" } });
  expect((await listed()).interactions).toHaveLength(1);
  const { text } = await host.call("read_canvas", { canvas_id: id });
  expect(text).toContain('- In a dashboard: "submit" "f" with data "{\\"a\\":1}"');
});

test("nothing is written when any of it is wrong, or the canvas is archived", async () => {
  const wrong = await host.call("save_canvas", {
    canvas_id: id,
    key,
    save_key: "wrong",
    title: "Other",
    interactions: [did("click"), { id: "x", action: "click", data: "{" }],
  });
  expect(wrong.text).toContain("interactions[1].data is not JSON");
  await save({ status: { to: "archived", revision: await revision() } });
  const act = await interact.run(person(), { canvasId: id, action: "click" });
  expect(act).toMatchObject({ ok: false, error: { code: "archived" } });
  expect(summaries((await listed()).interactions)).toEqual([
    "User select 'status-menu' on ID.md with data: {from: draft, to: archived}",
  ]);
});

test("a model does nothing as the person", async () => {
  const act = await interact.run(modelCall(deps(), "test-host"), { canvasId: id, action: "submit" });
  expect(act).toMatchObject({ ok: false, error: { code: "not_allowed" } });
});

test("words of a comment that was deleted are told no more", async () => {
  await save({ comments: [{ op: "add", id: "c1", body: "My key", anchor: null }] });
  await save({ comments: [{ op: "delete", id: "c1" }] });
  expect(JSON.stringify((await listed()).interactions)).not.toContain("My key");
});
