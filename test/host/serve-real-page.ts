import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core";
import { shellWords } from "../../src/widget/words.ts";
import { PATIENCE } from "./open-host.ts";
import { RealServer } from "./real-server.ts";
import { newContext } from "./shared-browser.ts";

const SHOTS = fileURLToPath(new URL("../../test-results/", import.meta.url));

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly forcedColours?: boolean;
  readonly reducedMotion?: boolean;
}

/** The built program serving the page, a browser on it, and an agent that talks MCP to it. */
export class ServedPage extends RealServer {
  /** Console errors, uncaught exceptions and violations of the policy, in all tabs. */
  readonly problems: string[] = [];
  /** Set by a test that ends the server: the browser then reports requests that failed. */
  toleratesProblems = false;

  private constructor(
    data: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    super(data);
  }

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
    const data = await RealServer.newFolder();
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

  /** Opens the page by its link, on a canvas when one is named. */
  async enter(canvasId?: string): Promise<void> {
    const link = canvasId === undefined ? this.firstLink : this.firstLink.replace("#/", `#/canvas/${canvasId}`);
    await this.page.goto(link);
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

  override async close(): Promise<void> {
    await this.context.close();
    await super.close();
  }
}
