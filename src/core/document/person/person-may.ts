import type { CanvasRecord } from "../../records/canvas.ts";
import { type Refusal, refuse } from "../../records/refusal.ts";

/** Archived is read-only for everybody, until the person reopens it. */
export function checkPersonMay(record: CanvasRecord): Refusal | null {
  if (record.document.status !== "archived") return null;
  const message = `Canvas ${record.document.id} is archived and read-only. Reopen it (set another status) to change it.`;
  return refuse("archived", message).error;
}
