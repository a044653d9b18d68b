import type { PointReason, PointSummary } from "../../core/records/history.ts";
import { number, type StoredRow, text } from "./rows.ts";
import { hashText, patchBetween, readChain } from "./version-text.ts";

const REASONS: readonly PointReason[] = ["removal", "rest", "left", "interval"];

/** How a point is kept: as `versions.body`, a full copy or a patch, here always on the version before. */
export function pointBody(before: string | null, content: string): string {
  const whole = JSON.stringify(content);
  if (before === null) return whole;
  const patch = JSON.stringify(patchBetween(before, content));
  return patch.length < whole.length ? patch : whole;
}

/** Whether the text of the version before is needed to read it. */
export function isPatch(body: string): boolean {
  return body.startsWith("[");
}

/** Null: it cannot be rebuilt exactly. */
export function pointContent(row: StoredRow, before: () => string | null): string | null {
  try {
    const body = text(row, "body");
    const base = isPatch(body) ? before() : "";
    if (base === null) return null;
    const content = readChain([JSON.stringify(base), body]);
    return hashText(content) === text(row, "hash") ? content : null;
  } catch {
    // Only the row can be at fault: it is no JSON, or patches what is not there.
    return null;
  }
}

/** Null: the row is damaged, and one that cannot be read is none. */
export function pointSummary(row: StoredRow): PointSummary | null {
  try {
    const said = text(row, "reason");
    const reason = REASONS.find((known) => known === said);
    if (reason === undefined) return null;
    return {
      revision: number(row, "revision"),
      at: text(row, "at"),
      reason,
      wordsAdded: number(row, "words_added"),
      wordsRemoved: number(row, "words_removed"),
    };
  } catch {
    // A column holds what we never write there.
    return null;
  }
}
