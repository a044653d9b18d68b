import type { After } from "../../clock/timer.ts";
import type { Changes } from "../ports.ts";

export interface MemoryChanges extends Changes {
  /** Tells of it once what is done at this moment is done. */
  changed(reader: string, id: string): void;
  close(): void;
}

interface Watched {
  readonly listeners: Set<(ids: readonly string[]) => void>;
  /** Still to be told, the last changed last. */
  readonly untold: Set<string>;
}

const SWEEP_MS = 5_000;

/** Tells of each change at once. `dropDeadWaits` is called from time to time, while somebody watches. */
export function createChanges(options: {
  readonly dropDeadWaits: (reader: string) => void;
  readonly log: (line: string) => void;
  readonly after: After;
}): MemoryChanges {
  const { dropDeadWaits, log, after } = options;
  const readers = new Map<string, Watched>();
  let stopSweep: (() => void) | null = null;
  let closed = false;

  const tell = ({ listeners, untold }: Watched): void => {
    const ids = [...untold];
    untold.clear();
    for (const listener of [...listeners]) {
      try {
        listener(ids);
      } catch (error) {
        log(`A listener for changed canvases failed: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  const sweep = (): void => {
    for (const reader of readers.keys()) dropDeadWaits(reader);
    stopSweep = after(SWEEP_MS, sweep);
  };
  const rest = (): void => {
    stopSweep?.();
    stopSweep = null;
  };
  return {
    watch: (reader, listener) => {
      const watched: Watched = readers.get(reader) ?? { listeners: new Set(), untold: new Set() };
      // Of its own, so that one function may listen twice.
      const own = (ids: readonly string[]): void => listener(ids);
      if (!closed) {
        readers.set(reader, watched);
        watched.listeners.add(own);
        stopSweep ??= after(SWEEP_MS, sweep);
      }
      return {
        ready: async () => undefined,
        stop: () => {
          if (!watched.listeners.delete(own) || watched.listeners.size > 0) return;
          readers.delete(reader);
          if (readers.size === 0) rest();
        },
      };
    },
    changed: (reader, id) => {
      const watched = readers.get(reader);
      if (watched === undefined) return;
      if (watched.untold.size === 0) queueMicrotask(() => tell(watched));
      watched.untold.delete(id);
      watched.untold.add(id);
    },
    close: () => {
      closed = true;
      for (const { listeners } of readers.values()) listeners.clear();
      readers.clear();
      rest();
    },
  };
}
