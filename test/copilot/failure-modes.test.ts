/** Every row of the table "Failure modes and caveats" in the description of runtime 1.0.54, as the runtime of today has it. */
import type { CanvasOptions } from "@github/copilot-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing, type Runtime, startRuntime, type Talk } from "./start-runtime.ts";
import { actCall, describeCall, makeToy, openCall, TOY_URL } from "./toy-canvas.ts";
import { startToyMcp, type ToyMcp } from "./toy-mcp.ts";

const OPEN_FAILED = "Canvas operation failed: Request session.canvas.open failed with message:";
const ACTION_FAILED = "Canvas operation failed: Request session.canvas.action.invoke failed with message:";
const NO_APPS = `The "mcp-apps" capability is not available in this session`;

describe.skipIf(missing !== null)(`canvases that fail ${missing ?? ""}`, () => {
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await startRuntime();
  });
  afterAll(() => runtime?.close());

  test("a canvas that nobody provides is named in the refusal, to the model and to the client", async () => {
    const { say, session } = await runtime.create({ requestCanvasRenderer: true });
    expect(await say(openCall("gone", "one"), describeCall("gone"), actCall("one", "greet"))).toEqual([
      `${OPEN_FAILED} No canvas "gone" is registered.`,
      `Canvas operation failed: No canvas matches canvasId "gone".`,
      expect.stringMatching(
        /Canvas instance "one" is not open\. No canvases are currently open — call open_canvas first/,
      ),
    ]);
    await expect(session.rpc.canvas.open({ canvasId: "gone", instanceId: "one" })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining(`No canvas "gone" is registered.`),
    });
  });

  test("a canvas id of two providers needs the extension id, and an instance id belongs to one of them", async () => {
    const first = makeToy("same");
    const second = makeToy("same");
    const talk = await runtime.create({
      requestCanvasRenderer: true,
      canvases: [first.canvas],
      canvasProvider: { id: "app:first" },
    });
    const other = await runtime.join(talk, { canvases: [second.canvas], canvasProvider: { id: "app:second" } });
    expect(
      await talk.say(
        openCall("same", "one"),
        describeCall("same"),
        openCall("same", "one", { extensionId: "app:second" }),
        openCall("same", "one", { extensionId: "app:first" }),
      ),
    ).toEqual([
      `${OPEN_FAILED} Canvas "same" is provided by multiple extensions ("app:first", "app:second"). Call open_canvas again with extensionId set to one of: "app:first", "app:second".`,
      `Canvas operation failed: Multiple canvases match canvasId "same" across providers (app:first, app:second). Re-run with extensionId to disambiguate.`,
      expect.stringContaining(`"extensionId": "app:second"`),
      `${OPEN_FAILED} Canvas instance ID "one" is already owned by a different canvas.`,
    ]);
    expect([first.opened.length, second.opened.length]).toEqual([0, 1]);
    await other.leave();
  });

  test("what a lost provider had open is unavailable, and is opened again with its input when the provider id is back", async () => {
    const talk = await runtime.create({ requestCanvasRenderer: true });
    const before = makeToy("kept");
    const provider = { canvasProvider: { id: "app:kept" } };
    const owner = await runtime.join(talk, { canvases: [before.canvas], ...provider });
    await talk.say(openCall("kept", "one", { input: { page: 2 } }));
    await owner.leave();
    const lost = await talk.waitFor("session.canvas.unavailable");
    expect(lost.data).toEqual({ instanceId: "one", extensionId: "app:kept", canvasId: "kept" });
    await talk.waitFor("session.canvas.registry_changed", ({ data }) => data.canvases.length === 0);

    expect(before.closed).toEqual([]);
    expect((await talk.session.rpc.canvas.listOpen()).openCanvases).toEqual([]);
    expect(await talk.say(actCall("one", "greet"), openCall("kept", "one"))).toEqual([
      `${ACTION_FAILED} Canvas instance "one" cannot be reached: its owning provider "app:kept" is not connected. Re-issue open_canvas to rehydrate.`,
      `${OPEN_FAILED} No canvas "kept" is registered.`,
    ]);

    const after = makeToy("kept");
    const heard = talk.events.length;
    const back = await runtime.join(talk, { canvases: [after.canvas], ...provider });
    await talk.waitFor("session.canvas.opened", (event) => talk.events.indexOf(event) >= heard);
    expect(after.opened).toMatchObject([{ instanceId: "one", input: { page: 2 } }]);
    expect(await talk.say(actCall("one", "greet"))).toEqual([`{\n  "result": "hello"\n}`]);
    await back.leave();
  });

  test("another provider id does not bring an instance back", async () => {
    const talk = await runtime.create({ requestCanvasRenderer: true });
    const owner = await runtime.join(talk, { canvases: [makeToy("mine").canvas], canvasProvider: { id: "app:mine" } });
    await talk.say(openCall("mine", "one"));
    await owner.leave();
    await talk.waitFor("session.canvas.unavailable");
    const toy = makeToy("mine");
    const stranger = await runtime.join(talk, { canvases: [toy.canvas], canvasProvider: { id: "app:other" } });
    expect(await talk.say(actCall("one", "greet"), openCall("mine", "one"))).toEqual([
      expect.stringContaining(`its owning provider "app:mine" is not connected`),
      expect.stringContaining(`Canvas instance ID "one" is already owned by a different canvas.`),
    ]);
    expect(toy.opened).toEqual([]);
    await stranger.leave();
  });

  describe("an address that open answers with", () => {
    let talk: Talk;
    let result: Awaited<ReturnType<CanvasOptions["open"]>> = {};
    beforeAll(async () => {
      const canvases = [makeToy("page", { open: () => result }).canvas];
      talk = await runtime.create({ requestCanvasRenderer: true, canvases });
    });
    const opens = (instanceId: string) => talk.session.rpc.canvas.open({ canvasId: "page", instanceId });

    test.each(["http://127.0.0.1:9/x", "https://example.com/x", "file:///etc/hosts"])(
      "is taken as it is: %s",
      async (url) => {
        result = { url };
        expect((await opens("taken")).url).toBe(url);
      },
    );

    test.each([
      ["data:", "data:text/html,hello"],
      ["javascript:", "javascript:alert(1)"],
      ["blob:", "blob:http://127.0.0.1:9/x"],
      ["another scheme", "ftp://127.0.0.1/x"],
      ["a path", "/x.html"],
      ["an empty one", ""],
    ])("is refused in words that repeat it: %s", async (_, url) => {
      result = { url };
      await expect(opens("refused")).rejects.toThrow(`Canvas provider returned a URL with a disallowed scheme: ${url}`);
      const { openCanvases } = await talk.session.rpc.canvas.listOpen();
      expect(openCanvases.map(({ instanceId }) => instanceId)).not.toContain("refused");
    });

    test("may be left out, and the title is then the canvas's name", async () => {
      result = {};
      const opened = await opens("none");
      expect(opened).toMatchObject({ instanceId: "none", title: "Toy page" });
      expect(opened).not.toHaveProperty("url");
    });

    test("of an instance that is open stays when the next one is refused", async () => {
      result = { url: TOY_URL };
      await opens("again");
      result = { url: "data:," };
      await expect(opens("again")).rejects.toThrow("disallowed scheme");
      const { openCanvases } = await talk.session.rpc.canvas.listOpen();
      expect(openCanvases.find(({ instanceId }) => instanceId === "again")?.url).toBe(TOY_URL);
    });
  });
});

describe.skipIf(missing !== null)(`apps that may not ${missing ?? ""}`, () => {
  let toy: ToyMcp;
  beforeAll(async () => {
    toy = await startToyMcp();
  });
  afterAll(() => toy?.close());

  test("apps asked for without the gate are not there, and only the capabilities and the diagnosis say so", async () => {
    const runtime = await startRuntime();
    const { session, say, events } = await runtime.create({ enableMcpApps: true, mcpServers: { toy: toy.config } });
    expect(session.capabilities.ui?.mcpApps).toBe(false);
    expect(await say({ tool: "toy-plain" })).toEqual(["did plain"]);
    expect((await session.rpc.mcp.apps.diagnose({ serverName: "toy" })).capability).toEqual({
      sessionHasMcpApps: false,
      featureFlagEnabled: false,
      advertised: false,
    });
    expect(events.filter(({ type }) => /warning|error|info$/.test(type) && type !== "session.usage_info")).toEqual([]);
    expect(runtime.stderr()).toBe("");
    await runtime.close();
  });

  test("without the capability an app's calls, lists and resources are refused, gate or not", async () => {
    for (const env of [{}, { COPILOT_MCP_APPS: "true" }]) {
      const runtime = await startRuntime({ env });
      const { session, say, events } = await runtime.create({ mcpServers: { toy: toy.config } });
      await say({ tool: "toy-plain" });
      const { apps } = session.rpc.mcp;
      const at = { serverName: "toy", originServerName: "toy" };
      await expect(apps.callTool({ ...at, toolName: "for_apps" })).rejects.toThrow(NO_APPS);
      await expect(apps.listTools(at)).rejects.toThrow(NO_APPS);
      await expect(apps.readResource({ serverName: "toy", uri: "ui://toy/x.html" })).rejects.toThrow(NO_APPS);
      expect(events.filter(({ type }) => type === "mcp_app.tool_call_complete")).toEqual([]);
      await runtime.close();
    }
  });

  test("a tool without UI metadata is called for an app; only one whose visibility leaves apps out is refused", async () => {
    const runtime = await startRuntime({ env: { COPILOT_MCP_APPS: "true" } });
    const { session, say } = await runtime.create({ enableMcpApps: true, mcpServers: { toy: toy.config } });
    await say({ tool: "toy-plain" });
    const { apps } = session.rpc.mcp;
    const call = (toolName: string, originServerName = "toy") =>
      apps.callTool({ serverName: "toy", toolName, originServerName });
    expect(await call("plain")).toMatchObject({ content: [{ text: "did plain" }] });
    expect(await call("for_apps")).toMatchObject({ content: [{ text: "did for_apps" }] });
    await expect(call("for_models")).rejects.toThrow("Tool for_models on toy is not callable from MCP Apps");
    await expect(call("nothing")).rejects.toThrow("MCP tool not found on toy: nothing");
    await expect(call("plain", "another")).rejects.toThrow(
      `Cross-server MCP App tools/call is not allowed: app loaded from "another" cannot call plain on "toy"`,
    );
    await runtime.close();
  });
});
