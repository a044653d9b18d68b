import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { MCPServerConfig } from "@github/copilot-sdk";
import type { ClientFacts } from "../../src/server/mcp/ui-clients.ts";

/** An MCP server whose tools have UI metadata of every kind, and what a client said of itself. */
export interface ToyMcp {
  readonly config: MCPServerConfig;
  /** Of the last client that connected. */
  readonly client: () => ClientFacts;
  readonly close: () => Promise<void>;
}

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly clientInfo?: { readonly name: string };
    readonly capabilities?: ClientFacts["capabilities"];
    readonly name?: string;
    readonly arguments?: { readonly unit?: string; readonly times?: number };
  };
}

/** What its results carry in `_meta`. */
export const FOR_THE_VIEW = "for-the-view-alone";

const TOOLS = [
  { name: "plain" },
  { name: "for_models", _meta: { ui: { visibility: ["model"] } } },
  { name: "for_apps", _meta: { ui: { visibility: ["app"] } } },
  { name: "repeat" },
].map((tool) => ({ ...tool, inputSchema: { type: "object" } }));

/** `repeat` answers `unit` so many `times`; the others answer their names. */
export async function startToyMcp(): Promise<ToyMcp> {
  let client: ClientFacts = { name: undefined, capabilities: undefined };
  const answer = ({ method, params = {} }: Request): object | null => {
    if (method === "initialize") {
      client = { name: params.clientInfo?.name, capabilities: params.capabilities };
      const { protocolVersion } = params;
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "toy", version: "1.0.0" } };
    }
    if (method === "tools/list") return { tools: TOOLS };
    if (method !== "tools/call") return null;
    const { unit = `did ${params.name}`, times = 1 } = params.arguments ?? {};
    return { content: [{ type: "text", text: unit.repeat(times) }], _meta: { "toy/view": FOR_THE_VIEW } };
  };
  const server = createServer(async (request, response) => {
    // It sends nothing by itself: the stream that clients ask for with GET is refused, as the protocol allows.
    if (request.method !== "POST") return response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Request;
    if (asked.id === undefined) return response.writeHead(202).end();
    const result = answer(asked);
    const body = result === null ? { error: { code: -32601, message: "Method not found" } } : { result };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...body }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    config: { type: "http", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, tools: ["*"] },
    client: () => client,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
