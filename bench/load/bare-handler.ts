/** The SDK's handler with one tool that does nothing: what MCP over HTTP costs by itself. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { documentText } from "./plan.ts";
import { serveAsks } from "./worker.ts";

/** What answers hold besides their text: the event's name, the result's braces. */
const ENVELOPE = 110;
const text = documentText("of the bare handler", 0).repeat(3);
const input = z.looseObject({ bytes: z.number() });

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "bare", version: "1" });
  server.registerTool("answer", { inputSchema: input }, async ({ bytes }) => ({
    content: [{ type: "text", text: text.slice(0, Math.max(0, bytes - ENVELOPE)) }],
  }));
  return server;
});
const serve = toNodeHandler(handler);
const server = createServer((request, response) => void serve(request as NodeIncomingMessageLike, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

serveAsks(
  async () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  async () => void server.close(),
);
