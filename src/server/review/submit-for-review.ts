import { createHash } from "node:crypto";
import { bookOf } from "../../core/document/books/books.ts";
import { beginDraft, type Draft } from "../../core/document/draft.ts";
import { applyModelWrite } from "../../core/document/model/apply-model-write.ts";
import { asksAnew } from "../../core/document/review/review.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { changeCanvas } from "../mcp/change-canvas.ts";
import { type Call, momentOf } from "../mcp/tool.ts";

/**
 * A text for the person to review becomes the canvas's next version, as any text of a model does: what the person changed
 * since the last one is merged in. A new text needs a new answer. The text that was submitted last is nothing new, even
 * where the canvas has moved on from it: it goes on waiting, and an answer that came meanwhile is there.
 */
export async function submitForReview(
  call: Call,
  canvasId: string,
  { content, title }: { readonly content: string; readonly title?: string },
): Promise<Outcome<object>> {
  const moment = momentOf(call, "model");
  const mark = createHash("sha256").update(content).digest("base64url");
  const changed = await changeCanvas(call, canvasId, {}, (record, texts) => {
    const isSame = record.meta.submittedFile === mark || content === bookOf(record, call.client)?.submitted;
    if (isSame) return { ok: true, draft: marked(beginDraft(record, texts, moment), mark) };
    const named = title === undefined ? {} : { title };
    const written = applyModelWrite(record, texts, { content, comments: [], addresses: [], ...named }, moment);
    return written.ok ? { ok: true, draft: marked(asksAnew(written.draft), mark) } : written;
  });
  return changed.ok ? { ok: true } : changed;
}

function marked(draft: Draft, submittedFile: string): Draft {
  const { meta } = draft.record;
  if (meta.submittedFile === submittedFile) return draft;
  return { ...draft, record: { ...draft.record, meta: { ...meta, submittedFile } } };
}
