import type { FrameAt } from "../access/frame-texts.ts";
import type { Gate, MetServer } from "../access/gate.ts";
import { pageWords } from "../words.ts";
import { FrameTransport } from "./host-canvas.ts";
import type { McpLink } from "./mcp-link.ts";

/** A frame with the widget in it, which has asked for its host and waits for the answer. */
export interface WarmFrame {
  readonly frame: HTMLIFrameElement;
  readonly transport: FrameTransport;
}

export interface WarmFrames {
  /** Makes one ready, so that the next canvas opens at once. */
  prepare(box: HTMLElement): void;
  take(box: HTMLElement): WarmFrame;
}

/** A widget gives up on a host that does not answer for a minute; this is well before. */
const FRESH_MS = 40_000;
const PROXY_READY = "ui/notifications/sandbox-proxy-ready";
const RESOURCE_READY = "ui/notifications/sandbox-resource-ready";

export interface WarmFramesOptions {
  /** Where the frame's document is, as the page was told when it was loaded. */
  readonly sandbox: FrameAt;
  readonly link: Pick<McpLink, "widgetHtml">;
  readonly gate: Pick<Gate, "server" | "isStill">;
  readonly now: () => number;
  /** The frame's document is at another port by now: this page has to be loaded anew to show a canvas. */
  readonly onMoved: () => void;
}

/**
 * Keeps one widget loaded, ahead of the canvas that it will show. A frame's document comes from a port of its own, which
 * somebody else may have taken while no server was there: it is loaded from where the server says that it is, and nothing
 * that it says is heard unless that server was there all the time.
 */
export function createWarmFrames({ sandbox, link, gate, now, onMoved }: WarmFramesOptions): WarmFrames {
  const { origin, search } = sandbox;
  const { port: said, protocol } = new URL(origin);
  const port = Number(said || (protocol === "https:" ? 443 : 80));
  let spare: { readonly warm: WarmFrame; readonly box: HTMLElement; readonly madeAt: number } | null = null;

  const make = (box: HTMLElement): WarmFrame => {
    const frame = document.createElement("iframe");
    frame.title = pageWords.canvas;
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
    frame.allow = "clipboard-write";
    frame.dataset.ready = "false";
    frame.inert = true;
    box.append(frame);
    const target = frame.contentWindow;
    if (target === null) throw new Error("The frame of the canvas is not on the page");
    const fill = async (): Promise<void> => {
      const params = {
        html: await link.widgetHtml(),
        sandbox: "allow-scripts allow-same-origin",
        permissions: { clipboardWrite: {} },
      };
      target.postMessage({ jsonrpc: "2.0", method: RESOURCE_READY, params }, origin);
    };
    let from: MetServer | null = null;
    let isOurs = false;
    const transport = new FrameTransport(target, origin, (message) => {
      if (!("method" in message) || message.method !== PROXY_READY) return !isOurs;
      isOurs = from !== null && gate.isStill(from);
      if (!isOurs) return true;
      // The screen that waits for the widget says so, and offers to try again.
      fill().catch((error: unknown) => console.debug("canvas", "the widget could not be loaded", error));
      return true;
    });
    const load = async (): Promise<void> => {
      from = await gate.server();
      if (from === null) return;
      if (from.frame === null || from.frame === port) frame.src = `${origin}/${search}`;
      else if (spare?.warm.frame !== frame) onMoved();
      else drop();
    };
    load().catch((error: unknown) => console.debug("canvas", "the frame could not be loaded", error));
    return { frame, transport };
  };
  const drop = (): void => {
    spare?.warm.frame.remove();
    void spare?.warm.transport.close();
    spare = null;
  };
  const isGood = (box: HTMLElement): boolean => spare?.box === box && now() - spare.madeAt < FRESH_MS;

  return {
    prepare(box) {
      if (isGood(box)) return;
      drop();
      spare = { warm: make(box), box, madeAt: now() };
    },
    take(box) {
      if (!isGood(box)) drop();
      const warm = spare?.warm ?? make(box);
      spare = null;
      return warm;
    },
  };
}
