import { request as sendRequest } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { FakeTimer } from "../clock/fake-timer.ts";
import { createReadiness } from "./health.ts";
import type { HttpServerOptions } from "./http-server.ts";
import { publicAddress } from "./public-address.ts";
import { JSON_HEADERS, messageOf, PING, send } from "./send-for-tests.ts";
import { callTool, startTestServer, type TestServer, toolCall } from "./server-for-tests.ts";

const SOON = { timeout: 10_000, interval: 5 };
let running: TestServer[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
});
async function start(change?: Partial<HttpServerOptions>): Promise<TestServer> {
  const server = await startTestServer(change);
  running.push(server);
  return server;
}
const get = (port: number, path: string, headers: Record<string, string> = {}) =>
  send(port, path, { method: "GET", headers });

describe("the id of a request", () => {
  const routes = {
    "/fails": async () => {
      throw new SyntaxError("my secret text");
    },
  };

  test.each<[string, string, string, string | Buffer, Record<string, string>, number]>([
    ["an answer", "POST", "/mcp", PING, {}, 200],
    ["a body that is no JSON", "POST", "/mcp", "{my secret", {}, 400],
    ["a body that is too large", "POST", "/mcp", Buffer.alloc(3_000, 0x20), {}, 413],
    ["another site", "POST", "/mcp", PING, { origin: "https://evil.example" }, 403],
    ["another name", "GET", "/readyz", "", { host: "evil.example" }, 403],
    ["a wrong method", "PUT", "/mcp", "", {}, 405],
    ["nothing here", "GET", "/nowhere?secret=1", "", {}, 404],
    ["a failure", "GET", "/fails?secret=1", "", {}, 500],
    ["a worker that leaves", "GET", "/sw.js", "", { "service-worker": "script" }, 200],
  ])(
    "stands on %s and in its line of the log, which holds nothing else that came",
    async (_, method, path, body, more, status) => {
      const { port, entries } = await start({ maxBodyBytes: 2_000, routes });
      for (const given of [undefined, "abc.123", "my secret\tid"]) {
        const id = given === undefined ? {} : { "x-request-id": given };
        const reply = await send(port, path, { method, body, headers: { ...JSON_HEADERS, ...more, ...id } });
        expect(reply.status).toBe(status);
        const sent = String(reply.headers["x-request-id"]);
        expect(sent).toMatch(given === "abc.123" ? /^abc\.123$/ : /^[\da-f-]{36}$/);
        await vi.waitFor(() => expect(entries.at(-1)).toMatchObject({ requestId: sent, fields: { status } }), SOON);
        for (const entry of entries) expect(entry.requestId).toBeDefined();
      }
      expect(JSON.stringify(entries)).not.toContain("secret");
    },
  );

  test("a line has what went in and out, by whom, and not what it was about", async () => {
    const { port, entries } = await start();
    const body = toolCall("big", { megabytes: 1 });
    await send(port, "/mcp?secret=1", { body, headers: { ...JSON_HEADERS, authorization: "Bearer secret" } });
    await vi.waitFor(() => expect(entries).toHaveLength(1), SOON);
    const { fields } = entries[0] ?? {};
    expect(fields).toMatchObject({ method: "POST", route: "/mcp", status: 200, bytes_in: body.length });
    expect(fields?.bytes_out).toBeGreaterThan(1024 * 1024);
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  test("a caller that hangs up is said to be gone, and fails nothing", async () => {
    const { port, entries, metric } = await start();
    const cut = sendRequest({
      host: "127.0.0.1",
      port,
      path: "/mcp",
      method: "POST",
      headers: { ...JSON_HEADERS, "content-length": "100" },
    });
    cut.on("error", () => undefined);
    cut.write("{");
    await vi.waitFor(() => expect(metric("http_requests_in_flight")).toBe(1), SOON);
    cut.destroy();
    const gone = { fields: expect.objectContaining({ status: 499, cut: true }) };
    await vi.waitFor(() => expect(entries).toContainEqual(expect.objectContaining(gone)), SOON);
    expect(entries.map(({ level }) => level)).not.toContain("error");
    expect([metric("http_requests_in_flight"), metric("http_body_bytes_held")]).toEqual([0, 0]);
  });
});

describe("whether the server lives and is ready", () => {
  test("needs no token, and no store to live", async () => {
    const { port } = await start({
      access: { host: "0.0.0.0", token: "s3cret" },
      checkStore: () => Promise.reject(new Error("gone")),
    });
    expect((await get(port, "/healthz", { host: "canvas.example" })).status).toBe(200);
    const ready = await get(port, "/readyz");
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      503,
      { status: "not ready", reason: "The store does not answer: it failed. The log says why." },
    ]);
    expect((await send(port, "/healthz", { method: "HEAD" })).status).toBe(200);
    expect((await send(port, "/readyz", {})).status).toBe(405);
  });

  test("answers of the last second are shared, however many ask", async () => {
    let asked = 0;
    const checkStore = async () => {
      asked += 1;
    };
    const { port } = await start({ checkStore });
    const replies = await Promise.all(Array.from({ length: 50 }, () => get(port, "/readyz")));
    expect([new Set(replies.map(({ status }) => status)), asked]).toEqual([new Set([200]), 1]);
  });

  test("draining says no at once, and what comes is served all the same", async () => {
    const draining = new AbortController();
    const { port } = await start({ ending: { draining: draining.signal, closing: new AbortController().signal } });
    expect((await get(port, "/readyz")).status).toBe(200);
    draining.abort();
    const ready = await get(port, "/readyz");
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining("about to end")]);
    expect((await get(port, "/healthz")).status).toBe(200);
    expect((await send(port, "/mcp", { body: PING, headers: JSON_HEADERS })).status).toBe(200);
  });

  test("a store that hangs is waited for two seconds, and asked once", async () => {
    const timer = new FakeTimer();
    let asked = 0;
    const hang = () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    const logged: string[] = [];
    const ready = createReadiness({
      version: "1",
      checkStore: hang,
      log: (line) => logged.push(line),
      after: timer.after,
    });
    const answers: number[] = [];
    const response = { writeHead: (status: number) => answers.push(status), end: () => undefined } as never;
    const first = ready(response);
    await timer.pass(1_999);
    expect(answers).toEqual([]);
    await timer.pass(1);
    await first;
    await ready(response);
    expect([answers, asked, timer.waiting]).toEqual([[503, 503], 1, 0]);
    expect(logged).toEqual(["Not ready: The store has not answered within 2 seconds."]);
  });
});

describe("metrics", () => {
  test("whatever paths, methods and tools come, there are no new series", async () => {
    const { port, observer } = await start();
    const series = () => observer.metrics.text().split("\n").length;
    const ask = async (n: number) => {
      await send(port, `/evil-${n}?x=${n}`, { method: "GET" });
      await send(port, `/metrics/${n}`, { method: n % 2 === 0 ? "PROPFIND" : "MKCOL" });
      await callTool(port, `tool-${n}`);
    };
    for (let n = 0; n < 4; n += 1) await ask(n);
    await vi.waitFor(() => expect(observer.metrics.text()).toContain('route="other",method="other"'), SOON);
    const before = series();
    for (let n = 10; n < 40; n += 1) await ask(n);
    expect(series()).toBe(before);
    expect(observer.metrics.text()).not.toMatch(/evil|tool-/);
  });

  test.each<[string, Partial<HttpServerOptions>["access"], Record<string, string>, number]>([
    ["on loopback, as /health", { host: "127.0.0.1", token: "s3cret" }, {}, 200],
    ["of another site's page", { host: "127.0.0.1" }, { "sec-fetch-site": "cross-site" }, 403],
    [
      "on loopback behind a proxy",
      { host: "127.0.0.1", token: "s3cret", public: publicAddress("https://canvas.example.com", null) },
      { host: "canvas.example.com" },
      401,
    ],
    ["bound wider", { host: "0.0.0.0", token: "s3cret" }, {}, 401],
    ["bound wider, with a wrong token", { host: "0.0.0.0", token: "s3cret" }, { authorization: "Bearer x" }, 401],
    ["bound wider, with the token", { host: "0.0.0.0", token: "s3cret" }, { authorization: "Bearer s3cret" }, 200],
    [
      "bound wider, with a pass of the page",
      { host: "0.0.0.0", token: "s3cret", checkPass: () => ({}) },
      { authorization: "Bearer pass" },
      401,
    ],
  ])("are read %s", async (_, access, headers, status) => {
    const { port } = await start({ access: access ?? { host: "127.0.0.1" } });
    const reply = await get(port, "/metrics", headers);
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  });
});

describe("requests a second", () => {
  test("beyond the limit of an owner are refused with what it is, and nobody else's", async () => {
    const ownerOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers["x-owner"]);
    const { port, metric } = await start({ rate: { aSecond: 1, ownerOf } });
    const ask = (owner: string) => send(port, "/mcp", { body: PING, headers: { ...JSON_HEADERS, "x-owner": owner } });
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask("ann")));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(14);
    expect(replies.length - refused.length).toBeGreaterThanOrEqual(4);
    for (const reply of refused) {
      expect(messageOf(reply)).toBe(
        "At most 1 requests a second are served for one owner, 4 of them at once. Try again in a second.",
      );
      expect([reply.headers["retry-after"], reply.headers["x-ratelimit-limit"]]).toEqual(["1", "1"]);
    }
    expect((await ask("bob")).status).toBe(200);
    for (const path of ["/health", "/healthz", "/readyz", "/metrics"]) expect((await get(port, path)).status).toBe(200);
    expect(metric('http_refusals_total{reason="rate"}')).toBe(refused.length);
  });
});
