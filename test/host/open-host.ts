import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { readCreatedId } from "../../src/protocol/result-lines.ts";
import { readReply } from "../../src/protocol/widget-tools.ts";
import type { DisplayMode, HostRequest, MountConfig } from "./page-contract.ts";
import { partialsOf } from "./partials.ts";
import { servePage } from "./serve-page.ts";
import { ServerLink, type ToolResult, type Transport, textOf } from "./server-link.ts";
import { newContext } from "./shared-browser.ts";

/** How long a condition may take to come true: long on a loaded machine of CI, short enough to work with here. */
export const PATIENCE = process.env.CI ? 45_000 : 20_000;

type Args = Readonly<Record<string, unknown>>;
export type Capability = "serverTools" | "message" | "updateModelContext" | "openLinks" | "downloadFile" | "logging";

/** What a host may offer. */
export const HOST_CAPABILITIES: MountConfig["capabilities"] = {
  serverTools: {},
  serverResources: {},
  message: { text: {} },
  updateModelContext: { text: {} },
  openLinks: {},
  downloadFile: {},
  logging: {},
};

export interface HostOptions {
  readonly transport?: Transport;
  readonly sandbox?: "same-origin" | "opaque";
  /** Without any policy: what the widget does not forbid itself is allowed. */
  readonly policy?: "none";
  /** Neither offered nor done. */
  readonly lacks?: readonly Capability[];
  /** Done, and not offered. */
  readonly hides?: readonly Capability[];
  /** The host is @mcp-ui/client's AppRenderer, with nothing said of what it can. */
  readonly renderer?: boolean;
  readonly displayModes?: readonly DisplayMode[];
  readonly theme?: "light" | "dark";
  readonly locale?: string;
  readonly touch?: boolean;
  readonly hostName?: string;
  /** Tell widgets the id of their call, which lasts over reloads. Some hosts do not. */
  readonly callIds?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** The mode that widgets start in. */
  readonly mode?: DisplayMode;
  /** How high a widget may be inline: to its own height within reason, exactly so much, or nothing said. */
  readonly inlineHeight?: "bounded" | "fixed" | "unbounded";
  /** Pixels of the screen for one of the page: 2 with half the width is what 200 % zoom does. */
  readonly scale?: number;
  readonly reducedMotion?: boolean;
  readonly forcedColours?: boolean;
  /** Hands its widgets results without `_meta`. */
  readonly dropsMeta?: boolean;
  /** Runs in every frame before the page's own scripts. */
  readonly beforeScripts?: () => void;
}

const INLINE_HEIGHTS = { bounded: { maxHeight: 5000 }, fixed: { height: 560 }, unbounded: {} };

/** "refuse": the host says no in its answer. "fail": the request itself fails. */
type Answer = "accept" | "refuse" | "fail";

export interface HostLog {
  readonly messages: string[];
  readonly contexts: string[];
  readonly links: string[];
  readonly downloads: { readonly name: string; readonly text: string }[];
  /** `text`: of the canvas, once the server has taken a save. */
  readonly tools: { readonly name: string; readonly args: Args; readonly ok: boolean; readonly text?: string }[];
  readonly sizes: { readonly height?: number; readonly width?: number }[];
  readonly modes: string[];
  readonly widgetLog: unknown[];
  /** Console errors, uncaught exceptions and violations of the policy. */
  readonly problems: string[];
}

/** A conversation in a host. Requests of the widgets are answered here and kept in `log`. */
export class TestHost {
  readonly answers: Record<"message" | "context" | "link" | "download", Answer | Promise<Answer>> = {
    message: "accept",
    context: "accept",
    link: "accept",
    download: "accept",
  };
  readonly log: HostLog = {
    messages: [],
    contexts: [],
    links: [],
    downloads: [],
    tools: [],
    sizes: [],
    modes: [],
    widgetLog: [],
    problems: [],
  };
  readonly calls: HostCall[] = [];
  /** While it is there, the server's answers to widgets wait for it. */
  held: Promise<void> | null = null;
  /** Set by a test that provokes them. */
  toleratesProblems = false;
  private html = "";

  private constructor(
    readonly page: Page,
    readonly link: ServerLink,
    private readonly options: HostOptions,
    private readonly pageServer: { close(): Promise<void> },
  ) {}

  static async open(browser: Browser, options: HostOptions = {}): Promise<TestHost> {
    const [link, server] = await Promise.all([ServerLink.open(options.transport ?? "stdio"), servePage()]);
    const context = await newContext(browser, {
      viewport: { width: options.width ?? 900, height: options.height ?? 900 },
      colorScheme: options.theme ?? "light",
      locale: options.locale ?? "en-US",
      hasTouch: options.touch ?? false,
      deviceScaleFactor: options.scale ?? 1,
      reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
      forcedColors: options.forcedColours ? "active" : "none",
      acceptDownloads: true,
    });
    context.setDefaultTimeout(PATIENCE);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
    const page = await context.newPage();
    const host = new TestHost(page, link, options, server);
    host.html = await link.widgetHtml();
    await host.watch();
    if (options.beforeScripts) await page.addInitScript(options.beforeScripts);
    await page.exposeFunction("askHost", (id: string, request: HostRequest) => host.answer(id, request));
    await page.goto(server.url);
    await host.paint();
    return host;
  }

  private async watch(): Promise<void> {
    this.page.on("console", (message) => {
      if (message.type() === "error") this.log.problems.push(`${message.text()} (${message.location().url})`);
    });
    this.page.on("pageerror", (error) => this.log.problems.push(error.stack ?? error.message));
    await this.page.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }

  private async paint(): Promise<void> {
    const theme = this.options.theme ?? "light";
    await this.page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
  }

  /** What a widget is told about this host. */
  private context(id: string, tool: string, mode = this.options.mode ?? "inline"): Record<string, unknown> {
    const { options } = this;
    const ids = options.callIds === false ? {} : { id };
    const width = Math.min(options.width ?? 900, mode === "fullscreen" ? Number.POSITIVE_INFINITY : 760);
    return {
      toolInfo: { ...ids, tool: this.link.tool(tool) },
      theme: options.theme ?? "light",
      displayMode: mode,
      availableDisplayModes: options.displayModes ?? ["inline", "fullscreen"],
      containerDimensions:
        mode === "fullscreen"
          ? { width, height: options.height ?? 900 }
          : { maxWidth: width, ...INLINE_HEIGHTS[options.inlineHeight ?? "bounded"] },
      locale: options.locale ?? "en-US",
      platform: options.touch ? "mobile" : "web",
      deviceCapabilities: { touch: options.touch ?? false, hover: !options.touch },
    };
  }

  mountConfig(id: string, tool: string): MountConfig {
    const lacks = this.options.lacks ?? [];
    const unsaid = new Set<string>([...lacks, ...(this.options.hides ?? [])]);
    return {
      html: this.html,
      sandbox: this.options.sandbox === "opaque" ? "allow-scripts" : "allow-scripts allow-same-origin",
      ...(this.options.policy && { policy: this.options.policy }),
      hostInfo: { name: this.options.hostName ?? "Claude", version: "1" },
      capabilities: Object.fromEntries(Object.entries(HOST_CAPABILITIES).filter(([name]) => !unsaid.has(name))),
      lacks,
      renderer: this.options.renderer ?? false,
      context: this.context(id, tool),
    };
  }

  private async answer(id: string, request: HostRequest): Promise<unknown> {
    const { log, answers } = this;
    switch (request.kind) {
      case "tool":
        return this.runTool(request.params);
      case "message":
        return settle(answers.message, () => log.messages.push(joined(request.params.content)));
      case "context":
        return settle(answers.context, () => log.contexts.push(joined(request.params.content)));
      case "link":
        return settle(answers.link, () => log.links.push(request.params.url));
      case "download":
        return settle(answers.download, () => log.downloads.push(...filesOf(request.params.contents)));
      case "size":
        return void log.sizes.push(request.params);
      case "log":
        return void log.widgetLog.push(request.params);
      case "mode": {
        const wanted: DisplayMode = request.params.mode;
        const mode = (this.options.displayModes ?? ["inline", "fullscreen"]).includes(wanted) ? wanted : "inline";
        log.modes.push(mode);
        return { mode, context: this.context(id, this.calls.find((call) => call.id === id)?.tool ?? "", mode) };
      }
    }
  }

  private async runTool(params: { readonly name: string; readonly arguments?: Args }): Promise<ToolResult> {
    const args = params.arguments ?? {};
    await this.held;
    try {
      const result = await this.link.call(params.name, args);
      const call: { name: string; args: Args; ok: boolean; text?: string } = {
        name: params.name,
        args,
        ok: !result.isError,
      };
      this.log.tools.push(call);
      const text = call.ok && call.name === "save_canvas" ? await this.textOf(args) : undefined;
      if (text !== undefined) call.text = text;
      return this.handedOn(result);
    } catch (error) {
      this.log.tools.push({ name: params.name, args, ok: false });
      throw error;
    }
  }

  /** Saves carry what was typed: the text is the server's. Undefined: it went away meanwhile. */
  private async textOf({ canvas_id, key }: Args): Promise<string | undefined> {
    if (key === undefined) return undefined;
    const loaded = await this.link.call("load_canvas", { canvas_id, key }).catch(() => null);
    const said = loaded && readReply("load_canvas", loaded._meta);
    const content = said?.kind === "view" ? said.view.checkpoint.document.content : undefined;
    return typeof content === "string" ? content : undefined;
  }

  /** A result as this host lets its widgets have it. */
  handedOn({ _meta, ...rest }: ToolResult): ToolResult {
    return this.options.dropsMeta || _meta === undefined ? rest : { ...rest, _meta };
  }

  /** The model starts a call: the widget is on the page, and nothing has been sent to it. */
  async begin(tool: "write_canvas" | "edit_canvas" | "show_board", args: Args): Promise<HostCall> {
    const call = new HostCall(this, `w${this.calls.length + 1}`, tool, args);
    this.calls.push(call);
    await call.mount();
    return call;
  }

  /** A whole call of the model, shown as hosts show it: partials, input, the server's result. */
  async write(args: Args, options: { readonly partials?: number } = {}): Promise<HostCall> {
    const call = await this.begin("write_canvas", args);
    await call.stream(options.partials ?? 0);
    return call.finish();
  }

  async edit(args: Args, options: { readonly partials?: number } = {}): Promise<HostCall> {
    const call = await this.begin("edit_canvas", args);
    await call.stream(options.partials ?? 0);
    return call.finish();
  }

  async showBoard(args: Args = {}): Promise<HostCall> {
    return (await this.begin("show_board", args)).finish();
  }

  /** The person reloads the conversation: the page starts anew, and the host replays every call's input and result. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.paint();
    for (const call of this.calls) await call.replay();
  }

  async changeContext(change: Record<string, unknown>): Promise<void> {
    for (const { id } of this.calls)
      await this.page.evaluate(([to, value]) => window.canvasHost.context(to, value), [id, change] as const);
  }

  async screenshot(name: string): Promise<void> {
    const folder = fileURLToPath(new URL("../../test-results/", import.meta.url));
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: `${folder}${name}.png` });
  }

  /** For a test that failed: what was on screen and what was said, in words, since a log is often all there is. */
  async report(name: string): Promise<void> {
    await this.screenshot(`failed-${name.replaceAll(/\W+/g, "-").slice(0, 80)}`);
    for (const { id, widget } of this.calls) {
      // biome-ignore lint/performance/useDomNodeTextContent: what the person saw, line by line.
      const shown = await widget.locator("body").innerText({ timeout: 5_000 }).catch(String);
      console.log(`${name}: widget ${id} showed\n${shown}`);
    }
    const { tools, sizes: _, ...said } = this.log;
    console.log(name, JSON.stringify({ ...said, tools: tools.map(({ name: tool, ok }) => [tool, ok]) }, null, 1));
  }

  async close(): Promise<void> {
    await this.page.context().close();
    await Promise.all([this.link.close(), this.pageServer.close()]);
  }
}

/** One call of the model, and the widget that shows it. */
export class HostCall {
  result: ToolResult | null = null;
  private inputSent = false;

  constructor(
    private readonly host: TestHost,
    readonly id: string,
    readonly tool: string,
    readonly args: Args,
  ) {}

  get widget(): FrameLocator {
    return this.host.page.locator(`section[data-widget="${this.id}"]`).frameLocator("iframe").frameLocator("iframe");
  }

  get canvasId(): string {
    return readCreatedId(this.text) ?? String(this.args.canvas_id ?? "");
  }

  get text(): string {
    return this.result === null ? "" : textOf(this.result);
  }

  async mount(): Promise<void> {
    const config = this.host.mountConfig(this.id, this.tool);
    await this.host.page.evaluate(([id, value]) => window.canvasHost.mount(id, value), [this.id, config] as const);
  }

  /** Sends `count` partials, as a stream that is not yet at its end. */
  async stream(count: number): Promise<void> {
    for (const args of partialsOf(this.args, count))
      await this.host.page.evaluate(([id, value]) => window.canvasHost.partial(id, value), [this.id, args] as const);
  }

  async sendInput(): Promise<void> {
    const { id, args } = this;
    this.inputSent = true;
    await this.host.page.evaluate(([to, value]) => window.canvasHost.input(to, value), [id, args] as const);
  }

  async sendResult(): Promise<void> {
    const { id } = this;
    const result = this.result && this.host.handedOn(this.result);
    await this.host.page.evaluate(([to, value]) => window.canvasHost.result(to, value), [id, result] as const);
  }

  /** The arguments are whole: the host shows them, calls the server, and shows the result. */
  async finish(): Promise<this> {
    if (!this.inputSent) await this.sendInput();
    this.result = await this.host.link.call(this.tool, this.args);
    await this.sendResult();
    return this;
  }

  async cancel(reason = "The person stopped it"): Promise<void> {
    const { id } = this;
    await this.host.page.evaluate(([to, why]) => window.canvasHost.cancel(to, why), [id, reason] as const);
  }

  async teardown(): Promise<void> {
    await this.host.page.evaluate((id) => window.canvasHost.teardown(id), this.id);
  }

  /** Mounted again after a reload, with what the conversation remembers of the call. */
  async replay(): Promise<void> {
    await this.mount();
    await this.sendInput();
    if (this.result !== null) await this.sendResult();
  }
}

async function settle(given: Answer | Promise<Answer>, note: () => void): Promise<Record<string, unknown>> {
  const answer = await given;
  if (answer === "fail") throw new Error("The host does not do that now");
  if (answer === "refuse") return { isError: true };
  note();
  return {};
}

function joined(content: readonly { readonly text?: string }[] | undefined): string {
  return (content ?? []).map((part) => part.text ?? "").join("\n");
}

function filesOf(contents: readonly { readonly resource?: { readonly uri: string; readonly text?: string } }[]) {
  return contents.map(({ resource }) => ({ name: resource?.uri ?? "", text: resource?.text ?? "" }));
}
