import { subjectsOf } from "../listing.ts";
import type { Wait, Waits } from "../ports.ts";
import { compareText, type Entries } from "./entries.ts";

export interface MemoryWaits extends Waits {
  /** Those of a canvas that is deleted. */
  dropOf(owner: string, canvasId: string): void;
  dropAll(owner: string): void;
  /** Those that nobody prolonged, of canvases that are there for the reader. */
  dropDead(reader: string): void;
}

/** `changed` is called when one begins or ends. */
export function createWaits(
  entries: Entries,
  now: () => Date,
  changed: (reader: string, id: string) => void,
): MemoryWaits {
  const waits = new Map<string, { readonly owner: string; readonly wait: Wait }>();
  const time = (): string => now().toISOString();
  const tell = (owner: string, id: string): void => {
    const entry = entries.all.get(id);
    for (const reader of [owner, ...(entry === undefined ? [] : subjectsOf(entry.record))]) changed(reader, id);
  };
  const dropWhere = (isDropped: (wait: Wait, owner: string) => boolean): void => {
    for (const [key, { owner, wait }] of waits) {
      if (!isDropped(wait, owner)) continue;
      waits.delete(key);
      tell(owner, wait.canvasId);
    }
  };
  const isThere = (reader: string, { canvasId }: Wait): boolean => entries.living(reader, canvasId) !== null;
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
      if (!known || known.wait.until <= time()) tell(owner, wait.canvasId);
      return true;
    },
    async drop(reader, waitId) {
      dropWhere((wait) => wait.waitId === waitId && isThere(reader, wait));
    },
    async list(reader) {
      const at = time();
      return [...waits.values()]
        .filter(({ wait }) => wait.until > at && isThere(reader, wait))
        .map(({ wait }) => wait)
        .sort((a, b) => compareText(a.since, b.since) || compareText(a.waitId, b.waitId));
    },
    dropOf: (owner, canvasId) => dropWhere((wait, of) => of === owner && wait.canvasId === canvasId),
    dropAll: (owner) => dropWhere((_, of) => of === owner),
    dropDead: (reader) => {
      const at = time();
      dropWhere((wait) => wait.until <= at && isThere(reader, wait));
    },
  };
}
