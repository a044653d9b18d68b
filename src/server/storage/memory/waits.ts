import type { Wait, Waits } from "../ports.ts";
import { compareText, type Entries } from "./entries.ts";

export interface MemoryWaits extends Waits {
  /** Those of a canvas that is deleted. */
  dropOf(owner: string, canvasId: string): void;
  dropAll(owner: string): void;
  /** Those that nobody prolonged. */
  dropDead(owner: string): void;
}

/** `changed` is called when one begins or ends. */
export function createWaits(
  entries: Entries,
  now: () => Date,
  changed: (owner: string, id: string) => void,
): MemoryWaits {
  const waits = new Map<string, { readonly owner: string; readonly wait: Wait }>();
  const time = (): string => now().toISOString();
  const dropWhere = (owner: string, isDropped: (wait: Wait) => boolean): void => {
    for (const [key, each] of waits) {
      if (each.owner !== owner || !isDropped(each.wait)) continue;
      waits.delete(key);
      changed(owner, each.wait.canvasId);
    }
  };
  return {
    async keep(reader, wait) {
      const entry = entries.living(reader, wait.canvasId);
      if (entry === null) return false;
      const { owner } = entry;
      const known = waits.get(`${owner}\n${wait.waitId}`);
      waits.set(`${owner}\n${wait.waitId}`, {
        owner,
        wait: known ? { ...known.wait, until: wait.until } : structuredClone(wait),
      });
      if (!known || known.wait.until <= time()) changed(owner, wait.canvasId);
      return true;
    },
    async drop(reader, waitId) {
      for (const { owner, wait } of waits.values())
        if (wait.waitId === waitId && entries.living(reader, wait.canvasId)) dropWhere(owner, (each) => each === wait);
    },
    async list(reader) {
      const at = time();
      return [...waits.values()]
        .filter(({ wait }) => wait.until > at && entries.living(reader, wait.canvasId) !== null)
        .map(({ wait }) => wait)
        .sort((a, b) => compareText(a.since, b.since) || compareText(a.waitId, b.waitId));
    },
    dropOf: (owner, canvasId) => dropWhere(owner, (wait) => wait.canvasId === canvasId),
    dropAll: (owner) => dropWhere(owner, () => true),
    dropDead: (owner) => {
      const at = time();
      dropWhere(owner, (wait) => wait.until <= at);
    },
  };
}
