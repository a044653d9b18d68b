import type { Server } from "node:http";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { createObserver, type LogEntry, type Observer } from "../observe/observer.ts";
import { createHttpServer, type HttpServerOptions } from "./http-server.ts";
import { listenOn, stopServer } from "./listen.ts";
import { JSON_HEADERS, type Reply, send } from "./send-for-tests.ts";

export interface TestServer {
  readonly port: number;
  readonly server: Server;
  readonly observer: Observer;
  readonly entries: readonly LogEntry[];
  /** Lets go what the tools `slow` and `await_review` wait for. */
  readonly open: () => void;
  /** How many calls have reached a tool that waits. */
  readonly waiting: () => number;
  /** The value of a metric, with its labels. */
  readonly metric: (name: string) => number;
  readonly stop: () => Promise<void>;
}

/** Whoever calls is this user. */
const OWNER = { user: { id: 1000, ofPeer: async () => 1000 } };

/** A server with tools that wait until they are let go, and one with a long answer. */
export async function startTestServer(change: Partial<HttpServerOptions> = {}): Promise<TestServer> {
  const entries: LogEntry[] = [];
  const observer = createObserver({ version: "1.2.3", requestLines: "all", write: (entry) => entries.push(entry) });
  let waiting = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const wait = async () => {
    waiting += 1;
    await gate;
    return { content: [{ type: "text" as const, text: "let go" }] };
  };
  const build = () => {
    const mcp = new McpServer({ name: "test", version: "1" });
    mcp.registerTool("slow", { inputSchema: z.object({}) }, wait);
    mcp.registerTool("await_review", { inputSchema: z.object({}) }, wait);
    mcp.registerTool("big", { inputSchema: z.object({ megabytes: z.number() }) }, ({ megabytes }) => ({
      content: [{ type: "text", text: "x".repeat(megabytes * 1024 * 1024) }],
    }));
    return mcp;
  };
  const server = createHttpServer({
    access: { host: "127.0.0.1", ...OWNER },
    build,
    version: "1.2.3",
    checkStore: async () => undefined,
    log: observer.log,
    observer,
    ...change,
  });
  const bound = await listenOn(server, "127.0.0.1", 0);
  if (!bound.ok) throw new Error(bound.message);
  return {
    port: bound.port,
    server,
    observer,
    entries,
    open,
    waiting: () => waiting,
    metric: (name) => {
      const line = observer.metrics
        .text()
        .split("\n")
        .find((each) => each.startsWith(`writing_canvas_${name} `));
      return Number(line?.split(" ").at(-1) ?? 0);
    },
    stop: () => stopServer(server, 0),
  };
}

export const toolCall = (name: string, args: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });

/** A call of a tool as an older client makes it. */
export function callTool(port: number, name: string, args: object = {}): Promise<Reply> {
  return send(port, "/mcp", { body: toolCall(name, args), headers: JSON_HEADERS });
}
