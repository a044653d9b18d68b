import { withoutPermissions } from "../../../../core/blocks/frame-permissions.ts";

/** A page of its own: no network, no frames, no forms, nothing but what stands in it. */
export const BLOCK_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "media-src data:",
  "connect-src 'none'",
  "frame-src 'none'",
  "child-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "manifest-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

/** Scripts run, and that is all: no origin, no forms, no popups, no dialogs, no downloads, no way out for the page around it. */
export const BLOCK_SANDBOX = "allow-scripts";

/** Nothing that a page elsewhere may be given. */
export const BLOCK_PERMISSIONS = withoutPermissions();
