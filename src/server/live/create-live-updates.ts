import { type After, realAfter } from "../clock/timer.ts";
import type { CanvasStore } from "../storage/ports.ts";
import type { LiveUpdates } from "./live-updates.ts";

export interface LiveUpdatesOptions {
  readonly store: CanvasStore;
  readonly owner: string;
  readonly log: (message: string) => void;
  readonly after?: After;
  /** Others whose writes are told at once: calls back after each, and returns how to stop it. */
  readonly onOtherWrite?: (listener: () => void) => () => void;
}

/** With the time to read the changes and to send them on: a write of another process is told well within 200 ms. */
export const POLL_MS = 100;
/** While the store cannot be read it is asked less often. */
export const RETRY_MS = 1_000;
/** How often waits whose process died are looked for. */
export const SWEEP_MS = 5_000;

/**
 * Asks the store for its pulse while somebody listens, and for what changed when the pulse did. Own writes are told at
 * once. A store that fails is said once, and asked on.
 */
export function createLiveUpdates({
  store,
  owner,
  log,
  after = realAfter,
  onOtherWrite = () => () => undefined,
}: LiveUpdatesOptions): LiveUpdates {
  const listeners = new Set<(ids: readonly string[]) => void>();
  let mark: string | null = null;
  let pulse: string | null = null;
  let sinceSweep = 0;
  let failing = false;
  let closed = false;
  let askAgain = false;
  let asking: Promise<void> | null = null;
  let stopTimer = (): void => undefined;
  let stopOwn: (() => void) | null = null;

  const tell = (ids: readonly string[]): void => {
    for (const listener of [...listeners]) {
      try {
        listener(ids);
      } catch (error) {
        log(`A listener for changed canvases failed: ${wordsOf(error)}`);
      }
    }
  };
  const askOnce = async (): Promise<void> => {
    if (sinceSweep >= SWEEP_MS) {
      await store.dropDeadWaits(owner);
      sinceSweep = 0;
    }
    const now = await store.pulse();
    if (now === pulse) return;
    const changes = await store.changes(owner, mark);
    // Only now: had it failed, the next round would ask again.
    pulse = now;
    mark = changes.mark;
    if (changes.ids.length > 0) tell(changes.ids);
  };
  const askUntilQuiet = async (): Promise<void> => {
    try {
      do {
        askAgain = false;
        await askOnce();
      } while (askAgain);
      if (failing) log("The store can be read again: open pages are told of changes.");
      failing = false;
    } catch (error) {
      // A store that was closed first.
      if (closed) return;
      if (!failing) log(`The store cannot be asked for changes, so open pages may be behind: ${wordsOf(error)}`);
      failing = true;
    }
  };
  /** One question at a time; asked meanwhile, it is asked once more. */
  const ask = (): Promise<void> => {
    askAgain = true;
    stopTimer();
    // Begun a turn later: what it does at once (ending dead waits) comes back here as an own write.
    asking ??= Promise.resolve()
      .then(askUntilQuiet)
      .finally(() => {
        asking = null;
        if (stopOwn === null) return;
        if (askAgain && !failing) void ask();
        else schedule();
      });
    return asking;
  };
  const schedule = (): void => {
    const pause = failing ? RETRY_MS : POLL_MS;
    stopTimer = after(pause, () => {
      sinceSweep += pause;
      void ask();
    });
  };
  const rest = (): void => {
    stopOwn?.();
    stopOwn = null;
    stopTimer();
  };

  return {
    subscribe: (listener) => {
      // Of its own, so that one function may listen twice.
      const own = (ids: readonly string[]): void => listener(ids);
      if (!closed) listeners.add(own);
      if (!closed && stopOwn === null) {
        const stops = [store.onWrite(() => void ask()), onOtherWrite(() => void ask())];
        stopOwn = () => {
          for (const stop of stops) stop();
        };
        void ask();
      }
      return () => {
        if (listeners.delete(own) && listeners.size === 0) rest();
      };
    },
    ready: async () => {
      if (mark === null && stopOwn !== null) await ask();
    },
    close: () => {
      closed = true;
      listeners.clear();
      rest();
    },
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
