import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { send } from "../../server/http/send-for-tests.ts";
import { openSqliteStore } from "../../server/storage/sqlite/store.ts";
import { act, newCanvas, testDeps } from "../../surfaces/aap/aap-for-tests.ts";
import { type CommandOptions, runCommand } from "../testing/run-command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-telling-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DATA = () => join(folder, "data");
const LINE = "[CANVAS] HN8B.md: User click 'btn' on HN8B.md";
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

/** A canvas HN8B in the data folder, and how to act on it there. */
async function canvasInFolder() {
  const store = await openSqliteStore({ folder: DATA(), now: () => new Date(), log: () => undefined });
  const deps = testDeps({ store }, ["HN8B"]);
  expect(await newCanvas(deps)).toBe("HN8B");
  return { act: () => act(deps, "HN8B", { element: "btn" }), close: () => store.close() };
}

/** A command that stays, until it is ended. */
async function running(args: readonly string[], change: CommandOptions = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const heard = { out: "", err: "" };
  stdout.setEncoding("utf8").on("data", (chunk: string) => {
    heard.out += chunk;
  });
  stderr.setEncoding("utf8").on("data", (chunk: string) => {
    heard.err += chunk;
  });
  let stop = (): void => undefined;
  const onStop = (callback: () => void): void => {
    stop = callback;
  };
  const env = { WRITING_CANVAS_DATA: DATA(), WRITING_CANVAS_NO_PAGE: "1", ...change.env };
  const now = () => new Date();
  const ended = runCommand(folder, args, { ...change, env, stdin, stdout, stderr, now, onStop });
  return {
    heard,
    stdin,
    end: async () => {
      stop();
      stdin.end();
      return (await ended).code;
    },
  };
}

const isServing = async (heard: { readonly out: string }): Promise<number> => {
  await until(() => expect(heard.out).toMatch(/Ctrl\+C/));
  return Number(/127\.0\.0\.1:(\d+)\/mcp/.exec(heard.out)?.[1]);
};

test("serve takes interactions, writes them as files, and tells them in lines", async () => {
  const canvas = await canvasInFolder();
  const root = join(folder, "records");
  const out = join(folder, "argument");
  const program = [
    process.execPath,
    "-e",
    `require("fs").writeFileSync(process.argv[1], process.argv[2] + JSON.stringify(Object.keys(process.env)))`,
    "--",
    out,
  ];
  const sinks = ["stderr", `file:${join(folder, "lines")}`, `command:${JSON.stringify(program)}`];
  const args = ["serve", "--port", "0", "--agent", "writer=claude-code", "--interactions", root];
  const serving = await running([...args, ...sinks.flatMap((sink) => ["--notify", sink])], {
    env: { WRITING_CANVAS_OPERATOR_TOKEN: "a-token-of-the-operator", PGPASSWORD: "secret", OTHER: "stays" },
  });
  const port = await isServing(serving.heard);
  const reply = await send(port, "/api/agents/writer/canvas/interactions", {
    body: JSON.stringify({ action: "click", element: "btn", canvasFile: "HN8B.md" }),
    headers: { "content-type": "application/json" },
  });
  expect(reply.status).toBe(201);
  await until(() => expect(serving.heard.err).toBe(`${LINE}\n`));
  await until(() => expect(readFileSync(join(folder, "lines"), "utf8")).toBe(`${LINE}\n`));
  await until(() => expect(readFileSync(out, "utf8")).toMatch(/\]$/));
  const said = readFileSync(out, "utf8");
  expect(said.startsWith(`${LINE}[`)).toBe(true);
  const names = JSON.parse(said.slice(LINE.length)) as string[];
  expect(names).toContain("OTHER");
  expect(names.filter((name) => /TOKEN|PASSWORD|STORE|SECRET/.test(name))).toEqual([]);
  for (const agent of ["local", "writer"])
    await until(() => expect(readdirSync(join(root, "agents", agent, "canvas", "interactions"))).toHaveLength(1));
  expect(await serving.end()).toBe(0);
  await canvas.close();
});

test("serve with the page has the agents' paths, too", async () => {
  const canvas = await canvasInFolder();
  const serving = await running(["serve", "--port", "0"], { env: { WRITING_CANVAS_NO_PAGE: "" } });
  const port = await isServing(serving.heard);
  const reply = await send(port, "/api/agents/local/canvas", { method: "GET" });
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining("HN8B.md")]);
  expect(await serving.end()).toBe(0);
  await canvas.close();
});

describe("a server over stdio", () => {
  const hello = (version: string) =>
    `${JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } },
    })}\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`;
  const messages = (out: string) =>
    out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Message);
  interface Message {
    readonly method?: string;
    readonly params?: object;
    readonly result?: { readonly capabilities: object };
  }

  test("tells its client by a message of MCP, which it declares, and writes files", async () => {
    const canvas = await canvasInFolder();
    const root = join(folder, "records");
    const serving = await running(["--notify", "mcp", "--interactions", root]);
    serving.stdin.write(hello("2025-06-18"));
    await until(() => expect(serving.heard.out).toContain("capabilities"));
    await canvas.act();
    await until(() => expect(serving.heard.out).toContain("notifications/message"));
    const [answer, notice] = messages(serving.heard.out);
    expect(answer?.result?.capabilities).toHaveProperty("logging");
    expect(notice).toEqual({
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "info", logger: "canvas", data: LINE },
    });
    await until(() => expect(readdirSync(join(root, "agents", "local", "canvas", "interactions"))).toHaveLength(1));
    expect(await serving.end()).toBe(0);
    await canvas.close();
  });

  test("says that a client of a revision without such messages misses them", async () => {
    const canvas = await canvasInFolder();
    const serving = await running(["--notify", "mcp"]);
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    serving.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta } })}\n`);
    await until(() => expect(serving.heard.out).toContain("capabilities"));
    await canvas.act();
    await until(() =>
      expect(serving.heard.err).toMatch(/--notify mcp: a line was missed: .* MCP 2026-07-28, .* Use another sink/),
    );
    expect(await serving.end()).toBe(0);
    await canvas.close();
  });

  test("that was not asked to says nothing of a log", async () => {
    const serving = await running([]);
    serving.stdin.write(hello("2025-06-18"));
    await until(() => expect(serving.heard.out).toContain("capabilities"));
    expect(messages(serving.heard.out)[0]?.result?.capabilities).not.toHaveProperty("logging");
    expect(await serving.end()).toBe(0);
    expect(existsSync(join(folder, ".aimaestro"))).toBe(false);
  });
});
