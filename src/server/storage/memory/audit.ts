import type { AuditLine, Change } from "../../../core/records/history.ts";
import { auditLinesOf, linesToAdd } from "../listing.ts";
import type { Audit } from "../ports.ts";

export interface MemoryAudit extends Audit {
  put(owner: string, line: AuditLine): void;
  /** What of this change is to be read later. */
  take(change: Change): void;
  /** Those that are not there yet; how many that were. */
  addMissing(owner: string, lines: readonly AuditLine[]): number;
  forget(owner: string): void;
}

export function createAudit(): MemoryAudit {
  const lines = new Map<string, (AuditLine & { readonly number: number })[]>();
  const put = (owner: string, line: AuditLine): void => {
    const own = lines.get(owner) ?? [];
    lines.set(owner, [...own, { ...structuredClone(line), number: (own.at(-1)?.number ?? 0) + 1 }]);
  };
  return {
    put,
    take: (change) => {
      for (const line of auditLinesOf(change)) put(change.record.owner, line);
    },
    add: async (owner, line) => put(owner, line),
    list: async (owner, { limit, before = Number.MAX_SAFE_INTEGER, canvasId }) =>
      (lines.get(owner) ?? [])
        .filter((line) => line.number < before && (canvasId === undefined || line.canvasId === canvasId))
        .reverse()
        .slice(0, limit),
    addMissing: (owner, given) => {
      const missing = linesToAdd(lines.get(owner) ?? [], given);
      for (const line of missing) put(owner, line);
      return missing.length;
    },
    forget: (owner) => lines.delete(owner),
  };
}
