import type { Identity } from "../../../server/access/identity.ts";
import type { After } from "../../../server/clock/timer.ts";
import { describeError } from "../../../server/observe/describe-error.ts";
import {
  CANVAS_CODES,
  canvasFailure,
  parseMessage,
  type RequestId,
  RPC,
  RpcFailure,
  type RpcMessage,
  writeMessage,
} from "../wire/json-rpc.ts";
import type { Link } from "./peer.ts";
import { ORDERED, type Visitor } from "./visitor.ts";

/** A socket, as far as a conversation needs one. */
export interface Wire {
  /** Says this, if it is still there. */
  send(text: string): void;
  close(code: number, why: string): void;
}

export interface Connection {
  /** One whole message came. */
  receive(text: string): void;
  /** The socket is gone. */
  ended(): void;
  /** It is heard no more, and told why. */
  end(code: number, why: string): void;
}

/** So long a client may take to answer what its canvases are asked. */
const ANSWER_MS = 30_000;
/** So much may wait behind an answer that takes its time, in messages and in characters. */
const MOST_WAITING = 1_000;
const LONGEST_WAITING = 32 * 1024 * 1024;

/**
 * A conversation in JSON-RPC with one client, in both directions. What comes is begun in the order in which it came; whatever a
 * subscription depends on is finished before the next thing is begun, and its answer goes out before anything that is said on.
 */
export function connect(options: {
  readonly wire: Wire;
  readonly identity: Identity | undefined;
  readonly visit: (link: Link) => Visitor;
  readonly after: After;
  readonly log: (line: string) => void;
}): Connection {
  const { wire, identity, visit, after, log } = options;
  const asked = new Map<
    RequestId,
    { readonly done: (value: unknown) => void; readonly fail: (error: RpcFailure) => void }
  >();
  const waiting: { readonly message: RpcMessage; readonly length: number }[] = [];
  let waitingLength = 0;
  let held: string[] | null = null;
  let isBusy = false;
  let isOver = false;
  let lastId = 0;

  const send = (message: RpcMessage): void => {
    const text = writeMessage(message);
    // Notifications wait for the answer that is being made; answers do not.
    if (held !== null && message.kind === "notification") held.push(text);
    else if (!isOver) wire.send(text);
  };
  const release = (): void => {
    const texts = held ?? [];
    held = null;
    for (const text of texts) if (!isOver) wire.send(text);
  };

  const link: Link = {
    identity,
    notify: (method, params) => send({ kind: "notification", method, params }),
    request: (method, params) =>
      new Promise((done, fail) => {
        if (isOver) {
          fail(gone());
          return;
        }
        lastId += 1;
        const id = lastId;
        const stop = after(ANSWER_MS, () => {
          asked.delete(id);
          fail(canvasFailure(CANVAS_CODES.timeout, `Whoever provides this canvas did not answer ${method} in time.`));
        });
        const settle =
          <T>(with_: (value: T) => void) =>
          (value: T) => {
            stop();
            asked.delete(id);
            with_(value);
          };
        asked.set(id, { done: settle(done), fail: settle(fail) });
        send({ kind: "request", id, method, params });
      }),
    end: (code, why) => {
      over();
      wire.close(code, why);
    },
  };
  const visitor = visit(link);

  const over = (): void => {
    isOver = true;
    waiting.length = 0;
    waitingLength = 0;
    for (const { fail } of [...asked.values()]) fail(gone());
  };

  const answer = async (id: RequestId, method: string, params: unknown): Promise<void> => {
    try {
      send({ kind: "result", id, result: await visitor.request(method, params) });
    } catch (error) {
      if (!(error instanceof RpcFailure)) log(`AHP: ${method} failed: ${describeError(error)}`);
      const internal = { code: RPC.internalError, message: "The server failed on this request. Its log says why." };
      send({ kind: "error", id, error: error instanceof RpcFailure ? error.error : internal });
    }
  };

  const take = async (message: RpcMessage): Promise<void> => {
    switch (message.kind) {
      case "notification":
        visitor.notification(message.method, message.params);
        return;
      case "request": {
        const { id, method, params } = message;
        if (!ORDERED.has(method)) {
          void answer(id, method, params);
          return;
        }
        held = [];
        await answer(id, method, params);
        release();
        return;
      }
      case "result":
        asked.get(message.id)?.done(message.result);
        return;
      case "error":
        if (message.id !== null) asked.get(message.id)?.fail(new RpcFailure(message.error));
        return;
    }
  };
  const takeAll = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        waitingLength -= next.length;
        await take(next.message);
      } catch (error) {
        log(`AHP: ${describeError(error)}`);
      }
    }
    isBusy = false;
  };

  return {
    receive(text) {
      if (isOver) return;
      const message = parseMessage(text);
      if (message.kind === "unreadable") {
        send({ kind: "error", id: null, error: message.error });
        return;
      }
      // What was asked of it is answered whatever else waits.
      if (message.kind === "result" || message.kind === "error") void take(message);
      else if (waiting.length >= MOST_WAITING || waitingLength > LONGEST_WAITING)
        link.end(TOO_MUCH, "Too much at once.");
      else {
        waiting.push({ message, length: text.length });
        waitingLength += text.length;
        void takeAll();
      }
    },
    ended() {
      over();
      visitor.gone();
    },
    end: link.end,
  };
}

const TOO_MUCH = 1008;

function gone(): RpcFailure {
  return canvasFailure(
    CANVAS_CODES.unavailable,
    "The connection of whoever provides this canvas is gone. Try again later.",
  );
}
