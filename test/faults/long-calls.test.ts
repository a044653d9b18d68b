import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { readAnswer } from "../loop/harness.ts";
import { withSoundStore } from "./sound-store.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const LINES = Array.from({ length: 60_000 }, (_, n) => `Line ${n} says something of its own, and a little more.`);
const TEXT = `# Long\n\n${LINES.join("\n")}\n`;
/** Every line another: comparing the two takes its time. */
const REWRITTEN = TEXT.replace(/says/g, "tells");

let folder: string;
let server: ChildProcess;
let address: string;
let client: Client;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-long-calls-"));
  const args = [PROGRAM, "serve", "--port", "0", "--no-page", "--data", folder];
  server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  address = await new Promise((resolve, reject) => {
    let heard = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      heard += chunk.toString();
      const found = /http:\/\/\S+(?=\/mcp)/.exec(heard);
      if (found) resolve(found[0]);
    });
    server.once("exit", () => reject(new Error(`The server ended: ${heard}`)));
  });
  client = new Client({ name: "test-host", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
});
afterEach(async () => {
  await client.close();
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await gone;
  rmSync(folder, { recursive: true, force: true });
});

const isLinux = process.platform === "linux";
const WHY = "Only Linux says which processes another one has started.";

/** The process for long calls. */
function workers(): number[] {
  const pids = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8");
  return pids.trim().split(" ").filter(Boolean).map(Number);
}

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });

test("while a long call runs, /health answers", async ({ skip }) => {
  if (!isLinux) skip(WHY);
  const { canvasId: canvas_id } = readAnswer(await call("write_canvas", { content: TEXT }), { content: TEXT });
  await vi.waitFor(() => expect(workers()).toHaveLength(1), 60_000);
  const order: string[] = [];
  const rewriting = call("write_canvas", { canvas_id, content: REWRITTEN, base_version: 1 }).then((result) => {
    order.push("rewritten");
    return result;
  });
  // It is under way once the worker has taken the lock on the store.
  await vi.waitFor(() => expect(readFileSync("/proc/locks", "utf8")).toContain(` WRITE ${workers()[0]} `), {
    timeout: 60_000,
    interval: 5,
  });
  expect((await fetch(`${address}/health`)).status).toBe(200);
  order.push("healthy");
  expect((await rewriting).isError).toBeUndefined();
  expect(order).toEqual(["healthy", "rewritten"]);
});

test("a worker that is killed fails its call alone; nothing of it is written, and the next call is answered", async ({
  skip,
}) => {
  if (!isLinux) skip(WHY);
  const { canvasId: canvas_id } = readAnswer(await call("write_canvas", { content: TEXT }), { content: TEXT });
  const rewrite = () => call("write_canvas", { canvas_id, content: REWRITTEN, base_version: 1 });
  const rewriting = rewrite();
  await vi.waitFor(() => expect(readFileSync("/proc/locks", "utf8")).toContain(` WRITE ${workers()[0]} `), {
    timeout: 60_000,
    interval: 5,
  });
  const [worker] = workers();
  process.kill(worker!, "SIGKILL");
  const failed = await rewriting;
  expect([failed.isError, JSON.stringify(failed.content)]).toEqual([true, expect.stringContaining("then try again")]);
  await withSoundStore(folder, async (store) => {
    expect(foundRecord(await store.canvases.find("local", canvas_id))?.document.content).toBe(TEXT);
  });
  expect((await rewrite()).isError).toBeUndefined();
  expect(workers()).not.toContain(worker);
});
