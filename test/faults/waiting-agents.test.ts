import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, readAnswer, viewIn } from "../loop/harness.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const PATIENCE = 250_000;
let folder: string;
let agents: Agent[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-waiting-"));
  agents = [];
});
afterEach(async () => {
  await Promise.all(agents.map(({ client }) => client.close()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Agent {
  readonly client: Client;
  readonly kill: () => void;
  readonly call: (name: string, args: Record<string, unknown>) => Promise<Answer>;
  /** Calls await_review, and comes back once it waits. */
  readonly beginWaiting: (canvasId: string) => Promise<{ readonly answer: Promise<Answer> }>;
}

/** A process of its own on the one folder. */
async function startAgent(): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, "--data", folder, "--no-page"],
    stderr: "ignore",
  });
  const client = new Client({ name: "agent", version: "1" });
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error("The program did not start");
  const agent: Agent = {
    client,
    kill: () => process.kill(pid, "SIGKILL"),
    call: async (name, args) =>
      readAnswer(await client.callTool({ name, arguments: args }, { timeout: PATIENCE }), args),
    beginWaiting: async (canvasId) => {
      let begun = () => {};
      const waits = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const answer = client
        .callTool(
          { name: "await_review", arguments: { canvas_id: canvasId } },
          { onprogress: begun, timeout: PATIENCE },
        )
        .then(readAnswer);
      // Whoever kills the agent does not wait for its answer.
      answer.catch(() => undefined);
      await waits;
      return { answer };
    },
  };
  agents.push(agent);
  return agent;
}

test("what the person does through one process reaches agents that wait in others; one that was killed loses nothing", async () => {
  const [writer, reader, persons] = await Promise.all([startAgent(), startAgent(), startAgent()]);
  const content = "# Plan\n\nOne line.\n";
  const created = await writer.call("write_canvas", { content });
  const id = created.canvasId;
  const own = { canvas_id: id, key: viewIn(created).key };

  const waiting = await Promise.all([writer.beginWaiting(id), reader.beginWaiting(id)]);
  const mine = content.replace("One", "My");
  const sent = await persons.call("save_canvas", {
    ...own,
    save_key: "1",
    base_revision: 1,
    content: mine,
    sent: true,
  });
  expect(sent.isError).toBe(false);
  for (const { answer } of waiting) {
    const told = await answer;
    const { text } = told;
    expect(told).toMatchObject({ outcome: "changes", version: 2 });
    expect(text).toContain("My line.");
  }

  const edits = [{ find: "My line.", replace: "Our line." }];
  await writer.call("edit_canvas", { canvas_id: id, base_version: 2, edits });
  await writer.beginWaiting(id);
  writer.kill();
  const { revision } = viewIn(await persons.call("load_canvas", own)).checkpoint.document;
  const approval = { ...own, save_key: "2", status: { to: "approved", revision } };
  expect((await persons.call("save_canvas", approval)).isError).toBe(false);
  const next = await startAgent();
  const told = await next.call("await_review", { canvas_id: id });
  expect(told).toMatchObject({ outcome: "approved", version: 3 });
});
