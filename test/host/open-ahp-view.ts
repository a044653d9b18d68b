import { createSocket } from "node:dgram";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { rawText } from "../../scripts/raw-text.mjs";
import type { CanvasResourceContent, CanvasState } from "../../src/surfaces/ahp/wire/types.ts";
import { contentUri } from "../../src/surfaces/ahp/wire/uris.ts";
import type {} from "./ahp-view-page.ts";

export const INSTANCE = "draft-1";
/** In the address of the page: nobody in a frame may learn it. */
const SECRET = "secret-of-the-page";

export type Files = Readonly<
  Record<string, string | Uint8Array | { readonly text: string; readonly mimeType: string }>
>;

/** A server that nobody may reach: every connection, request and packet counts. */
export class Trap {
  connections = 0;
  packets = 0;
  readonly requests: string[] = [];
  url = "";
  stun = "";
  private readonly server = createServer((request, response) => {
    this.requests.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/html" }).end("trapped");
  });
  private readonly socket = createSocket("udp4", () => {
    this.packets += 1;
  });

  async listen(): Promise<void> {
    this.server.on("connection", () => {
      this.connections += 1;
    });
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening));
    await new Promise<void>((bound) => this.socket.bind(0, "127.0.0.1", bound));
    this.url = `http://trap.canvas.test:${(this.server.address() as AddressInfo).port}`;
    this.stun = `stun:127.0.0.1:${this.socket.address().port}`;
  }

  /** With the addresses of this server in the place of their names. */
  inText(text: string): string {
    return text.replaceAll("TRAP", this.url).replaceAll("STUN", this.stun);
  }

  forget(): void {
    this.connections = 0;
    this.packets = 0;
    this.requests.length = 0;
  }

  close(): void {
    this.socket.close();
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** Pages that show one canvas each, at an address of this machine; and another address, for canvases that are loaded. */
export class ViewServer {
  /** The page around a canvas, and a server for canvases at another origin. */
  page = "";
  other = "";
  private readonly servers: ReturnType<typeof createServer>[] = [];

  async listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
    const built = await build({
      entryPoints: [fileURLToPath(new URL("ahp-view-page.ts", import.meta.url))],
      bundle: true,
      write: false,
      format: "iife",
      target: "es2022",
      // As a bundle of others might have it: the scripts that go into frames must stand that.
      minify: true,
      keepNames: true,
      plugins: [rawText],
    });
    const script = built.outputFiles[0]!.text;
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
      <style>html, body { margin: 0; height: 100%; } main { height: 100%; } h1 { position: absolute; opacity: 0; pointer-events: none; }</style></head><body><header><h1>Host</h1></header><main></main><script src="/view.js"></script></body></html>`;
    this.page = await this.start((request, response) => {
      if (request.url === "/view.js") response.writeHead(200, { "content-type": "text/javascript" }).end(script);
      else if (request.url?.startsWith("/?"))
        response
          .writeHead(200, {
            "content-type": "text/html",
            ...(request.url === "/?strict" ? { "content-security-policy": "require-trusted-types-for 'script'" } : {}),
          })
          .end(html);
      else answer(request, response);
    });
    this.other = await this.start(answer);
  }

  close(): void {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  private async start(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    const server = createServer(answer);
    this.servers.push(server);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

/** A page that shows one canvas. */
export class View {
  readonly errors: string[] = [];
  /** What was read, in order. */
  readonly read: string[] = [];
  files: Files = {};

  private constructor(readonly page: Page) {}

  static async open(
    browser: Browser,
    server: ViewServer,
    size = { width: 900, height: 600 },
    query = SECRET,
  ): Promise<View> {
    const context = await browser.newContext({ viewport: size });
    const view = new View(await context.newPage());
    view.page.on("console", (message) => {
      if (message.type() === "error") view.errors.push(message.text());
    });
    view.page.on("pageerror", (error) => view.errors.push(error.message));
    await view.page.exposeFunction("readContent", (uri: string) => view.readContent(uri));
    await view.page.goto(`${server.page}/?${query}`);
    return view;
  }

  /** The document of a canvas that is read over its channel: inside of a page of our own. */
  get relayed(): FrameLocator {
    return this.page.frameLocator("iframe").frameLocator("iframe");
  }

  get direct(): FrameLocator {
    return this.page.frameLocator("iframe");
  }

  /** Shows the file `index.html` of these, over the channel. */
  async showFiles(files: Files, options: Parameters<Window["view"]["show"]>[1] = {}): Promise<void> {
    this.files = files;
    await this.show(relayedState(), options);
  }

  async show(state: CanvasState, options: Parameters<Window["view"]["show"]>[1] = {}): Promise<void> {
    await this.page.evaluate(([shown, how]) => window.view.show(shown, how), [state, options] as const);
  }

  update(state: CanvasState): Promise<void> {
    return this.page.evaluate((next) => window.view.update(next), state);
  }

  state(): Promise<string | undefined> {
    return this.page.locator("main > div").evaluate((element) => (element as HTMLElement).dataset.state);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  private async readContent(uri: string): Promise<readonly CanvasResourceContent[]> {
    this.read.push(uri);
    const name = Object.keys(this.files).find((each) => contentUri(INSTANCE, ...each.split("/")) === uri);
    if (name === undefined) throw new Error(`There is no ${uri}.`);
    const file = this.files[name]!;
    if (typeof file === "string") return [{ uri, text: file }];
    if (file instanceof Uint8Array) return [{ uri, blob: Buffer.from(file).toString("base64") }];
    return [{ uri, ...file }];
  }
}

export function relayedState(changes: Partial<CanvasState> = {}): CanvasState {
  return {
    instanceId: INSTANCE,
    canvasId: "document",
    extensionId: "test",
    title: "A plan",
    url: contentUri(INSTANCE, "index.html"),
    availability: "ready",
    provider: { kind: "server" },
    ...changes,
  };
}
