import { createServer, type IncomingMessage, type Server } from "node:http";
import { networkInterfaces } from "node:os";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { HandlerGuards, HttpCaller, KnownCaller } from "./handler-guard.ts";
import { createMcpHttpHandler, type HttpHandler } from "./http-handler.ts";
import { listenOn, stopServer } from "./listen.ts";
import { JSON_HEADERS, messageOf, PING, send } from "./send-for-tests.ts";

const LIMIT = 1_000;
const TOKEN = "0123456789abcdef";
let running: Server[] = [];
let logged: string[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => stopServer(server, 0)));
  running = [];
  logged = [];
  built = [];
});

let built: KnownCaller[] = [];
/** Its one tool says whose canvases are served. */
function handlerWith(guards: HandlerGuards): HttpHandler {
  const build = (caller: KnownCaller) => {
    const { owner } = caller;
    built.push(caller);
    const server = new McpServer({ name: "test", version: "1" });
    server.registerTool("whose", { inputSchema: z.object({}) }, () => ({ content: [{ type: "text", text: owner }] }));
    return server;
  };
  return createMcpHttpHandler({
    ...guards,
    build,
    owner: "local",
    writingTools: new Set(["whose"]),
    log: (line) => logged.push(line),
    maxBodyBytes: LIMIT,
  });
}

async function start(guards: HandlerGuards = {}, host = "127.0.0.1"): Promise<number> {
  return listen(createServer(handlerWith(guards)), host);
}

async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  running.push(server);
  const bound = await listenOn(server, host, 0);
  if (!bound.ok) throw new Error(bound.message);
  return bound.port;
}

const ping = (port: number, headers: Record<string, string> = {}) =>
  send(port, "/anywhere/at/all", { body: PING, headers: { ...JSON_HEADERS, ...headers } });
const WHOSE = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "whose", arguments: {} } });
const whose = async (port: number, headers: Record<string, string>) =>
  (await send(port, "/", { body: WHOSE, headers: { ...JSON_HEADERS, ...headers } })).text;

test("serves clients of today and of the 1.x line at whatever path, the older ones with a session id", async () => {
  const address = new URL(`http://127.0.0.1:${await start()}/some/path?x=1`);
  const today = new Client({ name: "today", version: "1" });
  await today.connect(new StreamableHTTPClientTransport(address));
  expect((await today.listTools()).tools.map(({ name }) => name)).toEqual(["whose"]);
  await today.close();
  const transport = new LegacyTransport(address);
  const before = new LegacyClient({ name: "before", version: "1" });
  await before.connect(transport as Parameters<typeof before.connect>[0]);
  expect(transport.sessionId).toBeDefined();
  expect(await before.callTool({ name: "whose" })).toMatchObject({ content: [{ text: "local" }] });
  await before.close();
});

describe("with nothing said about access", () => {
  test.each<[string, Record<string, string>, number]>([
    ["a program", {}, 200],
    ["a page of the very server", { host: "localhost:80", origin: "http://localhost:80" }, 200],
    ["somebody whom a proxy of this machine lets in", { "x-forwarded-for": "203.0.113.7" }, 403],
    ["a name that was made to point here", { host: "evil.example" }, 403],
    ["a page of a web site", { origin: "https://evil.example" }, 403],
    ["a page of another server of this machine", { host: "localhost:80", origin: "http://localhost:81" }, 403],
    ["a page without an origin", { origin: "null" }, 403],
    ["what a web site's page asks for by itself", { "sec-fetch-site": "cross-site" }, 403],
  ])("%s (%j) gets %i", async (_, headers, status) => {
    expect((await ping(await start(), headers)).status).toBe(status);
  });

  const [outer] = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each?.family === "IPv4" && !each.internal);
  test.skipIf(outer === undefined)("another machine is refused, whichever name it gives", async () => {
    const port = await start({}, "0.0.0.0");
    const { status } = await fetch(`http://${outer?.address}:${port}/`, { method: "POST", body: PING });
    expect(status).toBe(403);
    const host = { host: "localhost" };
    const reply = await send(port, "/", { body: PING, headers: { ...JSON_HEADERS, ...host }, address: outer?.address });
    expect([reply.status, messageOf(reply)]).toEqual([403, expect.stringContaining("Only programs of this machine")]);
  });
});

describe("with a token", () => {
  test("only who sends it is let in, by whichever of the allowed names", async () => {
    const port = await start({ token: TOKEN, allowedHosts: ["canvas.example"] });
    const bearer = { host: "canvas.example", authorization: `Bearer ${TOKEN}` };
    expect((await ping(port, bearer)).status).toBe(200);
    expect((await ping(port, { ...bearer, host: "localhost" })).status).toBe(403);
    const refused = await ping(port, { ...bearer, authorization: "Bearer wrong" });
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect((await ping(port, { host: "canvas.example" })).status).toBe(401);
  });

  test("many wrong ones are told to wait, and the right one works all the same", async () => {
    const port = await start({ token: TOKEN });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await ping(port, { authorization: "Bearer wrong" })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await ping(port, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  });
});

describe("with authenticate", () => {
  const authenticate = async ({ headers }: IncomingMessage) =>
    typeof headers["x-user"] === "string" ? { owner: headers["x-user"] } : null;

  test("each caller sees the canvases of the owner that it was found to be, at the same time too", async () => {
    const port = await start({ authenticate });
    const users = Array.from({ length: 20 }, (_, n) => `user-${n}`);
    const told = await Promise.all(users.map((user) => whose(port, { "x-user": user })));
    expect(told.map((text) => /user-\d+/.exec(text)?.[0])).toEqual(users);
  });

  test.each<[string, HttpCaller, KnownCaller]>([
    ["nobody in particular", { owner: "ada" }, { owner: "ada" }],
    [
      "somebody with a name",
      { owner: "ada", name: " Ada\nL. " },
      { owner: "ada", identity: { subject: "ada", name: "Ada L.", scopes: ["canvas:read", "canvas:write"] } },
    ],
    [
      "somebody with an e-mail and scopes",
      { owner: "ada", email: "Ada@Example.com", scopes: ["canvas:write"] },
      { owner: "ada", identity: { subject: "ada", name: "ada", email: "ada@example.com", scopes: ["canvas:write"] } },
    ],
  ])("a caller is %s", async (_, caller, expected) => {
    expect((await ping(await start({ authenticate: () => caller }))).status).toBe(200);
    expect(built).toEqual([expected]);
  });

  test("a caller who may only read writes nothing, and one who may nothing is refused", async () => {
    const reader = await start({ authenticate: () => ({ owner: "ada", scopes: ["canvas:read"] }) });
    expect((await ping(reader)).status).toBe(200);
    const written = await send(reader, "/", { body: WHOSE, headers: JSON_HEADERS });
    expect(written.status).toBe(403);
    expect(written.headers["www-authenticate"]).toContain('error="insufficient_scope"');
    const nobody = await start({ authenticate: () => ({ owner: "ada", scopes: [] }) });
    expect((await ping(nobody)).status).toBe(403);
  });

  test("a person whom nobody could see is a fault of the embedder's", async () => {
    const port = await start({ authenticate: () => ({ owner: "a\u200bda", name: "Ada" }) });
    expect((await ping(port)).status).toBe(500);
    expect(logged).toEqual([expect.stringContaining("cannot be seen")]);
  });

  test.each([
    ["nobody", {}],
    ["an owner without a name", { "x-user": "" }],
  ])("%s is refused", async (_, headers) => {
    expect((await ping(await start({ authenticate }), headers)).status).toBe(401);
  });

  test("one that fails lets nobody in, and is logged", async () => {
    const port = await start({ authenticate: () => Promise.reject(new Error("no directory")) });
    expect((await ping(port)).status).toBe(500);
    expect(logged).toEqual([expect.stringContaining("no directory")]);
  });
});

test("pages of allowed origins may call, and no others", async () => {
  const port = await start({ allowedOrigins: ["https://app.example"] });
  const from = async (origin: string) => (await ping(port, { origin, "sec-fetch-site": "cross-site" })).status;
  expect([await from("https://app.example"), await from("https://app.example.evil")]).toEqual([200, 403]);
});

test.each<[string, object, string]>([
  ["a token that is not set", { token: undefined }, "16 characters"],
  ["an empty token", { token: "" }, "16 characters"],
  ["a token that can be guessed", { token: "short" }, "16 characters"],
  ["an authenticate that is none", { authenticate: undefined }, "must be a function"],
  ["both", { token: TOKEN, authenticate: () => null }, "not both"],
  ["names of others without either", { allowedHosts: ["localhost", "canvas.example"] }, "canvas.example"],
])("%s is refused before anybody is served", (_, guards, words) => {
  expect(() => handlerWith(guards as HandlerGuards)).toThrow(words);
});

test("a body too large, one that is no JSON and another method are answered in words", async () => {
  const port = await start();
  const large = await send(port, "/", { body: " ".repeat(LIMIT + 1), headers: JSON_HEADERS });
  const broken = await send(port, "/", { body: "{", headers: JSON_HEADERS });
  const get = await send(port, "/", { method: "GET" });
  expect([large.status, broken.status, get.status, get.headers.allow]).toEqual([413, 400, 405, "POST"]);
  expect(messageOf(get)).toBe("MCP takes POST, not GET.");
});

test("a body that a framework has read is taken from it", async () => {
  const handler = handlerWith({});
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    await handler(Object.assign(request, { body: JSON.parse(Buffer.concat(chunks).toString()) }), response);
  });
  expect(await whose(await listen(server), {})).toContain("local");
});
