import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readAnswer } from "../loop/harness.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const TOKEN = "token-0123456789-secret";
const SOON = { timeout: 60_000, interval: 20 };
let folder: string;
let started: Program[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-hosted-"));
});
afterEach(async () => {
  for (const { child } of started) if (child.exitCode === null) child.kill("SIGKILL");
  await Promise.all(started.map(({ ended }) => ended));
  started = [];
  rmSync(folder, { recursive: true, force: true });
});

interface Program {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly port: number;
  readonly log: () => string;
  /** Its exit code, or the signal that it died of. */
  readonly ended: Promise<number | string>;
}

/** The built program as a service is started: bound to all addresses, with a token. `readsLog`: somebody reads its stderr. */
async function serve(args: readonly string[] = [], readsLog = true): Promise<Program> {
  const child = spawn(
    process.execPath,
    [PROGRAM, "serve", "--no-page", "--port", "0", "--host", "0.0.0.0", "--log", "json", "--data", folder, ...args],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, WRITING_CANVAS_TOKEN: TOKEN } },
  );
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  let log = "";
  if (readsLog)
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      log += chunk;
    });
  const port = await new Promise<number>((resolve, reject) => {
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const found = /serves MCP at http:\/\/[^:]+:(\d+)\/mcp/.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${log}`)));
  });
  const program = { child, port, log: () => log, ended };
  started.push(program);
  return program;
}

async function clientOf({ port }: Program): Promise<Client> {
  const client = new Client({ name: "agent", version: "1" });
  const headers = { authorization: `Bearer ${TOKEN}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

async function write(client: Client, args: Record<string, unknown>): Promise<string> {
  return readAnswer(await client.callTool({ name: "write_canvas", arguments: args }), args).canvasId;
}

const get = (port: number, path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: "close", ...headers } });

async function metric(port: number, name: string): Promise<number> {
  const text = await (await get(port, "/metrics", { authorization: `Bearer ${TOKEN}` })).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`writing_canvas_${name} `))
      ?.split(" ")
      .at(-1) ?? Number.NaN,
  );
}

/** A connection that sends what it is told. */
function dial(port: number) {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  let isOver = false;
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    heard += chunk;
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isOver = true;
  });
  return { socket, heard: () => heard, isOver: () => isOver };
}
const request = (body: string, length = body.length) =>
  `POST /mcp HTTP/1.1\r\nHost: canvas.example\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${length}\r\n\r\n${body}`;
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

test("asked to stop, it says so to the balancer, serves what comes, finishes what is under way, and answers those who wait", async () => {
  const program = await serve(["--drain", "2"]);
  const { port, child } = program;
  const client = await clientOf(program);
  const id = await write(client, { title: "A very private title", content: "# Private\n\nUnspeakable words.\n" });
  const told = [client.callTool({ name: "await_review", arguments: { canvas_id: id } })];
  // One that is told how long it has waited has begun to be answered.
  told.push(
    client.callTool(
      { name: "await_review", arguments: { canvas_id: id } },
      { onprogress: () => undefined, timeout: 60_000 },
    ),
  );
  await vi.waitFor(async () => expect(await metric(port, "waiting_reviews")).toBe(2), SOON);
  const slow = dial(port);
  slow.socket.write(request(PING.slice(0, 4), PING.length));
  await vi.waitFor(async () => expect(await metric(port, "http_requests_in_flight")).toBe(1), SOON);
  expect((await get(port, "/readyz")).status).toBe(200);

  child.kill("SIGTERM");
  await vi.waitFor(async () => expect((await get(port, "/readyz")).status).toBe(503), SOON);
  expect((await get(port, "/healthz")).status).toBe(200);
  const late = await write(client, { title: "Late", content: "Written while it drains.\n" });
  expect(late).not.toBe(id);
  for (const answer of await Promise.all(told))
    expect(answer).toMatchObject({
      content: [{ text: expect.stringMatching(/^Still waiting: .*\nCall await_review again/) }],
    });
  // Nobody comes in any more, and it is still there for the one that is half sent.
  await vi.waitFor(() => expect(get(port, "/healthz")).rejects.toThrow(), SOON);
  expect(child.exitCode).toBeNull();
  slow.socket.write(PING.slice(4));
  await vi.waitFor(() => expect(slow.isOver()).toBe(true), SOON);
  expect(slow.heard()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close/i);
  expect(await program.ended).toBe(0);

  const lines = program
    .log()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ tool }) => tool === "await_review")).toEqual([
    expect.objectContaining({ route: "/mcp", status: 200, outcome: "ok", client: "agent" }),
    expect.objectContaining({ route: "/mcp", status: 200, outcome: "ok", client: "agent" }),
  ]);
  for (const line of lines) expect(line).toMatchObject({ time: expect.any(String), level: "info" });
  expect(program.log()).not.toMatch(/private|unspeakable|secret|Late/i);
});

test("asked to stop twice, it ends at once and well", async () => {
  const program = await serve(["--drain", "3600"]);
  const slow = dial(program.port);
  slow.socket.write(request("", 10));
  await vi.waitFor(async () => expect(await metric(program.port, "http_requests_in_flight")).toBe(1), SOON);
  program.child.kill("SIGTERM");
  await vi.waitFor(async () => expect((await get(program.port, "/readyz")).status).toBe(503), SOON);
  program.child.kill("SIGTERM");
  expect(await program.ended).toBe(0);
});

test("more at once than it takes on are refused with when to try again, probes are answered, and it recovers", async () => {
  const { port } = await serve();
  const held = Array.from({ length: 512 }, () => dial(port));
  for (const { socket } of held) socket.write(request("{", 100));
  await vi.waitFor(async () => expect(await metric(port, "http_requests_in_flight")).toBe(512), SOON);
  const one = dial(port);
  one.socket.write(request(PING));
  await vi.waitFor(() => expect(one.heard()).toContain("512 requests at once"), SOON);
  expect(one.heard()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n/);
  expect((await get(port, "/readyz")).status).toBe(200);
  for (const { socket } of held) socket.destroy();
  await vi.waitFor(async () => expect(await metric(port, "http_requests_in_flight")).toBe(0), SOON);
  const next = dial(port);
  next.socket.write(request(PING));
  await vi.waitFor(() => expect(next.heard()).toMatch(/^HTTP\/1\.1 200 /), SOON);
  for (const { socket } of [one, next]) socket.destroy();
});

test("who sends too slowly and who does not read is let go, and others are served meanwhile", async () => {
  const program = await serve();
  const { port } = program;
  const [slow, deaf] = [dial(port), dial(port)];
  slow.socket.write(request("{", 1_000));
  const drip = setInterval(() => slow.socket.write(" "), 1_000);
  deaf.socket.pause();
  const params = { uri: "ui://canvas/mcp-app.html" };
  const read = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "resources/read", params });
  deaf.socket.write(request(read).repeat(60));
  const patience = { timeout: 120_000, interval: 200 };
  await vi.waitFor(async () => {
    const other = await get(port, "/readyz");
    expect(other.status).toBe(200);
    expect(slow.isOver()).toBe(true);
    expect(await metric(port, "http_requests_in_flight")).toBe(0);
  }, patience);
  clearInterval(drip);
  expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /);
  expect(deaf.heard()).toBe("");
  deaf.socket.destroy();
});

test("a log that nobody reads, or that nobody can read any more, holds up nobody", async () => {
  const program = await serve([], false);
  const { port, child } = program;
  child.stderr.pause();
  const ask = async (count: number) => {
    for (let n = 0; n < count; n += 50)
      for (const reply of await Promise.all(
        Array.from({ length: 50 }, () => fetch(`http://127.0.0.1:${port}/healthz`)),
      )) {
        expect(reply.status).toBe(200);
        await reply.text();
      }
  };
  await ask(8_000);
  expect(await metric(port, "log_lines_dropped_total")).toBeGreaterThan(0);
  child.stderr.destroy();
  await ask(100);
  child.kill("SIGTERM");
  expect(await program.ended).toBe(0);
});
