import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EVENTS_ROUTE } from "../../src/protocol/page.ts";
import type { LeaderRecord } from "../../src/surfaces/page/leader/leader-record.ts";
import { type Agent, linkIn, startAgent } from "../host/agent.ts";
import { callPage, enterPlainly, originOf, tokenOf, type Visitor, visitPage } from "../host/page-calls.ts";
import { pickPagePort } from "../host/page-port.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const SOON = { timeout: 250_000, interval: 50 };
let data: string;
let port: number;
let agents: Agent[];
let servers: Server[];
let kills: (() => Promise<void>)[];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "canvas-leader-"));
  port = pickPagePort();
  agents = [];
  servers = [];
  kills = [];
});
afterEach(async () => {
  for (const agent of agents) agent.signal("SIGKILL");
  await Promise.all([...agents.map(({ ended }) => ended), ...kills.map((kill) => kill())]);
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
});

async function start(args: readonly string[] = []): Promise<Agent> {
  const agent = await startAgent({ data, args, env: { WRITING_CANVAS_PAGE_PORT: String(port) } });
  agents.push(agent);
  return agent;
}

async function create(agent: Agent, content = "# Shared"): Promise<string> {
  return (await agent.call("write_canvas", { content })).canvasId;
}

const recordFile = () => join(data, "page.json");
function record(): LeaderRecord | null {
  return existsSync(recordFile()) ? (JSON.parse(readFileSync(recordFile(), "utf8")) as LeaderRecord) : null;
}

/** Waits until page.json names this process: it is written a moment after the page is served. */
async function recorded({ pid }: { readonly pid: number }): Promise<LeaderRecord> {
  await expect.poll(() => record()?.pid, SOON).toBe(pid);
  const found = record();
  if (found === null) throw new Error("page.json is gone");
  return found;
}

/** Waits until another process than this one serves the page there, and the session is good. */
async function servedAgain(visitor: Visitor, gone: number): Promise<void> {
  await expect.poll(() => record()?.pid, SOON).not.toBe(gone);
  const listed = () =>
    visitor.call("/api/list", {}).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(listed, SOON).toBe(200);
}

describe("three servers of one folder", () => {
  test("share one page, and whoever serves it may be killed: the address and the session stay good", async () => {
    const [a, b, c] = [await start(), await start(), await start()];
    const id = await create(a);
    const first = await a.link(id);
    const origin = originOf(first);
    expect([originOf(await b.link(id)), originOf(await c.link(id))]).toEqual([origin, origin]);
    const { sandboxPort, port: served } = await recorded(a);
    expect(served).toBe(Number(new URL(origin).port));
    const visitor = await visitPage(first);
    const unused = await a.link(id);

    a.signal("SIGKILL");
    await servedAgain(visitor, a.pid);
    const [second, last] = record()?.pid === b.pid ? [b, c] : [c, b];
    await recorded(second);
    expect([originOf(await b.link(id)), originOf(await c.link(id))]).toEqual([origin, origin]);
    // What the dead leader gave away is good, and what was spent on it is spent.
    await visitPage(unused);
    expect((await callPage(origin, "/api/session", { link: tokenOf(first) })).text).toContain("used_link");
    await create(last, "# Written by a follower");
    expect((await visitor.call("/api/list", {})).text).toContain("Written by a follower");

    second.signal("SIGKILL");
    await servedAgain(visitor, second.pid);
    expect(await recorded(last)).toMatchObject({ port: served, sandboxPort });
    expect(originOf(await last.link(id))).toBe(origin);
  });

  test.each([
    ["closed by its host", (agent: Agent) => agent.hangUp()],
    ["interrupted", (agent: Agent) => agent.signal("SIGINT")],
  ])(
    "the one that serves the page, %s, ends by itself though a page is open, and another serves on",
    async (_, end) => {
      const [a, b] = [await start(), await start()];
      const id = await create(a);
      const link = await a.link(id);
      await b.link(id);
      const visitor = await visitPage(link);
      const plain = await enterPlainly(await a.link(id));
      const events = await fetch(plain.origin + EVENTS_ROUTE, { headers: { authorization: `Bearer ${plain.pass}` } });
      const reader = events.body?.getReader();
      await reader?.read();
      end(a);
      expect(await a.ended).toEqual({ code: 0, signal: null });
      await servedAgain(visitor, a.pid);
      await recorded(b);
      await reader?.cancel().catch(() => {});
    },
  );
});

describe("beside serve", () => {
  /** `serve` on this port; resolves when it says that it serves. */
  async function startServe(on: number): Promise<{ pid: number; origin: string; kill: () => Promise<void> }> {
    const child = spawn(process.execPath, [PROGRAM, "serve", "--port", String(on), "--data", data], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const gone = once(child, "close");
    const kill = async () => {
      child.kill("SIGKILL");
      await gone;
    };
    kills.push(kill);
    let said = "";
    for await (const chunk of child.stdout.setEncoding("utf8") as AsyncIterable<string>) {
      said += chunk;
      const origin = /Page: (http:\/\/[^/\s]+)\//.exec(said)?.[1];
      if (origin !== undefined && child.pid !== undefined) return { pid: child.pid, origin, kill };
    }
    throw new Error(`serve ended before it served: ${said}`);
  }

  test("a server over stdio follows it, takes over when it is killed, and makes way when it comes back", async () => {
    const agent = await start();
    const id = await create(agent);
    const link = await agent.link(id);
    const { port: led } = await recorded(agent);
    const visitor = await visitPage(link);

    const serve = await startServe(led);
    expect(serve.origin).toBe(originOf(link));
    await recorded(serve);
    expect(originOf(await agent.link(id))).toBe(serve.origin);
    expect((await visitor.call("/api/list", {})).status).toBe(200);

    await serve.kill();
    await servedAgain(visitor, serve.pid);
    await recorded(agent);
    const again = await startServe(led);
    expect(again.origin).toBe(serve.origin);
    await recorded(again);
    expect((await visitor.call("/api/list", {})).status).toBe(200);
    await again.kill();
  });
});

describe("a port that is not ours", () => {
  /** Another program, which remembers what it was asked. */
  async function foreign(on: number): Promise<{ port: number; asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      response.end("<h1>Another program</h1>");
    });
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(on, "127.0.0.1", resolve);
    });
    return { port: (server.address() as { port: number }).port, asked };
  }

  test("where the page was before, another program is now: the page goes elsewhere, says so, and tells it nothing", async () => {
    const agent = await start();
    const id = await create(agent);
    await agent.link(id);
    const { storeId, version } = await recorded(agent);
    agent.hangUp();
    await agent.ended;
    const other = await foreign(0);
    writeFileSync(recordFile(), JSON.stringify({ pid: 1, port: other.port, sandboxPort: 1, storeId, version }));
    const next = await start();
    const link = await next.link(id);
    expect(new URL(link).port).not.toBe(String(other.port));
    await visitPage(link);
    expect(next.log()).toContain(`Port ${other.port} is taken by another program`);
    expect(other.asked.length).toBeGreaterThan(0);
    for (const line of other.asked) expect(line).toMatch(/^GET \/api\/leader\?challenge=[0-9a-f]{32}&hold=1 /);
  });

  test.each(["{}", "[1]", '{"pid":1,"port":99999999}'])("a page.json that says %s is made anew", async (text) => {
    writeFileSync(recordFile(), text);
    const agent = await start();
    const link = await agent.link(await create(agent));
    expect((await recorded(agent)).port).toBe(Number(new URL(link).port));
  });

  test("a server of another folder is not followed", async () => {
    const agent = await start();
    const origin = originOf(await agent.link(await create(agent)));
    const elsewhere = mkdtempSync(join(tmpdir(), "canvas-leader-"));
    try {
      const env = { WRITING_CANVAS_PAGE_PORT: new URL(origin).port };
      const stranger = await startAgent({ data: elsewhere, env });
      agents.push(stranger);
      expect(originOf(await stranger.link(await create(stranger)))).not.toBe(origin);
      stranger.signal("SIGKILL");
      await stranger.ended;
    } finally {
      rmSync(elsewhere, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

test("without the page nothing is started or written for it", async () => {
  const agent = await start(["--no-page"]);
  const { text } = await agent.call("write_canvas", { content: "# No page" });
  expect(linkIn(text)).toBeNull();
  agent.hangUp();
  expect(await agent.ended).toEqual({ code: 0, signal: null });
  expect([existsSync(recordFile()), existsSync(join(data, "page.key"))]).toEqual([false, false]);
});
