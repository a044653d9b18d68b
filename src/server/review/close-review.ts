import { beginDraft } from "../../core/document/draft.ts";
import { closeReview } from "../../core/document/review/review.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { changeCanvas } from "../mcp/change-canvas.ts";
import { type Call, momentOf } from "../mcp/tool.ts";

/** The person leaves the review: whoever waits is told that there will be no answer. The caller knows that it is the person. */
export async function closeReviewOf(call: Call, canvasId: string): Promise<Outcome<{ readonly record: CanvasRecord }>> {
  const moment = momentOf(call, "person");
  const changed = await changeCanvas(call, canvasId, {}, (record, texts) => ({
    ok: true,
    draft: closeReview(beginDraft(record, texts, moment)),
  }));
  return changed.ok ? { ok: true, record: changed.record } : changed;
}
