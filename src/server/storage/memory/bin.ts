import { listingOf } from "../listing.ts";
import type { Bin } from "../ports.ts";
import { compareText, type Entries } from "./entries.ts";

export interface MemoryBinOptions {
  readonly entries: Entries;
  readonly now: () => Date;
  readonly changed: (owner: string, id: string) => void;
  readonly dropWaits: (owner: string, id: string) => void;
}

export function createBin({ entries, now, changed, dropWaits }: MemoryBinOptions): Bin {
  const { all, created, used } = entries;
  const remove = (owner: string, id: string, forever: boolean): boolean => {
    const entry = all.get(id);
    if (entry?.owner !== owner || (entry.deletedAt !== null && !forever)) return false;
    for (const [key, each] of created) if (each.id === id) created.delete(key);
    const deletedAt = entry.deletedAt ?? now().toISOString();
    if (forever) all.delete(id);
    else entry.deletedAt = deletedAt;
    used.set(id, { owner, createdAt: entry.record.document.createdAt, deletedAt });
    dropWaits(owner, id);
    changed(owner, id);
    return true;
  };
  return {
    put: async (owner, id) => remove(owner, id, false),
    purge: async (owner, id) => remove(owner, id, true),
    bringBack: async (owner, id) => {
      const entry = all.get(id);
      if (entry?.owner !== owner || entry.deletedAt === null) return false;
      entry.deletedAt = null;
      used.set(id, { owner, createdAt: entry.record.document.createdAt, deletedAt: null });
      changed(owner, id);
      return true;
    },
    list: async (owner) =>
      [...all.values()]
        .filter((entry) => entry.owner === owner)
        .flatMap(({ record, deletedAt, seq }) => (deletedAt === null ? [] : [{ record, deletedAt, seq }]))
        .sort((a, b) => compareText(b.deletedAt, a.deletedAt) || b.seq - a.seq)
        .map(({ record, deletedAt }) => ({ canvas: listingOf(record), deletedAt })),
  };
}
