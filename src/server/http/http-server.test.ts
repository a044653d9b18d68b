import { createServer, type Server } from "node:http";
import { networkInterfaces } from "node:os";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Access, refuseWideBinding } from "./access.ts";
import { decodeSession } from "./client-session.ts";
import { createHttpServer } from "./http-server.ts";
import { listenFrom, listenOn, listenOnLoopback, stopServer } from "./listen.ts";
import { JSON_HEADERS, messageOf, PING, send } from "./send-for-tests.ts";

const LIMIT = 2 * 1024 * 1024;
let running: Server[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => stopServer(server, 0)));
  running = [];
});

/** Whoever calls is this user. */
const OWNER = { user: { id: 1000, ofPeer: async () => 1000 } };
async function start(
  access: Access = { host: "127.0.0.1", ...OWNER },
  checkStore = async () => {},
  log: (line: string) => void = () => {},
): Promise<number> {
  const build = () => {
    const server = new McpServer({ name: "test", version: "1" });
    server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
      content: [{ type: "text", text }],
    }));
    return server;
  };
  const server = createHttpServer({ access, build, version: "1.2.3", checkStore, log, maxBodyBytes: LIMIT });
  running.push(server);
  const bound = await listenOn(server, "127.0.0.1", 0);
  if (!bound.ok) throw new Error(bound.message);
  return bound.port;
}

describe("the MCP endpoint", () => {
  test("serves a client of today", async () => {
    const port = await start();
    const client = new Client({ name: "today", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    const result = await client.callTool({ name: "echo", arguments: { text: "x".repeat(1_500_000) } });
    expect(result.content).toEqual([{ type: "text", text: "x".repeat(1_500_000) }]);
    await client.close();
  });

  test("serves a client of the 1.x line", async () => {
    const port = await start();
    const client = new LegacyClient({ name: "before", version: "1" });
    await client.connect(
      new LegacyTransport(new URL(`http://127.0.0.1:${port}/mcp`)) as Parameters<typeof client.connect>[0],
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["echo"]);
    const result = await client.callTool({ name: "echo", arguments: { text: "héllo" } });
    expect(result.content).toEqual([{ type: "text", text: "héllo" }]);
    await client.close();
  });

  test.each([
    ["is not JSON", "{nope", /not JSON .*Send a JSON-RPC message/],
    ["is empty", "", /is empty/],
    ["is not UTF-8", Buffer.from([0x22, 0xff, 0x22]), /not UTF-8/],
  ])("answers a body that %s with 400 and a sentence", async (_, body, sentence) => {
    const reply = await send(await start(), "/mcp", { body, headers: JSON_HEADERS });
    expect(reply.status).toBe(400);
    expect(messageOf(reply)).toMatch(sentence);
  });

  test.each([
    ["a little", 1],
    ["many times", LIMIT * 6],
  ])("answers a body %s over the limit with 413 and a sentence, if it can be said", async (_, over) => {
    const port = await start();
    const reply = await send(port, "/mcp", { body: Buffer.alloc(LIMIT + over, 0x20), headers: JSON_HEADERS }).catch(
      () => null,
    );
    // A client that sends on and on may only see its connection end; that is up to the network.
    if (over === 1) expect(reply?.status).toBe(413);
    if (reply) expect(messageOf(reply)).toMatch(/larger than 2 MB/);
    expect((await send(port, "/mcp", { body: PING, headers: JSON_HEADERS })).status).toBe(200);
  });

  test.each([
    ["GET", "/mcp", 405, "POST"],
    ["DELETE", "/mcp", 405, "POST"],
    ["POST", "/health", 405, "GET, HEAD"],
    ["PATCH", "/mcp?x=1", 405, "POST"],
  ])("%s %s is %i", async (method, path, status, allow) => {
    const reply = await send(await start(), path, { method });
    expect([reply.status, reply.headers.allow]).toEqual([status, allow]);
  });

  test.each(["/", "/mcp/", "/__proto__", "/constructor", "/favicon.ico"])(
    "%s is not found, with what is",
    async (path) => {
      const reply = await send(await start(), path, { method: "GET" });
      expect(reply.status).toBe(404);
      expect(messageOf(reply)).toContain("/mcp");
    },
  );
});

describe("the session id of an older client", () => {
  const initialize = (params: Record<string, unknown>) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const HELLO = initialize({
    protocolVersion: "2025-06-18",
    capabilities: { extensions: {} },
    clientInfo: { name: "some\nprogram", version: "1" },
  });

  test("says what the client has said of itself, and is another for each", async () => {
    const port = await start();
    const hello = async () => (await send(port, "/mcp", { body: HELLO, headers: JSON_HEADERS })).headers;
    const ids = [await hello(), await hello()].map((headers) => String(headers["mcp-session-id"]));
    for (const id of ids) {
      expect(id).toMatch(/^[\x21-\x7e]{1,450}$/);
      expect(decodeSession(id)).toMatchObject({ name: "some program", extensions: "other" });
    }
    expect(ids[0]).not.toBe(ids[1]);
  });

  test.each<[string, string, Record<string, string>, number]>([
    ["another request", PING, {}, 200],
    ["an initialize that says no name", initialize({ protocolVersion: "2025-06-18", capabilities: {} }), {}, 200],
    ["an initialize that is refused", HELLO, { accept: "text/plain" }, 406],
    ["the page, whose calls are the person's", HELLO, { authorization: "Bearer session" }, 200],
  ])("is not given to %s", async (_, body, headers, status) => {
    const port = await start({
      host: "127.0.0.1",
      ...OWNER,
      checkPass: (bearer) => (bearer === "session" ? {} : null),
    });
    const reply = await send(port, "/mcp", { body, headers: { ...JSON_HEADERS, ...headers } });
    expect([reply.status, reply.headers["mcp-session-id"]]).toEqual([status, undefined]);
  });

  test.each(["x", "canvas1.ui..", "canvas9.none", "a".repeat(8_000), "\u00e9"])(
    "that this server has not made (%.12s) is as good as none",
    async (id) => {
      const logged: string[] = [];
      const port = await start(undefined, undefined, (line) => logged.push(line));
      for (const body of [PING, HELLO]) {
        const reply = await send(port, "/mcp", { body, headers: { ...JSON_HEADERS, "mcp-session-id": id } });
        expect(reply.status).toBe(200);
      }
      expect(logged).toEqual([]);
    },
  );

  test("ends by a DELETE that clients of both lines take for an end, and that nobody is told of", async () => {
    const logged: string[] = [];
    const port = await start(undefined, undefined, (line) => logged.push(line));
    const address = new URL(`http://127.0.0.1:${port}/mcp`);
    const today = new StreamableHTTPClientTransport(address);
    const before = new LegacyTransport(address);
    const faults: Error[] = [];
    const newer = new Client({ name: "today", version: "1" });
    const older = new LegacyClient({ name: "before", version: "1" });
    for (const client of [newer, older]) client.onerror = (error) => faults.push(error);
    await newer.connect(today);
    await older.connect(before as Parameters<typeof older.connect>[0]);
    for (const transport of [today, before]) {
      expect(transport.sessionId).toBeDefined();
      await transport.terminateSession();
      expect(transport.sessionId).toBeUndefined();
    }
    await newer.close();
    await older.close();
    expect([faults, logged]).toEqual([[], []]);
  });
});

describe("access", () => {
  test.each([
    [{ host: "evil.example" }, 403],
    [{ host: "127.0.0.1.evil.example:80" }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "http://localhost:5173" }, 403],
    [{ origin: "http://localhost:5173", host: "localhost:5173" }, 403],
    [{ host: "localhost:9999" }, 200],
    [{}, 200],
  ])("on loopback, %j gets %i", async (headers, status) => {
    const reply = await send(await start(), "/mcp", { body: PING, headers: { ...JSON_HEADERS, ...headers } });
    expect(reply.status).toBe(status);
  });

  test.each([
    [{}, 401],
    [{ authorization: "Bearer wrong" }, 401],
    [{ authorization: "Basic c2VjcmV0" }, 401],
    [{ authorization: "Bearer secret" }, 200],
    [{ authorization: "bearer secret" }, 200],
  ])("with a token, %j gets %i", async (headers, status) => {
    const port = await start({ host: "127.0.0.1", token: "secret" });
    const reply = await send(port, "/mcp", { body: PING, headers: { ...JSON_HEADERS, ...headers } });
    expect(reply.status).toBe(status);
    if (status === 401)
      expect([reply.headers["www-authenticate"], messageOf(reply)]).toEqual([
        "Bearer",
        expect.stringContaining("Bearer TOKEN"),
      ]);
  });

  test("many wrong tokens are told to wait, and the right one works all the same", async () => {
    const port = await start({ host: "127.0.0.1", token: "secret" });
    const ask = (authorization?: string) =>
      send(port, "/mcp", { body: PING, headers: { ...JSON_HEADERS, ...(authorization ? { authorization } : {}) } });
    const replies = [];
    for (let n = 0; n < 12; n += 1) replies.push(await ask(`Bearer wrong${n}`));
    expect(replies.map(({ status }) => status)).toEqual([...new Array(10).fill(401), 429, 429]);
    expect(replies[11]?.headers["retry-after"]).toMatch(/^\d+$/);
    expect((await ask("Bearer secret")).status).toBe(200);
    expect((await ask()).status).toBe(401);
  });

  test("bound wider, any name reaches it but only with the token", async () => {
    const port = await start({ host: "0.0.0.0", token: "secret" });
    const headers = { ...JSON_HEADERS, host: "canvas.example" };
    expect((await send(port, "/mcp", { body: PING, headers })).status).toBe(401);
    expect(
      (await send(port, "/mcp", { body: PING, headers: { ...headers, authorization: "Bearer secret" } })).status,
    ).toBe(200);
  });

  test.each([
    [{ host: "127.0.0.1" }, null],
    [{ host: "127.1.2.3" }, null],
    [{ host: "localhost" }, null],
    [{ host: "::1" }, null],
    [{ host: "0.0.0.0", token: "t" }, null],
    [{ host: "127.0.0.1", token: "two words" }, /a space/],
    [{ host: "0.0.0.0", token: "schlüssel" }, /ASCII/],
    [{ host: "0.0.0.0" }, /--token/],
    [{ host: "::" }, /--token/],
    [{ host: "127.0.0.1.example.com" }, /--token/],
    [{ host: "192.168.0.2", token: "" }, /--token/],
  ])("%j may be bound: %s", (access, refusal) => {
    const said = refuseWideBinding(access);
    if (refusal === null) expect(said).toBeNull();
    else expect(said).toMatch(refusal);
  });
});

describe("health", () => {
  test("says that it serves, without a token", async () => {
    const reply = await send(await start({ host: "127.0.0.1", token: "secret" }), "/health", { method: "GET" });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      200,
      { status: "ok", name: "writing-canvas", version: "1.2.3" },
    ]);
  });

  test("says when the store does not answer", async () => {
    const port = await start({ host: "127.0.0.1" }, () => Promise.reject(new Error("gone")));
    expect((await send(port, "/health", { method: "GET" })).status).toBe(503);
  });
});

test("the next free port is taken when the first is not free", async () => {
  // Leave room above it.
  let taken: number;
  do taken = await start();
  while (taken > 65_000);
  const other = createHttpServer({
    access: { host: "127.0.0.1" },
    build: () => new McpServer({ name: "x", version: "1" }),
    version: "1",
    checkStore: async () => {},
    log: () => {},
  });
  running.push(other);
  expect(await listenOn(other, "127.0.0.1", taken)).toMatchObject({ ok: false, reason: "taken" });
  const bound = await listenFrom((port) => listenOn(other, "127.0.0.1", port), taken, 60_000);
  expect(bound.ok && bound.port > taken).toBe(true);
});

describe("both loopback addresses", () => {
  const plain = () => {
    const server = createServer((_, response) => response.end("mine"));
    running.push(server);
    return server;
  };
  const hasSix = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));

  test("an address that this machine does not have is absent, which is not to be taken", async () => {
    // Of a network for examples: nobody has it.
    expect(await listenOn(plain(), "192.0.2.1", 0)).toMatchObject({ ok: false, reason: "absent" });
  });

  test.skipIf(!hasSix)("have the same port, and end together", async () => {
    const server = plain();
    const bound = await listenOnLoopback(server, 0);
    if (!bound.ok) throw new Error(bound.message);
    for (const host of ["127.0.0.1", "[::1]"])
      expect(await (await fetch(`http://${host}:${bound.port}/`)).text()).toBe("mine");
    await stopServer(server, 0);
    expect(await listenOnLoopback(plain(), bound.port)).toEqual(bound);
  });

  test.skipIf(!hasSix).for(["127.0.0.1", "::1"])("a port that somebody else has on %s is taken", async (host) => {
    const squatter = plain();
    const taken = await listenOn(squatter, host, 0);
    if (!taken.ok) throw new Error(taken.message);
    const server = plain();
    expect(await listenOnLoopback(server, taken.port)).toMatchObject({ ok: false, reason: "taken" });
    // Nothing is left behind on the other one.
    expect(await listenOn(server, host === "::1" ? "127.0.0.1" : "::1", taken.port)).toMatchObject({ ok: true });
  });
});

test("bound wider, nobody is looked up for having come: only where somebody asks whose they are", async () => {
  let asked = 0;
  const user = {
    id: 1000,
    ofPeer: async () => {
      asked += 1;
      return 1000;
    },
  };
  const wide = await start({ host: "0.0.0.0", token: "s3cret-s3cret-s3cret", user });
  await send(wide, "/health", { method: "GET" });
  expect(asked).toBe(0);
  const near = await start({ host: "127.0.0.1", user });
  await send(near, "/health", { method: "GET" });
  expect(asked).toBe(1);
});

test("a service worker that somebody left here is given one that leaves", async () => {
  const port = await start();
  const reply = await send(port, "/sw.js", { method: "GET", headers: { "service-worker": "script" } });
  expect([reply.status, reply.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect(reply.text).toContain("unregister");
});
