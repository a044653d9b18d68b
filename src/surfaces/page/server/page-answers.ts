import type { ServerResponse } from "node:http";
import type { PageError } from "../../../protocol/page.ts";

/** On every answer of the page's server: nothing of it is kept, passed on, framed, or taken for something else. */
export const GUARDED_HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
} as const;

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function answerApi(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...GUARDED_HEADERS,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    "content-security-policy": NOTHING,
    "x-frame-options": "DENY",
    ...headers,
  });
  response.end(text);
}

export function answerApiError(
  response: ServerResponse,
  status: number,
  error: PageError["error"],
  headers: Readonly<Record<string, string>> = {},
): void {
  const body: PageError = { error };
  answerApi(response, status, body, { ...(status === 401 ? { "www-authenticate": "Bearer" } : {}), ...headers });
}

/** The HTTP status of what an action says no with. */
export function statusOf(code: PageError["error"]["code"]): number {
  switch (code) {
    case "no_session":
      return 401;
    case "used_link":
      return 410;
    case "too_many_requests":
      return 429;
    case "busy":
      return 503;
    case "unknown_canvas":
    case "invalid_canvas_id":
    case "deleted_canvas":
      return 404;
    case "content_too_large":
      return 413;
    case "storage_full":
      return 507;
    case "storage_failed":
      return 503;
    case "approval_stale":
    case "decision_stale":
    case "open_conflicts":
    case "archived":
    case "status_not_allowed":
    case "too_many_canvases":
      return 409;
    default:
      return 400;
  }
}

const FEATURES = ["camera", "microphone", "geolocation", "payment", "usb", "serial", "hid", "midi", "display-capture"];

/** A document under its policy. */
export function serveDocument(
  response: ServerResponse,
  status: number,
  { html, policy }: { readonly html: string; readonly policy: string },
): void {
  response.writeHead(status, {
    ...GUARDED_HEADERS,
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(html)),
    "content-security-policy": policy,
    "permissions-policy": FEATURES.map((feature) => `${feature}=()`).join(", "),
  });
  response.end(html);
}
