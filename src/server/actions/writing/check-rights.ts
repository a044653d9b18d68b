import { checkCommentRights } from "../../../core/comments/comment-rights.ts";
import { rootIn } from "../../../core/comments/operations.ts";
import type { PersonSave } from "../../../core/document/person/apply-person-save.ts";
import { needOfSave, ownSuggestions } from "../../../core/document/person/need-of-save.ts";
import { type Need, standingOf } from "../../../core/document/sharing/standing.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Refusal } from "../../../core/records/refusal.ts";
import { mayDo } from "../../access/may.ts";
import type { Who } from "../../access/who.ts";
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
  const added = save.comments.filter(({ op }) => op === "add" || op === "reply").length;
  return (
    checkCommentRights(record.comments, save.comments, { subject: who.subject, standing }) ??
    checkCommentRoom(who, record, added, now)
  );
}

/** The same for a model's edit: its person may only comment and suggest, so may it. */
export function checkEditRights({ who }: Call, record: CanvasRecord, wish: EditWish, now: string): Refusal | null {
  const settles = wish.addresses.some((id) => isThreadOfAnother(record, id, who.subject));
  const changes = (wish.mode === "apply" && wish.edits.length > 0) || wish.status !== undefined || settles;
  const error = changes ? mayDo(who, "edit", record, now) : null;
  if (error === null) return checkCommentRoom(who, record, wish.comments.length, now);
  if (mayDo(who, "comment", record, now) !== null) return error;
  const instead = 'Or suggest it: pass mode: "suggest", no status, and in addresses only comments of your person.';
  return { ...error, message: `${error.message} ${instead}` };
}

/** What a model's edit asks for, as far as it tells what is needed. */
interface EditWish {
  readonly edits: readonly unknown[];
  readonly mode: "apply" | "suggest";
  readonly comments: readonly unknown[];
  /** Ids of comments that it says to have dealt with. */
  readonly addresses: readonly string[];
  readonly status?: unknown;
}

/** What somebody else began is not settled for them by whoever may only comment. */
function isThreadOfAnother({ comments }: CanvasRecord, id: string, subject: string | undefined): boolean {
  const root = rootIn(new Map(comments.map((comment) => [comment.id, comment])), id);
  return root !== undefined && root.by.subject !== subject;
}

/** So many comments of one person, deleted ones too, who may not edit: they must not use up the room of all. */
const MOST_OF_ONE = 1_000;

function checkCommentRoom(who: Who, record: CanvasRecord, added: number, now: string): Refusal | null {
  if (who.subject === undefined || added === 0 || mayDo(who, "edit", record, now) === null) return null;
  const theirs = record.comments.filter(({ by }) => by.subject === who.subject).length;
  if (theirs + added <= MOST_OF_ONE) return null;
  const message = `Whoever may not edit canvas ${record.document.id} has at most ${MOST_OF_ONE.toLocaleString("en")} comments on it, deleted ones too. Nothing of this was taken.`;
  return { code: "too_many_comments", message };
}
