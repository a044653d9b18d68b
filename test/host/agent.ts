import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { type Answer, readAnswer } from "../loop/harness.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** Longer than any test: a wait for a review lasts as long as the person takes. */
const CALL_MS = 600_000;

export interface AgentOptions {
  readonly data: string;
  readonly name?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
}

/** A text-only agent: the built program over stdio, as a host runs it, and a client on it. */
export interface Agent {
  readonly pid: number;
  readonly client: Client;
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<Answer>;
  /** A new link to this canvas, read from a result as a model reads it. */
  readonly link: (canvasId: string) => Promise<string>;
  /** What it has logged so far. */
  readonly log: () => string;
  /** Closes its stdin, as a host does that ends. */
  readonly hangUp: () => void;
  readonly signal: (signal: "SIGKILL" | "SIGINT" | "SIGTERM") => void;
  /** Resolves when the process is gone. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { data, name = "agent", args = [], env = {} } = options;
  const child = spawn(process.execPath, [PROGRAM, "--data", data, ...args], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let logged = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    logged += chunk;
  });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const client = new Client({ name, version: "1" }, options.client);
  // Both ends of stdio speak alike; this one leaves the process to the test.
  await client.connect(new StdioServerTransport(child.stdout, child.stdin));
  const call = async (tool: string, given: Record<string, unknown> = {}) =>
    readAnswer(await client.callTool({ name: tool, arguments: given }, { timeout: CALL_MS }), given);
  return {
    pid: pidOf(child),
    client,
    call,
    link: async (canvasId) => {
      // On a starved machine the page may not be ready for the first result; a model would ask again as well.
      for (;;) {
        const { text } = await call("read_canvas", { canvas_id: canvasId, part: "feedback" });
        const found = linkIn(text);
        if (found !== null) return found;
      }
    },
    log: () => logged,
    hangUp: () => void child.stdin.end(),
    signal: (signal) => void child.kill(signal),
    ended,
  };
}

/** The link that a result gives, or null. */
export function linkIn(text: string): string | null {
  return /^The person can open it at (\S+)$/m.exec(text)?.[1] ?? null;
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error("The program did not start");
  return pid;
}
