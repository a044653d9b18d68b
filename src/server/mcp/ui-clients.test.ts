import { Client } from "@modelcontextprotocol/client";
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { startHarness } from "../../../test/loop/harness.ts";
import { META_KEY, RESOURCE_URI } from "../../protocol/names.ts";
import { type Ui, uiOf } from "./ui-clients.ts";

const UI = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const OTHER = { "com.example/other": {} };
const MEASURED = "gemini-cli-mcp-client";

describe("whether a client shows the widget", () => {
  test.each<[string, string | undefined, ClientCapabilities | undefined, Ui]>([
    ["nothing is known", undefined, undefined, "unknown"],
    ["it says nothing", "some-host", {}, "unknown"],
    ["it declares UI", "some-host", { extensions: UI }, "shown"],
    [
      "it declares UI without saying what kind",
      "some-host",
      { extensions: { "io.modelcontextprotocol/ui": {} } },
      "shown",
    ],
    ["it declares UI and more", "some-host", { extensions: { ...OTHER, ...UI } }, "shown"],
    ["it declares extensions, and UI is not among them", "some-host", { extensions: OTHER }, "none"],
    ["it declares that it has no extensions", "some-host", { extensions: {} }, "none"],
    ["it was measured to show none", MEASURED, {}, "none"],
    ["it was measured, and has learnt it since", MEASURED, { extensions: UI }, "shown"],
    ["it declares UI, and was measured to lose the widget's key", "copilot-cli", { extensions: UI }, "unknown"],
    ["its name only begins like one that was measured", `${MEASURED}-next`, {}, "unknown"],
    ["its name is a word of the language", "constructor", {}, "unknown"],
  ])("%s", (_, name, capabilities, expected) => {
    const facts = { name, capabilities };
    expect(uiOf(facts, { hasReadWidget: false })).toBe(expected);
    const isMeasured = name === MEASURED && expected === "none";
    const isKeyless = name === "copilot-cli";
    expect(uiOf(facts, { hasReadWidget: true })).toBe(isMeasured ? "none" : isKeyless ? "unknown" : "shown");
    for (const hasReadWidget of [true, false]) {
      expect(uiOf(facts, { wish: "on", hasReadWidget })).toBe("shown");
      expect(uiOf(facts, { wish: "off", hasReadWidget })).toBe("none");
    }
  });
});

test("a client that declared no UI becomes one that shows it by reading the widget, and is told that there are more tools", async () => {
  let changes = 0;
  const client = new Client({ name: "some-host", version: "1" }, { capabilities: { extensions: OTHER } });
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes += 1;
  });
  await startHarness(undefined, { client });
  const resources = async () => (await client.listResources()).resources.map(({ uri }) => uri);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  const write = () => client.callTool({ name: "write_canvas", arguments: { content: "# One" } });

  expect(await names()).not.toContain("load_canvas");
  expect(await resources()).toEqual([]);
  expect((await write())._meta?.[META_KEY]).toBeUndefined();
  await client.readResource({ uri: RESOURCE_URI });
  expect(await names()).toContain("load_canvas");
  expect(await resources()).toEqual([RESOURCE_URI]);
  expect((await write())._meta?.[META_KEY]).toMatchObject({ kind: "view" });
  await client.readResource({ uri: RESOURCE_URI });
  expect(changes).toBe(1);
});

test("a model behind a program that was measured gets no key by reading the widget itself", async () => {
  const client = new Client({ name: MEASURED, version: "1" });
  await startHarness(undefined, { client });
  await client.readResource({ uri: RESOURCE_URI });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("save_canvas");
  const written = await client.callTool({ name: "write_canvas", arguments: { content: "# One" } });
  expect(written._meta?.[META_KEY]).toBeUndefined();
});

test("errors of a text-only client carry words alone", async () => {
  const client = new Client({ name: MEASURED, version: "1" });
  await startHarness(undefined, { client });
  const refused = await client.callTool({ name: "read_canvas", arguments: { canvas_id: "ZZZZ" } });
  expect(refused).toMatchObject({ isError: true, content: [{ type: "text" }] });
  expect(refused._meta?.[META_KEY]).toBeUndefined();
});
