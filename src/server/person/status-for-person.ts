import { checkText } from "../../core/document/check-text.ts";
import { applyPersonSave } from "../../core/document/person/apply-person-save.ts";
import type { Status } from "../../core/records/canvas.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { MAX_COMMENT_BODY } from "../../protocol/limits.ts";
import type { PageCanvas } from "../../protocol/page.ts";
import { changeCanvas } from "../mcp/change-canvas.ts";
import { type Call, momentOf } from "../mcp/tool.ts";
import { forPerson, pageCanvasOfRecord } from "./page-canvas.ts";

export interface StatusAsked {
  readonly id: string;
  readonly to: Status;
  /** The revision that the person saw: only that one is approved. */
  readonly revision: number;
  readonly note?: string | undefined;
}

/** The person's status, by the same rules as in the widget. */
export async function statusForPerson(
  call: Call,
  { id, to, revision, note }: StatusAsked,
): Promise<Outcome<{ readonly canvas: PageCanvas }>> {
  const bad = note === undefined ? null : checkText("The note", note, MAX_COMMENT_BODY * 4);
  if (bad !== null) return { ok: false, error: bad };
  const moment = momentOf(call, "person");
  const status = { to, revision, ...(note === undefined ? {} : { note }) };
  const changed = await changeCanvas(call, id, {}, (record, texts) =>
    applyPersonSave(record, texts, { status, comments: [], decisions: [], sent: false }, moment),
  );
  if (!changed.ok) return { ok: false, error: forPerson(changed.error, id) };
  return { ok: true, canvas: await pageCanvasOfRecord(call.deps, changed.record) };
}
