/** Everybody who may not reach the page, one by one. Long because each refusal is a case of its own, on one started page. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EntryRoute, PageError, PageRoute } from "../../../protocol/page.ts";
import { LINK_MS, SESSION_MS } from "./links.ts";
import { call, type Reply, send, startTestPage, TEST_COMMANDS, type TestPage } from "./page-for-tests.ts";

let folder: string;
let running: TestPage[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-page-"));
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.close()));
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

async function start(...[change]: [Parameters<typeof startTestPage>[1]?]): Promise<TestPage> {
  const started = await startTestPage(folder, change);
  running.push(started);
  return started;
}

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };
/** The page at the address that everybody knows, and the Host header of its own. */
const plainOf = ({ port }: TestPage["page"]) => `http://127.0.0.1:${port}`;
const hostOf = ({ origin }: TestPage["page"], port: number | string = new URL(origin).port) =>
  `${new URL(origin).hostname}:${port}`;
const errorOf = (reply: Reply) => (reply.json as PageError).error;
const bearer = (session: string) => ({ authorization: `Bearer ${session}` });

/** Every route of actions with a body that it takes. */
const BODIES: Readonly<Record<Exclude<PageRoute, EntryRoute>, unknown>> = {
  "/api/who": {},
  "/api/share": { id: "ABCD", change: { op: "link", role: "viewer" } },
  "/api/sharing": { id: "ABCD" },
  "/api/join": { id: "ABCD", share: "x" },
  "/api/audit": {},
  "/api/exported": { id: "ABCD", form: "print" },
  "/api/list": {},
  "/api/open": { id: "AAAA" },
  "/api/new": {},
  "/api/duplicate": { id: "AAAA" },
  "/api/status": { id: "AAAA", to: "draft", revision: 1 },
  "/api/delete": { id: "AAAA" },
  "/api/bin": {},
  "/api/purge": { id: "HN8B" },
  "/api/undelete": { id: "AAAA" },
  "/api/left-saves": { saves: [] },
  "/api/close-review": { id: "AAAA" },
  "/api/message": { id: "AAAA", text: "Hello" },
};
const ROUTES = Object.entries(BODIES);

describe("a link", () => {
  test("becomes a session once; then it says how to get another", async () => {
    const { page, links } = await start();
    const body = JSON.stringify({ link: links.mint() });
    const first = await send(page.port, "/api/session", { body, headers: JSON_TYPE });
    expect(first.status).toBe(200);
    const { pass } = first.json as { pass: string };
    expect((await call(page.port, "/api/list", pass)).status).toBe(200);
    const second = await send(page.port, "/api/session", { body, headers: JSON_TYPE });
    expect([second.status, errorOf(second)]).toEqual([
      410,
      { code: "used_link", message: expect.stringContaining(TEST_COMMANDS.page ?? "") },
    ]);
  });

  test("asked for many times at once is one session", async () => {
    const [{ page, links }, other] = [await start(), await start()];
    const body = JSON.stringify({ link: links.mint() });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        send(i % 2 === 0 ? page.port : other.page.port, "/api/session", { body, headers: JSON_TYPE }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(410)]);
  });

  test("older than a day has ended", async () => {
    const { page, links, clock } = await start();
    const body = JSON.stringify({ link: links.mint() });
    clock.now += LINK_MS + 1;
    const reply = await send(page.port, "/api/session", { body, headers: JSON_TYPE });
    expect([reply.status, errorOf(reply).code]).toEqual([410, "used_link"]);
  });

  test.each(["", "x", "A".repeat(72), "A".repeat(400), "\u0000", "ünïcödé"])("%j is none", async (link) => {
    const { page } = await start();
    const reply = await send(page.port, "/api/session", { body: JSON.stringify({ link }), headers: JSON_TYPE });
    expect([reply.status, errorOf(reply).code]).toEqual([401, "no_session"]);
  });
});

describe("without a session", () => {
  test.each(ROUTES)("%s is refused", async (path, body) => {
    const { page, session, links, clock, deps } = await start();
    const ended = await session();
    const text = JSON.stringify(body);
    const link = links.mint();
    const good = await session();
    const forged = `${good.slice(0, 10)}${good[10] === "A" ? "B" : "A"}${good.slice(11)}`;
    for (const headers of [
      {},
      bearer("wrong"),
      bearer(link),
      bearer(forged),
      { authorization: `Basic ${good}` },
      { authorization: good },
    ]) {
      const reply = await send(page.port, path, { body: text, headers: { ...JSON_TYPE, ...headers } });
      expect([reply.status, errorOf(reply).code, reply.headers["www-authenticate"]]).toEqual([
        401,
        "no_session",
        "Bearer",
      ]);
      expect(errorOf(reply).message).toContain(TEST_COMMANDS.page);
    }
    clock.now += SESSION_MS + 1;
    expect((await send(page.port, path, { body: text, headers: { ...JSON_TYPE, ...bearer(ended) } })).status).toBe(401);
    expect(await deps.store.canvases.count()).toBe(0);
  });

  test("a session of another data folder is none here", async () => {
    const { page } = await start();
    const elsewhere = await startTestPage(join(folder, "elsewhere"));
    running.push(elsewhere);
    expect((await call(page.port, "/api/list", await elsewhere.session())).status).toBe(401);
  });

  test("events are refused", async () => {
    const { page } = await start();
    expect((await send(page.port, "/api/events", { method: "GET" })).status).toBe(401);
  });

  test("a session in a cookie or in the address is none", async () => {
    const { page, session } = await start();
    const headers = { ...JSON_TYPE, cookie: `session=${await session()}` };
    expect((await send(page.port, `/api/list?session=${await session()}`, { body: "{}", headers })).status).toBe(401);
  });
});

/** What a page on another site, or a name made to point here, can send. */
const FOREIGN: readonly (readonly [string, (page: TestPage["page"]) => Record<string, string>])[] = [
  ["another site", () => ({ origin: "https://evil.example" })],
  ["another port of this machine", () => ({ origin: "http://127.0.0.1:5173" })],
  ["the sandbox", ({ sandboxPort }) => ({ origin: `http://127.0.0.1:${sandboxPort}` })],
  ["a frame without an origin", () => ({ origin: "null" })],
  ["an origin that only begins like ours", ({ origin }) => ({ origin: `${origin}.evil.example` })],
  ["an origin with our name before an @", ({ port }) => ({ origin: `http://127.0.0.1:${port}@evil.example` })],
  ["the page under another of this machine's names", ({ port }) => ({ origin: `http://localhost:${port}` })],
  ["a name that was rebound", () => ({ host: "evil.example" })],
  [
    "a rebound name with our port",
    ({ port }) => ({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` }),
  ],
  ["a name that begins like ours", ({ port }) => ({ host: `127.0.0.1.evil.example:${port}` })],
];

describe("from elsewhere, even with a session,", () => {
  test.each(FOREIGN)("%s is refused on every route", async (_, foreign) => {
    const { page, session, deps } = await start();
    const headers = { ...JSON_TYPE, ...bearer(await session()), ...foreign(page) };
    for (const [path, body] of ROUTES)
      expect([path, (await send(page.port, path, { body: JSON.stringify(body), headers })).status]).toEqual([
        path,
        403,
      ]);
    expect((await send(page.port, "/api/events", { method: "GET", headers })).status).toBe(403);
    expect((await send(page.port, "/mcp", { body: PING, headers })).status).toBe(403);
    expect(await deps.store.canvases.count()).toBe(0);
  });

  test.each(FOREIGN)("%s cannot spend a link", async (_, foreign) => {
    const { page, links } = await start();
    const body = JSON.stringify({ link: links.mint() });
    const headers = { ...JSON_TYPE, ...foreign(page) };
    expect((await send(page.port, "/api/session", { body, headers })).status).toBe(403);
    expect((await send(page.port, "/api/session", { body, headers: JSON_TYPE })).status).toBe(200);
  });

  test.each(["cross-site", "same-site"])("a request that the browser calls %s is refused", async (site) => {
    const { page, session } = await start();
    const headers = { ...JSON_TYPE, ...bearer(await session()), "sec-fetch-site": site };
    expect((await send(page.port, "/api/list", { body: "{}", headers })).status).toBe(403);
    expect((await send(page.port, "/api/events", { method: "GET", headers })).status).toBe(403);
    expect((await send(page.port, "/", { method: "GET", headers })).status).toBe(200);
  });

  test("a preflight is answered without leave", async () => {
    const { page } = await start();
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const reply = await send(page.port, "/api/list", { method: "OPTIONS", headers });
    expect(reply.status).toBe(403);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("the form of a request", () => {
  test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])("%s on a route of actions is 405", async (method) => {
    const { page, session } = await start();
    for (const [path] of ROUTES) {
      const reply = await send(page.port, path, { method, headers: bearer(await session()) });
      expect([reply.status, reply.headers.allow]).toEqual([405, "POST"]);
    }
    expect((await send(page.port, "/api/session", { method })).status).toBe(405);
  });

  test("POST on events and on the page is 405", async () => {
    const { page, session } = await start();
    const headers = { ...JSON_TYPE, ...bearer(await session()) };
    expect((await send(page.port, "/api/events", { body: "{}", headers })).status).toBe(405);
    expect((await send(page.port, "/", { body: "{}", headers })).status).toBe(405);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
    "",
  ])("%j is 415, as is what a form of another site can send", async (type) => {
    const { page, session, links } = await start();
    const headers = { ...bearer(await session()), ...(type === "" ? {} : { "content-type": type }) };
    for (const [path, body] of ROUTES)
      expect((await send(page.port, path, { body: JSON.stringify(body), headers })).status).toBe(415);
    const body = JSON.stringify({ link: links.mint() });
    expect((await send(page.port, "/api/session", { body, headers })).status).toBe(415);
  });

  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
    "%j is JSON",
    async (type) => {
      const { page, session } = await start();
      const headers = { ...bearer(await session()), "content-type": type };
      expect((await send(page.port, "/api/list", { body: "{}", headers })).status).toBe(200);
    },
  );

  test.each([
    ["not JSON", "{nope"],
    ["empty", ""],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["not an object", "[]"],
    ["null", "null"],
    ["with a field that nobody asked for", '{"limit":1,"owner":"ann"}'],
    ["with a prototype", '{"__proto__":{"limit":1},"constructor":1}'],
    ["of the wrong type", '{"limit":"1"}'],
    ["out of bounds", '{"limit":501}'],
  ])("a body that is %s is 400 and a sentence", async (_, body) => {
    const { page, session } = await start();
    const reply = await send(page.port, "/api/list", { body, headers: { ...JSON_TYPE, ...bearer(await session()) } });
    expect([reply.status, errorOf(reply).code]).toEqual([400, "bad_request"]);
    expect(errorOf(reply).message).not.toBe("");
  });

  test("a body that is too large is 413, and the server goes on", async () => {
    const { page, session } = await start();
    const headers = { ...JSON_TYPE, ...bearer(await session()) };
    const body = Buffer.alloc(1024 * 1024 + 1, 0x20);
    for (const path of ["/api/list", "/api/open", "/api/status"])
      expect((await send(page.port, path, { body, headers })).status).toBe(413);
    expect((await send(page.port, "/api/session", { body, headers: JSON_TYPE })).status).toBe(413);
    expect((await call(page.port, "/api/list", await session())).status).toBe(200);
  });
});

test("whatever is sent to a route of actions is answered, and never by a failure", async () => {
  const { page, session, logged } = await start();
  const bearing = await session();
  const id = fc.oneof(fc.constantFrom("AAAA", "HN8B", "aaaa ", "..", "__proto__"), fc.string({ unit: "binary" }));
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        id,
        to: fc.oneof(fc.constantFrom("draft", "approved", "archived"), fc.string()),
        revision: fc.oneof(fc.integer(), fc.double()),
        note: fc.string({ unit: "binary" }),
        text: fc.string({ unit: "binary" }),
        title: fc.string({ unit: "binary" }),
        content: fc.string({ unit: "binary" }),
        query: fc.string({ unit: "binary" }),
        cursor: fc.string(),
        limit: fc.integer(),
      },
      { requiredKeys: [] },
    ),
    // Exactly what a route takes, with any text in it.
    id.map((text) => ({ id: text })),
    fc.string({ unit: "binary" }).map((content) => ({ content, title: content })),
    fc.string({ unit: "binary" }).map((query) => ({ query })),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ROUTES.map(([path]) => path)), body, async (path, sent) => {
      const { status } = await call(page.port, path, bearing, sent);
      expect([200, 400, 404, 409, 413]).toContain(status);
    }),
    { numRuns: 200 },
  );
  expect(logged).toEqual([]);
});

describe("paths", () => {
  test.each([
    "/api",
    "/api/",
    "/api/list/",
    "//api/list",
    "/api//list",
    "/API/LIST",
    "/api/list%00",
    "/api/%6cist",
    "/api/../api/list",
    "/./api/list",
    "/canvas/AAAA",
    "/index.html",
    "/page.html",
    "/../../etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/__proto__",
    "/constructor",
    "/api/__proto__",
    "/toString",
  ])("%s is nothing", async (path) => {
    const { page, session } = await start();
    const headers = { ...JSON_TYPE, ...bearer(await session()) };
    expect((await send(page.port, path, { body: "{}", headers })).status).toBe(404);
    expect((await send(page.port, path, { method: "GET", headers: bearer(await session()) })).status).toBe(404);
  });

  test("the sandbox has one document and nothing else", async () => {
    const { page, session } = await start();
    const headers = { ...JSON_TYPE, ...bearer(await session()) };
    expect((await send(page.sandboxPort, "/", { method: "GET" })).status).toBe(200);
    for (const path of ["/api/list", "/mcp", "/health", "/x", "/?x", "//", "/page.html"])
      expect((await send(page.sandboxPort, path, { body: "{}", headers })).status).toBe(404);
    expect((await send(page.sandboxPort, "/", { body: "{}", headers })).status).toBe(405);
    expect((await send(page.sandboxPort, "/", { method: "GET", headers: { host: "evil.example" } })).status).toBe(403);
  });
});

describe("headers", () => {
  test("are on every answer: kept nowhere, passed on nowhere, taken for nothing else", async () => {
    const { page, session } = await start();
    const replies = [
      await send(page.port, "/", { method: "GET" }),
      await send(page.port, "/", { method: "GET", headers: { host: `localhost:${page.port}` } }),
      await send(page.port, "/api/list", {}),
      await call(page.port, "/api/list", await session()),
      await call(page.port, "/api/open", await session(), { id: "AAAA" }),
      await send(page.sandboxPort, "/", { method: "GET" }),
      await send(page.sandboxPort, "/x", { method: "GET" }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 307, 415, 200, 404, 200, 404]);
    for (const { headers } of replies) {
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
      });
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });

  test("the page stands in no frame, runs no script but its own, and frames the sandbox only", async () => {
    const { page } = await start();
    const { text, headers } = await send(page.port, "/", { method: "GET" });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
    expect(policy).toMatch(/style-src 'sha256-[\w+/=]+';/);
    expect(policy).toContain(`frame-src http://127.0.0.1:${page.sandboxPort};`);
    expect(policy).not.toContain("unsafe");
    expect(text).toContain(`<meta name="canvas-sandbox" content="http://127.0.0.1:${page.sandboxPort}">`);
  });

  test("the sandbox is framed by the page only, and connects to nothing", async () => {
    const { page } = await start();
    const { text, headers } = await send(page.sandboxPort, "/", { method: "GET" });
    const policy = String(headers["content-security-policy"]);
    const origin = plainOf(page);
    expect(policy).toContain(`frame-ancestors ${origin}`);
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toMatch(/frame-src|unsafe-eval|\*/);
    expect(text).toContain(`"${origin}"`);
    const own = await send(page.sandboxPort, "/", { method: "GET", headers: { host: hostOf(page, page.sandboxPort) } });
    expect(own.headers["content-security-policy"]).toContain(`frame-ancestors ${page.origin}`);
    expect(own.text).toContain(`"${page.origin}"`);
  });

  test("the page has one name on this machine that everybody knows, and one that nobody guesses", async () => {
    const { page, links } = await start();
    const reply = await send(page.port, "/", { method: "GET", headers: { host: `localhost:${page.port}` } });
    expect([reply.status, reply.headers.location]).toEqual([307, `${plainOf(page)}/`]);
    expect(page.origin).toMatch(/^http:\/\/[a-z2-7]{32}\.localhost:\d+$/);
    const own = await send(page.port, "/", { method: "GET", headers: { host: hostOf(page) } });
    expect(own.status).toBe(200);
    expect(own.headers["content-security-policy"]).toContain("connect-src 'self';");
    // Neither the page at the address that everybody knows, nor anything said there, tells the name.
    for (const [path, method] of [
      ["/", "GET"],
      ["/health", "GET"],
      ["/api/list", "POST"],
      ["/api/step", "POST"],
      ["/nothing", "GET"],
    ] as const) {
      const { text, headers } = await send(page.port, path, { method, body: "{}", headers: JSON_TYPE });
      expect(JSON.stringify([text, headers])).not.toContain(links.name.split(".")[0]);
    }
    const other = `${"a".repeat(32)}.localhost:${page.port}`;
    expect((await send(page.port, "/", { method: "GET", headers: { host: other } })).status).toBe(403);
  });
});

describe("on the way in", () => {
  const texts = JSON.stringify({ page: { "canvas:page-preferences": "{}" }, frame: {} });

  test("texts are carried over with a link that is still good, and are not even read with none", async () => {
    const { page, links } = await start();
    const carry = (link: string, body = texts) =>
      send(page.port, "/api/carry", { body, headers: { ...JSON_TYPE, ...bearer(link) } });
    const link = links.mint();
    expect((await carry(link)).status).toBe(200);
    await links.redeem(link, "here", null);
    for (const none of [link, "", "x", links.prove("link")])
      expect((await carry(none, "not even JSON")).status).toBe(401);
  });

  test.each(["/api/hello", "/api/session", "/api/pass", "/api/step"])(
    "%s takes a few words and no more",
    async (path) => {
      const { page } = await start();
      const body = JSON.stringify({ challenge: "x".repeat(20_000) });
      expect((await send(page.port, path, { body, headers: JSON_TYPE })).status).toBe(413);
    },
  );

  test("whether there is a page is said by its own name only, to whoever knows it", async () => {
    const { page } = await start();
    const reach = (headers: Record<string, string>) => send(page.port, "/api/reach", { method: "GET", headers });
    const [known, guessed] = [await reach({ host: hostOf(page) }), await reach({})];
    expect([known.status, known.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
    expect([guessed.status, guessed.headers["access-control-allow-origin"]]).toEqual([404, undefined]);
  });

  test.each([
    ["whoever cannot be identified", {}, 401],
    ["this user, whose relay it is,", { user: { id: 1000, ofPeer: async () => 1000 } }, 200],
  ])("nobody is greeted for another port than this server's: %s", async (_, user, expected) => {
    const { page } = await start({ access: { host: "127.0.0.1", ...user } });
    const hello = async (port: number) => {
      const headers = { ...JSON_TYPE, host: hostOf(page, port) };
      return (await send(page.port, "/api/hello", { body: '{"challenge":"x"}', headers })).status;
    };
    expect([await hello(page.port), await hello(page.port + 7)]).toEqual([200, expected]);
  });
});

describe("MCP beside the page", () => {
  test("a program of this user needs nothing, the page its session", async () => {
    const { page, session } = await start();
    const own = { ...JSON_TYPE, origin: plainOf(page) };
    expect((await send(page.port, "/mcp", { body: PING, headers: JSON_TYPE })).status).toBe(200);
    expect((await send(page.port, "/mcp", { body: PING, headers: own })).status).toBe(401);
    expect(
      (await send(page.port, "/mcp", { body: PING, headers: { ...own, ...bearer(await session()) } })).status,
    ).toBe(200);
  });

  test("where the page alone is served, programs need a session too", async () => {
    const { page, session } = await start({ access: { host: "127.0.0.1", sessionsOnly: true } });
    expect((await send(page.port, "/mcp", { body: PING, headers: JSON_TYPE })).status).toBe(401);
    expect(
      (await send(page.port, "/mcp", { body: PING, headers: { ...JSON_TYPE, ...bearer(await session()) } })).status,
    ).toBe(200);
  });

  test("with a token, it is asked of everybody, and the page's session is as good", async () => {
    const { page, session } = await start({ access: { host: "127.0.0.1", token: "secret" } });
    const asked = async (headers: Record<string, string>) =>
      (await send(page.port, "/mcp", { body: PING, headers: { ...JSON_TYPE, ...headers } })).status;
    expect(await asked({})).toBe(401);
    expect(await asked(bearer("secret"))).toBe(200);
    expect(await asked(bearer(await session()))).toBe(200);
    expect(await asked({ origin: plainOf(page), ...bearer(await session()) })).toBe(200);
    expect(await asked({ origin: plainOf(page) })).toBe(401);
    // The token is for programs: the page's actions are the person's.
    expect((await call(page.port, "/api/list", "secret")).status).toBe(401);
  });

  test("a client of today works through a session", async () => {
    const { page, session } = await start({ access: { host: "127.0.0.1", sessionsOnly: true } });
    const client = new Client({ name: "page", version: "1" });
    const requestInit = { headers: { ...bearer(await session()), origin: plainOf(page) } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${plainOf(page)}/mcp`), { requestInit }));
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    await client.close();
  });
});

describe("bound wider", () => {
  test("the page and its sandbox go by the name that the caller used, and its own page only is let in", async () => {
    const { page, session } = await start({ access: { host: "0.0.0.0", token: "secret" } });
    const host = `canvas.example:${page.port}`;
    const { status, text, headers } = await send(page.port, "/", { method: "GET", headers: { host } });
    expect(status).toBe(200);
    expect(text).toContain(`content="http://canvas.example:${page.sandboxPort}"`);
    expect(headers["content-security-policy"]).toContain(`frame-src http://canvas.example:${page.sandboxPort};`);
    const frame = await send(page.sandboxPort, "/", {
      method: "GET",
      headers: { host: `canvas.example:${page.sandboxPort}` },
    });
    expect(frame.headers["content-security-policy"]).toContain(`frame-ancestors http://canvas.example:${page.port}`);
    const asked = async (more: Record<string, string>) =>
      (await send(page.port, "/api/list", { body: "{}", headers: { ...JSON_TYPE, host, ...more } })).status;
    expect(await asked({})).toBe(401);
    expect(await asked({ origin: `http://${host}`, ...bearer(await session(host)) })).toBe(200);
    expect(await asked({ origin: `http://${host}`, ...bearer(await session()) })).toBe(401);
    expect(await asked({ origin: "http://evil.example", ...bearer(await session(host)) })).toBe(403);
  });

  test.each(["a;script-src *", 'a"b', "a b", "a'", "[::1", "a/b"])("a Host of %j names no machine", async (host) => {
    const { page } = await start({ access: { host: "0.0.0.0", token: "secret" } });
    expect((await send(page.port, "/", { method: "GET", headers: { host } })).status).toBe(400);
    expect((await send(page.sandboxPort, "/", { method: "GET", headers: { host } })).status).toBe(400);
  });
});

test("no token is ever logged", async () => {
  const { page, links, session, logged, deps } = await start({
    pageHtml: () => Promise.reject(new Error("not built")),
  });
  const link = links.mint();
  const tokens = [link, await session()];
  await send(page.port, `/?link=${link}`, { method: "GET" });
  await send(page.port, `/nowhere?link=${link}`, { method: "GET" });
  await send(page.port, "/api/session", { body: JSON.stringify({ link, more: 1 }), headers: JSON_TYPE });
  await send(page.port, "/api/session", { body: JSON.stringify({ link }), headers: JSON_TYPE });
  await send(page.port, "/api/session", { body: `{"link":"${link}`, headers: JSON_TYPE });
  deps.store.canvases.find = () => Promise.reject(new Error("The disk is gone"));
  expect((await call(page.port, "/api/open", tokens[1] ?? "", { id: "AAAA" })).status).toBe(500);
  expect(logged.length).toBeGreaterThan(1);
  for (const token of tokens) expect(logged.join("\n")).not.toContain(token);
});
