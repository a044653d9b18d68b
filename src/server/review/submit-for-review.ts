import { applyModelWrite } from "../../core/document/apply-model-write.ts";
import { markReviewShown } from "../../core/document/review.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { changeCanvas } from "../tools/change-canvas.ts";
import { type Call, momentOf } from "../tools/tool.ts";

/**
 * A text for the person to review becomes the canvas's next version, as any text of a model does: what the person changed
 * since the last one is merged in. A new text needs a new answer; the same text goes on waiting for the one it has.
 */
export async function submitForReview(
  call: Call,
  canvasId: string,
  { content, title }: { readonly content: string; readonly title?: string },
): Promise<Outcome<{ readonly conflicts: number }>> {
  const moment = momentOf(call, "model");
  const changed = await changeCanvas(call, canvasId, {}, (record, texts) => {
    const named = title === undefined ? {} : { title };
    const write = { content, comments: [], addresses: [], ...named };
    const written = applyModelWrite(record, texts, write, moment);
    if (!written.ok) return written;
    const isNew = written.textChanged || content !== (record.submitted ?? record.claudeContent);
    return isNew ? { ...written, draft: markReviewShown(written.draft, "yes") } : written;
  });
  return changed.ok ? { ok: true, conflicts: changed.made?.conflicts ?? 0 } : changed;
}
