import { RESOURCE_MIME_TYPE, registerAppResource } from "@modelcontextprotocol/ext-apps/server";
import { McpServer } from "@modelcontextprotocol/server";
import { PRODUCT, RESOURCE_URI } from "../../protocol/names.ts";
import { registerTools } from "./register-tools.ts";
import type { ServerDeps } from "./tool.ts";
import { knowClient } from "./ui-clients.ts";

const INSTRUCTIONS = `Canvases are markdown documents that the person edits, comments on and approves. Use write_canvas for documents worth keeping, not for short answers; edit_canvas to change parts; read_canvas first for a canvas that you have not read; await_review to wait for the person's decision.
Every result about a canvas ends with what is new from the person: take it into account.
When a result gives a link where the person can open the canvas, pass it on to them once.`;

const WIDGET = {
  uri: RESOURCE_URI,
  name: "Writing Canvas",
  description: "The canvas: one HTML file with everything inside.",
  mimeType: RESOURCE_MIME_TYPE,
};

/** The MCP server of one connection, or of one request: it keeps nothing but what it waited for and whether the widget was read, all other state is in `deps`. */
export function createMcpServer(deps: ServerDeps): McpServer {
  const server = new McpServer(
    { name: PRODUCT, title: "Writing Canvas", version: deps.version },
    { instructions: INSTRUCTIONS, ...(deps.sendsLines ? { capabilities: { logging: {} } } : {}) },
  );
  const client = knowClient(server, deps.ui);
  registerTools(server, deps, client);
  registerAppResource(server, WIDGET.name, WIDGET.uri, { description: WIDGET.description }, async (_, context) => {
    client.readsWidget(context);
    return { contents: [{ uri: RESOURCE_URI, mimeType: RESOURCE_MIME_TYPE, text: await deps.widgetHtml() }] };
  });
  // In hosts without a widget it is the model that reads resources, and from then on it would count as one that shows it.
  server.server.setRequestHandler("resources/list", (_, context) => ({
    resources: client.ui(context) === "none" ? [] : [WIDGET],
  }));
  return server;
}
