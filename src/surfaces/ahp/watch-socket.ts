import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { After } from "../../server/clock/timer.ts";
import type { AdmittedRequest } from "../../server/http/traffic.ts";

const NOT_ALLOWED = 4003;

/** Lets go whoever does not answer, and whose token is no longer good. Until the socket closes. */
export function keepLooking(options: {
  readonly ws: Pick<WebSocket, "on" | "ping" | "terminate">;
  readonly lookMs: number;
  readonly check: () => Promise<boolean>;
  readonly end: (code: number, why: string) => void;
}): void {
  const { ws, lookMs, check, end } = options;
  let isThere = true;
  ws.on("pong", () => {
    isThere = true;
  });
  const timer = setInterval(() => {
    if (!isThere) {
      ws.terminate();
      return;
    }
    isThere = false;
    ws.ping();
    check().then(
      // It is heard no more, however long it takes to go.
      (isGood) => isGood || end(NOT_ALLOWED, "Your token is no longer good here."),
      // Whether it is still good cannot be told now: the next look asks again.
      () => undefined,
    );
  }, lookMs);
  timer.unref();
  ws.on("close", () => clearInterval(timer));
}

/** Until all of a message is there, as long as for the body of a request. */
const MESSAGE_MS = 60_000;
/** Of a frame without data that a client sends: two bytes, and its mask. */
const CONTROL_BYTES = 6;

/**
 * As much of a message as has come counts with all that this server holds. Whoever sends more than fits is let go, and whoever
 * never ends one.
 */
export function countHeld(options: {
  readonly ws: Pick<WebSocket, "on" | "terminate">;
  readonly socket: Socket;
  readonly admitted: AdmittedRequest | undefined;
  readonly after: After;
}): void {
  const { ws, socket, admitted, after } = options;
  let held = 0;
  let stopTimer: (() => void) | null = null;
  const count = (bytes: number): void => {
    held += bytes;
    if (held > 0) stopTimer ??= after(MESSAGE_MS, () => ws.terminate());
    else nothing();
  };
  const nothing = (): void => {
    held = 0;
    stopTimer?.();
    stopTimer = null;
  };
  // Before anybody reads it.
  socket.prependListener("data", (chunk: Buffer) => {
    count(chunk.length);
    if (admitted?.hold(chunk.length)) ws.terminate();
  });
  ws.on("message", () => {
    nothing();
    admitted?.letGo();
  });
  // They may come in the midst of a message, and are none of it.
  const leaveOut = (data: Buffer): void => {
    const bytes = data.length + CONTROL_BYTES;
    count(-bytes);
    admitted?.hold(-bytes);
  };
  ws.on("ping", leaveOut);
  ws.on("pong", leaveOut);
  ws.on("close", nothing);
}
