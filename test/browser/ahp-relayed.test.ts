import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { build } from "esbuild";
import type { BrowserContext, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { rawText } from "../../scripts/raw-text.mjs";
import { shellWords } from "../../src/widget/words.ts";
import { newContext, sharedBrowser } from "../host/shared-browser.ts";
import { type Node, startNode } from "../host/start-node.ts";
import { SOON } from "./person.ts";

let folder: string;
let node: Node;
let relay: Relay;
let pages: Server;
let context: BrowserContext;

/** All that the browser can reach of the server: messages, passed on one by one. */
interface Relay {
  readonly url: string;
  /** Where the server is from now on. */
  to: string;
  /** Ends every connection. */
  cut(): void;
  close(): void;
}

async function startRelay(to: string): Promise<Relay> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise((listening) => server.once("listening", listening));
  server.on("connection", (near) => {
    const far = new WebSocket(relay.to);
    const early: string[] = [];
    near.on("message", (data) => (far.readyState === far.OPEN ? far.send(String(data)) : early.push(String(data))));
    far.on("open", () => early.splice(0).forEach((text) => void far.send(text)));
    far.on("message", (data) => near.send(String(data)));
    near.on("close", () => far.terminate());
    far.on("close", () => near.terminate());
    far.on("error", () => near.terminate());
  });
  const { port } = server.address() as AddressInfo;
  const relay: Relay = {
    url: `ws://127.0.0.1:${port}`,
    to,
    cut: () => server.clients.forEach((near) => void near.terminate()),
    close: () => {
      server.clients.forEach((near) => void near.terminate());
      server.close();
    },
  };
  return relay;
}

/** The page of somebody else's program. Its policy lets it connect to the relay, and nowhere else. */
async function startPages(connects: string, frames: string): Promise<Server> {
  const built = await build({
    entryPoints: [fileURLToPath(new URL("../host/ahp-relayed-page.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    plugins: [rawText],
  });
  const script = built.outputFiles[0]?.text ?? "";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Somebody's program</title>
<style>html,body{margin:0;height:100%;font:14px system-ui}body{display:flex;flex-direction:column}
nav{display:flex;gap:8px;padding:8px;border-bottom:1px solid #8884}main{flex:1;min-height:0;position:relative}</style>
<body><nav></nav><main></main><script src="/page.js"></script>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "text/html; charset=utf-8",
      "content-security-policy": `default-src 'self'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline' data:; connect-src ${connects}; img-src data:; frame-src ${frames}`,
    });
    response.end(isScript ? script : html);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-ahp-"));
  node = await startNode({ store: folder, page: true });
  relay = await startRelay(socketOf(node));
  pages = await startPages(relay.url, "'none'");
});
afterAll(async () => {
  relay?.close();
  pages?.close();
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await context?.close();
});

const socketOf = ({ origin }: Node): string => `${origin.replace(/^http/, "ws")}/ahp`;

/** A model, over MCP. */
async function call(name: string, args: object): Promise<string> {
  const model = new Client({ name: "a-model", version: "1" });
  await model.connect(new StreamableHTTPClientTransport(new URL(`${node.origin}/mcp`)));
  const { content } = (await model.callTool({ name, arguments: { ...args } })) as { content: { text?: string }[] };
  await model.close();
  return content.map(({ text = "" }) => text).join("\n");
}

async function write(content: string): Promise<string> {
  return /Created canvas (\w+)/.exec(await call("write_canvas", { content }))?.[1] ?? "";
}

/** A page that has no way to the server, and what it asked for from anywhere. */
async function open(from = pages, more = ""): Promise<{ page: Page; asked: string[] }> {
  context = await newContext(await sharedBrowser(), { viewport: { width: 900, height: 700 } });
  const page = await context.newPage();
  const asked: string[] = [];
  context.on("request", (request) => void asked.push(request.url()));
  page.on("websocket", (socket) => void asked.push(socket.url()));
  const { port } = from.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/?relay=${encodeURIComponent(relay.url)}${more}`);
  return { page, asked };
}
/** A relayed document stands in a frame of its own inside the one that keeps it off the network. */
const widgetOf = (page: Page): FrameLocator => page.frameLocator("main iframe").frameLocator("iframe");

async function beginWriting(widget: FrameLocator): Promise<Locator> {
  await widget.getByText(shellWords.write, { exact: true }).click();
  const editor = widget.locator(".cm-content");
  await editor.click();
  await editor.press("Control+End");
  return editor;
}

test("a canvas is written by a model, shown and edited over a relay alone, and read by the model; a cut loses nothing", async () => {
  const { page, asked } = await open();
  const id = await write("# Tea\n\nFirst words.\n\nLast words.\n");
  const widget = widgetOf(page);
  await expect.poll(() => widget.getByRole("heading", { name: "Tea" }).first().isVisible(), SOON).toBe(true);

  const editor = await beginWriting(widget);
  await editor.pressSequentially("Typed far away.");
  await expect.poll(() => call("read_canvas", { canvas_id: id, part: "feedback" }), SOON).toContain("Typed far away.");

  // What the model does meanwhile is there at once, and the person's words stay.
  await call("edit_canvas", { canvas_id: id, edits: [{ find: "First words.", replace: "Better words." }] });
  await expect.poll(() => editor.textContent(), SOON).toContain("Better words.");
  expect(await editor.textContent()).toContain("Typed far away.");

  relay.cut();
  await editor.pressSequentially(" And more.");
  await expect.poll(() => page.locator("body").getAttribute("data-state"), SOON).toBe("connected");
  await expect.poll(() => call("read_canvas", { canvas_id: id }), SOON).toContain("Typed far away. And more.");

  const { port } = pages.address() as AddressInfo;
  const elsewhere = asked.filter(
    (url) => !url.startsWith(`http://127.0.0.1:${port}/`) && !url.startsWith(relay.url) && !/^(data|about):/.test(url),
  );
  expect(elsewhere).toEqual([]);

  // Closed while something is typed: that is kept, and the model's next words open it again.
  await editor.pressSequentially(" The last.");
  await page.getByRole("button", { name: "Close Tea" }).click();
  await expect.poll(() => page.locator("main iframe").count(), SOON).toBe(0);
  await expect.poll(() => call("read_canvas", { canvas_id: id }), SOON).toContain("And more. The last.");
  await call("edit_canvas", { canvas_id: id, edits: [{ find: "Better words.", replace: "Best words." }] });
  await expect.poll(() => widgetOf(page).getByText("Best words.").first().isVisible(), SOON).toBe(true);
});

test("a server that is killed while somebody types, and another in its place: the widget stays, and every word is kept", async () => {
  const { page } = await open();
  const id = await write("# Coffee\n\nFirst words.\n");
  const editor = await beginWriting(widgetOf(page));
  await editor.pressSequentially("Before.");
  await node.kill();
  await editor.pressSequentially(" Meanwhile.");
  node = await startNode({ store: folder, page: true });
  relay.to = socketOf(node);
  await expect.poll(() => call("read_canvas", { canvas_id: id }), SOON).toContain("Before. Meanwhile.");
  await call("edit_canvas", { canvas_id: id, edits: [{ find: "First words.", replace: "Later words." }] });
  await expect.poll(() => editor.textContent(), SOON).toContain("Later words.");
});

test("a client that reaches the server loads the page of that canvas alone, in a frame of its own origin", async () => {
  const near = await startPages(relay.url, "http://*.localhost:*");
  try {
    const id = await write("# Cocoa\n\nFirst words.\n");
    const { page, asked } = await open(near, "&near");
    const frame = page.frameLocator("main iframe");
    // The page, its sandbox, the widget.
    const widget = frame.frameLocator("iframe").frameLocator("iframe");
    await expect.poll(() => widget.getByRole("heading", { name: "Cocoa" }).first().isVisible(), SOON).toBe(true);
    expect(asked.some((url) => /^http:\/\/\w+\.localhost:\d+\/\?panel=/.test(url))).toBe(true);
    const editor = await beginWriting(widget);
    await editor.pressSequentially("Typed near by.");
    await expect.poll(() => call("read_canvas", { canvas_id: id }), SOON).toContain("Typed near by.");
  } finally {
    near.close();
  }
});
