import type { Server } from "node:http";
import { connect } from "node:net";
import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import type { Access, Admitted } from "./access.ts";
import { createHttpServer, type Operations } from "./http-server.ts";
import { listenOn, stopServer } from "./listen.ts";
import type { Upgrade } from "./upgrades.ts";

const running: Server[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => stopServer(server, 0)));
});

const OWNER = { user: { id: 1000, ofPeer: async () => 1000 } };

/** Says who was let in, and ends. */
const taken: Admitted[] = [];
const greeting: Upgrade = {
  path: "/socket",
  bearerIn: ({ url = "" }) => new URLSearchParams(url.split("?")[1]).get("tkn"),
  take: async (_, admitted) => (socket, head) => {
    taken.push(admitted);
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nhello${String(head)}`,
    );
  },
};

async function start(access: Partial<Access> = {}, operations: Operations = {}): Promise<number> {
  const server = createHttpServer({
    ...operations,
    access: { host: "127.0.0.1", ...OWNER, ...access },
    build: () => new McpServer({ name: "test", version: "1" }),
    version: "1",
    checkStore: async () => {},
    log: () => {},
    upgrades: [greeting],
  });
  running.push(server);
  const bound = await listenOn(server, "127.0.0.1", 0);
  if (!bound.ok) throw new Error(bound.message);
  return bound.port;
}

/** All that comes back. */
function exchange(port: number, head: readonly string[], body = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      // The server may keep it for a next request.
      if (/"id":1[,}]/.test(text)) socket.end();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
    socket.write(`${head.join("\r\n")}\r\nHost: 127.0.0.1:${port}\r\n\r\n${body}`);
  });
}
const webSocket = (path: string, ...more: readonly string[]) => [
  `GET ${path} HTTP/1.1`,
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version: 13",
  ...more,
];

describe("a connection that asks to be a WebSocket", () => {
  test("is one where there is one, with whatever it sent along", async () => {
    expect(await exchange(await start(), webSocket("/socket?x=1"), "early")).toMatch(/^HTTP\/1\.1 101 .*helloearly$/s);
  });

  test("is served as any other request elsewhere", async () => {
    const reply = await exchange(await start(), webSocket("/nothing", "Connection: close"));
    expect(reply).toMatch(/^HTTP\/1\.1 404 .*There is nothing here/s);
  });

  test("comes after the answers to what was asked before it on the same connection", async () => {
    const port = await start();
    const before = ["GET /health HTTP/1.1", `Host: 127.0.0.1:${port}`, "", ""];
    const reply = await exchange(port, [before.join("\r\n") + webSocket("/socket").join("\r\n")]);
    expect(reply).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 101 .*hello$/s);
    const offers = Array.from({ length: 5 }, () => ["GET /nothing HTTP/1.1", "Connection: Upgrade", "Upgrade: h2c"]);
    const lines = offers.map((each) => [...each, `Host: 127.0.0.1:${port}`, "", ""].join("\r\n")).join("");
    const all = await exchange(port, [`${lines}GET /health HTTP/1.1`, "Connection: close"]);
    expect(all.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3))).toEqual([
      ...Array.from({ length: 5 }, () => "404"),
      "200",
    ]);
  });

  test.each([
    ["without a token", [], 401],
    ["with a wrong one", ["Authorization: Bearer wrong"], 401],
    ["with the token", ["Authorization: Bearer secret"], 101],
    ["from another site", ["Origin: https://evil.example"], 403],
    [
      "from another site, with the token, to this machine's own server",
      ["Origin: https://evil.example", "Authorization: Bearer secret"],
      403,
    ],
  ])("%s", async (_, headers, status) => {
    const reply = await exchange(await start({ token: "secret" }), webSocket("/socket", ...headers));
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test("a token in the address is as good, and its header goes before it", async () => {
    const port = await start({ token: "secret" });
    expect(await exchange(port, webSocket("/socket?tkn=secret"))).toMatch(/^HTTP\/1\.1 101 /);
    expect(await exchange(port, webSocket("/socket?tkn=wrong"))).toMatch(/^HTTP\/1\.1 401 .*www-authenticate/is);
    expect(await exchange(port, webSocket("/socket?tkn=secret", "Authorization: Bearer wrong"))).toMatch(
      /^HTTP\/1\.1 401 /,
    );
  });

  test("another user of the machine, and a pass for one canvas, are not let in", async () => {
    expect(await exchange(await start({ user: { id: 1000, ofPeer: async () => 1001 } }), webSocket("/socket"))).toMatch(
      / 403 .*another user/s,
    );
    const port = await start({ checkPass: (bearer) => (bearer === "pass" ? { only: "HN8B" } : null) });
    expect(await exchange(port, webSocket("/socket", "Authorization: Bearer pass"))).toMatch(/ 403 .*HN8B alone/s);
  });

  test("who is known is said to whoever takes it", async () => {
    const identity = { subject: "ada", name: "Ada", scopes: ["canvas:read"] as const };
    const port = await start({ identify: async () => ({ kind: "known", identity }) });
    expect(await exchange(port, webSocket("/socket", "Authorization: Bearer x"))).toMatch(/ 101 /);
    expect(taken.at(-1)?.identity).toEqual(identity);
  });

  test("one too many, or to a server that ends, is told to come again", async () => {
    const limits = { inFlight: 5, parked: 0 };
    expect(await exchange(await start({}, { limits }), webSocket("/socket"))).toMatch(/ 429 .*retry-after/is);
    const over = AbortSignal.abort();
    const ending = { draining: over, closing: new AbortController().signal };
    expect(await exchange(await start({}, { ending }), webSocket("/socket"))).toMatch(/ 503 .*retry-after/is);
  });
});

describe("a connection that asks for another protocol", () => {
  const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const offering = (length: number) => [
    "POST /mcp HTTP/1.1",
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${length}`,
  ];

  test("is answered as if it had not, as Java's clients expect", async () => {
    expect(await exchange(await start(), offering(PING.length), PING)).toMatch(/^HTTP\/1\.1 200 .*"id":1/s);
  });

  test("also where its body comes in pieces, long after its head", async () => {
    const port = await start();
    const long = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "ping",
      params: { _meta: { filling: "x".repeat(200_000) } },
    });
    const socket = connect(port, "127.0.0.1");
    const answered = new Promise<string>((resolve) => {
      let text = "";
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (/"id":1[,}]/.test(text)) resolve(text);
      });
    });
    socket.write(`${offering(long.length).join("\r\n")}\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    for (let at = 0; at < long.length; at += 50_000) {
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(long.slice(at, at + 50_000));
    }
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
