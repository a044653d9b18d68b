import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { encodeSession } from "../http/client-session.ts";
import { createMemoryStore } from "../storage/memory/store.ts";
import { registerTools } from "./register-tools.ts";
import { defineTool, READS, type ServerDeps, type ToolCall } from "./tool.ts";
import { knowClient } from "./ui-clients.ts";

type Seen = Pick<ToolCall, "client" | "ui"> & { readonly connection: string | undefined };

const NEWEST: ClientOptions = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const UI = { extensions: { "io.modelcontextprotocol/ui": {} } };

/** Servers with one tool, which notes what its calls say of the caller. */
function noting(): { readonly build: () => McpServer; readonly seen: Seen[] } {
  const seen: Seen[] = [];
  const note = defineTool({
    name: "note",
    title: "Note",
    description: "Notes who calls.",
    input: z.object({}),
    annotations: READS,
    run: async (_, { client, received, ui }) => {
      seen.push({ client, connection: received?.connection, ...(ui === undefined ? {} : { ui }) });
      return { content: [] };
    },
  });
  let ids = 0;
  const store = createMemoryStore();
  const log = () => {};
  const deps: ServerDeps = {
    store,
    widgetHtml: async () => "",
    clock: () => new Date(0),
    randomId: () => `id ${++ids}`,
    log,
    owner: "local",
    version: "1",
  };
  const build = () => {
    const server = new McpServer({ name: "noting", version: "1" });
    registerTools(server, deps, knowClient(server, undefined), [note]);
    return server;
  };
  return { build, seen };
}

async function callTwice(client: Client): Promise<void> {
  await client.callTool({ name: "note" });
  await client.callTool({ name: "note" });
  await client.close();
}

test("on a connection that lasts, calls name the program, and the connection by an id of its own", async () => {
  const { build, seen } = noting();
  for (const capabilities of [{}, UI]) {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await build().connect(serverSide);
    const client = new Client({ name: " some\nprogram ", version: "1" }, { capabilities });
    await client.connect(clientSide);
    await callTwice(client);
  }
  expect(seen).toEqual([
    { client: "some program", connection: "id 1", ui: "unknown" },
    { client: "some program", connection: "id 1", ui: "unknown" },
    { client: "some program", connection: "id 2", ui: "shown" },
    { client: "some program", connection: "id 2", ui: "shown" },
  ]);
});

const SESSION = encodeSession({ name: "program", extensions: "ui", connection: "c".repeat(24) });
const IMPOSTOR = encodeSession({ name: "impostor", extensions: "other", connection: "c".repeat(24) });
const KNOWN = { client: "program", connection: undefined, ui: "shown" } as const;
const UNKNOWN = { client: undefined, connection: undefined, ui: "unknown" } as const;

test.each<[string, ClientOptions, string | null, Seen]>([
  ["with the newest revision the program is named all the same", NEWEST, null, KNOWN],
  ["with the newest revision no session id says otherwise", NEWEST, IMPOSTOR, KNOWN],
  ["an older client is known by its session id", {}, SESSION, KNOWN],
  ["of an older client without one nothing is known", {}, null, UNKNOWN],
  ["of an older client with a broken one nothing is known", {}, SESSION.slice(1), UNKNOWN],
])("over stateless HTTP there is no connection; %s", async (_, options, session, expected) => {
  const { build, seen } = noting();
  const handler = createMcpHandler(build);
  const client = new Client({ name: "program", version: "1" }, { ...options, capabilities: UI });
  const fetch = (url: string | URL, init?: RequestInit) => {
    const request = new Request(url, init);
    if (session !== null) request.headers.set("mcp-session-id", session);
    return handler.fetch(request);
  };
  await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch }));
  await callTwice(client);
  await handler.close();
  expect(seen).toEqual([expected, expected]);
});
