import type { CanvasResourceContent, CanvasState } from "../../wire/types.ts";
import { type ShowCanvasOptions, type ShownCanvas, showCanvas } from "./show-canvas.ts";

/** What a client must be able to do for a canvas to be shown; `connectClient` gives one. */
export interface CanvasClient {
  canvas(channel: string): CanvasState | null;
  onChannels(listener: () => void): () => void;
  readResource(channel: string, uri: string): Promise<readonly CanvasResourceContent[]>;
  sendMessage(channel: string, payload: unknown): Promise<unknown>;
  onMessage(channel: string, listener: (payload: unknown) => void): () => void;
  onLoss(channel: string, listener: () => void): () => void;
}

/**
 * Shows a canvas that a client is subscribed to, and follows its state until it is closed. It subscribes to nothing, and ends no
 * subscription.
 */
export function attachCanvas(
  client: CanvasClient,
  channel: string,
  element: HTMLElement,
  options: Omit<ShowCanvasOptions, "element" | "state" | "readResource" | "send" | "onMessage"> = {},
): ShownCanvas {
  const first = client.canvas(channel);
  if (first === null) throw new RangeError(`${channel} is not subscribed to: subscribe, and attach it then`);
  let known = first;
  const shown = showCanvas({
    ...options,
    element,
    state: first,
    readResource: (uri) => readAgain(() => client.readResource(channel, uri)),
    send: (payload) => client.sendMessage(channel, payload),
    onMessage: (listener) => client.onMessage(channel, listener),
  });
  const endStates = client.onChannels(() => {
    const state = client.canvas(channel);
    if (state === null || state === known) return;
    known = state;
    shown.update(state);
  });
  const endLosses = client.onLoss(channel, () => shown.lost());
  return {
    ...shown,
    close() {
      endStates();
      endLosses();
      return shown.close();
    },
  };
}

const MOST_TRIES = 3;

/** A connection that is lost comes back, and a client waits for it: only what was asked for before has to be asked for again. */
async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (tries === MOST_TRIES || (error as { code?: unknown } | null)?.code !== "connection_lost") throw error;
    }
  }
}
