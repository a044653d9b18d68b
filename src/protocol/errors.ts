/** One table of error codes. Each message says what was wrong, where, and what to do next; nothing was written. */
export const ERROR_CODES = [
  "invalid_input",
  "invalid_content",
  "content_too_large",
  "invalid_comments",
  "unknown_canvas",
  "invalid_canvas_id",
  "deleted_canvas",
  "future_version",
  "unknown_version",
  "stale_version",
  "not_shown",
  "looks_incomplete",
  "find_missing",
  "find_ambiguous",
  "edits_overlap",
  "status_not_allowed",
  "archived",
  "open_conflicts",
  "approval_stale",
  "decision_stale",
  "protected_text",
  "unknown_comment",
  "unknown_proposal",
  "wrong_key",
  "not_allowed",
  "unknown_person",
  "key_reused",
  "base_needed",
  "too_many_comments",
  "too_many_kept",
  "too_many_canvases",
  "too_many_proposals",
  "storage_full",
  "storage_failed",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface CanvasError {
  readonly code: ErrorCode;
  readonly message: string;
}

/** An expected outcome as a value. */
export type Outcome<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly error: CanvasError };

/** Thrown where a store could not do it, in words for whoever reads the answer. Nothing was written. */
export class StoreError extends Error {
  readonly code: Extract<ErrorCode, "storage_full" | "storage_failed" | "invalid_input">;

  constructor(code: StoreError["code"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreError";
    this.code = code;
  }
}
