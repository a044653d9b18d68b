import { HOST_CAPABILITIES } from "../host/open-host.ts";
import type { HostRequest, MountConfig } from "../host/page-contract.ts";
import { partialsOf } from "../host/partials.ts";
import { servePage } from "../host/serve-page.ts";
import { madeId, ServerLink, type ToolResult } from "../host/server-link.ts";
import type { EngineDriver } from "./engine-driver.ts";
import { EnginePage } from "./engine-page.ts";

type Args = Readonly<Record<string, unknown>>;
const WIDGET = "w1";

/** A chat in one engine, with one call of the model and the widget that shows it: a host made of others' parts. */
export class EngineHost {
  readonly page: EnginePage;
  readonly widget: EnginePage;
  readonly messages: string[] = [];
  private result: ToolResult | null = null;

  private constructor(
    driver: EngineDriver,
    readonly link: ServerLink,
    private readonly config: MountConfig,
    private readonly args: Args,
  ) {
    this.page = new EnginePage(driver);
    this.widget = new EnginePage(driver, [`section[data-widget="${WIDGET}"] iframe`, "iframe"]);
  }

  /** Runs with a chat in which the model has begun to write. `sandbox`: what the widget's frame is allowed. */
  static async with(
    driver: EngineDriver,
    sandbox: string,
    args: Args,
    run: (host: EngineHost) => Promise<void>,
  ): Promise<void> {
    const link = await ServerLink.open("stdio");
    let host: EngineHost | null = null;
    const server = await servePage(async (_, request) => host?.answer(request));
    try {
      const config = {
        html: await link.widgetHtml(),
        sandbox,
        hostInfo: { name: "Claude", version: "1" },
        capabilities: HOST_CAPABILITIES,
        lacks: [],
        renderer: false,
        context: {
          toolInfo: { id: WIDGET, tool: link.tool("write_canvas") },
          theme: "light",
          displayMode: "inline",
          availableDisplayModes: ["inline"],
          containerDimensions: { maxWidth: 760, maxHeight: 5000 },
          locale: "en-US",
          platform: "web",
        },
      };
      host = new EngineHost(driver, link, config, args);
      await host.page.go(server.url);
      await host.mount();
      await run(host);
    } finally {
      // The page goes first: it must not ask for what is no longer there.
      await driver.go("about:blank");
      await Promise.all([link.close(), server.close()]);
    }
  }

  get canvasId(): string {
    if (this.result === null) throw new Error("The model has not finished");
    return madeId(this.result);
  }

  private mount(): Promise<void> {
    return this.page.evaluate((id, config) => window.canvasHost.mount(id, config), WIDGET, this.config);
  }

  /** Sends so many growing parts of the model's arguments; the last is still unfinished. */
  async stream(count: number): Promise<void> {
    for (const part of partialsOf(this.args, count))
      await this.page.evaluate((id, args) => window.canvasHost.partial(id, args), WIDGET, part);
  }

  async finish(): Promise<void> {
    this.result = await this.link.call("write_canvas", this.args);
    await this.show();
  }

  /** The person reloads the conversation, and the host replays what it remembers. */
  async reload(): Promise<void> {
    await this.page.driver.reload();
    await this.mount();
    await this.show();
  }

  private async show(): Promise<void> {
    await this.page.evaluate((id, args) => window.canvasHost.input(id, args), WIDGET, { ...this.args });
    await this.page.evaluate((id, result) => window.canvasHost.result(id, result), WIDGET, this.result);
  }

  private async answer(request: HostRequest): Promise<unknown> {
    if (request.kind === "tool") return this.link.call(request.params.name, request.params.arguments ?? {});
    if (request.kind === "message") this.messages.push(JSON.stringify(request.params));
    return {};
  }
}
