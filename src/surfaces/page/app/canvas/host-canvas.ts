import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { AppBridge, type McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import { z } from "zod";
import { version } from "../../../../../package.json";
import type { WireDocument } from "../../../../protocol/canvas-view.ts";
import { HOLD_SAVES, type LeftSave, leftSaves, unpackSave } from "../../../../protocol/left-save.ts";
import { PRINT_REQUEST, PRODUCT, WIDGET_TOOLS } from "../../../../protocol/names.ts";
import type { OpenedCanvas } from "../../../../protocol/page.ts";
import { readReply } from "../../../../protocol/widget-tools.ts";
import type { McpLink } from "./mcp-link.ts";
import { download, openLink } from "./person-requests.ts";
import { type Printed, printedOf } from "./print-sheet.ts";
import { createShownText } from "./shown-text.ts";

export interface HostedCanvas {
  /** The server's newest, sent to the widget unless it knows it already; `again`: in any case. */
  update(opened: OpenedCanvas, again?: boolean): Promise<void>;
  setContext(context: McpUiHostContext): void;
  /** What the widget knows, once what it is asking for has been answered. */
  knownState(): Promise<string>;
  /**
   * The revision that the widget shows, once the server has all of it; null: its last save has failed. "moved": saving it
   * brought somebody else's words in, which the person has not read.
   */
  shownRevision(): Promise<number | "moved" | null>;
  /** The document as the widget shows it, with what is not saved yet as far as it is known here. */
  printed(): Printed;
  /** The widget saves what it has, and goes. */
  close(): Promise<void>;
}

export type ShownDocument = Pick<WireDocument, "title" | "status" | "revision">;

export interface HostedEvents {
  /** A canvas went by, in an answer to the widget. */
  readonly onDocument: (document: ShownDocument) => void;
  /** The widget has something to say to the model. Settles when it is kept, or fails with why it is not. */
  readonly onMessage: (text: string) => Promise<void>;
  /** What the page held of the widget's unsaved work. `leaves`: the page itself goes, and hears no answer. */
  readonly onLeft: (saves: readonly LeftSave[], leaves: boolean) => Promise<void>;
  readonly onLinkRefused: () => void;
  /** The person asked the widget to print. */
  readonly onPrint: () => void;
  readonly onReady: () => void;
}

/** The widget answers within half a second of its own time. It is out of sight by then, so a slow machine gets all it needs. */
const TEARDOWN_MS = 10_000;

/** A save that takes longer has as good as failed. */
const LONGEST_SAVE_MS = 5_000;

/** Shows a canvas in a frame of another origin: the page's part of MCP Apps. */
export function hostCanvas(options: {
  readonly transport: FrameTransport;
  readonly link: McpLink;
  readonly opened: OpenedCanvas;
  readonly context: McpUiHostContext;
  readonly events: HostedEvents;
}): HostedCanvas {
  const { transport, link, opened, events } = options;
  const host = opened.canvas.waiting?.client ?? opened.agent ?? PRODUCT;
  const bridge = new AppBridge(
    null,
    { name: host, version },
    {
      serverTools: {},
      message: { text: {} },
      openLinks: {},
      downloadFile: {},
      logging: {},
      experimental: { [HOLD_SAVES]: {}, [PRINT_REQUEST]: {} },
    },
    { hostContext: options.context },
  );
  let known = opened.state;
  let newest = opened;
  let revision = opened.canvas.revision;
  const shown = createShownText(printedOf(opened));
  let isSaved = true;
  let isReady = false;
  let context: McpUiHostContext | null = null;
  const underWay = new Set<Promise<unknown>>();
  /** How often a save of the widget was merged with what others had written. */
  let merges = 0;
  let heldChanged = () => {};
  /** The newest that the widget would lose if it ended now. A page that closes hears nothing of its frames any more. */
  let held: readonly LeftSave[] = [];
  const onPageHide = (): void => {
    if (held.length > 0) void events.onLeft(held, true);
  };
  window.addEventListener("pagehide", onPageHide);

  const callTool = async (name: string, args: Readonly<Record<string, unknown>>) => {
    // The person's widget acts as the person; what is the model's alone is not its to call.
    const tool = WIDGET_TOOLS.find((each) => each === name);
    if (tool === undefined) throw new Error(`${name} is not a tool for a canvas on this page.`);
    const saves = tool === "save_canvas";
    // There is no chat here: what is sent waits until an assistant asks.
    const call = link.callTool(tool, saves && args.sent === true ? { ...args, kept: true } : args);
    underWay.add(call);
    if (saves) isSaved = false;
    try {
      const result = await call;
      const said = readReply(tool, result._meta);
      if (saves) isSaved = said?.kind === "view" || said?.kind === "saved";
      if ((said?.kind === "view" || said?.kind === "saved") && said.merged === true) merges += 1;
      if (said?.kind === "view") {
        const { document } = said.view.checkpoint;
        heard(said.view.state, document);
        // An answer that stands on the call's own text does not repeat it.
        const text = typeof document.content === "string" ? document.content : args.content;
        if (typeof text === "string") shown.set({ title: document.title, content: text });
        else await readAgain(args);
      } else if (said?.kind === "saved") {
        const { state, document } = said.saved;
        heard(state, document);
        if (!shown.follow(args, said.saved)) await readAgain(args);
      }
      return result;
    } finally {
      underWay.delete(call);
    }
  };

  const heard = (state: string, document: ShownDocument): void => {
    known = state;
    revision = document.revision;
    events.onDocument(document);
  };
  /** What is printed has to be what stands there. */
  const readAgain = async ({ canvas_id, key }: Readonly<Record<string, unknown>>): Promise<void> => {
    const loaded = readReply("load_canvas", (await link.callTool("load_canvas", { canvas_id, key }))._meta);
    if (loaded?.kind !== "view") return;
    const { title, content } = loaded.view.checkpoint.document;
    if (typeof content === "string") shown.set({ title, content });
  };

  bridge.oncalltool = ({ name, arguments: args }) => callTool(name, args ?? {});
  bridge.onmessage = async ({ content }) => {
    const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    await events.onMessage(texts.join("\n"));
    return {};
  };
  bridge.onopenlink = async ({ url }) => {
    if (openLink(url)) return {};
    events.onLinkRefused();
    return { isError: true };
  };
  bridge.ondownloadfile = async ({ contents }) =>
    download(contents as Parameters<typeof download>[0]) ? {} : { isError: true };
  bridge.onrequestdisplaymode = async () => ({ mode: "fullscreen" as const });
  bridge.onloggingmessage = ({ level, data }) => console.debug("canvas", level, data);
  bridge.setNotificationHandler(HOLD_SAVES, { params: z.object({ saves: leftSaves }) }, ({ saves }) => {
    held = saves;
    heldChanged();
  });
  bridge.setNotificationHandler(PRINT_REQUEST, { params: z.object({}) }, () => events.onPrint());
  bridge.oninitialized = () => {
    isReady = true;
    // No input before it: nobody has called anything, and the result has all that the widget needs.
    void bridge.sendToolResult(resultOf(newest));
    known = newest.state;
    if (context !== null) bridge.setHostContext(context);
    events.onReady();
  };

  const connected = bridge.connect(transport);

  return {
    printed: () =>
      held.reduce<Printed>((text, save) => {
        const unpacked = unpackSave(save, [text.content]);
        return { title: unpacked?.save.title ?? text.title, content: unpacked?.content ?? text.content };
      }, shown.now()),
    async update(fresh, again = false) {
      newest = fresh;
      shown.set(printedOf(fresh));
      if (!isReady) return;
      // The answer to a save that is under way may be just this.
      await Promise.allSettled(underWay);
      if (newest !== fresh || (fresh.state === known && !again)) return;
      known = fresh.state;
      revision = fresh.canvas.revision;
      await bridge.sendToolResult(resultOf(fresh));
    },
    async knownState() {
      await Promise.allSettled(underWay);
      return known;
    },
    setContext(next) {
      context = next;
      // Before that nobody is there to hear it.
      if (isReady) bridge.setHostContext(next);
    },
    async shownRevision() {
      const before = merges;
      let isLate = false;
      const late = setTimeout(() => {
        isLate = true;
        heldChanged();
      }, LONGEST_SAVE_MS);
      // What was typed last goes out when the focus leaves the frame, which may be a moment from now.
      while ((underWay.size > 0 || held.length > 0) && !isLate) {
        const told = new Promise<void>((done) => {
          heldChanged = done;
        });
        await Promise.race([told, ...(underWay.size > 0 ? [Promise.allSettled(underWay)] : [])]);
      }
      clearTimeout(late);
      if (!isSaved || held.length > 0) return null;
      return merges === before ? revision : "moved";
    },
    async close() {
      await connected;
      if (isReady) {
        const flushed = bridge.teardownResource({}, { timeout: TEARDOWN_MS });
        // A widget that does not answer in time has kept its text in the browser; it comes back with the next visit.
        await flushed.catch((error: unknown) => console.debug("canvas", "teardown", error));
        await Promise.allSettled(underWay);
        // It has answered without its last save, or not at all.
        if (held.length > 0) await events.onLeft(held, false);
      }
      window.removeEventListener("pagehide", onPageHide);
      await bridge.close();
    },
  };
}

function resultOf({ result }: OpenedCanvas) {
  return { ...result, content: [...result.content] };
}

/** Messages to and from one frame of one origin. What comes from anywhere else is not even looked at. */
export class FrameTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** What the frame said before anybody listened. */
  private early: JSONRPCMessage[] | null = [];

  constructor(
    private readonly frame: Window,
    private readonly origin: string,
    /** True when the message was meant for the page itself. */
    private readonly intercept: (message: JSONRPCMessage) => boolean,
  ) {
    window.addEventListener("message", this.listener);
  }

  private readonly listener = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.frame || origin !== this.origin || !isMessage(data) || this.intercept(data)) return;
    if (this.early === null) this.onmessage?.(data);
    else this.early.push(data);
  };

  async start(): Promise<void> {
    const early = this.early ?? [];
    this.early = null;
    for (const message of early) this.onmessage?.(message);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.frame.postMessage(message, this.origin);
  }

  async close(): Promise<void> {
    window.removeEventListener("message", this.listener);
    this.onclose?.();
  }
}

function isMessage(data: unknown): data is JSONRPCMessage {
  return typeof data === "object" && data !== null && "jsonrpc" in data && data.jsonrpc === "2.0";
}
