import { beginDraft, type Draft, type Moment, sealHead, type Texts } from "../../core/document/draft.ts";
import { applyModelWrite } from "../../core/document/model/apply-model-write.ts";
import { applyPersonSave } from "../../core/document/person/apply-person-save.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Result } from "../../core/records/refusal.ts";

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
