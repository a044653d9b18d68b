import { approvalOf, recordApprovalState } from "../../people/approval-state.ts";
import { listNames } from "../../people/name-words.ts";
import type { Approval, Canvas, Status } from "../../records/canvas.ts";
import { type Refusal, refuse } from "../../records/refusal.ts";
import { hashText } from "../../text/hash-text.ts";
import { amend, type Draft, logEvent, type Moment, nextRevision, sealHead } from "../draft.ts";
import { nextReview } from "../review/review.ts";
import { approveByAll, putApproval } from "../sharing/approvals.ts";
import { isEnough, standingOf } from "../sharing/standing.ts";
import type { PersonSave } from "./apply-person-save.ts";

export interface StatusWish {
  readonly to: Status;
  /** The revision that the person saw. */
  readonly revision: number;
  readonly note?: string;
}

/** Whether this save may be made at all: an archived canvas only reopens, and approval is of exactly what was seen. */
export function checkStatusWish(record: Canvas, save: PersonSave, moment: Moment): Refusal | null {
  const { status } = save;
  const forbidden = status === undefined ? null : checkMaySet(record, status, moment);
  if (forbidden !== null) return forbidden;
  const reopens = status !== undefined && status.to !== "archived";
  const error = writes(save) && !reopens ? checkPersonMay(record) : null;
  if (error !== null || status?.to !== "approved") return error;
  const { revision } = record.document;
  const seen = onlyApprovedSince(record, status.revision) ? revision : status.revision;
  const base = save.content === undefined ? seen : save.baseRevision;
  const isOther = save.baseHash !== undefined && save.baseHash !== hashText(record.document.content);
  if (seen !== revision || base !== revision || isOther) {
    const message = `The canvas has changed since revision ${status.revision}, which you saw; it is at ${revision}. Look at the changes, then approve again.`;
    return refuse("approval_stale", message).error;
  }
  const settling = new Set(save.decisions.flatMap(({ id, decision }) => (decision === "reopen" ? [] : [id])));
  const open = record.proposals.filter(
    ({ kind, state, id }) => kind === "conflict" && state === "open" && !settling.has(id),
  ).length;
  if (open === 0) return null;
  const places = open === 1 ? "1 conflict is" : `${open} conflicts are`;
  return refuse("open_conflicts", `${places} still open. Settle them (keep, take or both), then approve.`).error;
}

/**
 * Who may approve: those who were asked, whatever their role; where nobody was, whoever may edit. Any other status is for
 * those who may edit, but that whoever was asked takes their approval back.
 */
function checkMaySet(record: Canvas, { to }: StatusWish, { by, now }: Moment): Refusal | null {
  const { id, status } = record.document;
  const asked = record.sharing?.approvers ?? [];
  const isAsked = asked.some(({ subject }) => subject === by.subject);
  if (to === "approved" && asked.length > 0 && !isAsked) {
    const message = `${listNames(asked.map(({ name }) => name))} ${asked.length === 1 ? "is" : "are"} asked to approve canvas ${id}, and you are not. Its owner can ask you, too.`;
    return refuse("not_allowed", message).error;
  }
  if (by.subject === undefined) return null;
  const standing = standingOf(record, by.subject, now);
  if (standing !== null && isEnough(standing, "edit")) return null;
  const takesBack = to === "in_review" && status !== "draft";
  if (isAsked && (to === "approved" || takesBack)) return checkPersonMay(record);
  const what = to === "approved" ? "approve it" : "set its status";
  return refuse("not_allowed", `Canvas ${id} is another's: to ${what} you must be able to edit it.`).error;
}

/** Whether all that came after this revision are approvals of others who were asked: two may approve at once. */
function onlyApprovedSince({ document, approvals = [] }: Canvas, seen: number): boolean {
  const since = document.revision - seen;
  if (since <= 0 || since > approvals.length) return false;
  return Array.from({ length: since }, (_, i) => seen + 1 + i).every((revision) =>
    approvals.some((approval) => approval.revision === revision),
  );
}

function writes(save: PersonSave): boolean {
  return (
    save.content !== undefined ||
    save.title !== undefined ||
    save.comments.length > 0 ||
    save.decisions.length > 0 ||
    save.settings !== undefined ||
    (save.protect ?? []).length > 0 ||
    (save.interactions ?? []).length > 0
  );
}

/** Sets the status by the person. The head is sealed: this text, and no later one, was approved or archived. */
export function setPersonStatus(draft: Draft, wish: StatusWish): Draft {
  const isAsked = (draft.record.sharing?.approvers ?? []).some(({ subject }) => subject === draft.moment.by.subject);
  if (isAsked && wish.to === "approved") return approveAsAsked(draft, wish);
  return setStatus(isAsked && wish.to === "in_review" ? takeApprovalBack(draft) : draft, wish);
}

function setStatus(draft: Draft, wish: StatusWish): Draft {
  const { record } = draft;
  const from = record.document.status;
  const approves = wish.to === "approved";
  const isNew = from !== wish.to || (approves && record.approval?.version !== record.document.version);
  if (!isNew) return draft;
  const { by, now } = draft.moment;
  const revision = nextRevision(draft);
  const note = wish.note?.trim() ?? "";
  const approval: Approval | null = approves
    ? { revision, version: record.document.version, at: now, by, ...(note === "" ? {} : { note }) }
    : null;
  const set = amend(draft, {
    document: { ...record.document, status: wish.to },
    approval,
    statusSet: { by: "person", revision },
    ...(approves ? { review: nextReview(record, "approved", now, by) } : {}),
  });
  const sealed = sealHead(set, approves ? "approved" : undefined);
  return approves
    ? logEvent(sealed, "approved", { revision, ...(note === "" ? {} : { note }) })
    : logEvent(sealed, "status", { from, to: wish.to });
}

/** One of several whose approval is asked for. The text is approved once it has those of all; until then it is in review. */
function approveAsAsked(draft: Draft, wish: StatusWish): Draft {
  const { record, moment } = draft;
  const { document } = record;
  const { by, now } = moment;
  const before = approvalOf(record.approvals ?? [], by.subject ?? "");
  const { isComplete: wasComplete } = recordApprovalState(record);
  if (before?.version === document.version && (!wasComplete || document.status === "approved")) return draft;
  const revision = nextRevision(draft);
  const said = wish.note?.trim() ?? "";
  const note = said === "" ? {} : { note: said };
  const approvals = putApproval(record, { revision, version: document.version, at: now, by, ...note });
  const approved = amend(draft, { approvals });
  if (recordApprovalState(approved.record).isComplete) return approveByAll(approved);
  const status = amend(approved, {
    document: { ...approved.record.document, status: "in_review" },
    approval: null,
    statusSet: { by: "person", revision },
  });
  return logEvent(sealHead(status), "approved", { revision, complete: false, ...note });
}

function takeApprovalBack(draft: Draft): Draft {
  const { approvals = [] } = draft.record;
  const others = approvals.filter(({ by }) => by.subject !== draft.moment.by.subject);
  if (others.length === approvals.length) return draft;
  const { approvals: _, ...bare } = draft.record;
  return amend({ ...draft, record: bare }, others.length === 0 ? {} : { approvals: others });
}

/** Archived is read-only for everybody, until the person reopens it. */
export function checkPersonMay(record: Canvas): Refusal | null {
  if (record.document.status !== "archived") return null;
  const message = `Canvas ${record.document.id} is archived and read-only. Reopen it (set another status) to change it.`;
  return refuse("archived", message).error;
}
