import { RESOURCE_URI_META_KEY } from "@modelcontextprotocol/ext-apps/server";
import {
  type CallToolResult,
  type Tool as ListedTool,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { PEOPLE_TOOLS, RESOURCE_URI } from "../../protocol/names.ts";
import { describeFailure } from "../actions/action.ts";
import { createReceptions } from "../actions/receptions.ts";
import { cleanClientName } from "../http/client-session.ts";
import { describeError } from "../observe/describe-error.ts";
import { announcedSchema } from "./announce-schema.ts";
import { personsPage } from "./page-links.ts";
import { readArguments } from "./read-arguments.ts";
import type { ServerDeps, Tool, ToolCall } from "./tool.ts";
import { errorResult, outcomeOf, toolError } from "./tool-result.ts";
import { awaitReview } from "./tools/await-review.ts";
import { listBoard, moveOnBoard, openFromBoard } from "./tools/board-tools.ts";
import { editCanvas } from "./tools/edit-canvas.ts";
import { listVersions, loadVersion, restoreVersion } from "./tools/history-tools.ts";
import { listCanvases } from "./tools/list-canvases.ts";
import { loadCanvas } from "./tools/load-canvas.ts";
import { readCanvas } from "./tools/read-canvas.ts";
import { readMe } from "./tools/read-me.ts";
import { saveCanvas } from "./tools/save-canvas.ts";
import { noteExport, shareCanvas } from "./tools/sharing-tools.ts";
import { showBoard } from "./tools/show-board.ts";
import { writeCanvas } from "./tools/write-canvas.ts";
import type { KnownClient, Ui } from "./ui-clients.ts";

const CONNECTION_ID_LENGTH = 24;
const SCHEMAS = { target: "draft-2020-12" } as const;

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
  shareCanvas,
  noteExport,
  listBoard,
  moveOnBoard,
  openFromBoard,
];

/** Those that change more than the books that are kept about reading. */
export const WRITING_TOOLS: ReadonlySet<string> = new Set(
  TOOLS.filter(({ annotations }) => annotations.readOnlyHint !== true).map(({ name }) => name),
);

/**
 * The tools, each as far as the client can use it. One that shows no widget is given neither the widget's tools nor what
 * results carry for the widget: its model may be shown all that is listed and sent, keys included.
 */
export function registerTools(
  server: McpServer,
  deps: ServerDeps,
  client: KnownClient,
  tools: readonly Tool[] = TOOLS,
): void {
  const known = deps.identity === undefined ? tools.filter(({ name }) => !PEOPLE_TOOLS.includes(name)) : tools;
  const pageFor = personsPage(server, deps, client);
  const waited = new Map<string, number>();
  const linked = new Set<string>();
  const connection = deps.randomId(CONNECTION_ID_LENGTH);
  server.server.registerCapabilities({ tools: { listChanged: true } });
  const hear = (context: ServerContext): void => {
    const name = cleanClientName(client.facts(context).name);
    deps.assistants?.heard(deps.owner, name, context.http === undefined);
    deps.observe?.heard(name);
  };
  server.server.setRequestHandler("tools/list", (_, context) => {
    hear(context);
    const ui = client.ui(context);
    return { tools: toolsFor(ui, known).map((tool) => listed(tool, ui)) };
  });
  const calls = createReceptions(deps.clock);
  server.server.setRequestHandler("tools/call", async ({ params }, context) => {
    hear(context);
    const ui = client.ui(context);
    const tool = toolsFor(ui, known).find(({ name }) => name === params.name);
    if (tool === undefined) {
      deps.observe?.called("other", "invalid_input", 0);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`);
    }
    const facts = client.facts(context);
    const { received, answered } = calls.begin(context.http === undefined ? connection : undefined);
    const began = performance.now();
    let outcome = "failed";
    try {
      const result = await runTool(tool, params.arguments, {
        deps,
        client: cleanClientName(facts.name),
        session: context.http === undefined ? connection : facts.session,
        received,
        ui,
        page: pageFor(context),
        signal: context.mcpReq.signal,
        waited,
        linked,
        mayBeUnread: context.http !== undefined && context.mcpReq.envelope === undefined,
        progress: progressOf(context, deps),
      });
      outcome = outcomeOf(result);
      return ui === "none" ? withoutMeta(result) : result;
    } finally {
      answered();
      deps.observe?.called(tool.name, outcome, performance.now() - began);
    }
  });
}

/** Those that the client may see and call. */
function toolsFor(ui: Ui, tools: readonly Tool[]): readonly Tool[] {
  return ui === "none" ? tools.filter((tool) => tool.shows !== "app" && tool !== showBoard) : tools;
}

function listed(tool: Tool, ui: Ui): ListedTool {
  const { name, title, description, annotations, shows } = tool;
  return {
    name,
    title,
    description,
    inputSchema: { type: "object", ...announcedSchema(tool.input)["~standard"].jsonSchema.input(SCHEMAS) },
    annotations: { title, ...annotations },
    ...(shows === undefined || ui === "none" ? {} : { _meta: uiMeta(shows) }),
  };
}

function uiMeta(shows: "widget" | "app"): Record<string, unknown> {
  if (shows === "app") return { ui: { visibility: ["app"] } };
  // The second is what hosts read before the first had its place.
  return { ui: { resourceUri: RESOURCE_URI }, [RESOURCE_URI_META_KEY]: RESOURCE_URI };
}

function withoutMeta({ _meta, ...result }: CallToolResult): CallToolResult {
  return result;
}

/** Undefined: the client has not asked for progress. That it cannot be told any more ends no call. */
function progressOf({ mcpReq }: ServerContext, { log }: ServerDeps): ToolCall["progress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, message) => {
    mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch((error) => {
      log(`Progress could not be told: ${describeError(error, { frames: false })}`);
    });
  };
}

/** What was not understood in the arguments, below the first line, which says what came of the call. */
function withNotes(result: CallToolResult, notes: readonly string[]): CallToolResult {
  const [block, ...rest] = result.content;
  if (notes.length === 0 || block?.type !== "text") return result;
  const [first = "", ...lines] = block.text.split("\n");
  return { ...result, content: [{ ...block, text: [first, ...notes, ...lines].join("\n") }, ...rest] };
}

/** One call: its arguments checked, its failures in words. Nothing that a store throws reaches the model as it is. */
export async function runTool(tool: Tool, given: unknown, call: ToolCall): Promise<CallToolResult> {
  const read = readArguments(tool.input, given);
  if (!read.ok) return toolError("invalid_input", read.message);
  const { args, notes } = read;
  const here = () => runHere(tool, args, notes, call);
  const { heavyCalls } = call.deps;
  return heavyCalls === undefined ? here() : heavyCalls.run({ tool: tool.name, given, args, call, here });
}

async function runHere(
  tool: Tool,
  args: Record<string, unknown>,
  notes: readonly string[],
  call: ToolCall,
): Promise<CallToolResult> {
  try {
    return withNotes(await tool.run(args, call), notes);
  } catch (error) {
    return errorResult(describeFailure(tool.name, error, call.deps.log));
  }
}
