import type { Author } from "../../../core/records/canvas.ts";
import type { AuditLine } from "../../../core/records/history.ts";
import { binLine, listingOf, subjectsOf } from "../listing.ts";
import type { Bin } from "../ports.ts";
import { compareText, type Entries, type Entry } from "./entries.ts";

export interface MemoryBinOptions {
  readonly entries: Entries;
  readonly now: () => Date;
  readonly changed: (owner: string, id: string) => void;
  readonly dropWaits: (owner: string, id: string) => void;
  readonly audit: (owner: string, line: AuditLine) => void;
}

export function createBin({ entries, now, changed, dropWaits, audit }: MemoryBinOptions): Bin {
  const { all, created, used } = entries;
  const note = (entry: Entry, kind: "deleted" | "purged" | "brought_back", by?: Author): void => {
    const { document } = entry.record;
    audit(entry.owner, binLine(document, kind, by, now().toISOString()));
    for (const reader of subjectsOf(entry.record)) changed(reader, document.id);
  };
  const remove = (owner: string, id: string, forever: boolean, by?: Author): boolean => {
    const entry = all.get(id);
    if (entry?.owner !== owner || (entry.deletedAt !== null && !forever)) return false;
    for (const [key, each] of created) if (each.id === id) created.delete(key);
    const deletedAt = entry.deletedAt ?? now().toISOString();
    if (forever) all.delete(id);
    else entry.deletedAt = deletedAt;
    used.set(id, { owner, createdAt: entry.record.document.createdAt, deletedAt });
    dropWaits(owner, id);
    changed(owner, id);
    note(entry, forever ? "purged" : "deleted", by);
    return true;
  };
  return {
    put: async (owner, id, by) => remove(owner, id, false, by),
    purge: async (owner, id, by) => remove(owner, id, true, by),
    bringBack: async (owner, id, by) => {
      const entry = all.get(id);
      if (entry?.owner !== owner || entry.deletedAt === null) return false;
      entry.deletedAt = null;
      used.set(id, { owner, createdAt: entry.record.document.createdAt, deletedAt: null });
      changed(owner, id);
      note(entry, "brought_back", by);
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
