import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { packSave } from "../../../protocol/left-save.ts";
import { PEOPLE_TOOLS } from "../../../protocol/names.ts";
import { EVENTS_ROUTE } from "../../../protocol/page.ts";
import { boardKeyOf } from "../../../server/access/keys.ts";
import { personCall } from "../../../server/actions/call.ts";
import { remove } from "../../../server/actions/listing/bin.ts";
import { randomId } from "../../../server/actions/random-id.ts";
import { create } from "../../../server/actions/writing/create.ts";
import { TOOLS } from "../../../server/mcp/register-tools.ts";
import { createCanvasServer } from "../../../server.ts";
import { personRequests } from "./page-actions.ts";
import { call, type Reply, send, startTestPage, type TestPage } from "./page-for-tests.ts";

const TEXT = "# Plan\n\nFirst words.\n";
const OTHER = "# Hidden thing\n\nSecret words.\n";

let folder: string;
let running: TestPage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-panel-"));
  running = await startTestPage(folder, {
    build: ({ only }) => createCanvasServer({ ...running.deps, ui: "on", ...(only === undefined ? {} : { only }) }),
  });
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const person = () => personCall(running.deps, "test");
const place = () => `127.0.0.1:${running.page.port}`;

async function made(content: string): Promise<CanvasRecord> {
  const created = await create.run(person(), { content });
  if (!created.ok) throw new Error(created.error.message);
  return created.record;
}
async function passFor(id: string): Promise<string> {
  const { link } = await running.links.mintPanel(id, `panel of ${id}`);
  const redeemed = await running.links.redeem(link, place(), null, "anybody", id);
  if (redeemed.kind !== "session") throw new Error(redeemed.kind);
  return redeemed.pass;
}
async function recordOf(id: string): Promise<CanvasRecord | string> {
  const found = await running.deps.store.canvases.find("local", id);
  return found.kind === "found" ? found.record : found.kind;
}

interface At {
  readonly record: CanvasRecord;
  readonly id: string;
  readonly key: string;
  readonly boardKey: string;
}
/** `+` done, `-` not allowed, `0` there is no such canvas, `i` it makes no sense. */
const CELLS: Readonly<Record<string, string>> = {
  "+": "done",
  "-": "not_allowed",
  "0": "unknown_canvas",
  i: "invalid_input",
};
/** What it gives for the panel's own canvas, and for another. */
type Row = readonly [name: string, does: string, cells: string, body: (at: At) => object];
const edits = [{ find: "words", replace: "letters" }];
const save = ({ id, key, record }: At) => ({
  canvas_id: id,
  key,
  save_key: randomId(12),
  base_revision: record.document.revision,
});

const TOOL_ROWS: readonly Row[] = [
  ["read_me", "says how it is used", "++", () => ({})],
  ["write_canvas", "makes one", "--", () => ({ content: "Mine" })],
  ["write_canvas", "makes one of the title that another has", "--", () => ({ content: "Mine", title: "Hidden thing" })],
  [
    "write_canvas",
    "replaces the text",
    "+0",
    ({ id }) => ({ canvas_id: id, content: "# New\n", base_version: 1, allow_removal: true }),
  ],
  ["edit_canvas", "changes the text", "+0", ({ id }) => ({ canvas_id: id, edits })],
  ["edit_canvas", "suggests", "+0", ({ id }) => ({ canvas_id: id, edits, mode: "suggest" })],
  ["read_canvas", "reads", "+0", ({ id }) => ({ canvas_id: id })],
  ["read_canvas", "reads an older version", "+0", ({ id }) => ({ canvas_id: id, version: 1 })],
  ["list_canvases", "lists", "--", () => ({})],
  ["list_canvases", "searches", "--", () => ({ query: "Secret" })],
  ["show_board", "lists", "--", () => ({})],
  ["await_review", "waits", "+0", ({ id }) => ({ canvas_id: id, timeout_s: 1 })],
  ["load_canvas", "reads", "+0", ({ id, key }) => ({ canvas_id: id, key })],
  ["save_canvas", "changes the text", "+0", (at) => ({ ...save(at), content: "# Other\n" })],
  ["save_canvas", "keeps a text", "--", () => ({ content: "Mine", save_key: randomId(12) })],
  [
    "save_canvas",
    "approves",
    "+0",
    (at) => ({ ...save(at), status: { to: "approved", revision: at.record.document.revision } }),
  ],
  ["list_versions", "reads", "+0", ({ id, key }) => ({ canvas_id: id, key })],
  ["load_version", "reads", "+0", ({ id, key }) => ({ canvas_id: id, key, version: 1 })],
  ["restore_version", "restores", "+0", ({ id, key }) => ({ canvas_id: id, key, version: 1, save_key: randomId(12) })],
  ["list_board", "lists", "--", ({ boardKey }) => ({ key: boardKey })],
  [
    "move_on_board",
    "sets the status",
    "+0",
    ({ id, boardKey, record }) => ({
      key: boardKey,
      canvas_id: id,
      to: "in_review",
      revision: record.document.revision,
    }),
  ],
  ["open_from_board", "reads", "+0", ({ id, boardKey }) => ({ key: boardKey, canvas_id: id })],
];

const ROUTE_ROWS: readonly Row[] = [
  ["/api/who", "says who they are", "++", () => ({})],
  ["/api/list", "lists", "--", () => ({})],
  ["/api/list", "searches", "--", () => ({ query: "Secret" })],
  ["/api/new", "makes one", "--", () => ({ title: "Mine" })],
  ["/api/open", "reads", "+0", ({ id }) => ({ id })],
  ["/api/sharing", "reads", "+0", ({ id }) => ({ id })],
  ["/api/share", "shares", "--", ({ id }) => ({ id, change: { op: "link", role: "viewer" } })],
  ["/api/share", "gives it back", "i0", ({ id }) => ({ id, change: { op: "leave" } })],
  ["/api/join", "takes one up", "--", ({ id }) => ({ id, share: "A".repeat(32) })],
  ["/api/audit", "reads what was done to all", "--", () => ({})],
  ["/api/audit", "reads what was done to it", "--", ({ id }) => ({ id })],
  ["/api/exported", "is noted", "+0", ({ id }) => ({ id, form: "print" })],
  ["/api/duplicate", "makes one", "-0", ({ id }) => ({ id })],
  ["/api/status", "approves", "+0", ({ id, record }) => ({ id, to: "approved", revision: record.document.revision })],
  ["/api/delete", "deletes", "+0", ({ id }) => ({ id })],
  ["/api/bin", "lists", "--", () => ({})],
  ["/api/purge", "deletes for good", "00", ({ id }) => ({ id })],
  ["/api/undelete", "brings back", "+0", ({ id }) => ({ id })],
  ["/api/message", "says something", "+0", ({ id }) => ({ id, text: "Go on" })],
  ["/api/close-review", "ends the review", "+0", ({ id }) => ({ id })],
  [
    "/api/left-saves",
    "changes the text",
    "+0",
    (at) => ({ saves: [packSave({ ...save(at), content: "# Other\n" }, at.record.document.content)] }),
  ],
];

test("every tool and every route has its rows", () => {
  const tools = TOOLS.map(({ name }) => name).filter((name) => !PEOPLE_TOOLS.includes(name as never));
  expect(new Set(TOOL_ROWS.map(([name]) => name))).toEqual(new Set(tools));
  expect(new Set(ROUTE_ROWS.map(([name]) => name))).toEqual(new Set(Object.keys(personRequests)));
});

async function scene(which: "its own" | "another"): Promise<{ readonly pass: string; readonly at: At }> {
  const [own, other] = [await made(TEXT), await made(OTHER)];
  const record = which === "its own" ? own : other;
  const { id } = record.document;
  const boardKey = await boardKeyOf(running.deps.store, "local");
  return { pass: await passFor(own.document.id), at: { record, id, key: record.widgetKey, boardKey } };
}

async function callTool(bearer: string, name: string, args: object): Promise<Reply> {
  return send(running.page.port, "/mcp", {
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${bearer}`,
      origin: running.page.origin.replace(/\/\/.*/, `//${place()}`),
    },
  });
}

function outcomeOf({ status, text }: Reply): string {
  if (status !== 200) return `${status} ${text}`;
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
  const { result } = JSON.parse(data) as { result?: { isError?: boolean; content?: { text?: string }[] } };
  if (result?.isError !== true) return result === undefined ? data : "done";
  return /^Error \((\w+)\)/.exec(result.content?.[0]?.text ?? "")?.[1] ?? data;
}

/** Whoever is refused has changed nothing, made nothing, and learnt nothing of the other. */
async function expectNothing(reply: Reply, before: CanvasRecord, count: number): Promise<void> {
  expect(await recordOf(before.document.id)).toEqual(before);
  expect(await running.deps.store.canvases.count()).toBe(count);
  expect(reply.text).not.toMatch(/Hidden|Secret/);
}

const COLUMNS = ["its own", "another"] as const;

describe.each(TOOL_ROWS)("%s, which %s", (name, _, cells, bodyFor) => {
  test.each(COLUMNS.map((which, column) => [which, CELLS[cells[column] ?? ""]] as const))(
    "%s: %s",
    async (which, expected) => {
      const { pass, at } = await scene(which);
      if (expected === "done" && name === "write_canvas") await callTool(pass, "read_canvas", { canvas_id: at.id });
      if (expected === "done" && name === "await_review")
        await call(running.page.port, "/api/status", pass, {
          id: at.id,
          to: "approved",
          revision: at.record.document.revision,
        });
      const count = await running.deps.store.canvases.count();
      const reply = await callTool(pass, name, bodyFor(at));
      expect(outcomeOf(reply)).toBe(expected);
      if (expected !== "done") await expectNothing(reply, at.record, count);
      // Its id, which was asked for, is all that may be said of another.
      if (which === "another") expect(reply.text).not.toMatch(/Hidden|Secret|http:/);
    },
  );
});

describe.each(ROUTE_ROWS)("%s, which %s", (route, _, cells, bodyFor) => {
  test.each(COLUMNS.map((which, column) => [which, CELLS[cells[column] ?? ""]] as const))(
    "%s: %s",
    async (which, expected) => {
      const { pass, at } = await scene(which);
      const count = await running.deps.store.canvases.count();
      const reply = await call(running.page.port, route, pass, bodyFor(at));
      const code = (reply.json as { error?: { code?: string } } | null)?.error?.code;
      expect(reply.status === 200 ? "done" : (code ?? reply.text), reply.text).toBe(expected);
      if (expected !== "done") await expectNothing(reply, at.record, count);
      if (which === "another") expect(reply.text).not.toMatch(/Hidden|Secret/);
    },
  );
});

test("what another canvas has in the bin neither comes back nor goes for good", async () => {
  const { pass, at } = await scene("another");
  await remove.run(person(), { canvasId: at.id });
  expect((await call(running.page.port, "/api/undelete", pass, { id: at.id })).status).toBe(404);
  expect((await call(running.page.port, "/api/purge", pass, { id: at.id })).status).toBe(404);
  expect((await running.deps.store.bin.list("local")).map(({ canvas }) => canvas.id)).toContain(at.id);
});

test("no id of another canvas is named for one that was mistyped", async () => {
  const { pass, at } = await scene("another");
  const near = `${at.id.slice(0, -1)}${at.id.endsWith("2") ? "3" : "2"}`;
  for (const tool of ["read_canvas", "await_review", "edit_canvas"])
    expect((await callTool(pass, tool, { canvas_id: near, edits })).text).not.toContain(at.id);
});

test("one save of several that are left for another canvas is refused with the rest", async () => {
  const [own, other] = [await made(TEXT), await made(OTHER)];
  const left = ({ document, widgetKey }: CanvasRecord) =>
    packSave(
      {
        canvas_id: document.id,
        key: widgetKey,
        save_key: randomId(12),
        base_revision: document.revision,
        content: "# Taken\n",
      },
      document.content,
    );
  const reply = await call(running.page.port, "/api/left-saves", await passFor(own.document.id), {
    saves: [left(other), left(own)],
  });
  expect(reply.status).toBe(404);
  expect(await recordOf(other.document.id)).toEqual(other);
});

test("news are of its own canvas, and not of who is connected", async () => {
  const [own, other] = [await made(TEXT), await made(OTHER)];
  const [id, hidden] = [own.document.id, other.document.id];
  const pass = await passFor(id);
  const { port } = running.page;
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${pass}`, origin: `http://127.0.0.1:${port}` };
    const request = get({ host: "127.0.0.1", port, path: EVENTS_ROUTE, headers }, (response) => {
      response.on("data", (chunk: Buffer) => {
        const first = said === "";
        said += chunk;
        if (first) {
          running.changes.announce([hidden]);
          running.changes.announce([hidden, id]);
        }
        if (said.includes('"changed"')) {
          request.destroy();
          resolve();
        }
      });
    });
    request.on("error", reject);
  });
  expect(said).toContain(`{"kind":"changed","ids":["${id}"]}`);
  expect(said).not.toContain(hidden);
  expect(said).not.toContain("assistants");
});
