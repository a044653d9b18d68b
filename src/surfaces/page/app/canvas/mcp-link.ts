import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { version } from "../../../../../package.json";
import { RESOURCE_URI } from "../../../../protocol/names.ts";
import { PAGE_CLIENT } from "../../../../protocol/page.ts";
import type { Gate } from "../access/gate.ts";

/** The page as a client of its own server: it carries what the widget asks for. */
export interface McpLink {
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
  widgetHtml(): Promise<string>;
}

const UI_EXTENSION = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
/** A page that goes away may send so much to the end; the browser allows 64 KB in all. */
const LAST_WORDS = 60_000;

/** Connects when first needed, and anew after a failure: the server may be another one by then. */
export function createMcpLink(gate: Pick<Gate, "send">): McpLink {
  let connected: Promise<Client> | null = null;
  let html: Promise<string> | null = null;

  const authorized: typeof fetch = async (address, init) => {
    // The client asks for a stream that this server does not give; the answer is known without going there.
    if (init?.method === "GET") return new Response(null, { status: 405 });
    const to = address instanceof Request ? address.url : address;
    const isLeaving = document.visibilityState === "hidden";
    const sent = { ...init, cache: "no-store" } as const;
    const mayOutlive = isLeaving && typeof init?.body === "string" && new Blob([init.body]).size < LAST_WORDS;
    // Where too much is under way to the end already the browser refuses it at once: then it goes as any other. A save goes under its key, so twice is once.
    return mayOutlive
      ? gate.send(to, { ...sent, keepalive: true }).catch(() => gate.send(to, sent))
      : gate.send(to, sent);
  };
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: PAGE_CLIENT, version }, { capabilities: { extensions: UI_EXTENSION } });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href), { fetch: authorized }));
    return client;
  };
  const use = async <T>(call: (client: Client) => Promise<T>): Promise<T> => {
    connected ??= connect();
    const mine = connected;
    try {
      return await call(await mine);
    } catch (error) {
      if (connected === mine) connected = null;
      throw error;
    }
  };

  return {
    callTool: (name, args) =>
      use(async (client) => (await client.callTool({ name, arguments: { ...args } })) as CallToolResult),
    widgetHtml() {
      html ??= use(async (client) => {
        const { contents } = await client.readResource({ uri: RESOURCE_URI });
        const first = contents[0];
        if (first === undefined || !("text" in first)) throw new Error("The widget's resource has no text");
        return first.text;
      });
      html.catch(() => {
        html = null;
      });
      return html;
    },
  };
}
