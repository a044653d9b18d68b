import type { Canvas } from "../../records/canvas.ts";
import type { Need } from "../sharing/standing.ts";
import type { PersonSave } from "./apply-person-save.ts";

/**
 * What somebody must be to the canvas for this save; "approve": it does nothing but approve, or take back one's own approval,
 * which whoever is asked (`isAsked`) can whatever their role. Whether somebody may approve, and whose comments they touch, is
 * looked at when the save is applied. `own`: their own suggestions, which whoever may suggest may take back.
 */
export function needOfSave(save: PersonSave, isAsked = false, own: ReadonlySet<string> = new Set()): Need | "approve" {
  const {
    content,
    suggest = false,
    title,
    status,
    comments,
    decisions,
    settings,
    protect = [],
    interactions = [],
    sent,
  } = save;
  const isAboutApproval = status?.to === "approved" || (status?.to === "in_review" && isAsked);
  const edits =
    (content !== undefined && !suggest) ||
    title !== undefined ||
    !decisions.every(({ id, decision }) => own.has(id) && (decision === "reject" || decision === "reopen")) ||
    settings !== undefined ||
    protect.length > 0 ||
    (status !== undefined && !isAboutApproval);
  if (edits) return "edit";
  if (content !== undefined || comments.length > 0 || decisions.length > 0 || interactions.length > 0) return "comment";
  // To approve is to answer: who may do that may say so.
  if (isAboutApproval) return "approve";
  return sent ? "comment" : "view";
}

/** The suggestions of this person, open or taken back: none that a model made of them. */
export function ownSuggestions({ proposals }: Pick<Canvas, "proposals">, subject: string): ReadonlySet<string> {
  const own = proposals.filter(
    ({ kind, by, state }) =>
      kind === "suggestion" && by.kind === "person" && by.subject === subject && ["open", "rejected"].includes(state),
  );
  return new Set(own.map(({ id }) => id));
}
