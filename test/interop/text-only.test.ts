import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import { META_KEY, MODEL_TOOLS, PEOPLE_TOOLS, RESOURCE_URI, WIDGET_TOOLS } from "../../src/protocol/names.ts";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";
import { linkIn } from "../host/agent.ts";
import { enterPlainly } from "../host/page-calls.ts";
import { type Abilities, CLIENTS, type ClientKind, type Linked, link } from "./clients.ts";

const SOON = { timeout: 200_000 };
const MEASURED = "gemini-cli-mcp-client";
const OTHER = { "com.example/other": {} };
const FOR_TEXT = MODEL_TOOLS.filter((name) => name !== "show_board").sort();
const ALL = [...MODEL_TOOLS, ...WIDGET_TOOLS].filter((name) => !PEOPLE_TOOLS.includes(name)).sort();
const NEWEST = "client 2.x, 2026-07-28";

const EVERYWHERE = CLIENTS.flatMap((kind) =>
  (["stdio", "http"] as const).map((transport) => [kind, transport] as const),
);

let open: Linked[] = [];
afterEach(async () => {
  await Promise.all(open.map((host) => host.close()));
  open = [];
});

async function start(kind: ClientKind, transport: "stdio" | "http", can: Abilities = {}, args: readonly string[] = []) {
  const host = await link(kind, transport, can, args);
  open.push(host);
  return host;
}

const namesOf = async (host: Linked) => (await host.tools()).map(({ name }) => name).sort();

/** A new canvas, with what the database alone should know of it. */
async function create(host: Linked & { readonly data: string }) {
  const result = await host.result("write_canvas", { content: "# Plan\n\nText.\n" });
  const store = await openSqliteStore({ folder: host.data, now: () => new Date(), log: () => {} });
  const id = (await store.canvases.list("local", { limit: 1 })).canvases[0]?.id ?? "";
  const record = foundRecord(await store.canvases.find("local", id));
  await store.close();
  if (record === null) throw new Error("There is no canvas");
  return { result, id, key: record.widgetKey };
}

async function expectTextOnly(host: Linked & { readonly data: string }): Promise<void> {
  expect(await namesOf(host)).toEqual(FOR_TEXT);
  for (const tool of await host.tools()) expect(tool._meta).toBeUndefined();
  expect(await host.resources()).toEqual([]);
  const { result, id, key } = await create(host);
  const edits = [{ find: "Text", replace: "More text" }];
  const results = [
    result,
    await host.result("edit_canvas", { canvas_id: id, edits }),
    await host.result("read_canvas", { canvas_id: id }),
    await host.result("list_canvases"),
  ];
  for (const { content, _meta } of results) {
    expect(content).toMatchObject([{ type: "text" }]);
    // In the newest revision every result says which server it is from.
    expect(Object.keys(_meta ?? {}).filter((key) => key !== SERVER_INFO_META_KEY)).toEqual([]);
  }
  expect(JSON.stringify(results)).not.toContain(key);

  const approval = { canvas_id: id, key, save_key: "mine", status: { to: "approved", revision: 2 } };
  await expect(host.call("save_canvas", approval)).rejects.toThrow("save_canvas not found");
  await expect(host.call("load_canvas", { canvas_id: id, key })).rejects.toThrow("not found");
  await expect(host.call("show_board")).rejects.toThrow("show_board not found");
  expect((await host.call("list_canvases")).text).not.toContain("approved");
}

async function expectWidget(host: Linked & { readonly data: string }): Promise<void> {
  expect(await namesOf(host)).toEqual(ALL);
  const tools = new Map((await host.tools()).map((tool) => [tool.name, tool._meta]));
  expect(tools.get("write_canvas")).toMatchObject({
    ui: { resourceUri: RESOURCE_URI },
    "ui/resourceUri": RESOURCE_URI,
  });
  expect(await host.resources()).toEqual([RESOURCE_URI]);
  expect(tools.get("save_canvas")).toMatchObject({ ui: { visibility: ["app"] } });
  const { result, id, key } = await create(host);
  expect(result._meta).toMatchObject({ [META_KEY]: { kind: "view", view: { key } } });
  expect((await host.call("load_canvas", { canvas_id: id, key })).isError).toBe(false);
}

describe.each(EVERYWHERE)("%s over %s", (kind, transport) => {
  test.each<[string, Abilities]>([
    ["was measured to show no widget", { name: MEASURED }],
    ["declares extensions without UI", { extensions: OTHER }],
  ])("one that %s sees the model's tools and text alone, and cannot act as the person", async (_, can) => {
    await expectTextOnly(await start(kind, transport, can));
  });

  test("one that declares UI has the widget's tools, and all that the widget needs", async () => {
    await expectWidget(await start(kind, transport, { name: MEASURED, ui: true }));
  });

  test("one that says nothing has them too", async () => {
    await expectWidget(await start(kind, transport));
  });

  test("--ui off: no client has them", async () => {
    await expectTextOnly(await start(kind, transport, { ui: true }, ["--ui", "off"]));
  });

  test("--ui on: every client has them", async () => {
    await expectWidget(await start(kind, transport, { name: MEASURED, extensions: OTHER }, ["--ui", "on"]));
  });
});

test.each(CLIENTS)("%s over stdio: reading the widget makes a client without UI one that shows it", async (kind) => {
  let changes = 0;
  const onToolsChanged = () => {
    changes += 1;
  };
  const host = await start(kind, "stdio", { extensions: OTHER, onToolsChanged });
  expect(await namesOf(host)).toEqual(FOR_TEXT);
  await host.resource(RESOURCE_URI);
  await expectWidget(host);
  // The newest are told only what they subscribed to.
  if (kind !== NEWEST) await expect.poll(() => changes, SOON).toBe(1);
});

test("the page has its tools even where --ui off keeps them from every client", async () => {
  const host = await start("client 2.x", "http", {}, ["--ui", "off"]);
  const { result, id, key } = await create(host);
  const found = linkIn((result.content as { text: string }[])[0]?.text ?? "");
  const { pass } = await enterPlainly(found ?? "");
  const call = { name: "load_canvas", arguments: { canvas_id: id, key } };
  const answered = await fetch(host.endpoint ?? "", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${pass}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  });
  expect(await answered.text()).toContain(`"key":"${key}"`);
  await expect(host.call(call.name, call.arguments)).rejects.toThrow("not found");
});
