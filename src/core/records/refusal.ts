/** Why an operation on a canvas did nothing. Each code is one of protocol/errors.ts; the message says what to do next. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

export type RefusalCode =
  | "invalid_input"
  | "invalid_content"
  | "content_too_large"
  | "invalid_comments"
  | "invalid_canvas_id"
  | "future_version"
  | "unknown_version"
  | "stale_version"
  | "not_shown"
  | "looks_incomplete"
  | "find_missing"
  | "find_ambiguous"
  | "edits_overlap"
  | "status_not_allowed"
  | "not_allowed"
  | "unknown_person"
  | "archived"
  | "open_conflicts"
  | "approval_stale"
  | "decision_stale"
  | "protected_text"
  | "unknown_comment"
  | "unknown_proposal"
  | "base_needed"
  | "too_many_comments"
  | "too_many_proposals";

export type Result<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly error: Refusal };

export function refuse(code: RefusalCode, message: string): { readonly ok: false; readonly error: Refusal } {
  return { ok: false, error: { code, message } };
}
