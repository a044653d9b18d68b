import { number, type StoredRow, text } from "./rows.ts";
import { DamagedRowError } from "./store-error.ts";
import { applyPatch, hashText, type Patch } from "./version-text.ts";

/** The text of a version's row, where `before` is that of the version before. Null: the row, or one that it builds upon, is damaged. */
export function versionContent(row: StoredRow, before: string | null): string | null {
  return unlessDamaged(() => {
    const isFull = number(row, "base") === number(row, "version");
    const body = JSON.parse(text(row, "body")) as string | Patch;
    if (isFull !== (typeof body === "string")) return null;
    const content = typeof body === "string" ? body : before === null ? null : applyPatch(before, body);
    return content !== null && hashText(content) === text(row, "hash") ? content : null;
  });
}

/** What `work` makes of a row; null: the row is damaged. */
export function unlessDamaged<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    // Only the row can be at fault: a column holds what we never write there, or a patch of what is not there.
    const isOfRow = [DamagedRowError, TypeError, RangeError, SyntaxError].some((kind) => error instanceof kind);
    if (isOfRow) return null;
    throw error;
  }
}
