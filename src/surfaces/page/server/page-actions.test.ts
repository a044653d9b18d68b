/** What the person does on the page, route by route. Long because each route is asked rightly and wrongly. */
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StoreError } from "../../../protocol/errors.ts";
import { META_KEY } from "../../../protocol/names.ts";
import type { OpenedCanvas, PageBin, PageCanvas, PageError, PageList } from "../../../protocol/page.ts";
import type { Limits } from "../../../server/actions/limits.ts";
import { runTool, TOOLS } from "../../../server/mcp/register-tools.ts";
import { foundRecord } from "../../../server/storage/ports.ts";
import { SESSION_MS } from "./links.ts";
import { createEventStreams } from "./page-events.ts";
import { call, type Reply, send, startTestPage, type TestPage } from "./page-for-tests.ts";

let folder: string;
let running: TestPage;
let session: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-actions-"));
  running = await startTestPage(folder);
  session = await running.session();
});
afterEach(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, body: unknown = {}): Promise<Reply> => call(running.page.port, path, session, body);
async function answered<T>(path: string, body: unknown = {}): Promise<T> {
  const reply = await ask(path, body);
  expect([path, reply.status, reply.text]).toEqual([path, 200, expect.any(String)]);
  return reply.json as T;
}
const refused = async (path: string, body: unknown) => {
  const { status, json } = await ask(path, body);
  return [status, (json as PageError).error.code];
};
const make = async (content = "# Plan\n\nText\n", title?: string) =>
  (await answered<{ id: string }>("/api/new", { content, ...(title === undefined ? {} : { title }) })).id;
const listed = () => answered<PageList>("/api/list");
/** A call by a model named "agent". */
const byModel = (name: string, args: Record<string, unknown>) => {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`No tool ${name}`);
  return runTool(tool, args, { deps: running.deps, client: "agent" });
};

/** What the widget is handed of a canvas with this text. */
const withText = (content: string) => ({
  _meta: { [META_KEY]: { kind: "view", view: { checkpoint: { document: { content } } } } },
});

describe("canvases", () => {
  test("are made, listed, opened and copied", async () => {
    const id = await make("# Plan\n\nText\n");
    const opened = await answered<OpenedCanvas>("/api/open", { id: id.toLowerCase() });
    expect(opened).toMatchObject({
      canvas: { id, title: "Plan", status: "draft", version: 1, lastEditor: "user", words: 2, waiting: null },
      result: withText("# Plan\n\nText\n"),
    });
    expect(opened.state).toBe(opened.result._meta[META_KEY].view.state);
    const { result: _, ...others } = opened;
    expect(await answered("/api/open", { id, since: opened.state })).toEqual({ ...others, result: null });
    expect(await answered("/api/open", { id, since: "another" })).toEqual(opened);
    expect(opened.agent).toBeUndefined();

    const copy = (await answered<{ id: string }>("/api/duplicate", { id })).id;
    expect(copy).not.toBe(id);
    expect(await answered<OpenedCanvas>("/api/open", { id: copy })).toMatchObject({
      canvas: { title: "Copy of Plan", version: 1, revision: 1 },
      result: withText("# Plan\n\nText\n"),
    });
    const { canvases, total, notice } = await listed();
    expect([canvases.map((canvas) => canvas.id).sort(), total, notice]).toEqual([[copy, id].sort(), 2, null]);
  });

  test("by a model are opened with its name, and opening tells it nothing", async () => {
    await byModel("write_canvas", { content: "# By a model\n" });
    const [canvas] = (await listed()).canvases;
    const id = canvas?.id ?? "";
    const before = foundRecord(await running.deps.store.canvases.find("local", id));
    expect(await answered<OpenedCanvas>("/api/open", { id })).toMatchObject({
      agent: "agent",
      canvas: { lastEditor: "claude" },
    });
    expect(foundRecord(await running.deps.store.canvases.find("local", id))).toEqual(before);
  });

  test("an empty one has a name of its own", async () => {
    const { id } = await answered<{ id: string }>("/api/new");
    expect(await answered<OpenedCanvas>("/api/open", { id })).toMatchObject({
      canvas: { title: "Untitled" },
      result: withText(""),
    });
  });

  test("are found by words and status, and paged", async () => {
    const [first, second] = [await make("# Apples\n"), await make("# Pears\n", "Fruit")];
    await answered("/api/status", { id: second, to: "archived", revision: 1 });
    const ids = async (query: object) => (await answered<PageList>("/api/list", query)).canvases.map(({ id }) => id);
    expect(await ids({ query: "apples" })).toEqual([first]);
    expect(await ids({ query: " " })).toHaveLength(2);
    expect(await ids({ status: "archived" })).toEqual([second]);
    expect(await ids({ except: "archived" })).toEqual([first]);
    const page = await answered<PageList>("/api/list", { limit: 1 });
    expect(page.total).toBe(2);
    const rest = await answered<PageList>("/api/list", { limit: 1, cursor: page.next });
    expect([...page.canvases, ...rest.canvases].map(({ id }) => id).sort()).toEqual([first, second].sort());
    expect([page.waiting, rest.waiting]).toEqual([[], undefined]);
    expect(await refused("/api/list", { cursor: "nonsense" })).toEqual([400, "invalid_input"]);
  });

  test("that an agent waits for are said so, on whatever page they are", async () => {
    const [awaited] = [await make("# Old\n"), await make("# New\n")];
    running.clock.now += 1000;
    const since = new Date(running.clock.now).toISOString();
    const until = new Date(running.clock.now + 60_000).toISOString();
    await running.deps.store.waits.keep("local", { waitId: "w1", canvasId: awaited, client: "agent", since, until });
    const waiting = { client: "agent", since };
    expect(await answered<PageList>("/api/list", { query: "New", limit: 1 })).toMatchObject({
      canvases: [{ title: "New", waiting: null }],
      waiting: [{ id: awaited, waiting }],
    });
    expect((await listed()).canvases.find(({ id }) => id === awaited)?.waiting).toEqual(waiting);
  });
});

describe("status", () => {
  test("is the person's; approval is of what was seen", async () => {
    await byModel("write_canvas", { content: "# Plan\n" });
    const canvas = (await listed()).canvases[0] as PageCanvas;
    const { id, revision } = canvas;
    expect(await refused("/api/status", { id, to: "approved", revision: revision - 1 })).toEqual([
      409,
      "approval_stale",
    ]);
    const approved = await answered<{ canvas: PageCanvas }>("/api/status", {
      id,
      to: "approved",
      revision,
      note: "Good",
    });
    expect(approved.canvas).toMatchObject({ id, status: "approved", revision: revision + 1 });
    const record = foundRecord(await running.deps.store.canvases.find("local", id));
    expect(record?.approval).toMatchObject({ note: "Good", by: { kind: "person", client: "page" } });
    const archived = await answered<{ canvas: PageCanvas }>("/api/status", { id, to: "archived", revision });
    expect(archived.canvas.status).toBe("archived");
    expect((await answered<{ canvas: PageCanvas }>("/api/status", { id, to: "draft", revision })).canvas.status).toBe(
      "draft",
    );
  });

  test("a note that cannot be kept is refused", async () => {
    const id = await make();
    for (const note of ["\ud800", "a\0b"])
      expect(await refused("/api/status", { id, to: "approved", revision: 1, note })).toEqual([400, "invalid_content"]);
  });

  test("with conflicts open there is no approval", async () => {
    const id = await make("one two three\n");
    const saved = foundRecord(await running.deps.store.canvases.find("local", id));
    await byModel("read_canvas", { canvas_id: id });
    await byModel("write_canvas", { canvas_id: id, content: "one TWO three\n" });
    await byModel("save_canvas", {
      canvas_id: id,
      key: saved?.widgetKey,
      save_key: "s",
      base_revision: 1,
      base_content: "one two three\n",
      content: "one 2 three\n",
    });
    const { canvas } = await answered<OpenedCanvas>("/api/open", { id });
    expect(canvas.openProposals).toBe(1);
    expect(await refused("/api/status", { id, to: "approved", revision: canvas.revision })).toEqual([
      409,
      "open_conflicts",
    ]);
  });
});

describe("deleting", () => {
  test("is undone, however often it is asked", async () => {
    const id = await make();
    expect(await answered("/api/delete", { id })).toEqual({});
    expect((await listed()).total).toBe(0);
    expect(await refused("/api/open", { id })).toEqual([404, "unknown_canvas"]);
    expect(await refused("/api/delete", { id })).toEqual([404, "unknown_canvas"]);
    for (let times = 0; times < 2; times += 1)
      expect((await answered<{ canvas: PageCanvas }>("/api/undelete", { id })).canvas).toMatchObject({
        id,
        title: "Plan",
      });
    expect((await listed()).total).toBe(1);
  });

  test("leads to the bin, from which it is brought back, or goes for good", async () => {
    const [kept, gone] = [await make("# Kept\n"), await make("# Gone\n")];
    const binned = async () => {
      const { canvases, days } = await answered<PageBin>("/api/bin");
      return [days, ...canvases.map(({ canvas, deletedAt }) => [canvas.title, Number.isFinite(Date.parse(deletedAt))])];
    };
    expect(await binned()).toEqual([30]);
    // What is not in the bin does not go for good, whoever asks.
    expect(await refused("/api/purge", { id: gone })).toEqual([404, "unknown_canvas"]);
    for (const id of [kept, gone]) await answered("/api/delete", { id });
    expect(await binned()).toEqual([30, ["Gone", true], ["Kept", true]]);
    await answered("/api/undelete", { id: kept });
    expect(await answered("/api/purge", { id: gone })).toEqual({});
    expect(await binned()).toEqual([30]);
    expect(await refused("/api/undelete", { id: gone })).toEqual([404, "unknown_canvas"]);
    expect((await listed()).canvases.map(({ title }) => title)).toEqual(["Kept"]);
  });
});

test("what was sought is shown where it stands in the text", async () => {
  await make("# Plan\n\nWe plant **tomatoes** in May.\n");
  const { canvases } = await answered<PageList>("/api/list", { query: "TOMATOES" });
  expect(canvases[0]?.found).toEqual([
    { text: "Plan We plant " },
    { text: "tomatoes", hit: true },
    { text: " in May." },
  ]);
  expect((await listed()).canvases[0]).not.toHaveProperty("found");
});

test("a message is kept for the agent", async () => {
  const id = await make();
  expect(await answered("/api/message", { id, text: "Shorter, please" })).toEqual({});
});

test("what was sent says who was given it, and whether anything was written since", async () => {
  const id = await make();
  const opened = async () => {
    const { reader, lastMessage } = await answered<OpenedCanvas>("/api/open", { id });
    return { reader, lastMessage };
  };
  expect(await opened()).toEqual({ reader: undefined, lastMessage: undefined });
  await answered("/api/message", { id, text: "Look at this." });
  expect(await opened()).toEqual({ reader: undefined, lastMessage: { givenTo: null, isNewest: true } });
  await byModel("read_canvas", { canvas_id: id });
  expect(await opened()).toEqual({ reader: "agent", lastMessage: { givenTo: "agent", isNewest: true } });
  await byModel("edit_canvas", { canvas_id: id, edits: [{ find: "Text", replace: "Words" }] });
  expect((await opened()).lastMessage).toEqual({ givenTo: "agent", isNewest: false });
});

test("a review can be left without an answer", async () => {
  const id = await make();
  expect(await answered("/api/close-review", { id })).toEqual({});
  const kinds = (await running.deps.store.canvases.events("local", id, 0, 100)).map(({ kind }) => kind);
  expect(kinds).toContain("review_closed");
});

test.each([
  ["/api/open", {}],
  ["/api/duplicate", {}],
  ["/api/status", { to: "draft", revision: 1 }],
  ["/api/delete", {}],
  ["/api/undelete", {}],
  ["/api/close-review", {}],
  ["/api/message", { text: "Hello" }],
])("%s of what is not there is 404 with words for a person", async (path, more) => {
  for (const id of ["ZZZZ", "nope!", "../etc", "__proto__", "\u0000\u202e"]) {
    const reply = await ask(path, { id, ...more });
    const { error } = reply.json as PageError;
    expect([reply.status, error.code]).toEqual([404, "unknown_canvas"]);
    expect(error.message).not.toMatch(/write_canvas|list_canvases/);
  }
});

test.each([
  ["too large", "x".repeat(5 * 1024 * 1024 + 1), 400, "bad_request"],
  ["more bytes than it may", "é".repeat(3 * 1024 * 1024), 413, "content_too_large"],
  ["with a NUL", "a\0b", 400, "invalid_content"],
])("a text that is %s is refused", async (_, content, status, code) => {
  expect(await refused("/api/new", { content })).toEqual([status, code]);
  expect((await listed()).total).toBe(0);
});

describe("on a server with limits", () => {
  const limited = async (limits: Limits, before: () => Promise<unknown> = async () => undefined) => {
    await before();
    const { store } = running.deps;
    await running.close();
    running = await startTestPage(folder, { deps: { store, limits } });
    session = await running.session();
  };
  const words = async (path: string, body: unknown) => {
    const { status, json } = await ask(path, body);
    return [status, (json as PageError).error.message];
  };

  test("a text that is too long is neither made nor copied, and the limit is said", async () => {
    let id = "";
    await limited({ contentBytes: 1_024 }, async () => {
      id = await make("x".repeat(1_025));
    });
    const said = "This text is larger than 1 KB, the limit of this server. Split it over several canvases.";
    expect(await words("/api/new", { content: "x".repeat(1_025) })).toEqual([413, said]);
    expect(await words("/api/duplicate", { id })).toEqual([413, said]);
    expect((await listed()).total).toBe(1);
  });

  test("a further canvas is neither made nor copied until one is deleted for good", async () => {
    let id = "";
    await limited({ canvases: 1 }, async () => {
      id = await make();
    });
    const full = "This server keeps at most 1 canvas for one person, and there is 1,";
    const how = "Delete one for good (into the bin, and then out of it for good), and try again.";
    expect(await words("/api/new", {})).toEqual([409, `${full} none of them in the bin. ${how}`]);
    expect(await words("/api/duplicate", { id })).toEqual([409, `${full} none of them in the bin. ${how}`]);
    await answered("/api/delete", { id });
    const binned = "1 of them in the bin, which counts. Delete one of those in the bin for good, and try again.";
    expect(await words("/api/new", {})).toEqual([409, `${full} ${binned}`]);
    await answered("/api/purge", { id });
    await make();
  });

  test("no example is made where nobody may have a canvas, and the page opens", async () => {
    await limited({ canvases: 0 });
    const body = JSON.stringify({ link: running.links.mint() });
    const entered = await send(running.page.port, "/api/session", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect([entered.status, (await listed()).total]).toEqual([200, 0]);
  });
});

test("a store that fails is said in words", async () => {
  const { canvases } = running.deps.store;
  canvases.list = () => Promise.reject(new StoreError("storage_full", "The disk is full."));
  expect(await refused("/api/list", {})).toEqual([507, "storage_full"]);
  canvases.list = () => Promise.reject(new Error("secret detail"));
  const reply = await ask("/api/list");
  expect([reply.status, reply.text.includes("secret detail")]).toEqual([500, false]);
});

describe("the first visit", () => {
  const open = async (page = running) =>
    send(page.page.port, "/api/session", {
      body: JSON.stringify({ link: page.links.mint() }),
      headers: { "content-type": "application/json" },
    });

  test("finds an example, once, however many come at once", async () => {
    await Promise.all(Array.from({ length: 5 }, () => open()));
    const { canvases } = await listed();
    expect(canvases).toMatchObject([{ title: "Welcome to Writing Canvas" }]);
    await answered("/api/delete", { id: canvases[0]?.id });
    await open();
    expect((await listed()).total).toBe(0);
  });

  test("to a store with canvases finds those", async () => {
    await make();
    await open();
    expect((await listed()).canvases).toMatchObject([{ title: "Plan" }]);
  });
});

describe("events", () => {
  /** The lines of the stream as they come. */
  async function listen(): Promise<{ readonly lines: string[]; readonly ended: Promise<void>; close(): void }> {
    const lines: string[] = [];
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${session}` };
      sendRequest({ host: "127.0.0.1", port: running.page.port, path: "/api/events", headers, agent: false }, resolve)
        .on("error", reject)
        .end();
    });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const ended = new Promise<void>((resolve) => response.once("close", resolve));
    response.on("error", () => {});
    response.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\n\n")) if (line !== "") lines.push(line);
    });
    return { lines, ended, close: () => response.destroy() };
  }
  const until = (check: () => void) => vi.waitFor(check, { timeout: 200_000, interval: 10 });
  const HELLO = `data: ${JSON.stringify({ kind: "hello", version: "1.2.3", storeId: "memory" })}`;

  test("greet, and say which canvases changed", async () => {
    const stream = await listen();
    await until(() => expect(stream.lines).toEqual([HELLO]));
    running.changes.announce(["AAAA", "BBBB"]);
    await until(() =>
      expect(stream.lines).toEqual([HELLO, `data: ${JSON.stringify({ kind: "changed", ids: ["AAAA", "BBBB"] })}`]),
    );
    stream.close();
    await until(() => expect(running.changes.listeners()).toBe(0));
  });

  test("of many readers end with the server", async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen()));
    expect(running.changes.listeners()).toBe(5);
    await running.page.close();
    await Promise.all(streams.map(({ ended }) => ended));
    await until(() => expect(running.changes.listeners()).toBe(0));
  });
});

test("a stream of events is alive, and ends with its session", async () => {
  vi.useFakeTimers();
  try {
    const { links, deps, clock } = running;
    const hello = { kind: "hello", version: "1", storeId: "s" } as const;
    const streams = createEventStreams({
      watchChanges: (_, listener) => deps.store.changes.watch("local", listener),
      hello,
      checkPass: links.checkPass,
      access: {},
    });
    const response = Object.assign(new PassThrough(), { writeHead: () => response });
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    const request = { headers: { authorization: `Bearer ${session}`, host: `127.0.0.1:${running.page.port}` } };
    await streams.answer(
      request as Parameters<typeof streams.answer>[0],
      response as unknown as Parameters<typeof streams.answer>[1],
      {},
    );
    await vi.advanceTimersByTimeAsync(30_000);
    expect(text.split(": alive\n\n")).toHaveLength(3);
    clock.now += SESSION_MS + 1;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(response.writableEnded).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
