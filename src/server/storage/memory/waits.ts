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
    async keep(owner, wait) {
      if (!entries.living(owner, wait.canvasId)) return false;
      const known = waits.get(`${owner}\n${wait.waitId}`);
      waits.set(`${owner}\n${wait.waitId}`, {
        owner,
        wait: known ? { ...known.wait, until: wait.until } : structuredClone(wait),
      });
      if (!known || known.wait.until <= time()) changed(owner, wait.canvasId);
      return true;
    },
    async drop(owner, waitId) {
      dropWhere(owner, (wait) => wait.waitId === waitId);
    },
    async list(owner) {
      const at = time();
      return [...waits.values()]
        .filter((each) => each.owner === owner && each.wait.until > at)
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
