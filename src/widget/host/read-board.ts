import { STATUSES } from "../../core/records/canvas.ts";
import { isRecord } from "../../protocol/is-view.ts";
import type { PageCanvas } from "../../protocol/page.ts";
import type { BoardView } from "../../protocol/widget-tools.ts";

/** Enough of a check that drawing the board cannot fail. */
export function isBoardView(value: unknown): value is BoardView {
  if (!isRecord(value) || !isRecord(value.totals)) return false;
  const { totals } = value;
  return (
    typeof value.key === "string" &&
    typeof value.query === "string" &&
    STATUSES.every((status) => typeof totals[status] === "number") &&
    Array.isArray(value.canvases) &&
    value.canvases.every(isPageCanvas)
  );
}

export function isPageCanvas(value: unknown): value is PageCanvas {
  return (
    isRecord(value) &&
    typeof value.id === "string" &&
    typeof value.title === "string" &&
    STATUSES.some((status) => status === value.status) &&
    typeof value.updatedAt === "string" &&
    ["version", "revision", "words", "openProposals", "newEdits", "newComments"].every(
      (name) => typeof value[name] === "number",
    ) &&
    (value.waiting === null || (isRecord(value.waiting) && typeof value.waiting.since === "string"))
  );
}
