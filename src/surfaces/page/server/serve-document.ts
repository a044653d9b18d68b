import type { ServerResponse } from "node:http";
import { GUARDED_HEADERS } from "./page-answers.ts";

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
