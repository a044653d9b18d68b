import { registerAppTool } from "@modelcontextprotocol/ext-apps/server";
import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { cleanTitle } from "../../core/document/title.ts";
import { RESOURCE_URI } from "../../protocol/names.ts";
import { StoreError } from "../storage/store-error.ts";
import { awaitReview } from "./await-review.ts";
import { editCanvas } from "./edit-canvas.ts";
import { listBoard } from "./list-board.ts";
import { listCanvases } from "./list-canvases.ts";
import { listVersions } from "./list-versions.ts";
import { loadCanvas } from "./load-canvas.ts";
import { loadVersion } from "./load-version.ts";
import { moveOnBoard } from "./move-on-board.ts";
import { openFromBoard } from "./open-from-board.ts";
import { personsPage } from "./persons-page.ts";
import { announcedSchema, readArguments } from "./read-arguments.ts";
import { readCanvas } from "./read-canvas.ts";
import { readMe } from "./read-me.ts";
import { restoreVersion } from "./restore-version.ts";
import { saveCanvas } from "./save-canvas.ts";
import { showBoard } from "./show-board.ts";
import type { Call, ServerDeps, Tool } from "./tool.ts";
import { toolError } from "./tool-result.ts";
import { writeCanvas } from "./write-canvas.ts";

export const TOOLS: readonly Tool[] = [
  readMe,
  writeCanvas,
  editCanvas,
  readCanvas,
  listCanvases,
  showBoard,
  awaitReview,
  loadCanvas,
  saveCanvas,
  listVersions,
  loadVersion,
  restoreVersion,
  listBoard,
  moveOnBoard,
  openFromBoard,
];

export function registerTools(server: McpServer, deps: ServerDeps): void {
  const pageFor = personsPage(server, deps);
  const waited = new Map<string, number>();
  for (const tool of TOOLS) {
    const config = {
      title: tool.title,
      description: tool.description,
      inputSchema: announcedSchema(tool.input),
      ...(tool.output === undefined ? {} : { outputSchema: tool.output }),
      annotations: { title: tool.title, ...tool.annotations },
    };
    const run = (given: unknown, context: ServerContext): Promise<CallToolResult> =>
      runTool(tool, given, {
        deps,
        client: clientName(server),
        page: pageFor(context),
        signal: context.mcpReq.signal,
        waited,
        mayBeUnread: context.http !== undefined && context.mcpReq.envelope === undefined,
        progress: progressOf(context, deps),
      });
    if (tool.shows === undefined) server.registerTool(tool.name, config, run);
    else registerAppTool(server, tool.name, { ...config, _meta: { ui: uiOf(tool.shows) } }, run);
  }
}

/** As the program named itself, on one line: it is kept with every change. */
function clientName(server: McpServer): string | undefined {
  return cleanTitle(server.server.getClientVersion()?.name.slice(0, 100) ?? "") ?? undefined;
}

/** Undefined: the client has not asked for progress. That it cannot be told any more ends no call. */
function progressOf({ mcpReq }: ServerContext, { log }: ServerDeps): Call["progress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, message) => {
    mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch((error) => {
      log(`Progress could not be told: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
}

function uiOf(shows: "widget" | "app"): { resourceUri?: string; visibility?: ("model" | "app")[] } {
  return shows === "app" ? { visibility: ["app"] } : { resourceUri: RESOURCE_URI };
}

/** One call: its arguments checked, its failures in words. Nothing that a store throws reaches the model as it is. */
export async function runTool(tool: Tool, given: unknown, call: Call): Promise<CallToolResult> {
  const read = readArguments(tool.input, given);
  if (!read.ok) return toolError("invalid_input", read.message);
  try {
    return await tool.run(read.args, call);
  } catch (error) {
    if (error instanceof StoreError) {
      call.deps.log(`${tool.name}: ${error.code}: ${error.message}`);
      return toolError(error.code, error.message);
    }
    call.deps.log(`${tool.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return toolError(
      "storage_failed",
      "The canvas server failed on this call, and wrote nothing. Try again; if it fails again, tell the person.",
    );
  }
}
