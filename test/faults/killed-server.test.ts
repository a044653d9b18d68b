import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { readAnswer } from "../loop/harness.ts";
import { withSoundStore } from "./sound-store.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const ROUNDS = 5;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-server-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Host {
  readonly client: Client;
  readonly kill: () => void;
  readonly gone: Promise<void>;
}

/** The built program as a host starts it. */
async function startHost(): Promise<Host> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, "--no-page", "--data", folder],
    stderr: "ignore",
  });
  const client = new Client({ name: "test-host", version: "1" });
  const gone = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error("The program did not start");
  return { client, kill: () => process.kill(pid, "SIGKILL"), gone };
}

async function write(client: Client, args: Record<string, unknown>): Promise<{ canvasId: string; version: number }> {
  const result = await client.callTool({ name: "write_canvas", arguments: args });
  if (result.isError) throw new Error(JSON.stringify(result.content));
  return readAnswer(result, args);
}

test("the real server, killed while the model writes, has every version that it answered for", async () => {
  const first = await startHost();
  const { canvasId } = await write(first.client, { content: "# Start", title: "Kept" });
  await first.client.close();
  const answered = new Map<number, string>();
  for (let round = 0; round < ROUNDS; round++) {
    const { client, kill, gone } = await startHost();
    // Each write goes out when the one before is answered; the kill falls into one of them.
    const writing = (async () => {
      for (let number = 1; ; number++) {
        const content = `# Round ${round}, write ${number}\n\n${"text ".repeat(2_000)}`;
        const { version } = await write(client, { canvas_id: canvasId, content });
        answered.set(version, content);
        if (number === 2 + round) setImmediate(kill);
      }
    })();
    await expect(writing).rejects.toThrow();
    await gone;
    await withSoundStore(folder, async (store) => {
      const record = foundRecord(await store.canvases.find("local", canvasId));
      for (const [version, content] of answered) {
        const isHead = record?.document.version === version;
        const kept = isHead
          ? record.document.content
          : (await store.canvases.version("local", canvasId, version))?.content;
        expect([version, kept]).toEqual([version, content]);
      }
    });
  }
});

test("four hosts with a server each write to one folder at once, and all of it is there", async () => {
  const hosts = await Promise.all([1, 2, 3, 4].map(startHost));
  const ids = await Promise.all(
    hosts.map(async ({ client }, host) => {
      const made: string[] = [];
      for (let number = 0; number < 10; number++)
        made.push((await write(client, { content: `# Host ${host}, canvas ${number}` })).canvasId);
      return made;
    }),
  );
  const [{ client }] = hosts as [Host];
  const listed = await client.callTool({ name: "list_canvases", arguments: { limit: 50 } });
  for (const id of ids.flat()) expect(JSON.stringify(listed.content)).toContain(id);
  expect(new Set(ids.flat()).size).toBe(40);
  await Promise.all(hosts.map((host) => host.client.close()));
});
