import type { Approval, Canvas, Checkpoint } from "../records/canvas.ts";
import type { Person } from "../records/sharing.ts";

export interface AskedApprover {
  readonly person: Person;
  /** "stale": what they approved is not the text as it is now. */
  readonly state: "approved" | "stale" | "waiting";
  /** When they did, and which version; left out of who waits. */
  readonly at?: string;
  readonly version?: number;
}

export interface ApprovalState {
  /** In the order in which they were asked; empty: nobody was. */
  readonly asked: readonly AskedApprover[];
  /** Somebody was asked, and all of them approved the text as it is now. */
  readonly isComplete: boolean;
}

/** Who of those who were asked has approved. An approval seals its version, so another version is another text. */
export function approvalState({
  document,
  approvals = [],
  approvers = [],
}: Pick<Checkpoint, "document" | "approvals" | "approvers">): ApprovalState {
  const asked = approvers.map((person): AskedApprover => {
    const approval = approvalOf(approvals, person.subject);
    if (approval === undefined) return { person, state: "waiting" };
    const { at, version } = approval;
    return { person, state: version === document.version ? "approved" : "stale", at, version };
  });
  return { asked, isComplete: asked.length > 0 && asked.every(({ state }) => state === "approved") };
}

export function recordApprovalState({ document, approvals, sharing }: Canvas): ApprovalState {
  return approvalState({ document, approvals: approvals ?? [], approvers: sharing?.approvers ?? [] });
}

/** Theirs, whichever text it was of. */
export function approvalOf(approvals: readonly Approval[], subject: string): Approval | undefined {
  return approvals.find(({ by }) => by.subject === subject);
}
