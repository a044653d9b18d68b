import { ownSuggestions } from "../../core/document/person/need-of-save.ts";
import { approvalOf } from "../../core/people/approval-state.ts";
import type { CanvasComment } from "../../core/records/canvas.ts";
import type { Standing } from "../../core/records/sharing.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import type { Ready } from "./state.ts";

/** What whoever looks at a canvas can do with it. The server asks again, whatever stands on screen. */
export interface Rights {
  /** Change the text itself. */
  readonly canEdit: boolean;
  readonly canComment: boolean;
  /** Offer another text in the place of what stands there. */
  readonly canSuggest: boolean;
  /** Settle conflicts and suggestions. */
  readonly canDecide: boolean;
  readonly canSetStatus: boolean;
  readonly canApprove: boolean;
  /** They were asked, have approved this or an older text, and may take that back. */
  readonly canWithdraw: boolean;
  /** Send to the assistant. */
  readonly canSend: boolean;
  readonly canShare: boolean;
  readonly canProtect: boolean;
  readonly canRestore: boolean;
  readonly canTitle: boolean;
}

/** What they are to the canvas; its owner, where the server knows no people. */
export function standingIn({ access }: Pick<CanvasView, "access">): Standing {
  return access?.standing ?? "owner";
}

/** An archived canvas is only read, and reopened by whoever may edit. Who is asked to approve may, whatever their role. */
export function rightsOf(view: Pick<CanvasView, "access" | "checkpoint">): Rights {
  const { access, checkpoint } = view;
  const { status } = checkpoint.document;
  const standing = standingIn(view);
  const edits = standing === "owner" || standing === "editor";
  const comments = edits || standing === "commenter";
  const isOpen = status !== "archived";
  const asked = checkpoint.approvers ?? [];
  const isAsked = access !== undefined && asked.some(({ subject }) => subject === access.me.subject);
  const hasApproved = access !== undefined && approvalOf(checkpoint.approvals ?? [], access.me.subject) !== undefined;
  return {
    canEdit: edits && isOpen,
    canComment: comments && isOpen,
    canSuggest: comments && isOpen,
    canDecide: edits && isOpen,
    canSetStatus: edits,
    canApprove: asked.length === 0 ? edits : isAsked,
    canWithdraw: isAsked && hasApproved,
    canSend: comments,
    canShare: access !== undefined && standing === "owner",
    canProtect: edits && isOpen,
    canRestore: edits && isOpen,
    canTitle: edits && isOpen,
  };
}

/** What can be done with one comment: its words are its author's alone, its thread also theirs who may edit. */
export interface CommentRights {
  readonly canChange: boolean;
  readonly canDelete: boolean;
  /** Resolve, reopen and move the thread that it began. */
  readonly canSettle: boolean;
}

/** Without people every person's comment is theirs. What nobody's name stands on is the owner's. */
export function commentRights({ access }: Pick<CanvasView, "access">): (comment: CanvasComment) => CommentRights {
  return ({ by }) => {
    const isPersons = by.kind === "person";
    if (access === undefined) return { canChange: isPersons, canDelete: isPersons, canSettle: true };
    const { standing, me } = access;
    const isOwner = standing === "owner";
    const isOwn = isPersons && (by.subject === undefined ? isOwner : by.subject === me.subject);
    return {
      canChange: isOwn,
      canDelete: isOwn || (isOwner && isPersons),
      canSettle: isOwn || isOwner || standing === "editor",
    };
  };
}

/** Whether what waits to be saved is more than they can do now: somebody took a right away while they worked. */
export function isForbidden({ view, draft, base, suggesting, local }: Ready): boolean {
  const standing = standingIn(view);
  if (standing === "owner" || standing === "editor") return false;
  const isTyped = draft !== base.content;
  const { title, decisions, protect, suggestOnly, comments, interactions } = local;
  const own = ownSuggestions(view.checkpoint, view.access?.me.subject ?? "");
  const takesBack = decisions.every(
    ({ id, decision }) => own.has(id) && (decision === "reject" || decision === "reopen"),
  );
  const edits = (isTyped && !suggesting) || title !== null || suggestOnly !== null;
  if (edits || protect.length > 0 || !takesBack) return true;
  return standing === "viewer" && (isTyped || comments.length + decisions.length + interactions.length > 0);
}
