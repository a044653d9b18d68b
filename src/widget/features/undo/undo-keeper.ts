import type { Clock } from "../../state/clock.ts";
import type { KeptHistory } from "../../text/editor/kept-history.ts";

/** As the text itself is saved: after a rest, and now and then while somebody types on. */
const REST_MS = 1_000;
const LONGEST_MS = 5_000;

export interface UndoKeeper {
  /** The text changed, by whomever. */
  changed(): void;
  /** Writes now what has changed since the last time: the page may be gone in a moment. */
  flush(): void;
  stop(): void;
}

/** Keeps the editor's undo at every pause, never at a keystroke. */
export function createUndoKeeper(
  clock: Clock,
  read: () => KeptHistory | null,
  keep: (history: KeptHistory) => void,
): UndoKeeper {
  let isWaiting = false;
  let cancelRest = () => {};
  let cancelLimit = () => {};
  const stop = (): void => {
    isWaiting = false;
    cancelRest();
    cancelLimit();
  };
  const flush = (): void => {
    if (!isWaiting) return;
    stop();
    const history = read();
    if (history !== null) keep(history);
  };
  return {
    changed() {
      cancelRest();
      cancelRest = clock.after(REST_MS, flush);
      if (!isWaiting) cancelLimit = clock.after(LONGEST_MS, flush);
      isWaiting = true;
    },
    flush,
    stop,
  };
}
