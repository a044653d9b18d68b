import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ID_ALPHABET } from "../../core/document/ids.ts";
import { packSave } from "../../protocol/left-save.ts";
import { META_KEY } from "../../protocol/names.ts";
import type { WidgetReply } from "../../protocol/widget-tools.ts";
import { personCall } from "../actions/call.ts";
import { createKeepLimit } from "../actions/writing/keep-text.ts";
import { saveLeft } from "../actions/writing/save-left.ts";
import { FakeTimer } from "../clock/fake-timer.ts";
import { runTool, TOOLS } from "../mcp/register-tools.ts";
import type { ToolCall } from "../mcp/tool.ts";
import { createMemoryStore } from "../storage/memory/store.ts";
import { foundRecord, type Store } from "../storage/ports.ts";
import { findSqlEngine } from "../storage/sqlite/engine/adapter.ts";
import { unwritableEngine } from "../storage/sqlite/engine/unwritable-engine.ts";
import { openSqliteStore } from "../storage/sqlite/store.ts";
import { createHeavyCalls } from "./heavy-calls.ts";
import { createWorker, type Worker, type WorkerOptions } from "./worker-process.ts";

const WORKER = fileURLToPath(new URL("../../heavy-worker.ts", import.meta.url));
const LONG = `# Plan\n\n${Array.from({ length: 12_000 }, (_, n) => `Line ${n} says something of its own.`).join("\n")}\n`;

let folder: string;
let said: string[];
let open: { close(): Promise<void> | void }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-long-"));
  said = [];
  open = [];
});
afterEach(async () => {
  for (const each of open.reverse()) await each.close();
  rmSync(folder, { recursive: true, force: true });
});

const log = (line: string) => said.push(line);
const now = () => new Date();

function callOn(store: Store, worker: Worker | null, more: Partial<ToolCall> = {}): ToolCall {
  let ids = 0;
  return {
    deps: {
      store,
      widgetHtml: async () => "",
      clock: now,
      randomId: (length) => (ID_ALPHABET[++ids] ?? "").padStart(length, "A"),
      log,
      owner: "local",
      version: "1",
      keeps: createKeepLimit(),
      ...(worker === null ? {} : { heavyCalls: createHeavyCalls(worker, store) }),
    },
    client: "agent",
    ui: "shown",
    ...more,
  };
}

async function start(options: Partial<WorkerOptions> = {}) {
  const store = await openSqliteStore({ folder, now, log });
  const worker = createWorker({ entry: WORKER, store: { kind: "folder", folder }, now, log, ...options });
  open.push(store, worker);
  return { store, worker };
}

/** A worker's program of our own making. */
function program(text: string): string {
  const path = join(folder, "program.mjs");
  writeFileSync(path, text);
  return path;
}

const run = (call: ToolCall, tool: string, args: Record<string, unknown>) =>
  runTool(TOOLS.find(({ name }) => name === tool)!, args, call);

const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => ("text" in block ? block.text : "")).join();

function replyOf(result: CallToolResult): { readonly canvasId: string; readonly key: string } {
  const reply = result._meta?.[META_KEY] as WidgetReply;
  if (reply.kind !== "view") throw new Error(`No view: ${textOf(result)}`);
  return { canvasId: reply.view.checkpoint.document.id, key: reply.view.key };
}

/** Answers of one session, with what is random in them replaced. */
async function session(call: ToolCall): Promise<unknown[]> {
  const created = await run(call, "write_canvas", { content: LONG, unknown_word: 1 });
  const { canvasId: canvas_id, key } = replyOf(created);
  const person = { canvas_id, key };
  const answers = [
    created,
    await run(call, "write_canvas", { content: LONG }),
    await run(call, "edit_canvas", { canvas_id, edits: [{ find: "Line 7 says", replace: "Line 7 tells" }] }),
    await run(call, "edit_canvas", { canvas_id, edits: [{ find: "nowhere at all", replace: "x" }] }),
    await run(call, "read_canvas", { canvas_id, part: "feedback" }),
    await run(call, "read_canvas", { canvas_id, version: 99 }),
    await run(call, "read_canvas", { canvas_id: "ZZZZ" }),
    await run(call, "save_canvas", { ...person, save_key: "k", title: "Mine" }),
    await run(call, "save_canvas", { ...person, save_key: "k", title: "Mine" }),
    await run(call, "save_canvas", { ...person, save_key: "k", title: "Another" }),
    await run(call, "load_canvas", { canvas_id, key: "wrong" }),
    await run(call, "list_canvases", { query: "something" }),
  ];
  const text = JSON.stringify(answers).replaceAll(canvas_id, "ID").replaceAll(key, "KEY");
  return JSON.parse(
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replace(/(?:Line \d+ says something of its own\.(?:\\n)?)+/g, "LINES")
      .replace(/"state":"[^"]+"/g, '"state":"STATE"')
      .replace(/"storeId":"[^"]+"/g, '"storeId":"STORE"'),
  ) as unknown[];
}

test("a long call is answered by the worker in the very words in which it would be answered here", async () => {
  const { store, worker } = await start();
  const there = await session(callOn(store, worker));
  expect(said).toEqual([]);
  const other = mkdtempSync(join(tmpdir(), "canvas-here-"));
  const stay = await openSqliteStore({ folder: other, now, log });
  open.push({ close: () => rmSync(other, { recursive: true, force: true }) }, stay);
  expect(there).toEqual(await session(callOn(stay, null)));
});

test("a long call of somebody whom the server knows is theirs in the worker too", async () => {
  const { store, worker } = await start();
  const call = callOn(store, worker);
  const identity = { subject: "ada", name: "Ada Lovelace", scopes: ["canvas:read", "canvas:write"] } as const;
  const theirs = { ...call, deps: { ...call.deps, owner: "ada", identity } };
  const { canvasId } = replyOf(await run(theirs, "write_canvas", { content: LONG }));
  const record = foundRecord(await store.canvases.find("ada", canvasId));
  expect(record?.owner).toBe("ada");
  const [event] = await store.canvases.events("ada", canvasId, 0, 1);
  expect(event?.by).toMatchObject({ kind: "model", name: "Ada Lovelace", subject: "ada", client: "agent" });
  const reading = { ...theirs, deps: { ...theirs.deps, identity: { ...identity, scopes: ["canvas:read"] as const } } };
  expect(textOf(await run(reading, "write_canvas", { content: LONG }))).toContain("canvas:read");
});

test("what a page leaves behind of a long text is saved by the worker, and once", async () => {
  const { store, worker } = await start();
  const { canvasId, key } = replyOf(await run(callOn(store, null), "write_canvas", { content: LONG }));
  const ran: string[] = [];
  const counted: Worker = {
    ...worker,
    run: (call, help) => {
      ran.push(call.name);
      return worker.run(call, help);
    },
  };
  const longActions = createHeavyCalls(counted, store).actions;
  const { deps } = callOn(store, null);
  const person = personCall({ ...deps, longActions }, "page");
  const wish = { canvas_id: canvasId, key, save_key: "left", base_revision: 1, content: `${LONG}Left.\n` };
  const saves = [packSave(wish, LONG)];
  expect(await saveLeft.run(person, { saves })).toEqual({ ok: true });
  // The text that it grew from is not there any more: it came twice.
  expect(await saveLeft.run(person, { saves })).toMatchObject({ error: { code: "base_needed" } });
  expect(await saveLeft.run(person, { saves: [{ ...saves[0]!, key: "guessed" }] })).toMatchObject({
    error: { code: "wrong_key" },
  });
  expect(ran).toEqual(["save"]);
  expect(foundRecord(await store.canvases.find("local", canvasId))?.document).toMatchObject({
    content: `${LONG}Left.\n`,
    revision: 2,
  });
});

test("the worker keeps to the limits of each owner", async () => {
  const limits = { contentBytes: LONG.length + 10, canvases: 2, versions: 10 };
  const store = await openSqliteStore({ folder, now, log, keepVersions: limits.versions });
  const worker = createWorker({ entry: WORKER, store: { kind: "folder", folder }, now, log, limits });
  open.push(store, worker);
  // Whatever runs here knows no limit: what is refused was refused by the worker.
  const call = callOn(store, worker);
  const { canvasId: canvas_id, key } = replyOf(await run(call, "write_canvas", { content: LONG }));
  const listed = await run(call, "list_versions", { canvas_id, key });
  expect(listed._meta?.[META_KEY]).toMatchObject({ kind: "versions", kept: 10 });
  const longer = await run(call, "edit_canvas", {
    canvas_id,
    edits: [{ find: "Line 7 says", replace: "Line seven said" }],
  });
  expect(longer.isError).toBeUndefined();
  const tooLong = await run(call, "edit_canvas", {
    canvas_id,
    edits: [{ find: "Line 8 says", replace: "x".repeat(99) }],
  });
  expect(textOf(tooLong)).toContain("content_too_large");
  expect(textOf(tooLong)).toContain("the limit of this server");
  await run(call, "write_canvas", { content: LONG.replace("# Plan", "# Two") });
  expect(textOf(await run(call, "write_canvas", { content: LONG.replace("# Plan", "# Six") }))).toContain(
    "at most 2 canvases",
  );
  expect(said).toEqual([]);
});

test("short calls, and those on a store in memory, start no worker", async () => {
  const { store, worker } = await start({ entry: join(folder, "nothing.mjs") });
  for (const each of [store, createMemoryStore()]) {
    const call = callOn(each, worker);
    const created = await run(call, "write_canvas", { content: "# Short" });
    expect(created.isError).toBeUndefined();
    expect((await run(call, "list_canvases", {})).isError).toBeUndefined();
  }
  expect(said).toEqual([]);
});

describe("in one worker", () => {
  let shared: string;
  let store: Store;
  let worker: Worker;
  const timer = new FakeTimer();
  beforeAll(async () => {
    shared = mkdtempSync(join(tmpdir(), "canvas-long-"));
    const opened = await openSqliteStore({ folder: shared, now, log, after: timer.after });
    store = opened;
    worker = createWorker({ entry: WORKER, store: { kind: "folder", folder: shared }, now, log });
    worker.onWrite(opened.lookNow);
  });
  afterAll(async () => {
    await worker.close();
    await store.close();
    rmSync(shared, { recursive: true, force: true });
  });

  test("what the worker wrote is told to whoever listens without waiting for the next look at the store", async () => {
    const told: string[] = [];
    const watch = store.changes.watch("local", (ids) => told.push(...ids));
    open.push({ close: watch.stop });
    await watch.ready();
    const created = await run(callOn(store, worker), "write_canvas", { content: LONG });
    await timer.pass(0);
    expect(told).toContain(replyOf(created).canvasId);
  });

  test("the page's link is asked of the server, once a connection, and a new canvas is offered", async () => {
    const asked: (string | undefined)[] = [];
    const offered: string[] = [];
    const page = {
      linkTo: async (id?: string) => {
        asked.push(id);
        return "http://page";
      },
      offer: (id: string) => void offered.push(id),
    };
    const waited = new Map([["OTHR", 1]]);
    const call = callOn(store, worker, { page, linked: new Set(), waited });
    const created = await run(call, "write_canvas", { content: LONG });
    const { canvasId } = replyOf(created);
    waited.set(canvasId, 2);
    const edited = await run(call, "edit_canvas", {
      canvas_id: canvasId,
      edits: [{ find: "Line 7 ", replace: "L 7 " }],
    });
    expect([asked, offered]).toEqual([[canvasId], [canvasId]]);
    expect([textOf(created).includes("http://page"), textOf(edited).includes("http://page")]).toEqual([true, false]);
    expect([...waited.keys()]).toEqual(["OTHR"]);
  });

  test("texts are kept no more often in the worker than here", async () => {
    const call = callOn(store, worker);
    const kept: (boolean | undefined)[] = [];
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      kept.push((await run(call, "save_canvas", { save_key: `k${n}`, content: n % 2 ? LONG : "short" })).isError);
    expect(kept).toEqual([...Array<undefined>(6).fill(undefined), true]);
  });

  test("a call that was taken back is finished all the same, and holds up none after it", async () => {
    const call = callOn(store, worker);
    const { canvasId: canvas_id } = replyOf(await run(call, "write_canvas", { content: LONG }));
    const edit = (find: string, by: ToolCall) => run(by, "edit_canvas", { canvas_id, edits: [{ find, replace: "" }] });
    const [, last] = await Promise.all([
      edit("Line 1 ", { ...call, signal: AbortSignal.abort() }),
      edit("Line 2 ", call),
    ]);
    expect(last?.isError).toBeUndefined();
    const content = foundRecord(await store.canvases.find("local", canvas_id))?.document.content;
    expect([content?.includes("Line 1 "), content?.includes("Line 2 ")]).toEqual([false, false]);
  });

  test("calls about one canvas take effect in the order in which they came, long and short", async () => {
    const call = callOn(store, worker);
    const { canvasId: canvas_id } = replyOf(await run(call, "write_canvas", { content: LONG }));
    const write = (content: string) => run(call, "write_canvas", { canvas_id, content, allow_removal: true });
    const results = await Promise.all([
      write(`${LONG}one\n`),
      run(call, "read_canvas", { canvas_id }),
      write(`${LONG}two\n`),
    ]);
    expect(results.map(({ isError }) => isError)).toEqual([undefined, undefined, undefined]);
    expect(textOf(results[1]!)).toContain("v2");
    expect(foundRecord(await store.canvases.find("local", canvas_id))?.document.content.endsWith("two\n")).toBe(true);
  });
});

const READY = 'process.once("disconnect", () => process.exit()); process.send({ kind: "ready" });';

test.each([
  ["dies", 'process.on("message", () => process.kill(process.pid, "SIGKILL"));', [], "signal SIGKILL"],
  [
    "runs out of memory",
    'const all = []; process.on("message", () => { for (;;) all.push(new Array(1000).fill(all.length)); });',
    ["--max-old-space-size=20"],
    "signal SIG",
  ],
])(
  "a worker that %s fails its call with words about what to do, and the next call has another",
  async (_, crash, nodeArgs, why) => {
    const { store, worker } = await start({ entry: program(`${crash}\n${READY}`), nodeArgs });
    const call = callOn(store, worker);
    for (const attempt of [1, 2]) {
      const failed = await run(call, "write_canvas", { content: LONG });
      expect([failed.isError, textOf(failed)]).toEqual([true, expect.stringContaining("then try again")]);
      expect(said).toHaveLength(attempt);
      expect(said.at(-1)).toContain(why);
    }
    expect(await store.canvases.count()).toBe(0);
  },
);

test.each([
  ["is not there", null],
  ["ends before it is ready", "process.exit(3);"],
])("where the worker's program %s, long calls run here, and that is said once", async (_, text) => {
  const { store, worker } = await start({ entry: text === null ? join(folder, "no.mjs") : program(text) });
  const call = callOn(store, worker);
  for (const more of ["", "more"])
    expect((await run(call, "write_canvas", { content: LONG + more })).isError).toBeUndefined();
  expect(said).toEqual([expect.stringContaining("did not start")]);
  expect(await store.canvases.count()).toBe(2);
});

test("where nothing can be saved, long canvases are read here, as the store has them", async () => {
  const { store: before } = await start();
  const created = await run(callOn(before, null), "write_canvas", { content: LONG });
  const engine = unwritableEngine(await findSqlEngine(), () => "readonly");
  const store = await openSqliteStore({ folder, now, log: () => undefined, engine });
  const worker = createWorker({ entry: join(folder, "nothing.mjs"), store: { kind: "folder", folder }, now, log });
  open.push(store, worker);
  const call = callOn(store, worker);
  const { canvasId: canvas_id } = replyOf(created);
  await run(call, "edit_canvas", { canvas_id, edits: [{ find: "Line 1 ", replace: "" }] });
  said = [];
  expect(textOf(await run(call, "read_canvas", { canvas_id }))).toContain("Nothing can be saved now");
  expect(said).toEqual([]);
});

const ANSWERS = `process.on("message", () => process.send({ kind: "answer", answer: {
  result: { content: [{ type: "text", text: String(process.pid) }] }, linked: [], noLongerWaited: [] } }));`;

test("a worker that nobody needs any more ends, and the next long call starts another", async () => {
  const { store, worker } = await start({ entry: program(`${ANSWERS}\n${READY}`), idleMs: 1 });
  const call = callOn(store, worker);
  const first = textOf(await run(call, "write_canvas", { content: LONG }));
  await vi.waitFor(
    async () => expect(textOf(await run(call, "write_canvas", { content: LONG }))).not.toBe(first),
    60_000,
  );
  expect(said).toEqual([]);
  await worker.close();
  expect(textOf(await run(call, "write_canvas", { content: LONG }))).toContain("then try again");
});

test("who was let in for one canvas is, in the worker too", async () => {
  const { store, worker } = await start();
  const whole = callOn(store, worker);
  const { canvasId: own } = replyOf(await run(whole, "write_canvas", { content: "# Mine\n" }));
  const { canvasId: other } = replyOf(await run(whole, "write_canvas", { content: LONG }));
  const scoped: ToolCall = { ...whole, deps: { ...whole.deps, only: own } };
  const refused = [
    await run(scoped, "edit_canvas", { canvas_id: other, edits: [{ find: "Line 7 says", replace: "No" }] }),
    await run(scoped, "read_canvas", { canvas_id: other }),
    await run(scoped, "write_canvas", { content: LONG }),
  ];
  expect(refused.map((result) => /^Error \((\w+)\)/.exec(textOf(result))?.[1])).toEqual([
    "unknown_canvas",
    "unknown_canvas",
    "not_allowed",
  ]);
  expect(refused.map(textOf).join()).not.toContain("Plan");
  expect(textOf(await run(scoped, "write_canvas", { canvas_id: own, content: LONG }))).toContain(own);
  expect(foundRecord(await store.canvases.find("local", other))?.document.content).toBe(LONG);
});
