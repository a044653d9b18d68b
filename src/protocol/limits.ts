/** Limits that both sides keep to. Characters are UTF-16 code units; bytes where it says so. */
export const MAX_CONTENT_BYTES = 5 * 1024 * 1024;
export const MAX_TITLE = 200;
export const MAX_COMMENT_BODY = 10_000;
export const MAX_MODEL_COMMENTS_A_CALL = 500;
export const MAX_EDITS = 500;
export const MAX_INTERACTIONS_A_SAVE = 200;
export const READ_PAGE = 50_000;
export const CHEAT_SHEET_BUDGET = 2_500;
/** Instructions, descriptions and schemas of the model's tools together, in characters. */
export const UP_FRONT_BUDGET = 7_000;
/** Of them, the schemas alone. */
export const SCHEMAS_BUDGET = 3_200;
/** An HTTP body: content, its base, and JSON escapes. */
export const MAX_BODY_BYTES = 24 * 1024 * 1024;
/** How long a deleted canvas can be brought back. */
export const BIN_DAYS = 30;
/** So many sealed versions of a canvas stay, however few a store is asked to keep. */
export const FEWEST_KEPT_VERSIONS = 10;
