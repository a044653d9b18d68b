import {
  codeOf,
  parseMessage,
  type RequestId,
  RPC,
  type RpcAnswer,
  type RpcError,
  RpcFailure,
  writeMessage,
} from "../wire/json-rpc.ts";
import { ROOT_URI } from "../wire/uris.ts";
import { AhpClientError, plain, wordsOf } from "./client-error.ts";
import type { After, Socket } from "./socket.ts";

/** One socket, from its opening to its end. What it says after its end is not heard. */
export interface Link {
  /** Rejects with the host's `RpcFailure`, or with an `AhpClientError` when no answer comes any more. */
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** Gives the socket up. `onEnd` is not called: whoever ends it knows. */
  end(why: string): void;
}

export interface LinkTimes {
  /** Between two pings. */
  readonly ping: number;
  /** A socket on which nothing at all has come for so long is given up, one that never opens included. */
  readonly silence: number;
  /** As long as an answer may take. */
  readonly answer: number;
}

export interface LinkOptions {
  readonly open: () => Socket;
  readonly times: LinkTimes;
  readonly after: After;
  readonly onOpen: () => void;
  readonly onNotification: (method: string, params: unknown) => void;
  /** What the host asks. It is answered on this socket, or not at all. */
  readonly onRequest: (method: string, params: unknown) => Promise<unknown>;
  /** A ping's time has passed, and the socket lives. */
  readonly onSteady: () => void;
  /** Once, unless it was ended from here. */
  readonly onEnd: (why: string) => void;
  readonly log: (line: string) => void;
}

/** Far more than any message of a host has; parsing it would stop everything else. */
const LONGEST_FRAME = 64 * 1024 * 1024;
/** Requests of the host's that are being answered. */
const MOST_ASKED = 100;

interface Waiting {
  readonly settle: (answer: RpcAnswer) => void;
  readonly fail: (error: Error) => void;
}

/** Nothing that comes over the socket makes it throw. */
export function openLink(options: LinkOptions): Link {
  const { times, after, onOpen, onNotification, onRequest, onSteady, onEnd, log } = options;
  const waiting = new Map<RequestId, Waiting>();
  let nextId = 1;
  let asked = 0;
  let socket: Socket | null = null;
  let isOver = false;
  let stopSilence = () => {};
  let stopPing = () => {};

  const finish = (why: string): boolean => {
    if (isOver) return false;
    isOver = true;
    stopSilence();
    stopPing();
    try {
      socket?.close();
    } catch (error) {
      log(`AHP: closing the socket: ${wordsOf(error)}`);
    }
    for (const { fail } of [...waiting.values()])
      fail(new AhpClientError("connection_lost", `The connection to the host was lost before its answer: ${why}`));
    return true;
  };
  const lose = (why: string): void => {
    if (finish(why)) onEnd(why);
  };

  const send = (text: string): void => {
    if (isOver || socket === null) return;
    try {
      socket.send(text);
    } catch (error) {
      lose(`sending failed: ${wordsOf(error)}`);
    }
  };

  const heard = (): void => {
    stopSilence();
    stopSilence = after(times.silence, () => lose(`the host was silent for ${Math.round(times.silence / 1000)} s`));
  };

  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isOver) {
        reject(new AhpClientError("connection_lost", "The connection to the host is lost."));
        return;
      }
      const id = nextId++;
      const text = writeMessage({ kind: "request", id, method, params });
      const stopTimer = after(times.answer, () => {
        waiting.delete(id);
        reject(new AhpClientError("timeout", `The host did not answer ${method} in time.`));
      });
      const over = () => {
        waiting.delete(id);
        stopTimer();
      };
      waiting.set(id, {
        settle: (answer) => {
          over();
          if (answer.kind === "result") resolve(answer.result);
          else reject(new RpcFailure({ ...answer.error, message: plain(answer.error.message, 2_000) }));
        },
        fail: (error) => {
          over();
          reject(error);
        },
      });
      send(text);
    });

  const pingLater = (): void => {
    stopPing = after(times.ping, () => {
      onSteady();
      // Whatever the answer says, it was one; without any the silence ends the socket.
      request("ping", { channel: ROOT_URI }).catch(() => undefined);
      if (!isOver) pingLater();
    });
  };

  const answer = async (id: RequestId, method: string, params: unknown): Promise<void> => {
    asked += 1;
    try {
      if (asked > MOST_ASKED) throw new RpcFailure({ code: RPC.internalError, message: "Too many requests at once." });
      send(writeMessage({ kind: "result", id, result: await onRequest(method, params) }));
    } catch (error) {
      send(writeMessage({ kind: "error", id, error: errorOf(error) }));
    } finally {
      asked -= 1;
    }
  };

  const take = (text: string): void => {
    const message = parseMessage(text);
    switch (message.kind) {
      case "unreadable":
        log(`AHP: the host sent something unreadable: ${message.error.message}`);
        break;
      case "notification":
        onNotification(message.method, message.params);
        break;
      case "request":
        void answer(message.id, message.method, message.params);
        break;
      default: {
        const known = message.id === null ? undefined : waiting.get(message.id);
        if (known === undefined) log("AHP: the host answered what was not asked, or too late.");
        else known.settle(message);
      }
    }
  };

  const listen = (opened: Socket): void => {
    opened.onopen = () => {
      if (isOver) return;
      heard();
      pingLater();
      onOpen();
    };
    opened.onmessage = (event: { readonly data: unknown }) => {
      if (isOver) return;
      heard();
      const { data } = event;
      if (typeof data !== "string" || data.length > LONGEST_FRAME) {
        log("AHP: the host sent a frame that is no text, or far too long.");
        return;
      }
      try {
        take(data);
      } catch (error) {
        log(`AHP: a message of the host's was ignored: ${wordsOf(error)}`);
      }
    };
    // An error is followed by the end; without a listener `ws` would throw it.
    opened.onerror = () => {};
    opened.onclose = (event: unknown) => lose(closingWords(event));
  };

  heard();
  try {
    socket = options.open();
    listen(socket);
  } catch (error) {
    const why = `no socket could be opened: ${wordsOf(error)}`;
    after(0, () => lose(why));
  }
  return {
    request,
    notify: (method, params) => send(writeMessage({ kind: "notification", method, params })),
    end: (why) => void finish(why),
  };
}

/** Without data that cannot be written down. */
function errorOf(error: unknown): RpcError {
  if (!(error instanceof RpcFailure)) return { code: RPC.internalError, message: wordsOf(error) };
  const { code, message } = error.error;
  const named = codeOf(error.error);
  return { code, message, ...(named === undefined ? {} : { data: { code: named, message } }) };
}

function closingWords(event: unknown): string {
  const { code, reason } = (event ?? {}) as { readonly code?: unknown; readonly reason?: unknown };
  const number = typeof code === "number" ? ` (${code})` : "";
  return typeof reason === "string" && reason !== "" ? `${plain(reason, 120)}${number}` : `it was closed${number}`;
}
