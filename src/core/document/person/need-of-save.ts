import type { Need } from "../sharing/standing.ts";
import type { PersonSave } from "./apply-person-save.ts";

/**
 * What somebody must be to the canvas for this save; "approve": it does nothing but approve, or take back one's own approval,
 * which whoever is asked (`isAsked`) can whatever their role. Whether somebody may approve, and whose comments they touch, is
 * looked at when the save is applied.
 */
export function needOfSave(save: PersonSave, isAsked = false): Need | "approve" {
  const { content, suggest = false, title, status, comments, decisions, settings, protect = [], sent } = save;
  const isAboutApproval = status?.to === "approved" || (status?.to === "in_review" && isAsked);
  const edits =
    (content !== undefined && !suggest) ||
    title !== undefined ||
    decisions.length > 0 ||
    settings !== undefined ||
    protect.length > 0 ||
    (status !== undefined && !isAboutApproval);
  if (edits) return "edit";
  if (content !== undefined || comments.length > 0) return "comment";
  // To approve is to answer: who may do that may say so.
  if (isAboutApproval) return "approve";
  return sent ? "comment" : "view";
}
