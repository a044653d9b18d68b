import type { Approval, CanvasRecord, Status } from "../../records/canvas.ts";
import { type Refusal, refuse } from "../../records/refusal.ts";
import { hashText } from "../../text/hash-text.ts";
import { amend, type Draft, logEvent, nextRevision, sealHead } from "../draft.ts";
import { nextReview } from "../review/review.ts";
import type { PersonSave } from "./apply-person-save.ts";

export interface StatusWish {
  readonly to: Status;
  /** The revision that the person saw. */
  readonly revision: number;
  readonly note?: string;
}

/** Whether this save may be made at all: an archived canvas only reopens, and approval is of exactly what was seen. */
export function checkStatusWish(record: CanvasRecord, save: PersonSave): Refusal | null {
  const { status } = save;
  const reopens = status !== undefined && status.to !== "archived";
  const error = writes(save) && !reopens ? checkPersonMay(record) : null;
  if (error !== null || status?.to !== "approved") return error;
  const { revision } = record.document;
  const base = save.content === undefined ? status.revision : save.baseRevision;
  const isOther = save.baseHash !== undefined && save.baseHash !== hashText(record.document.content);
  if (status.revision !== revision || base !== revision || isOther) {
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

function writes(save: PersonSave): boolean {
  return (
    save.content !== undefined ||
    save.title !== undefined ||
    save.comments.length > 0 ||
    save.decisions.length > 0 ||
    save.settings !== undefined ||
    (save.protect ?? []).length > 0
  );
}

/** Sets the status by the person. The head is sealed: this text, and no later one, was approved or archived. */
export function setPersonStatus(draft: Draft, wish: StatusWish): Draft {
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
    ...(approves ? { review: nextReview(record, "approved", now) } : {}),
  });
  const sealed = sealHead(set, approves ? "approved" : undefined);
  return approves
    ? logEvent(sealed, "approved", { revision, ...(note === "" ? {} : { note }) })
    : logEvent(sealed, "status", { from, to: wish.to });
}

/** Archived is read-only for everybody, until the person reopens it. */
export function checkPersonMay(record: CanvasRecord): Refusal | null {
  if (record.document.status !== "archived") return null;
  const message = `Canvas ${record.document.id} is archived and read-only. Reopen it (set another status) to change it.`;
  return refuse("archived", message).error;
}
