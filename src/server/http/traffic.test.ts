import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Identify } from "../access/identity.ts";
import type { HttpServerOptions } from "./http-server.ts";
import { JSON_HEADERS, messageOf, PING, send } from "./send-for-tests.ts";
import { callTool, startTestServer, type TestServer, toolCall } from "./server-for-tests.ts";

const SOON = { timeout: 20_000, interval: 5 };
let running: TestServer[] = [];
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(running.map((server) => server.stop()));
  running = [];
  sockets = [];
});
async function start(change?: Partial<HttpServerOptions>): Promise<TestServer> {
  const server = await startTestServer(change);
  running.push(server);
  return server;
}
const ping = (port: number) => send(port, "/mcp", { body: PING, headers: JSON_HEADERS });

/** A connection that sends what it is told, and says when it is over. */
function dial(port: number) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let heard = "";
  let isOver = false;
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isOver = true;
  });
  return { socket, heard: () => heard, isOver: () => isOver };
}
const headOf = (length: number) =>
  `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${length}\r\n\r\n`;

describe("too much at once", () => {
  test("more requests than the limit are refused with what it is; probes are not, and room comes back", async () => {
    const { port, open, waiting, metric } = await start({ limits: { inFlight: 2 } });
    const held = [callTool(port, "slow"), callTool(port, "slow")];
    await vi.waitFor(() => expect(waiting()).toBe(2), SOON);
    const refused = await ping(port);
    expect([refused.status, refused.headers["retry-after"], messageOf(refused)]).toEqual([
      503,
      "1",
      "This server answers 2 requests at once, and so many are under way. Try again in a second.",
    ]);
    for (const path of ["/healthz", "/readyz", "/metrics"])
      expect((await send(port, path, { method: "GET" })).status).toBe(200);
    expect(metric('http_refusals_total{reason="busy"}')).toBe(1);
    open();
    await Promise.all(held);
    await vi.waitFor(() => expect(metric("http_requests_in_flight")).toBe(0), SOON);
    expect((await ping(port)).status).toBe(200);
  });

  test("routes of others say it in their own form", async () => {
    const { port, open, waiting } = await start({
      limits: { inFlight: 1 },
      routes: { "/api/list": async (_, response) => void response.end() },
      answerBusy: (response, { message }) => void response.writeHead(503).end(`own form: ${message}`),
    });
    const held = callTool(port, "slow");
    await vi.waitFor(() => expect(waiting()).toBe(1), SOON);
    expect((await send(port, "/api/list", {})).text).toMatch(/^own form: This server answers 1 requests/);
    open();
    await held;
  });

  test("reviews that wait are not under way, and have a limit of their own", async () => {
    const { port, open, waiting, metric } = await start({ limits: { inFlight: 1, parked: 2 } });
    const batch = `[${toolCall("await_review")}]`;
    const held = [callTool(port, "await_review"), send(port, "/mcp", { body: batch, headers: JSON_HEADERS })];
    await vi.waitFor(() => expect(metric("waiting_reviews")).toBe(2), SOON);
    await vi.waitFor(() => expect(waiting()).toBeGreaterThan(0), SOON);
    expect((await ping(port)).status).toBe(200);
    const refused = await callTool(port, "await_review");
    expect([refused.status, refused.headers["retry-after"], messageOf(refused)]).toEqual([
      503,
      "10",
      "2 pages and reviews wait here already. Try again in 10 seconds.",
    ]);
    open();
    await Promise.all(held);
    await vi.waitFor(() => expect(metric("waiting_reviews")).toBe(0), SOON);
  });

  test("where people are known nobody takes the room of all who wait, and their own room comes back", async () => {
    const identify: Identify = async (bearer) => ({
      kind: "known",
      identity: { subject: bearer, name: bearer, scopes: ["canvas:read", "canvas:write"] },
    });
    const { port, open, metric } = await start({
      access: { host: "127.0.0.1", identify },
      limits: { parked: 10, parkedEach: 2 },
    });
    const waits = (who: string) =>
      send(port, "/mcp", {
        body: toolCall("await_review"),
        headers: { ...JSON_HEADERS, authorization: `Bearer ${who}` },
      });
    const held = [waits("mallory"), waits("mallory")];
    await vi.waitFor(() => expect(metric("waiting_reviews")).toBe(2), SOON);
    const refused = await waits("mallory");
    expect([refused.status, messageOf(refused)]).toEqual([
      503,
      "2 pages and reviews of yours wait here already. Close some.",
    ]);
    held.push(waits("ada"));
    await vi.waitFor(() => expect(metric("waiting_reviews")).toBe(3), SOON);
    open();
    await Promise.all(held);
    await vi.waitFor(() => expect(metric("waiting_reviews")).toBe(0), SOON);
    expect((await waits("mallory")).status).toBe(200);
  });

  test("bodies that would not fit into memory together are refused, and room comes back", async () => {
    const { port, metric } = await start({ limits: { bodyBytes: 1024 * 1024 } });
    const slow = dial(port);
    slow.socket.write(headOf(900_000) + " ".repeat(800_000));
    await vi.waitFor(() => expect(metric("http_body_bytes_held")).toBe(800_000), SOON);
    const body = toolCall("big", { megabytes: 0, filler: "x".repeat(400_000) });
    const refused = await send(port, "/mcp", { body, headers: JSON_HEADERS });
    expect([refused.status, messageOf(refused)]).toEqual([
      503,
      "This server holds 1 MB of requests at once, and no more fits. Try again.",
    ]);
    await vi.waitFor(() => expect(metric("http_body_bytes_held")).toBe(800_000), SOON);
    slow.socket.destroy();
    await vi.waitFor(() => expect(metric("http_body_bytes_held")).toBe(0), SOON);
    expect((await send(port, "/mcp", { body, headers: JSON_HEADERS })).status).toBe(200);
  });
});

describe("slow callers", () => {
  const timeouts = { head: 200, body: 400, look: 50 };

  test.each([
    ["a head", "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "],
    ["a body", `${headOf(1_000)}{`],
  ])("whoever takes too long over %s is told so and let go", async (_, beginning) => {
    const { port, metric } = await start({ timeouts });
    const slow = dial(port);
    slow.socket.write(beginning);
    const drip = setInterval(() => slow.socket.write(" "), 20);
    await vi.waitFor(() => expect(slow.isOver()).toBe(true), SOON);
    clearInterval(drip);
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /);
    expect([metric("http_requests_in_flight"), metric("http_body_bytes_held")]).toEqual([0, 0]);
  });

  test("who does not read the answer is let go; who reads slowly has all of it; a long call is no unread answer", async () => {
    const { port, metric, open, waiting } = await start({ timeouts: { unread: 1_000 } });
    const long = callTool(port, "slow");
    await vi.waitFor(() => expect(waiting()).toBe(1), SOON);
    const began = performance.now();
    const body = toolCall("big", { megabytes: 8 });
    const [deaf, slow] = [dial(port), dial(port)];
    deaf.socket.pause();
    // A little at a time, for longer than nothing may be taken.
    slow.socket.pause();
    const reading = setInterval(() => {
      slow.socket.resume();
      setImmediate(() => slow.socket.pause());
    }, 50);
    for (const { socket } of [deaf, slow]) socket.write(headOf(body.length) + body);
    await vi.waitFor(() => expect(metric("http_requests_in_flight")).toBe(3), SOON);
    await vi.waitFor(() => expect(metric("http_requests_in_flight")).toBe(1), SOON);
    await vi.waitFor(() => expect(slow.heard().length).toBeGreaterThan(8 * 1024 * 1024), SOON);
    clearInterval(reading);
    expect(deaf.heard()).toBe("");
    await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(2_000), SOON);
    open();
    expect((await long).text).toContain("let go");
  });

  test("of many requests in a row on one connection none is left behind when that ends", async () => {
    const { port, metric, waiting, entries } = await start();
    const eager = dial(port);
    const call = toolCall("slow");
    eager.socket.write(`${headOf(call.length)}${call}`.repeat(30));
    await vi.waitFor(() => expect([waiting(), metric("http_requests_in_flight")]).toEqual([30, 30]), SOON);
    eager.socket.destroy();
    await vi.waitFor(() => expect(metric("http_requests_in_flight")).toBe(0), SOON);
    expect(entries.filter(({ fields }) => fields !== undefined)).toHaveLength(30);
    expect(metric("http_body_bytes_held")).toBe(0);
  });

  test("a connection without requests is closed after its time", async () => {
    const { port } = await start({ timeouts: { idle: 100 } });
    const idle = dial(port);
    idle.socket.write(`${headOf(PING.length)}${PING}`);
    await vi.waitFor(() => expect(idle.heard()).toMatch(/^HTTP\/1\.1 200 /), SOON);
    await vi.waitFor(() => expect(idle.isOver()).toBe(true), SOON);
  });
});

describe("a server that closes", () => {
  test("ends each connection with its answer: of what was under way, of what was being told, of what still comes", async () => {
    const closing = new AbortController();
    const { port, open, waiting } = await start({ ending: { draining: closing.signal, closing: closing.signal } });
    const kept = dial(port);
    kept.socket.write(`${headOf(PING.length)}${PING}`);
    await vi.waitFor(() => expect(kept.heard()).toMatch(/^HTTP\/1\.1 200 /), SOON);
    // Its head is sent at once, and says that the connection is kept.
    const [slow, half] = [dial(port), dial(port)];
    const call = toolCall("slow");
    slow.socket.write(headOf(call.length) + call);
    half.socket.write(headOf(PING.length) + PING.slice(0, 5));
    await vi.waitFor(() => expect(waiting()).toBe(1), SOON);
    closing.abort();
    half.socket.write(PING.slice(5));
    kept.socket.write(`${headOf(PING.length)}${PING}`);
    for (const each of [half, kept]) {
      await vi.waitFor(() => expect(each.isOver()).toBe(true), SOON);
      expect(each.heard()).toMatch(/Connection: close/i);
    }
    expect(slow.isOver()).toBe(false);
    open();
    await vi.waitFor(() => expect(slow.isOver()).toBe(true), SOON);
    expect(slow.heard()).toContain("let go");
  });
});
