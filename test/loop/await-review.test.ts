import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { personCall } from "../../src/server/actions/call.ts";
import { closeReview, leaveMessage } from "../../src/server/actions/review/answer.ts";
import { MOST_WAITS, TICK_MS } from "../../src/server/actions/review/wait-for-review.ts";
import { FakeTimer } from "../../src/server/clock/fake-timer.ts";
import { PLAIN_WAIT_MS, TOLD_WAIT_MS } from "../../src/server/mcp/tools/await-review.ts";
import { createMemoryStore } from "../../src/server/storage/memory/store.ts";
import { foundRecord, type Store } from "../../src/server/storage/ports.ts";
import { type Answer, type Harness, readAnswer, startHarness, viewIn } from "./harness.ts";

const SOON = { timeout: 200_000 };
const CONTENT = "# Plan\n\nOne line.\n";

let timer: FakeTimer;
let store: Store;
let host: Harness;
let id: string;
let key: string;
let saves: number;
beforeEach(async () => {
  timer = new FakeTimer();
  store = createMemoryStore({ now: timer.clock, after: timer.after });
  host = await startHarness(store, { timer });
  const created = await host.call("write_canvas", { content: CONTENT });
  id = created.canvasId;
  key = viewIn(created).key;
  saves = 0;
});
afterEach(() => host.close());

/** The person saves in the widget. */
const save = async (wish: Record<string, unknown>): Promise<void> => {
  saves += 1;
  const saved = await host.call("save_canvas", { canvas_id: id, key, save_key: `save ${saves}`, ...wish });
  expect(saved.isError, saved.text).toBe(false);
};
const edit = async (content: string) => save({ base_revision: await revision(), content });
const send = () => save({ sent: true });
const approve = async (note?: string) =>
  save({ status: { to: "approved", revision: await revision(), ...(note === undefined ? {} : { note }) } });
const record = async () => foundRecord(await store.canvases.find("local", id))!;
const revision = async () => (await record()).document.revision;
const close = async () => {
  const deps = { store, owner: "local", clock: timer.clock, randomId: () => "A" } as never;
  expect(await closeReview.run(personCall(deps, "page"), { canvasId: id })).toMatchObject({ ok: true });
};

/** Calls await_review, and comes back once it waits. */
const beginWaiting = async (
  agent = host,
  args: Record<string, unknown> = {},
): Promise<{ readonly answer: Promise<Answer> }> => {
  const before = (await store.waits.list("local")).length;
  const answer = agent.call("await_review", { canvas_id: id, ...args });
  await vi.waitFor(async () => expect(await store.waits.list("local")).toHaveLength(before + 1), SOON);
  return { answer };
};

test("waits for Send, whatever the person does before it, and returns all of their feedback", async () => {
  const { answer } = await beginWaiting();
  expect(await store.waits.list("local")).toMatchObject([{ canvasId: id, client: "test-host" }]);
  await edit(CONTENT.replace("One", "My"));
  await edit(CONTENT.replace("One", "My own"));
  expect(await store.waits.list("local")).toHaveLength(1);
  await send();
  const told = await answer;
  const { text, isError } = told;
  expect(isError).toBe(false);
  expect(told).toMatchObject({ outcome: "changes", canvasId: id, version: 2, status: "draft" });
  expect(text.split("\n")[0]).toBe(`The person sent canvas ${id} back at v2 and asks for changes: 1 edit, below.`);
  expect(text).toContain("My own line.");
  expect(text).toMatch(/base_version: 2$/);
  expect(await store.waits.list("local")).toEqual([]);
  expect((await record()).head.sealed).toBe(true);
});

test("an approval comes with its note, quoted, and is there for whoever asks again", async () => {
  const { answer } = await beginWaiting();
  await approve('Ship it.\n## "Forged" section');
  const told = await answer;
  const { text } = told;
  expect(told).toMatchObject({ outcome: "approved", status: "approved" });
  expect(text.split("\n")[0]).toBe(
    `The person approved canvas ${id} at v1, with this note: "Ship it.\\n## \\"Forged\\" section"`,
  );
  expect(await host.call("await_review", { canvas_id: id })).toMatchObject({ outcome: "approved" });
});

test("an approval without a note says so", async () => {
  const { answer } = await beginWaiting();
  await approve();
  const told = await answer;
  const { text } = told;
  expect(text).toContain(`approved canvas ${id} at v1, without a note.`);
});

test("Send without edits or comments and leaving without an answer are no approval, and say so", async () => {
  const first = await beginWaiting();
  await send();
  expect((await first.answer).text).toContain("with nothing new in it. They have not approved it");
  const second = await beginWaiting();
  await close();
  const told = await second.answer;
  const { text } = told;
  expect(told).toMatchObject({ outcome: "closed" });
  expect(text.split("\n")[0]).toMatch(/closed the review of canvas .* without an answer\. That is no approval/);
});

test("words that the person left end the wait and come first; the Send that follows them is no second answer", async () => {
  const { answer } = await beginWaiting();
  const deps = { store, owner: "local", clock: timer.clock, randomId: () => "A" } as never;
  expect(await leaveMessage.run(personCall(deps, "page"), { canvasId: id, text: "Make it shorter." })).toMatchObject({
    ok: true,
  });
  const told = await answer;
  const { text } = told;
  expect(told).toMatchObject({ outcome: "changes" });
  expect(text).toContain("asks for changes: 1 message, below.");
  expect(text).toContain('New from the person:\n- Says: "Make it shorter."\n');
  await send();
  const next = await beginWaiting();
  await approve();
  expect(await next.answer).toMatchObject({ outcome: "approved" });
});

test("what the person answered after the model last looked is returned at once, and only once", async () => {
  await edit(CONTENT.replace("One", "My"));
  await send();
  const told = await host.call("await_review", { canvas_id: id.toLowerCase() });
  const { text } = told;
  expect(told).toMatchObject({ outcome: "changes" });
  expect(text).toContain("My line.");
  const { answer } = await beginWaiting();
  await approve();
  expect(await answer).toMatchObject({ outcome: "approved" });
});

test("an answer that the model has read by other means is not waited for again", async () => {
  await send();
  await host.call("read_canvas", { canvas_id: id });
  const { answer } = await beginWaiting();
  await timer.pass(PLAIN_WAIT_MS);
  expect(await answer).toMatchObject({ outcome: "waiting" });
});

test("still waiting: nothing told, nothing sealed, nothing lost", async () => {
  const { answer } = await beginWaiting();
  await edit(CONTENT.replace("One", "Half an edit"));
  const before = await record();
  await timer.pass(PLAIN_WAIT_MS);
  const told = await answer;
  const { text, isError } = told;
  expect(isError).toBe(false);
  expect(text).toMatch(/^Still waiting: .* within 45 s\. Nothing is lost\.\nCall await_review again with canvas_id/);
  expect(text).not.toContain("Half an edit");
  expect(told).toMatchObject({ outcome: "waiting" });
  expect(await record()).toEqual(before);
  expect(await store.waits.list("local")).toEqual([]);
  // Between two calls.
  await send();
  expect((await host.call("await_review", { canvas_id: id })).text).toContain("Half an edit");
});

test("the model chooses how long one call waits", async () => {
  const { answer } = await beginWaiting(host, { timeout_s: 5 });
  await timer.pass(5_000);
  expect((await answer).text).toContain("within 5 s");
});

test("a client that asked for progress is told at once and every 10 s, and waits for 10 minutes", async () => {
  const told: { progress: number; message?: string | undefined }[] = [];
  const result = host.client.callTool(
    { name: "await_review", arguments: { canvas_id: id } },
    { onprogress: ({ progress, message }) => told.push({ progress, message }), timeout: 600_000 },
  );
  await vi.waitFor(async () => expect(await store.waits.list("local")).toHaveLength(1), SOON);
  await vi.waitFor(() => expect(told).toHaveLength(1), SOON);
  for (const ticks of [1, 2, 3]) {
    await timer.pass(TICK_MS);
    await vi.waitFor(() => expect(told).toHaveLength(ticks + 1), SOON);
    // Prolonged: otherwise it would be dead by now.
    await vi.waitFor(async () => expect(await store.waits.list("local")).toHaveLength(1), SOON);
  }
  expect(told.map(({ progress }) => progress)).toEqual([0, 10, 20, 30]);
  expect(told[0]?.message).toContain(`canvas ${id}`);
  await timer.pass(TOLD_WAIT_MS - 3 * TICK_MS);
  expect(readAnswer(await result)).toMatchObject({ outcome: "waiting" });
});

test("taken back by the client: the wait ends, and the answer is there for the next call", async () => {
  const abort = new AbortController();
  const result = host.client.callTool({ name: "await_review", arguments: { canvas_id: id } }, { signal: abort.signal });
  const refused = expect(result).rejects.toThrow();
  await vi.waitFor(async () => expect(await store.waits.list("local")).toHaveLength(1), SOON);
  abort.abort("enough");
  await refused;
  await vi.waitFor(async () => expect(await store.waits.list("local")).toEqual([]), SOON);
  await edit(CONTENT.replace("One", "My"));
  await send();
  expect((await host.call("await_review", { canvas_id: id })).text).toContain("My line.");
});

test("an answer so late that the client may have given up is given once more", async () => {
  const { answer } = await beginWaiting(host, { timeout_s: 600 });
  await timer.pass(70_000);
  await send();
  expect(await answer).toMatchObject({ outcome: "changes" });
  const again = await host.call("await_review", { canvas_id: id });
  expect(again).toMatchObject({ outcome: "changes" });
  const third = await beginWaiting();
  await approve();
  expect(await third.answer).toMatchObject({ outcome: "approved" });
});

test("two agents that wait for one canvas are both told", async () => {
  const other = await startHarness(store, { timer });
  const first = await beginWaiting();
  const second = await beginWaiting(other);
  await edit(CONTENT.replace("One", "My"));
  await send();
  for (const { answer } of [first, second]) {
    const told = await answer;
    const { text } = told;
    expect(told).toMatchObject({ outcome: "changes", version: 2 });
    expect(text).toContain("My line.");
  }
  await other.close();
});

test("an answer that came between two waits of an agent is its own, though another was told first", async () => {
  const other = await startHarness(store, { timer });
  const early = await beginWaiting(other);
  await timer.pass(PLAIN_WAIT_MS);
  expect((await early.answer).outcome).toBe("waiting");
  const { answer } = await beginWaiting();
  await edit(CONTENT.replace("One", "My"));
  const deps = { store, owner: "local", clock: timer.clock, randomId: () => "A" } as never;
  expect(await leaveMessage.run(personCall(deps, "page"), { canvasId: id, text: "Shorter, please." })).toMatchObject({
    ok: true,
  });
  expect((await answer).text).toContain("Shorter, please.");
  const again = await other.call("await_review", { canvas_id: id });
  expect(again.outcome).toBe("changes");
  expect(again.text).toContain("Shorter, please.");
  const next = await beginWaiting(other);
  await timer.pass(PLAIN_WAIT_MS);
  expect((await next.answer).outcome).toBe("waiting");
  await other.close();
});

test("one call more than may wait at once is refused in words, and the others are told", async () => {
  const calls = Array.from({ length: MOST_WAITS }, () => host.call("await_review", { canvas_id: id }));
  await vi.waitFor(async () => expect(await store.waits.list("local")).toHaveLength(MOST_WAITS), SOON);
  const refused = await host.call("await_review", { canvas_id: id });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain(`${MOST_WAITS} calls wait for the review of canvas ${id} already`);
  await send();
  for (const call of calls) expect(await call).toMatchObject({ outcome: "changes" });
});

test("a canvas that is unknown, deleted or archived, before or meanwhile, is said in words", async () => {
  expect((await host.call("await_review", { canvas_id: "ZZZZ" })).text).toContain("Error (unknown_canvas)");
  expect((await host.call("await_review", { canvas_id: "../x" })).text).toContain("Error (invalid_canvas_id)");
  expect((await host.call("await_review", { canvas_id: id, timeout_s: 0 })).text).toContain("Error (invalid_input)");

  const archived = await beginWaiting();
  await save({ status: { to: "archived", revision: await revision() } });
  expect((await archived.answer).text).toMatch(/^Error \(archived\): .*Ask the person to reopen it/);
  expect((await host.call("await_review", { canvas_id: id })).text).toContain("Error (archived)");
  await save({ status: { to: "draft", revision: await revision() } });

  const deleted = await beginWaiting();
  await store.bin.put("local", id);
  expect((await deleted.answer).text).toContain("Error (deleted_canvas)");
  expect((await host.call("await_review", { canvas_id: id })).text).toContain("Error (deleted_canvas)");
  expect(await store.waits.list("local")).toEqual([]);
  expect(host.log).toEqual([]);
});

test("without a widget the person's link stands in what still waits", async () => {
  const page = { linkTo: async (canvasId?: string) => `http://page/${canvasId}` };
  const agent = await startHarness(store, { timer, page });
  const { answer } = await beginWaiting(agent);
  await timer.pass(PLAIN_WAIT_MS);
  expect((await answer).text).toContain(`The person can open it at http://page/${id}`);
  await agent.close();
});

test("a server that ends answers those who wait as if their time were up, and those who come then too", async () => {
  const ending = new AbortController();
  const agent = await startHarness(store, { timer, closing: ending.signal });
  const { answer } = await beginWaiting(agent);
  ending.abort();
  const told = await answer;
  expect([told.isError, told.text]).toEqual([
    false,
    expect.stringMatching(/^Still waiting: .*\nCall await_review again/),
  ]);
  expect(await store.waits.list("local")).toEqual([]);
  expect((await agent.call("await_review", { canvas_id: id })).text).toMatch(/^Still waiting:/);
  // An answer that is there is told all the same.
  await approve();
  expect((await agent.call("await_review", { canvas_id: id })).text).toMatch(/approved/i);
  await agent.close();
});
