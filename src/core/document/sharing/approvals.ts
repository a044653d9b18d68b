import { approvalOf, recordApprovalState } from "../../people/approval-state.ts";
import type { Approval, Canvas } from "../../records/canvas.ts";
import type { Person } from "../../records/sharing.ts";
import { amend, type Draft, logEvent, nextRevision, note, sealHead } from "../draft.ts";
import { nextReview } from "../review/review.ts";

/**
 * These are asked to approve, instead of whoever was. Who stays keeps their approval. What waited for none but those whom its
 * owner no longer asks is approved, and not by somebody's going; what was approved without somebody who is asked now is in
 * review again.
 */
export function setApprovers(draft: Draft, approvers: readonly Person[]): Draft {
  const { record } = draft;
  const sharing = { people: [], links: [], ...record.sharing, approvers };
  const before = [...(record.approvals ?? []), ...(record.approval === null ? [] : [record.approval])];
  const approvals = approvers.flatMap(({ subject }) => approvalOf(before, subject) ?? []);
  const { approvals: _, ...rest } = record;
  const bare: Draft = { ...draft, record: rest };
  const set = note(bare, { sharing, ...(approvals.length === 0 ? {} : { approvals }) });
  if (approvers.length === 0) return set;
  const { isComplete } = recordApprovalState(set.record);
  const { status } = record.document;
  const { subject = record.owner } = draft.moment.by;
  if (isComplete && subject === record.owner && status === "in_review" && !hasOpenConflicts(record))
    return approveByAll(set);
  return !isComplete && status === "approved" ? reviewAgain(set) : set;
}

/** All who were asked have approved this text: it is approved, as of the last of them. */
export function approveByAll(draft: Draft): Draft {
  const { record, moment } = draft;
  const last = (record.approvals ?? []).toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).at(-1);
  if (last === undefined) throw new TypeError(`Nobody has approved canvas ${record.document.id}`);
  const revision = nextRevision(draft);
  const set = amend(draft, {
    document: { ...record.document, status: "approved" },
    approval: last,
    statusSet: { by: "person", revision },
    review: nextReview(record, "approved", moment.now, last.by),
  });
  const note = last.note === undefined ? {} : { note: last.note };
  return logEvent(sealHead(set, "approved"), "approved", { revision, complete: true, ...note });
}

/** Their approval of the text as it is, in place of an older one of theirs. */
export function putApproval(record: Canvas, approval: Approval): readonly Approval[] {
  const others = (record.approvals ?? []).filter(({ by }) => by.subject !== approval.by.subject);
  return [...others, approval];
}

function reviewAgain(draft: Draft): Draft {
  const { document } = draft.record;
  const revision = nextRevision(draft);
  const set = amend(draft, {
    document: { ...document, status: "in_review" },
    approval: null,
    statusSet: { by: "person", revision },
  });
  return logEvent(sealHead(set), "status", { from: document.status, to: "in_review" });
}

function hasOpenConflicts({ proposals }: Canvas): boolean {
  return proposals.some(({ kind, state }) => kind === "conflict" && state === "open");
}
