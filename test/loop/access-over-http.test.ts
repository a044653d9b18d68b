import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CanvasRecord } from "../../src/core/records/canvas.ts";
import { packSave } from "../../src/protocol/left-save.ts";
import { EVENTS_ROUTE } from "../../src/protocol/page.ts";
import { firstToKnow } from "../../src/server/access/identify.ts";
import type { Identity } from "../../src/server/access/identity.ts";
import { createIssuer } from "../../src/server/access/issuer.ts";
import { AUDIENCE, startIssuer, type TestIssuer } from "../../src/server/access/issuer-for-tests.ts";
import { boardKeyOf, canvasKeyOf } from "../../src/server/access/keys.ts";
import { personCall } from "../../src/server/actions/call.ts";
import { randomId } from "../../src/server/actions/random-id.ts";
import { joinByLink } from "../../src/server/actions/sharing/join.ts";
import { share } from "../../src/server/actions/sharing/share.ts";
import { create } from "../../src/server/actions/writing/create.ts";
import { TOOLS, WRITING_TOOLS } from "../../src/server/mcp/register-tools.ts";
import type { Store } from "../../src/server/storage/ports.ts";
import { openPostgresStore } from "../../src/server/storage/postgres/store.ts";
import { createCanvasServer } from "../../src/server.ts";
import { createAgentPaths } from "../../src/surfaces/aap/agent-paths.ts";
import { type AhpEndpoint, createAhpEndpoint } from "../../src/surfaces/ahp/endpoint.ts";
import { codeOf, type RpcFailure } from "../../src/surfaces/ahp/wire/json-rpc.ts";
import { answerOf } from "../../src/surfaces/page/app/access/gate.ts";
import { personRequests } from "../../src/surfaces/page/server/page-actions.ts";
import { call as callPage, type Reply, send, type TestPage } from "../../src/surfaces/page/server/page-for-tests.ts";
import { openBrowser, startPeoplePage, TestTokens } from "../../src/surfaces/page/server/people-for-tests.ts";
import { type Postgres, startPostgres } from "../setup/postgres.ts";
import { openPeer } from "./ahp-peer.ts";

/** Ada owns each canvas; the others are what they are to it. Rem was removed, Lin came by a link that has ended, Rita only reads as Ada. */
const PEOPLE = ["ada", "eve", "cem", "vic", "rem", "lin", "sam"];
const DAY_MS = 24 * 60 * 60 * 1000;
const TEXT = "# Plan\n\nFirst words.\n";
const tokenOf = (name: string) => `wct_a-token-of-${name}-in-this-test`;
/** Signs in as Ada, and only reads. */
const READS = "wct_a-token-that-only-reads-in-this-test";

let folder: string;
let postgres: Postgres;
let store: Store;
let issuer: TestIssuer;
let other: TestIssuer;
let running: TestPage;
let ahp: AhpEndpoint;
/** By name: what their assistant's program shows, and what their browser does. */
const bearers = new Map<string, string>();
const passes = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-access-"));
  postgres = await startPostgres({ durable: false });
  const now = () => new Date();
  store = await openPostgresStore({ url: await postgres.freshDatabase(), now, log: () => {} });
  [issuer, other] = await Promise.all([startIssuer(), startIssuer()]);
  const known = createIssuer({ issuer: issuer.url, audience: AUDIENCE, log: () => {}, clock: now });
  const full = PEOPLE.map((name) => [tokenOf(name), name] as const);
  const tokens = new TestTokens(...full, [READS, "ada", "canvas:read"]);
  const page = { linkTo: async (id?: string) => `https://canvas.example/#/canvas/${id}` };
  running = await startPeoplePage(
    folder,
    { tokens },
    {
      deps: { store, clock: now, page },
      access: {
        host: "127.0.0.1",
        identify: firstToKnow([known.identify]),
        issuer: issuer.url,
        writingTools: WRITING_TOOLS,
      },
      build: ({ identity }) =>
        createCanvasServer({ ...running.deps, ui: "on", owner: identity?.subject ?? "", identity }),
      upgrades: [
        {
          path: "/ahp",
          bearerIn: (request) => ahp.upgrade.bearerIn(request),
          take: (...given) => ahp.upgrade.take(...given),
        },
      ],
      families: [
        createAgentPaths({
          deps: { store, clock: now, randomId, log: () => {}, owner: "local" },
          agents: new Map([["writer", "a-program-that-never-wrote"]]),
        }),
      ],
    },
  );
  ahp = createAhpEndpoint({
    deps: running.deps,
    build: (identity) => createCanvasServer({ ...running.deps, ui: "on", owner: identity?.subject ?? "", identity }),
    links: null,
  });
  for (const name of PEOPLE) {
    await store.people.seen(identityOf(name));
    bearers.set(name, await issuer.sign({ sub: name, name: identityOf(name).name }));
    passes.set(name, await passOf(tokenOf(name)));
  }
  passes.set("reads", await passOf(READS));
  const seconds = Math.floor(Date.now() / 1000);
  bearers.set("reads", await issuer.sign({ scope: "canvas:read" }));
  bearers.set("expired", await issuer.sign({ exp: seconds - 60 }));
  bearers.set("not yet", await issuer.sign({ nbf: seconds + 600, exp: seconds + 1200 }));
  bearers.set("audience", await issuer.sign({ aud: "https://other.example/mcp" }));
  bearers.set("issuer", await other.sign());
  bearers.set(
    "wrong",
    // Not the last letter: some of its bits are of no byte.
    (await issuer.sign()).replace(/.(?=.$)/, (letter) => (letter === "A" ? "B" : "A")),
  );
});
afterAll(async () => {
  await ahp?.close();
  await running?.close();
  await Promise.all([issuer?.stop(), other?.stop()]);
  await store?.close();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
});

function identityOf(name: string): Identity {
  return { subject: name, name: `${name[0]?.toUpperCase()}${name.slice(1)}`, scopes: ["canvas:read", "canvas:write"] };
}
async function passOf(token: string): Promise<string> {
  const { gate } = await openBrowser(running.page.origin);
  const entered = await answerOf<{ pass: string }>(gate.signIn(token));
  if (!entered.ok) throw new Error(entered.message);
  return entered.value.pass;
}

/** Ada's canvas with somebody of every standing. What a link gave is over: it was made two days ago, for one. */
async function shared(): Promise<CanvasRecord> {
  const deps = { ...running.deps, randomId };
  const at = (name: string, clock = () => new Date()) =>
    personCall({ ...deps, clock, owner: name, identity: identityOf(name) }, "test");
  const before = () => new Date(Date.now() - 2 * DAY_MS);
  const made = await create.run(at("ada"), { content: TEXT });
  if (!made.ok) throw new Error(made.error.message);
  const canvasId = made.record.document.id;
  for (const [who, role] of [
    ["eve", "editor"],
    ["cem", "commenter"],
    ["vic", "viewer"],
    ["rem", "editor"],
  ] as const)
    await share.run(at("ada"), { canvasId, change: { op: "add", who, role } });
  await share.run(at("ada"), { canvasId, change: { op: "remove", subject: "rem" } });
  const linked = await share.run(at("ada", before), { canvasId, change: { op: "link", role: "editor", days: 1 } });
  if (!linked.ok) throw new Error(linked.error.message);
  const joined = await joinByLink.run(at("lin", before), { canvasId, secret: linked.secret ?? "" });
  if (!joined.ok) throw new Error(joined.error.message);
  const found = await store.canvases.find("ada", canvasId);
  if (found.kind !== "found") throw new Error(found.kind);
  return found.record;
}

/** Who calls, in the order of the columns, and by which of the bearers and passes. */
const CALLERS = [
  ["no token", null],
  ["a wrong token", "wrong"],
  ["an expired one", "expired"],
  ["one that is not valid yet", "not yet"],
  ["one for another audience", "audience"],
  ["one of another issuer", "issuer"],
  ["one that only reads, of the owner", "reads"],
  ["another owner", "sam"],
  ["a viewer", "vic"],
  ["a commenter", "cem"],
  ["an editor", "eve"],
  ["the owner", "ada"],
  ["somebody who was removed", "rem"],
  ["somebody whose link has ended", "lin"],
] as const;

/** `4` 401, `3` 403, `+` done, `-` not_allowed, `0` unknown_canvas. */
const CELLS: Readonly<Record<string, string>> = {
  "4": "401",
  "3": "403",
  "+": "done",
  "-": "not_allowed",
  "0": "unknown_canvas",
  i: "invalid_input",
};

interface At {
  readonly record: CanvasRecord;
  readonly id: string;
  readonly who: string;
  /** What their widget would show. */
  readonly key: string;
  readonly boardKey: string;
}
type Row = readonly [name: string, does: string, cells: string, body: (at: At) => object];
const comment = { op: "add", id: "c111", body: "Why?", anchor: null };
const edits = [{ find: "First", replace: "Second" }];
const save = ({ id, key, record }: At) => ({
  canvas_id: id,
  key,
  save_key: randomId(12),
  base_revision: record.document.revision,
});

const TOOL_ROWS: readonly Row[] = [
  //                                         nweba irovcdORx
  ["read_me", "says how it is used", "444444++++++++", () => ({})],
  ["write_canvas", "makes one's own", "4444443+++++++", () => ({ content: "Mine" })],
  [
    "write_canvas",
    "replaces the text",
    "44444430--++00",
    ({ id }) => ({ canvas_id: id, content: "# New\n", base_version: 1, allow_removal: true }),
  ],
  ["edit_canvas", "changes the text", "44444430--++00", ({ id }) => ({ canvas_id: id, edits })],
  ["edit_canvas", "suggests", "44444430-+++00", ({ id }) => ({ canvas_id: id, edits, mode: "suggest" })],
  ["read_canvas", "reads", "444444+0++++00", ({ id }) => ({ canvas_id: id })],
  ["list_canvases", "lists what is there for them", "444444++++++++", () => ({})],
  ["show_board", "lists what is there for them", "444444++++++++", () => ({})],
  ["await_review", "waits", "444444+0++++00", ({ id }) => ({ canvas_id: id, timeout_s: 1 })],
  ["load_canvas", "reads", "444444+0++++00", ({ id, key }) => ({ canvas_id: id, key })],
  ["save_canvas", "changes the text", "44444430--++00", (at) => ({ ...save(at), content: "# Other\n" })],
  ["save_canvas", "comments", "44444430-+++00", (at) => ({ ...save(at), comments: [comment] })],
  [
    "save_canvas",
    "approves",
    "44444430--++00",
    (at) => ({ ...save(at), status: { to: "approved", revision: at.record.document.revision } }),
  ],
  ["list_versions", "reads", "444444+0++++00", ({ id, key }) => ({ canvas_id: id, key })],
  ["load_version", "reads", "444444+0++++00", ({ id, key }) => ({ canvas_id: id, key, version: 1 })],
  [
    "restore_version",
    "restores",
    "44444430--++00",
    ({ id, key }) => ({ canvas_id: id, key, version: 1, save_key: randomId(12) }),
  ],
  [
    "share_canvas",
    "shares",
    "44444430---+00",
    ({ id, key }) => ({ canvas_id: id, key, change: { op: "link", role: "viewer" } }),
  ],
  ["note_export", "is noted", "444444+0++++00", ({ id, key }) => ({ canvas_id: id, key, form: "copy" })],
  ["list_board", "lists what is there for them", "444444++++++++", ({ boardKey }) => ({ key: boardKey })],
  [
    "move_on_board",
    "sets the status",
    "44444430--++00",
    ({ id, boardKey, record }) => ({
      key: boardKey,
      canvas_id: id,
      to: "in_review",
      revision: record.document.revision,
    }),
  ],
  ["open_from_board", "reads", "444444+0++++00", ({ id, boardKey }) => ({ key: boardKey, canvas_id: id })],
];

const ROUTE_ROWS: readonly Row[] = [
  ["/api/who", "says who they are", "444444++++++++", () => ({})],
  ["/api/list", "lists what is there for them", "444444++++++++", () => ({})],
  ["/api/new", "makes one's own", "444444-+++++++", () => ({ title: "Mine" })],
  ["/api/open", "reads", "444444+0++++00", ({ id }) => ({ id })],
  ["/api/sharing", "reads", "444444+0++++00", ({ id }) => ({ id })],
  ["/api/share", "shares", "444444-0---+00", ({ id }) => ({ id, change: { op: "link", role: "viewer" } })],
  ["/api/share", "gives it back", "444444-0+++i00", ({ id }) => ({ id, change: { op: "leave" } })],
  ["/api/join", "needs a link that is good", "44444400000000", ({ id }) => ({ id, share: "A".repeat(32) })],
  ["/api/audit", "reads one's own", "444444++++++++", () => ({})],
  ["/api/exported", "is noted", "444444+0++++00", ({ id }) => ({ id, form: "print" })],
  ["/api/duplicate", "copies into one's own", "444444-0++++00", ({ id }) => ({ id })],
  [
    "/api/status",
    "sets the status",
    "444444-0--++00",
    ({ id, record }) => ({ id, to: "in_review", revision: record.document.revision }),
  ],
  [
    "/api/status",
    "approves",
    "444444-0--++00",
    ({ id, record }) => ({ id, to: "approved", revision: record.document.revision }),
  ],
  ["/api/delete", "deletes", "444444-0---+00", ({ id }) => ({ id })],
  ["/api/bin", "lists one's own", "444444++++++++", () => ({})],
  ["/api/purge", "needs one in the bin", "444444-0000000", ({ id }) => ({ id })],
  ["/api/undelete", "is for its owner", "444444-0---+00", ({ id }) => ({ id })],
  ["/api/message", "says something", "444444-0-+++00", ({ id }) => ({ id, text: "Go on" })],
  ["/api/close-review", "ends the review", "444444-0-+++00", ({ id }) => ({ id })],
  [
    "/api/left-saves",
    "changes the text",
    "444444-0--++00",
    (at) => ({ saves: [packSave({ ...save(at), content: "# Other\n" }, TEXT)] }),
  ],
];

/** Of agents: which, and what is asked below them; a body is posted. */
type AgentRow = readonly [
  path: string,
  does: string,
  cells: string,
  asked: (at: At) => { readonly agent: string; readonly query?: string; readonly body?: object },
];
const someoneElse = ({ who }: At): string => (who === "ada" ? "eve" : "ada");
const click = (id: string) => ({
  action: "submit",
  element: "approve-btn",
  canvasFile: `${id}.md`,
  data: { ok: true },
});

const AGENT_ROWS: readonly AgentRow[] = [
  //                                          nweba irovcdORx
  ["interactions", "notes what was done", "44444430-+++00", ({ who, id }) => ({ agent: who, body: click(id) })],
  ["interactions", "lists what is there for them", "444444++++++++", ({ who }) => ({ agent: who })],
  ["interactions", "lists those of one", "444444+0++++00", ({ who, id }) => ({ agent: who, query: `?file=${id}.md` })],
  ["interactions", "is another's", "44444400000000", (at) => ({ agent: someoneElse(at) })],
  ["interactions", "is another's, to post", "44444430000000", (at) => ({ agent: someoneElse(at), body: click(at.id) })],
  ["interactions", "is a program's", "444444++++++++", () => ({ agent: "writer" })],
  ["interactions", "is a program's, to post", "44444430000000", ({ id }) => ({ agent: "writer", body: click(id) })],
  ["interactions", "is nobody's", "44444400000000", () => ({ agent: "local" })],
  ["files", "lists what is there for them", "444444++++++++", ({ who }) => ({ agent: who })],
  ["files", "reads", "444444+0++++00", ({ who, id }) => ({ agent: who, query: `?file=${id}.md` })],
  ["files", "is a program's", "44444400000000", ({ id }) => ({ agent: "writer", query: `?file=${id}.md` })],
  ["files", "is another's", "44444400000000", (at) => ({ agent: someoneElse(at), query: `?file=${at.id}.md` })],
];

test("every tool and every route has its rows", () => {
  expect(new Set(TOOL_ROWS.map(([name]) => name))).toEqual(new Set(TOOLS.map(({ name }) => name)));
  expect(new Set(ROUTE_ROWS.map(([name]) => name))).toEqual(new Set(Object.keys(personRequests)));
});

/** What nobody may change is there once for all of them. */
let untouched: Promise<CanvasRecord> | undefined;

async function place(caller: string | null, isChanged: boolean): Promise<At> {
  untouched ??= shared();
  const record = await (isChanged ? shared() : untouched);
  const who = caller === "reads" || caller === null ? "ada" : caller;
  const key = canvasKeyOf(record, who);
  return { record, id: record.document.id, who, key, boardKey: await boardKeyOf(store, who) };
}

async function callTool(bearer: string | undefined, name: string, args: object): Promise<Reply> {
  return send(running.page.port, "/mcp", {
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
  });
}

/** What came of a tool's call, as its caller reads it. */
function outcomeOf({ status, text }: Reply): string {
  if (status !== 200) return String(status);
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
  const { result } = JSON.parse(data) as { result?: { isError?: boolean; content?: { text?: string }[] } };
  if (result?.isError !== true) return result === undefined ? data : "done";
  return /^Error \((\w+)\)/.exec(result.content?.[0]?.text ?? "")?.[1] ?? data;
}

async function approve({ id, record }: At): Promise<void> {
  const body = { id, to: "approved", revision: record.document.revision };
  expect((await callPage(running.page.port, "/api/status", passes.get("ada") ?? "", body)).status).toBe(200);
}

async function unchanged(before: CanvasRecord): Promise<boolean> {
  const found = await store.canvases.find("ada", before.document.id);
  return found.kind === "found" && JSON.stringify(found.record) === JSON.stringify(before);
}

describe.each(TOOL_ROWS)("%s, which %s", (name, _, cells, bodyFor) => {
  test.each(CALLERS.map(([who, caller], column) => [who, CELLS[cells[column] ?? ""], caller] as const))(
    "%s: %s",
    async (_who, expected, caller) => {
      const at = await place(caller, expected === "done");
      const bearer = caller === null ? undefined : bearers.get(caller);
      // A model replaces nothing that it was not shown, and waits for no answer that is there.
      if (expected === "done" && name === "write_canvas") await callTool(bearer, "read_canvas", { canvas_id: at.id });
      if (expected === "done" && name === "await_review") await approve(at);
      const reply = await callTool(bearer, name, bodyFor(at));
      expect(outcomeOf(reply)).toBe(expected);
      if (expected !== "done") expect(await unchanged(at.record)).toBe(true);
      if (reply.status !== 200) {
        expect(reply.headers["www-authenticate"]).toMatch(/^Bearer resource_metadata="http/);
        expect(reply.text).not.toMatch(/Plan|First words/);
      }
    },
  );
});

describe.each(ROUTE_ROWS)("%s, which %s", (route, _, cells, bodyFor) => {
  test.each(CALLERS.map(([who, caller], column) => [who, CELLS[cells[column] ?? ""], caller] as const))(
    "%s: %s",
    async (_who, expected, caller) => {
      const at = await place(caller, expected === "done");
      // A token is no pass, however good it is.
      const shown = caller === null ? "" : (passes.get(caller) ?? bearers.get(caller) ?? "");
      const reply = await callPage(running.page.port, route, shown, bodyFor(at));
      const code = (reply.json as { error?: { code?: string } } | null)?.error?.code;
      const outcome = reply.status === 200 ? "done" : reply.status === 401 ? "401" : (code ?? reply.text);
      expect(outcome, reply.text).toBe(expected);
      if (expected !== "done") expect(await unchanged(at.record)).toBe(true);
      if (expected === "unknown_canvas") expect(reply.text).not.toMatch(/Ada|Plan/);
    },
  );
});

describe.each(AGENT_ROWS)("an agent's %s, which %s", (path, _, cells, askedOf) => {
  test.each(CALLERS.map(([who, caller], column) => [who, CELLS[cells[column] ?? ""], caller] as const))(
    "%s: %s",
    async (_who, expected, caller) => {
      const at = await place(caller, expected === "done");
      const { agent, query = "", body } = askedOf(at);
      const bearer = caller === null ? undefined : bearers.get(caller);
      const reply = await send(
        running.page.port,
        `/api/agents/${encodeURIComponent(agent)}/canvas${path === "files" ? "" : "/interactions"}${query}`,
        {
          method: body === undefined ? "GET" : "POST",
          body: body === undefined ? "" : JSON.stringify(body),
          headers: {
            "content-type": "application/json",
            ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          },
        },
      );
      const { error } = JSON.parse(reply.text) as { error?: string };
      const isAsked = reply.headers["www-authenticate"] !== undefined;
      const code = error === "not_found" ? "unknown_canvas" : error;
      const outcome = error === undefined ? "done" : isAsked ? String(reply.status) : code;
      expect(outcome, reply.text).toBe(expected);
      if (expected !== "done") {
        expect(await unchanged(at.record)).toBe(true);
        expect(reply.text).not.toMatch(/Plan|First words/);
      }
      if (expected === "unknown_canvas") expect(reply.text).not.toMatch(/Ada/);
      if (expected === "done" && (body !== undefined || query !== "")) expect(reply.text).toContain(at.id);
    },
  );
});

/** Over the Agent Host Protocol: what their view of the canvas does, where an agent of theirs can open it at all. */
const VIEW_ROWS: readonly Row[] = [
  //                                    nweba irovcdORx
  ["load_canvas", "reads", "444444+0++++00", ({ id, key }) => ({ canvas_id: id, key })],
  ["save_canvas", "changes the text", "444444-0--++00", (at) => ({ ...save(at), content: "# Other\n" })],
  ["save_canvas", "comments", "444444-0-+++00", (at) => ({ ...save(at), comments: [comment] })],
];

describe.each(VIEW_ROWS)("a view over AHP that calls %s, which %s", (name, _, cells, bodyFor) => {
  test.each(CALLERS.map(([who, caller], column) => [who, CELLS[cells[column] ?? ""], caller] as const))(
    "%s: %s",
    async (_who, expected, caller) => {
      const at = await place(caller, expected === "done");
      const bearer = caller === null ? undefined : bearers.get(caller);
      const peer = await openPeer(running.page.port, bearer);
      if (typeof peer === "number") {
        expect(String(peer)).toBe(expected);
        return;
      }
      try {
        const agent = await ahp.agentOf(at.who);
        const instanceId = `view-${randomId(8)}`;
        const input = { canvas_id: at.id };
        const opened = await agent
          .open({ canvasId: "writing-canvas", instanceId, input })
          .catch((error: RpcFailure) => codeOf(error.error));
        const outcome = typeof opened === "object" ? await peer.callTool(opened.channel, name, bodyFor(at)) : opened;
        expect(outcome).toBe(expected);
        if (expected !== "done") expect(await unchanged(at.record)).toBe(true);
      } finally {
        peer.close();
      }
    },
  );
});

test("a session over AHP is its person's: another's is not there, and what another's model writes is not open in it", async () => {
  const [ada, eve] = [
    await openPeer(running.page.port, bearers.get("ada")),
    await openPeer(running.page.port, bearers.get("eve")),
  ];
  if (typeof ada === "number" || typeof eve === "number") throw new Error("Not let in");
  const at = await place("eve", true);
  await callTool(bearers.get("ada"), "read_canvas", { canvas_id: at.id });
  await callTool(bearers.get("ada"), "edit_canvas", { canvas_id: at.id, edits });
  await vi.waitFor(async () => expect(JSON.stringify(await ada.openCanvases())).toContain(at.id));
  expect(JSON.stringify(await eve.openCanvases())).not.toContain(at.id);
  expect(await eve.request("subscribe", { channel: ada.session })).toMatchObject({ error: { code: -32008 } });
  const [ref] = (await ada.openCanvases()) as { channel: string }[];
  expect(await eve.request("subscribe", { channel: ref?.channel })).toMatchObject({ error: { code: -32008 } });
  ada.close();
  eve.close();
});

test("a pass to the page is good for an agent of its own person", async () => {
  const at = await place("eve", false);
  const headers = { authorization: `Bearer ${passes.get("eve")}` };
  const ask = (agent: string) =>
    send(running.page.port, `/api/agents/${agent}/canvas?file=${at.id}.md`, { method: "GET", headers });
  expect([(await ask("eve")).status, (await ask("ada")).status]).toEqual([200, 404]);
});

test.each([
  ["no pass", () => ""],
  ["a token of one's own", () => bearers.get("ada") ?? ""],
])("news are told to nobody with %s", async (_, shown) => {
  const headers = { authorization: `Bearer ${shown()}`, origin: `http://127.0.0.1:${running.page.port}` };
  expect((await send(running.page.port, EVENTS_ROUTE, { method: "GET", headers })).status).toBe(401);
});

test("the key of another's widget is good for nobody else, and a good link is good once it is followed", async () => {
  const at = await place("eve", true);
  const theirs = canvasKeyOf(at.record, "ada");
  const stolen = await callTool(bearers.get("eve"), "save_canvas", { ...save(at), key: theirs, content: "# Mine\n" });
  expect(outcomeOf(stolen)).toBe("wrong_key");
  const made = await callPage(running.page.port, "/api/share", passes.get("ada") ?? "", {
    id: at.id,
    change: { op: "link", role: "viewer" },
  });
  const { link } = made.json as { link: string };
  const secret = /\?share=(\w+)$/.exec(link)?.[1] ?? "";
  const join = (name: string) =>
    callPage(running.page.port, "/api/join", passes.get(name) ?? "", { id: at.id, share: secret });
  expect((await join("sam")).status).toBe(200);
  expect(outcomeOf(await callTool(bearers.get("sam"), "read_canvas", { canvas_id: at.id }))).toBe("done");
  const { access } = made.json as { access: { links: { id: string }[] } };
  await callPage(running.page.port, "/api/share", passes.get("ada") ?? "", {
    id: at.id,
    change: { op: "revoke", link: access.links.at(-1)?.id },
  });
  expect(outcomeOf(await callTool(bearers.get("sam"), "read_canvas", { canvas_id: at.id }))).toBe("unknown_canvas");
  expect((await join("rem")).status).toBe(404);
});
