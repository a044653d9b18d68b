import { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { RESOURCE_URI } from "../../src/protocol/names.ts";
import type { PagePort } from "../../src/server/mcp/page-links.ts";
import { startHarness } from "./harness.ts";

const INFO = { name: "agent", version: "1" };
const SOON = { timeout: 200_000 };
const MIME = "text/html;profile=mcp-app";
const withUi = () =>
  new Client(INFO, { capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [MIME] } } } });

/** Numbers its links, so that a test can tell which one it sees. */
function fakePage(): PagePort & { readonly asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    linkTo: async (canvasId) => {
      asked.push(canvasId);
      return `http://page/${canvasId ?? "list"}/${asked.length}`;
    },
  };
}

/** A client that can open addresses for its person, who answers so. */
function urlClient(answer: () => Promise<"accept" | "decline">): { client: Client; offers: string[] } {
  const client = new Client(INFO, { capabilities: { elicitation: { url: {} } } });
  const offers: string[] = [];
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    if (params.mode !== "url") throw new Error("Only addresses are offered");
    offers.push(params.url);
    return { action: await answer() };
  });
  return { client, offers };
}

test("without a widget what is written says once where the person can open it, and what is read says so always", async () => {
  const { call } = await startHarness(undefined, { page: fakePage() });
  const created = await call("write_canvas", { content: "# One\n\nText.\n" });
  const id = created.canvasId;
  const changed = [
    await call("edit_canvas", { canvas_id: id, edits: [{ find: "Text", replace: "Words" }] }),
    await call("write_canvas", { canvas_id: id, content: "# One\n\nMore words.\n" }),
  ];
  for (const { text } of changed) expect(text).not.toContain("http://page");
  const rest = [
    await call("read_canvas", { canvas_id: id }),
    await call("read_canvas", { canvas_id: id, part: "feedback" }),
    await call("read_canvas", { canvas_id: id, part: "outline" }),
  ];
  for (const { text } of [created, ...rest]) {
    const lines = text.split("\n");
    const at = lines.findIndex((line) => line.startsWith(`The person can open it at http://page/${id}/`));
    const feedback = lines.findIndex((line) => line.startsWith(`Canvas ${id} v`) && line.includes("from the person"));
    expect(at).toBeGreaterThanOrEqual(0);
    expect(feedback).toBe(at + 1);
    expect(lines.at(-1)).toMatch(/^base_version: \d+$/);
  }
  expect(created.text).not.toContain("now sees it");
  expect((await call("list_canvases")).text).toContain("The person can see them all at http://page/list/");
});

test("where the host shows the widget no link is made", async () => {
  const page = fakePage();
  const { call } = await startHarness(undefined, { page, client: withUi() });
  const created = await call("write_canvas", { content: "# One" });
  const read = await call("read_canvas", { canvas_id: created.canvasId });
  expect(created.text + read.text + (await call("list_canvases")).text).not.toContain("http://page");
  expect(page.asked).toEqual([]);
});

test.each([
  ["is known to show no widget", "gemini-cli-mcp-client", {}],
  ["declares extensions without UI", "agent", { extensions: { "com.example/other": {} } }],
])("a client that %s gets the link in its results' text, and nothing beside it", async (_, name, capabilities) => {
  const page = fakePage();
  const client = new Client({ name, version: "1" }, { capabilities });
  const { call } = await startHarness(undefined, { page, client });
  const created = await call("write_canvas", { content: "# One" });
  expect(created.text).toContain("The person can open it at http://page/");
  expect(created.reply).toBeUndefined();
});

test("a client that has read the widget gets no link any more", async () => {
  const page = fakePage();
  const { client, call } = await startHarness(undefined, { page });
  expect((await call("write_canvas", { content: "# One" })).text).toContain("http://page");
  await client.readResource({ uri: RESOURCE_URI });
  expect((await call("write_canvas", { content: "# Two" })).text).not.toContain("http://page");
});

test.each([
  ["there is no page", async () => null],
  ["the page fails", () => Promise.reject(new Error("no port"))],
])("%s: the result comes without a link", async (_, linkTo) => {
  const { call } = await startHarness(undefined, { page: { linkTo } });
  const created = await call("write_canvas", { content: "# One" });
  expect([created.isError, created.text.includes("can open it")]).toEqual([false, false]);
});

test("errors carry no link", async () => {
  const page = fakePage();
  const { call } = await startHarness(undefined, { page });
  expect((await call("read_canvas", { canvas_id: "ZZZZ" })).isError).toBe(true);
  expect(page.asked).toEqual([]);
});

test("a client that can open addresses is offered each new canvas once, and its result does not wait", async () => {
  let accept = () => {};
  const { client, offers } = urlClient(
    () =>
      new Promise((resolve) => {
        accept = () => resolve("accept");
      }),
  );
  const { call } = await startHarness(undefined, { page: fakePage(), client });
  const first = await call("write_canvas", { content: "# One" });
  const id = first.canvasId;
  await call("read_canvas", { canvas_id: id });
  await call("write_canvas", { content: "# One" });
  await call("write_canvas", { canvas_id: id, content: "# One\n\nMore." });
  await expect.poll(() => offers, SOON).toEqual([expect.stringContaining(`/${id}/`)]);
  accept();
  const second = await call("write_canvas", { content: "# Two" });
  await expect.poll(() => offers.length, SOON).toBe(2);
  expect(offers[1]).toContain(second.canvasId);
});

test("whoever refuses is not asked again", async () => {
  const { client, offers } = urlClient(async () => "decline");
  const { call } = await startHarness(undefined, { page: fakePage(), client });
  await call("write_canvas", { content: "# One" });
  await expect.poll(() => offers.length, SOON).toBe(1);
  // The refusal is on its way before this call, so it is read before it.
  await call("read_me");
  await call("write_canvas", { content: "# Two" });
  await call("read_me");
  expect(offers).toHaveLength(1);
});

test("a client that cannot be asked has its result all the same", async () => {
  const client = new Client(INFO, { capabilities: { elicitation: { url: {} } } });
  const { call, log } = await startHarness(undefined, { page: fakePage(), client });
  const created = await call("write_canvas", { content: "# One" });
  expect(created.isError).toBe(false);
  await expect.poll(() => log.join("\n"), SOON).toContain("could not be offered");
  expect(log.join("\n")).not.toContain("http://page");
});
