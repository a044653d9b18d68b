import type { IncomingMessage, ServerResponse } from "node:http";
import { describeError } from "../observe/describe-error.ts";
import type { Log } from "../observe/observer.ts";
import { bearerOf, type Refused } from "./access.ts";
import type { TokenThrottle } from "./throttle-tokens.ts";
import { noteRefusal } from "./traffic.ts";

type Headers = Readonly<Record<string, string>>;

/** Says what went wrong, in the form of one protocol. */
export type AnswerError = (response: ServerResponse, status: number, message: string, headers?: Headers) => void;

/** Answers in the form that MCP clients read errors in; the sentence is for whoever looks. */
export function answerError(response: ServerResponse, status: number, message: string, headers: Headers = {}): void {
  // -32700 is JSON-RPC's own number for a body that cannot be read; the rest are the server's.
  const code = status === 400 ? -32700 : -32000;
  answerJson(response, status, { jsonrpc: "2.0", id: null, error: { code, message } }, headers);
}

export function answerJson(response: ServerResponse, status: number, body: unknown, headers: Headers = {}): void {
  send(response, status, JSON.stringify(body), "application/json; charset=utf-8", headers);
}

export function answerText(response: ServerResponse, text: string, type: string): void {
  send(response, 200, text, type, {});
}

function send(response: ServerResponse, status: number, text: string, type: string, headers: Headers): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(text);
}

/** Answers whoever is not let in. With a throttle, wrong tokens are counted, and after too many of them told to wait. */
export function answerRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers, isNoGuess }: Refused,
  throttle: TokenThrottle | null,
  say: AnswerError = answerError,
): void {
  const isWrong = status === 401 && throttle !== null && isNoGuess !== true && bearerOf(request) !== "";
  const wait = isWrong ? throttle.wrong(request.socket.remoteAddress ?? "", performance.now()) : 0;
  if (wait > 0) {
    noteRefusal(request, "token");
    const next = { "retry-after": String(wait), connection: "close" };
    say(response, 429, `Too many wrong tokens came from here. Try again in ${wait} seconds.`, next);
    return;
  }
  say(response, status, message, headers ?? (status === 401 ? { "www-authenticate": "Bearer" } : {}));
}

/** `place` takes these methods, and not the one that was tried. */
export function answerWrongMethod(
  { method = "" }: IncomingMessage,
  response: ServerResponse,
  place: string,
  methods: readonly string[],
): void {
  const allowed = methods.join(", ");
  answerError(response, 405, `${place} takes ${allowed}, not ${method}.`, { allow: allowed });
}

/** Ends a request that failed half-way, and logs why. */
export function answerFailure(
  { method, socket }: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  log: Log,
  say: AnswerError = answerError,
): void {
  // A caller that has hung up is no failure of this server's, and there is nobody to answer.
  const isGone = response.destroyed || socket.destroyed;
  log(`HTTP: ${method} failed: ${describeError(error, { frames: !isGone })}`, isGone ? "info" : "error");
  if (response.headersSent || isGone) response.destroy();
  else say(response, 500, "The server failed on this request. Its log says why; try again.");
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
