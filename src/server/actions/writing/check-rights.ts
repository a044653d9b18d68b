import { checkCommentRights } from "../../../core/comments/comment-rights.ts";
import type { PersonSave } from "../../../core/document/person/apply-person-save.ts";
import { needOfSave, ownSuggestions } from "../../../core/document/person/need-of-save.ts";
import { type Need, standingOf } from "../../../core/document/sharing/standing.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Refusal } from "../../../core/records/refusal.ts";
import { mayDo } from "../../access/may.ts";
import type { Call } from "../call.ts";

/** Whether the person may do all that this save asks for: what it needs, only the save itself tells. */
export function checkSaveRights({ who }: Call, record: CanvasRecord, save: PersonSave, now: string): Refusal | null {
  const approvers = record.sharing?.approvers ?? [];
  const isAsked = approvers.some(({ subject }) => subject === who.subject);
  const need = needOfSave(save, isAsked, ownSuggestions(record, who.owner));
  // Who is asked to approve may whatever their role; where nobody is, it is for those who may edit.
  const approves = save.status?.to === "approved" && approvers.length === 0;
  const needs: readonly Need[] = [need === "approve" ? "view" : need, ...(approves ? ["edit" as const] : [])];
  for (const each of needs) {
    const error = mayDo(who, each, record, now);
    if (error !== null) return error;
  }
  const standing = standingOf(record, who.owner, now);
  if (who.subject === undefined || standing === null) return null;
  return checkCommentRights(record.comments, save.comments, { subject: who.subject, standing });
}

/** The same for a model's edit: its person may only comment and suggest, so may it. */
export function checkEditRights(
  { who }: Call,
  record: CanvasRecord,
  wish: { readonly edits: readonly unknown[]; readonly mode: "apply" | "suggest"; readonly status?: unknown },
  now: string,
): Refusal | null {
  const changes = (wish.mode === "apply" && wish.edits.length > 0) || wish.status !== undefined;
  const error = changes ? mayDo(who, "edit", record, now) : null;
  if (error === null || mayDo(who, "comment", record, now) !== null) return error;
  return { ...error, message: `${error.message} Or suggest it: pass mode: "suggest", and no status.` };
}
