import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers in the form that MCP clients read errors in; the sentence is for whoever looks. */
export function answerError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  // -32700 is JSON-RPC's own number for a body that cannot be read; the rest are the server's.
  const code = status === 400 ? -32700 : -32000;
  answerJson(response, status, { jsonrpc: "2.0", id: null, error: { code, message } }, headers);
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(text);
}

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
