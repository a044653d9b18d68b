import type { CallToolResult } from "@modelcontextprotocol/client";
import type { McpServer } from "@modelcontextprotocol/server";
import { PAGE_CLIENT } from "../../../protocol/page.ts";

/** The tools of a server in this process, called as our own page calls them. */
export interface ToolClient {
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
  close(): Promise<void>;
}

const UI_EXTENSION = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

/** Connects when first needed. */
export function createToolClient(build: () => McpServer, version: string): ToolClient {
  const connect = async () => {
    const { Client, InMemoryTransport } = await import("@modelcontextprotocol/client");
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: PAGE_CLIENT, version }, { capabilities: { extensions: UI_EXTENSION } });
    await Promise.all([build().connect(there), client.connect(here)]);
    return client;
  };
  let connected: ReturnType<typeof connect> | null = null;
  return {
    async callTool(name, args) {
      connected ??= connect();
      const client = await connected;
      return (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
    },
    async close() {
      await (await connected)?.close();
    },
  };
}
