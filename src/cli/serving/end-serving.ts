import { type After, realAfter } from "../../server/clock/timer.ts";
import type { Operations } from "../../server/http/http-server.ts";

/** How a server ends. */
export interface Ending {
  /** For the server, which serves on while it drains. */
  readonly signals: NonNullable<Operations["ending"]>;
  /**
   * Waits until the process is asked to stop, lets others notice it, then closes: what is under way may finish for as long
   * as `graceMs`. Asked a second time, everything ends at once.
   */
  end(close: (graceMs: number) => Promise<void>): Promise<void>;
}

/** Listens from now on: a stop that comes early is kept. */
export function createEnding(
  onStop: (stop: () => void) => void,
  {
    drainMs,
    graceMs,
    after = realAfter,
  }: { readonly drainMs: number; readonly graceMs: number; readonly after?: After },
): Ending {
  const draining = new AbortController();
  const closing = new AbortController();
  const atOnce = new AbortController();
  onStop(() => {
    draining.abort();
    onStop(() => atOnce.abort());
  });
  return {
    signals: { draining: draining.signal, closing: closing.signal },
    async end(close) {
      await aborted(draining.signal);
      let stopWaiting = (): void => undefined;
      const drained = new Promise<void>((resolve) => {
        stopWaiting = after(drainMs, resolve);
      });
      await Promise.race([drained, aborted(atOnce.signal)]);
      stopWaiting();
      closing.abort();
      await Promise.race([close(graceMs), aborted(atOnce.signal).then(() => close(0))]);
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
