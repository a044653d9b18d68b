/** Our own server as an MCP server of Copilot: with apps, and without. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MCPServerConfig } from "@github/copilot-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RESOURCE_URI, WIDGET_TOOLS } from "../../src/protocol/names.ts";
import { uiOf } from "../../src/server/mcp/ui-clients.ts";
import { readAnswer, viewIn } from "../loop/harness.ts";
import { missing, type Runtime, startRuntime, type Talk } from "./start-runtime.ts";
import type { ToolCall } from "./stub-model.ts";
import { FOR_THE_VIEW, startToyMcp, type ToyMcp } from "./toy-mcp.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const TEXT = "# Plan\n\nOne line.\n";
/** As the runtime calls tools of the server that is configured under this name. */
const SERVER = "canvas";
const OURS = `${SERVER}-`;

const wishes = (data: string, toy: ToyMcp) => ({
  enableMcpApps: true,
  mcpServers: {
    [SERVER]: {
      type: "local",
      command: process.execPath,
      args: [PROGRAM],
      env: { WRITING_CANVAS_DATA: data, WRITING_CANVAS_PAGE_PORT: "0" },
      tools: ["*"],
    } satisfies MCPServerConfig,
    toy: toy.config,
  },
});
const call = (tool: string, args: ToolCall["args"] = {}): ToolCall => ({ tool: `${OURS}${tool}`, args });
const canvasIn = (words = "") => /^Canvas (\w+) v/m.exec(words)?.[1] ?? "";
const ourTools = ({ model }: Talk) =>
  (model.requests.at(-1)?.tools ?? []).flatMap(({ function: { name } }) =>
    name.startsWith(OURS) ? [name.slice(OURS.length)] : [],
  );

describe.skipIf(missing !== null).each([
  ["with apps", { COPILOT_MCP_APPS: "true" }],
  ["without apps", {}],
])(`a session %s ${missing ?? ""}`, (name, env) => {
  const hasApps = name === "with apps";
  let toy: ToyMcp;
  let data: string;
  let runtime: Runtime;
  let talk: Talk;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "canvas-copilot-data-"));
    toy = await startToyMcp();
    runtime = await startRuntime({ env });
    talk = await runtime.create(wishes(data, toy));
  });
  afterAll(async () => {
    await runtime?.close();
    await toy?.close();
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  });

  test("every tool of the model's works as text", async () => {
    const [wrote = "", listed] = await talk.say(call("write_canvas", { content: TEXT }), call("list_canvases"));
    expect(wrote).toContain(`"Plan" at v1.`);
    const canvas_id = canvasIn(wrote);
    expect(listed).toContain(`- ${canvas_id} "Plan": draft, v1`);
    const edits = [{ find: "One", replace: "A" }];
    const [edited, read, waited, help, board] = await talk.say(
      call("edit_canvas", { canvas_id, base_version: 1, edits }),
      call("read_canvas", { canvas_id }),
      call("await_review", { canvas_id, timeout_s: 1 }),
      call("read_me"),
      call("show_board"),
    );
    expect(edited).toContain("1 edit applied");
    expect(read).toContain("A line.");
    expect(waited).toContain("Still waiting");
    expect(help).toContain("base_version");
    // It makes sense only where something is shown.
    expect(board).toContain(hasApps ? `"Plan"` : "does not exist");
  });

  test("a long canvas is read whole, in pages of which none is swallowed", async () => {
    const lines = Array.from({ length: 120 }, (_, number) => `${number + 1} ${"Wörter 漢字 ".repeat(30)}.`);
    const [wrote] = await talk.say(call("write_canvas", { content: `${lines.join("\n")}\n`, title: "Long" }));
    const canvas_id = canvasIn(wrote);
    let from_line = 1;
    const pages: string[] = [];
    while (from_line > 0) {
      const [page = ""] = await talk.say(call("read_canvas", { canvas_id, from_line }));
      expect(page).toContain("<canvas-text>");
      pages.push(page);
      from_line = Number(/call read_canvas with from_line: (\d+)/.exec(page)?.[1] ?? 0);
    }
    expect(pages.length).toBeGreaterThan(1);
    for (const line of lines) expect(pages.some((page) => page.includes(line))).toBe(true);
  });

  test("the model is given a link for the person, whose widget would have no key where it is shown", async () => {
    const [wrote] = await talk.say(call("write_canvas", { content: "# Where\n" }));
    expect(wrote).toContain("The person can open it at http://");
  });

  test("the server is told that Copilot is the client, and of the UI extension only with apps", async () => {
    await talk.say({ tool: "toy-plain" });
    expect(toy.client().name).toBe("copilot-cli");
    expect(toy.client().capabilities).toEqual({
      sampling: {},
      ...(hasApps
        ? { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } }
        : {}),
    });
    expect(uiOf(toy.client(), { hasReadWidget: false })).toBe(hasApps ? "unknown" : "none");
  });

  test("what only apps may call is kept from the model with apps, and without unless the server keeps it back, as ours does", async () => {
    const [answer] = await talk.say({ tool: "toy-for_apps" });
    expect(answer).toMatch(hasApps ? /^Tool 'toy-for_apps' does not exist\./ : /^did for_apps$/);
    if (hasApps)
      expect(ourTools(talk).filter((tool) => (WIDGET_TOOLS as readonly string[]).includes(tool))).toEqual([]);
  });

  test("no model ever reads the _meta of a result", async () => {
    await talk.say({ tool: "toy-plain" }, call("write_canvas", { content: "# Meta\n" }));
    const sent = JSON.stringify(talk.model.requests.at(-1));
    expect(sent).toContain("did plain");
    expect(sent).not.toContain(FOR_THE_VIEW);
    expect(sent).not.toContain("storeId");
  });

  test("the diagnosis counts what has UI metadata", async () => {
    const { capability, server } = await talk.session.rpc.mcp.apps.diagnose({ serverName: SERVER });
    expect(capability).toEqual({ sessionHasMcpApps: hasApps, featureFlagEnabled: hasApps, advertised: hasApps });
    expect(server.connected).toBe(true);
    expect(server).toMatchObject(
      hasApps ? { toolCount: 15, toolsWithUiMeta: 11 } : { toolCount: 6, toolsWithUiMeta: 0 },
    );
    const samples = ["write_canvas", "edit_canvas", "show_board", "load_canvas", "save_canvas"];
    expect(server.sampleToolNames).toEqual(hasApps ? samples : []);
  });

  if (!hasApps) return;
  describe("an app", () => {
    const forApp = async (toolName: string, args: Readonly<Record<string, string | number>> = {}) => {
      const result = await talk.session.rpc.mcp.apps.callTool({
        serverName: SERVER,
        originServerName: SERVER,
        toolName,
        arguments: args,
      });
      return readAnswer(result, args);
    };
    const told = async (toolName: string, success: boolean) => {
      const isIt = ({ data }: { data: { toolName: string; success: boolean } }) =>
        data.toolName === toolName && data.success === success;
      return (await talk.waitFor("mcp_app.tool_call_complete", isIt)).data;
    };

    test("reads the widget", async () => {
      const { contents } = await talk.session.rpc.mcp.apps.readResource({ serverName: SERVER, uri: RESOURCE_URI });
      expect(contents).toMatchObject([{ uri: RESOURCE_URI, mimeType: "text/html;profile=mcp-app" }]);
      expect(contents[0]?.text).toContain("<!");
    });

    test("lists the tools that it may call, those for models included", async () => {
      const { tools } = await talk.session.rpc.mcp.apps.listTools({ serverName: SERVER, originServerName: SERVER });
      const names = tools.map(({ name: tool }) => tool);
      expect(names).toContain("load_canvas");
      expect(names).toContain("read_canvas");
    });

    test("loads and saves with the canvas's key, and every call is told to the session with its result", async () => {
      const view = viewIn(await forApp("write_canvas", { content: TEXT }));
      const own = { canvas_id: view.checkpoint.document.id, key: view.key };
      expect(viewIn(await forApp("load_canvas", own)).checkpoint.document.content).toBe(TEXT);
      const content = TEXT.replace("One", "My");
      const saved = await forApp("save_canvas", { ...own, save_key: "one", base_revision: 1, content });
      expect(viewIn(saved).checkpoint.document.version).toBe(2);
      expect(await told("save_canvas", true)).toMatchObject({
        serverName: SERVER,
        arguments: { content },
        result: { content: [{ type: "text" }] },
        toolMeta: { ui: { visibility: ["app"] } },
      });
      const [read] = await talk.say(call("read_canvas", { canvas_id: own.canvas_id }));
      expect(read).toContain("My line.");
    });

    test("is told of a refusal as a result, and the session as a failure", async () => {
      const [wrote] = await talk.say(call("write_canvas", { content: TEXT }));
      const refused = await forApp("load_canvas", { canvas_id: canvasIn(wrote), key: "wrong" });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("wrong_key") });
      const failure = await told("load_canvas", false);
      expect(failure.result).toMatchObject({ isError: true });
      expect(failure.error).toBeUndefined();
    });

    test("may call a tool for models, whose result is told to the session without metadata", async () => {
      expect((await forApp("list_canvases")).text).toContain("canvas");
      expect(await told("list_canvases", true)).not.toHaveProperty("toolMeta");
    });

    test("is handed the widget with the model's result, and the text, but no _meta: so no key", async () => {
      await talk.say(call("write_canvas", { content: "# Shown\n" }));
      const { data: event } = await talk.waitFor(
        "tool.execution_complete",
        ({ data: { result } }) => result?.content.includes(`"Shown"`) === true,
      );
      const { uiResource, ...rest } = event.result ?? {};
      expect(uiResource).toMatchObject({ uri: RESOURCE_URI, mimeType: "text/html;profile=mcp-app" });
      expect(Object.keys(rest).sort()).toEqual(["content", "contents", "detailedContent"]);
      expect(JSON.stringify(rest)).not.toContain("storeId");
    });
  });
});
