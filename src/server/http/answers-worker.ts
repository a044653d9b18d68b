import type { IncomingMessage, ServerResponse } from "node:http";

/** Ends itself, and shows every page that it held as the server gives it. */
const LEAVE = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()
  .then(() => self.clients.matchAll({ type: "window" }))
  .then((windows) => Promise.all(windows.map((window) => window.navigate(window.url))))));
`;

/**
 * This server has no service worker. A browser that asks for the script of one has it from whoever held this port before,
 * and looks here for a newer one: it gets one that leaves. Whether the request was such a one, and is answered.
 */
export function answersWorker({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers["service-worker"] !== "script") return false;
  response.writeHead(200, {
    "content-type": "text/javascript; charset=utf-8",
    "content-length": String(Buffer.byteLength(LEAVE)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'",
  });
  response.end(LEAVE);
  return true;
}
