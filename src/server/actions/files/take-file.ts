import { z } from "zod";
import { beginDraft, type Draft, type Moment, sealHead, type Texts } from "../../../core/document/draft.ts";
import { applyModelWrite } from "../../../core/document/model/apply-model-write.ts";
import { applyPersonSave } from "../../../core/document/person/apply-person-save.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Result } from "../../../core/records/refusal.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeOnce } from "../change-canvas.ts";
import { canvasId } from "../inputs.ts";

export interface FileChange {
  readonly text: string;
  /** The last text that file and canvas both had; null: none is known, and the canvas's own text is only in its history. */
  readonly base: string | null;
  /** Left in the record, so that after a crash it is known whether this text was taken. */
  readonly mark: string;
}

/**
 * A text from the file as a save of whoever changed the file (`moment.by`). A person's is merged as a widget's late save
 * is: where words clash the file's stay and the canvas's stand beside them. A model's is merged as its writes are: the
 * canvas's stay. The versions before and after it are sealed, so that both texts can be read for ever.
 */
export function applyFileText(
  record: CanvasRecord,
  texts: Texts,
  change: FileChange,
  moment: Moment,
): Result<{ readonly draft: Draft; readonly conflicts: number }> {
  const before = sealHead(beginDraft(record, texts, moment));
  const base = change.base ?? record.document.content;
  const put =
    moment.by.kind === "person"
      ? applyPersonSave(before.record, before.texts, personSave(base, change.text), moment)
      : applyModelWrite(
          before.record,
          before.texts,
          { content: change.text, baseText: base, comments: [], addresses: [] },
          moment,
        );
  if (!put.ok) return put;
  const after = sealHead(put.draft);
  const meta = { ...after.record.meta, fileTaken: change.mark };
  const draft: Draft = {
    ...after,
    start: record,
    record: { ...after.record, meta },
    sealed: [...before.sealed, ...after.sealed],
  };
  return { ok: true, draft, conflicts: put.conflicts };
}

/** Based on no revision that exists: so the base is the text given, never the newest. */
function personSave(base: string, text: string) {
  return { baseRevision: 0, baseContent: base, content: text, comments: [], decisions: [], sent: false };
}

/** A text that stands in a file now, taken into the file's canvas. */
export const takeFile = defineAction({
  name: "take_file",
  description: "Takes the text of a file into the canvas that is bound to it.",
  by: ["person", "model"],
  needs: "edit",
  input: z.object({
    canvasId,
    text: z.string(),
    base: z.string().nullable().describe("The last text that file and canvas both had"),
    mark: z.string().describe("Left in the record, to know after a crash whether this text was taken"),
  }),
  run: async (
    call,
    { canvasId: id, ...change },
  ): Promise<Outcome<{ readonly record: CanvasRecord; readonly conflicts: number }>> => {
    const moment = momentOf(call);
    const changed = await changeOnce(call, id, {}, (record, texts) => applyFileText(record, texts, change, moment));
    return changed.ok ? { ok: true, record: changed.record, conflicts: changed.made.conflicts } : changed;
  },
});
