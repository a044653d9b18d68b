import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core";
import { pageAddress } from "../../src/protocol/page.ts";
import { createLinks } from "../../src/surfaces/page/server/links.ts";
import { shellWords } from "../../src/widget/words.ts";
import { PATIENCE } from "./open-host.ts";
import type { ToolResult } from "./server-link.ts";
import { newContext } from "./shared-browser.ts";

export const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const SHOTS = fileURLToPath(new URL("../../test-results/", import.meta.url));

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly forcedColours?: boolean;
  readonly reducedMotion?: boolean;
}

/** The built program serving the page, a browser on it, and an agent that talks MCP to it. */
export class ServedPage {
  /** Console errors, uncaught exceptions and violations of the policy, in all tabs. */
  readonly problems: string[] = [];
  /** Set by a test that ends the server: the browser then reports requests that failed. */
  toleratesProblems = false;
  private program: ChildProcess | null = null;
  private agents: Client[] = [];
  private port = 0;
  origin = "";
  /** The address that everybody knows: programs find it there. */
  get plainOrigin(): string {
    return `http://127.0.0.1:${this.port}`;
  }
  /** Opens the page, once. */
  firstLink = "";

  private constructor(
    readonly data: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async open(browser: Browser, options: PageOptions = {}): Promise<ServedPage> {
    const context = await newContext(browser, {
      viewport: { width: options.width ?? 1200, height: options.height ?? 800 },
      colorScheme: options.theme ?? "light",
      locale: "en-US",
      forcedColors: options.forcedColours ? "active" : "none",
      reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
      acceptDownloads: true,
    });
    context.setDefaultTimeout(PATIENCE);
    // What is said for ten seconds must not be gone before a slow machine gets to read it.
    await context.addInitScript(() => {
      const after = window.setTimeout;
      window.setTimeout = ((run: () => void, ms?: number) => after(run, ms === 10_000 ? 600_000 : ms)) as typeof after;
    });
    const data = await mkdtemp(join(tmpdir(), "canvas-page-"));
    const served = new ServedPage(data, context, await context.newPage());
    served.watch(served.page);
    await served.start();
    return served;
  }

  watch(page: Page): void {
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(`${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.problems.push(error.stack ?? error.message));
  }

  /** Starts the program: at first on a free port, later on the same as before. */
  async start(): Promise<void> {
    for (let tries = 20; ; tries -= 1) {
      // Below those that the system gives to outgoing connections, which could take it while the program is down.
      const port = this.port === 0 ? 20_000 + 2 * randomInt(5_500) : this.port;
      const program = spawn(process.execPath, [PROGRAM, "serve", "--port", String(port)], {
        env: { ...process.env, WRITING_CANVAS_DATA: this.data } as Record<string, string>,
        stdio: ["ignore", "pipe", "pipe"],
      });
      try {
        this.firstLink = await linkOf(program);
      } catch (error) {
        if (this.port !== 0 || tries === 0) throw error;
        continue;
      }
      this.program = program;
      this.origin = new URL(this.firstLink).origin;
      this.port = port;
      return;
    }
  }

  /** Ends the program as a crash does. */
  async kill(): Promise<void> {
    const { program } = this;
    this.program = null;
    await Promise.all(this.agents.splice(0).map((agent) => agent.close()));
    if (program === null || program.exitCode !== null) return;
    const gone = new Promise((resolve) => program.once("exit", resolve));
    program.kill("SIGKILL");
    await gone;
  }

  /** Opens the page by its link, on a canvas when one is named. */
  async enter(canvasId?: string): Promise<void> {
    const link = canvasId === undefined ? this.firstLink : this.firstLink.replace("#/", `#/canvas/${canvasId}`);
    await this.page.goto(link);
  }

  /** Another link, for another browser. */
  async freshLink(canvasId?: string): Promise<string> {
    const links = await createLinks(this.data, () => new Date());
    return pageAddress(this.origin, {
      link: links.mint(),
      ...(canvasId === undefined ? {} : { canvas: canvasId }),
    });
  }

  /** A client that writes as a model does. */
  async agent(name = "claude-code"): Promise<(tool: string, args: Record<string, unknown>) => Promise<ToolResult>> {
    const client = new Client({ name, version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${this.plainOrigin}/mcp`)));
    this.agents.push(client);
    // A wait for a review lasts as long as the person takes, and a slow machine with it.
    const patient = { timeout: 600_000 };
    return async (tool, args) => (await client.callTool({ name: tool, arguments: args }, patient)) as ToolResult;
  }

  /** The widget in its frames. */
  widgetOf(page = this.page): FrameLocator {
    return page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");
  }

  /** Opens the editor beside the preview, as a person does, and waits for it. */
  async split(page = this.page): Promise<void> {
    await this.widgetOf(page).getByRole("radio", { name: shellWords.split, exact: true }).click();
    await this.widgetOf(page).locator(".cm-content").waitFor();
  }

  async shot(name: string): Promise<void> {
    await this.page.screenshot({ path: `${SHOTS}page-${name}.png`, animations: "disabled" });
  }

  /** For a test that failed: what was on screen and what went wrong, in words, since a log is often all there is. */
  async report(name: string): Promise<void> {
    await this.shot(`failed-${name.replaceAll(/\W+/g, "-").slice(0, 80)}`).catch(() => undefined);
    // biome-ignore lint/performance/useDomNodeTextContent: what the person saw, line by line.
    const shown = await this.page.locator("body").innerText({ timeout: 5_000 }).catch(String);
    console.log(`${name}: ${this.page.url()} showed\n${shown}\n${this.problems.join("\n")}`);
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.kill();
    await rm(this.data, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Waits for the program to print the link to its page. */
function linkOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (chunk: Buffer) => {
      said += chunk;
      const found = /http:\/\/[\w.]+:\d+\/#\/\?link=\S+(?=\s)/.exec(said);
      if (found !== null) resolve(found[0]);
    };
    program.stdout?.on("data", read);
    program.stderr?.on("data", read);
    program.once("exit", (code) => reject(new Error(`serve ended with ${code} before it gave a link:\n${said}`)));
  });
}
