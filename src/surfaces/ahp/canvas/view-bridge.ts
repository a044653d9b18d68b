import type { CallToolResult, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { HOLD_SAVES, type LeftSave, leftSaves } from "../../../protocol/left-save.ts";
import { PRODUCT, WIDGET_TOOLS } from "../../../protocol/names.ts";
import type { OpenedCanvas } from "../../../protocol/page.ts";
import { readReply } from "../../../protocol/widget-tools.ts";

/** One client's view of a canvas: a widget far away, whose messages of MCP Apps come over the canvas's channel. */
export interface ViewBridge {
  /** The widget said this. */
  hear(payload: unknown): void;
  /** The canvas as it is now, for a widget that does not know it yet. */
  show(opened: OpenedCanvas): Promise<void>;
  /** The same, though it may know it: some of what was said to it did not arrive. */
  showAgain(): Promise<void>;
  /** What the widget has typed and not saved is saved for it; it may go on. */
  saveHeld(): Promise<void>;
  /** The same, after the widget was asked to save by itself, where it still answers. */
  end(mayAnswer: boolean): Promise<void>;
}

export interface ViewBridgeOptions {
  readonly opened: OpenedCanvas;
  /** To the widget. */
  readonly say: (payload: unknown) => void;
  /** Calls a tool as this person's widget. */
  readonly callTool: (name: string, args: Readonly<Record<string, unknown>>) => Promise<CallToolResult>;
  /** What the person sends to the model; rejects with why it was not kept. */
  readonly onMessage: (text: string) => Promise<void>;
  readonly onLeft: (saves: readonly LeftSave[]) => Promise<void>;
  readonly version: string;
  readonly log: (line: string) => void;
}

/** A widget that is closed answers within half a second of its own time, and the way is long. */
const TEARDOWN_MS = 5_000;

/** The host's part of MCP Apps, where the host is this server and the widget is shown by a client of another program. */
export async function createViewBridge(options: ViewBridgeOptions): Promise<ViewBridge> {
  const { say, onMessage, onLeft, version, log } = options;
  const { AppBridge } = await import("@modelcontextprotocol/ext-apps/app-bridge");
  const transport = new ChannelTransport(say);
  const host = options.opened.agent ?? PRODUCT;
  const bridge = new AppBridge(
    null,
    { name: host, version },
    { serverTools: {}, message: { text: {} }, logging: {}, experimental: { [HOLD_SAVES]: {} } },
    // It fills whatever it is shown in; what that looks like the client knows, and adds.
    { hostContext: { displayMode: "fullscreen", availableDisplayModes: ["fullscreen"] } },
  );
  let newest = options.opened;
  let known = "";
  let isReady = false;
  let isOver = false;
  let held: readonly LeftSave[] = [];
  const underWay = new Set<Promise<unknown>>();
  /** What was said before it was known that the widget is ready. */
  const early: unknown[] = [];

  const tell = async (): Promise<void> => {
    known = newest.state;
    await bridge.sendToolResult({ ...newest.result, content: [...newest.result.content] });
  };
  bridge.oncalltool = async ({ name, arguments: args = {} }) => {
    // The person's widget acts as the person; what is the model's alone is not its to call.
    const tool = WIDGET_TOOLS.find((each) => each === name);
    if (tool === undefined) throw new Error(`${name} is not a tool for a canvas.`);
    // There is no chat here: what is sent waits until an assistant asks.
    const isSent = tool === "save_canvas" && args.sent === true;
    const call = options.callTool(tool, isSent ? { ...args, kept: true } : args);
    underWay.add(call);
    try {
      const result = await call;
      const said = readReply(tool, result._meta);
      if (said?.kind === "view") known = said.view.state;
      if (said?.kind === "saved") known = said.saved.state;
      return result;
    } finally {
      underWay.delete(call);
    }
  };
  bridge.onmessage = async ({ content }) => {
    await onMessage(content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"));
    return {};
  };
  bridge.onrequestdisplaymode = async () => ({ mode: "fullscreen" as const });
  bridge.onloggingmessage = ({ level }) => {
    if (level !== "debug" && level !== "info") log(`AHP: a widget logged something at level ${level}.`);
  };
  bridge.setNotificationHandler(HOLD_SAVES, { params: z.object({ saves: leftSaves }) }, ({ saves }) => {
    held = saves;
  });
  const begin = (): void => {
    if (isReady || isOver) return;
    isReady = true;
    for (const payload of early.splice(0)) transport.hear(payload);
    tell().catch((error: unknown) => log(`AHP: a canvas was not handed over: ${String(error)}`));
  };
  bridge.oninitialized = begin;
  await bridge.connect(transport);

  const saveHeld = async (): Promise<void> => {
    await Promise.allSettled(underWay);
    const left = held;
    if (left.length > 0) await onLeft(left);
  };
  return {
    hear(payload) {
      // One that goes on without a greeting was greeted before, by a server that has ended since, or by another node.
      if (isReady || isGreeting(payload)) transport.hear(payload);
      else if (early.push(payload) === 1) transport.hear(GREETED);
    },
    async show(opened) {
      newest = opened;
      // The answer to a save that is under way may be just this.
      await Promise.allSettled(underWay);
      if (isReady && !isOver && newest === opened && opened.state !== known) await tell();
    },
    async showAgain() {
      if (isReady && !isOver) await tell();
    },
    saveHeld,
    async end(mayAnswer) {
      if (isReady && mayAnswer)
        await bridge.teardownResource({}, { timeout: TEARDOWN_MS }).catch(() => {
          // It did not answer in time: what it held is known here.
        });
      await saveHeld();
      isOver = true;
      await bridge.close();
    },
  };
}

const GREETINGS: ReadonlySet<unknown> = new Set(["ui/initialize", "ui/notifications/initialized"]);

const GREETED = { jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} };

function isGreeting(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "method" in payload && GREETINGS.has(payload.method);
}

/** Messages that come and go as payloads of a channel. What is none of JSON-RPC's is left alone. */
class ChannelTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(private readonly say: (payload: unknown) => void) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.say(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  hear(payload: unknown): void {
    if (typeof payload === "object" && payload !== null && "jsonrpc" in payload && payload.jsonrpc === "2.0")
      this.onmessage?.(payload as JSONRPCMessage);
  }
}
