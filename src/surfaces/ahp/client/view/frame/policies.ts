import { withoutPermissions } from "../../../../../core/blocks/frame-permissions.ts";

/**
 * A relayed document has no network: whatever it was not given fails. Scripts may be inline, in an address, or made at run time:
 * they are all the same strangers, in a place that no address leads out of. The page between ours and the document has the same
 * one, which the document inherits; and its `frame-src` keeps the document from leading itself elsewhere, as no policy of the
 * document's own could.
 */
export const RELAY_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data:",
  "style-src 'unsafe-inline' data:",
  "img-src data: blob:",
  "font-src data: blob:",
  "media-src data: blob:",
  "connect-src 'none'",
  // A page inside of it is written into its frame, which no policy calls loading.
  "frame-src 'none'",
  "child-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "manifest-src 'none'",
  "form-action 'none'",
  // Where relative addresses lead to nobody.
  "base-uri ahp-canvas-content:",
].join("; ");

/**
 * Scripts run, and forms fire their events; where they are sent to is `form-action`. No origin, no popups, no dialogs, no
 * downloads, no way out for the page around it.
 */
export const RELAY_SANDBOX = "allow-scripts allow-forms";

/** Nothing that a page elsewhere may be given, but that the person copies out of it. */
export const NO_PERMISSIONS = withoutPermissions("clipboard-write");
