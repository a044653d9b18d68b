import { attachCanvas, type CanvasClient } from "../../src/surfaces/ahp/client/view/attach-canvas.ts";
import { type ShownCanvas, showCanvas, type ViewProblem } from "../../src/surfaces/ahp/client/view/show-canvas.ts";
import type { ViewContext } from "../../src/surfaces/ahp/client/view/view-context.ts";
import type { CanvasResourceContent, CanvasState } from "../../src/surfaces/ahp/wire/types.ts";

/** What a test sees and does in a page that shows canvases, with a client that is scripted. */
export interface ViewInPage {
  show(state: CanvasState, options: { readonly context?: ViewContext; readonly hasHandlers?: boolean }): void;
  update(state: CanvasState): void;
  setContext(context: ViewContext): void;
  lost(): void;
  close(): Promise<void>;
  /** From whoever provides the canvas. */
  push(payload: unknown): void;
  readonly sent: unknown[];
  readonly problems: ViewProblem[];
  readonly opened: string[];
  readonly downloaded: unknown[];
  /** Each in a place of its own, all at once: what they say, and why they end. */
  showAll(states: readonly CanvasState[]): void;
  readonly attempts: { readonly said: string[]; readonly ends: string[] }[];
}

declare global {
  interface Window {
    view: ViewInPage;
    /** The test's own: what an address stands for. */
    readContent(uri: string): Promise<readonly CanvasResourceContent[]>;
  }
}

const CHANNEL = "ahp-canvas:/1";
let shown: ShownCanvas | null = null;
let canvas: CanvasState | null = null;
const listeners = {
  channels: new Set<() => void>(),
  messages: new Set<(payload: unknown) => void>(),
  losses: new Set<() => void>(),
};
const listen = <L>(to: Set<L>, listener: L): (() => void) => {
  to.add(listener);
  return () => to.delete(listener);
};

const client: CanvasClient = {
  canvas: () => canvas,
  onChannels: (listener) => listen(listeners.channels, listener),
  readResource: (_, uri) => window.readContent(uri),
  sendMessage: async (_, payload) => window.view.sent.push(payload),
  onMessage: (_, listener) => listen(listeners.messages, listener),
  onLoss: (_, listener) => listen(listeners.losses, listener),
};

window.view = {
  sent: [],
  problems: [],
  opened: [],
  downloaded: [],
  attempts: [],
  show(state, { context, hasHandlers = false }) {
    canvas = state;
    const handlers = {
      onOpenLink: (url: string) => window.view.opened.push(url),
      onDownload: (contents: readonly unknown[]) => window.view.downloaded.push(...contents),
    };
    shown = attachCanvas(client, CHANNEL, document.querySelector("main")!, {
      context,
      onProblem: (problem) => window.view.problems.push(problem),
      ...(hasHandlers ? handlers : {}),
    });
  },
  update(state) {
    canvas = state;
    for (const listener of listeners.channels) listener();
  },
  setContext: (context) => shown?.setContext(context),
  lost() {
    for (const listener of listeners.losses) listener();
  },
  close: async () => shown?.close(),
  push(payload) {
    for (const listener of listeners.messages) listener(payload);
  },
  showAll(states) {
    for (const state of states) {
      const attempt: ViewInPage["attempts"][number] = { said: [], ends: [] };
      window.view.attempts.push(attempt);
      showCanvas({
        element: document.body.appendChild(document.createElement("section")),
        state,
        readResource: (uri) => window.readContent(uri),
        send: (payload) => attempt.said.push(String((payload as { said?: unknown } | null)?.said)),
        onMessage: () => () => {},
        onProblem: (problem) => problem.kind === "ended" && attempt.ends.push(problem.why),
      });
    }
  },
};
