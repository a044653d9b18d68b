import { STATUSES, type Status } from "../../core/records/canvas.ts";
import type { PageCanvas } from "../../protocol/page.ts";

export interface BoardColumnData {
  readonly status: Status;
  /** The last changed first. */
  readonly canvases: readonly PageCanvas[];
}

/** The canvases by status, in the order of a document's life; a column without canvases stands too. */
export function columnsOf(canvases: readonly PageCanvas[]): readonly BoardColumnData[] {
  const sorted = canvases.toSorted((a, b) => compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id));
  return STATUSES.map((status) => ({ status, canvases: sorted.filter((canvas) => canvas.status === status) }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
