import { RPC, RpcFailure } from "../wire/json-rpc.ts";
import type { Implementation } from "../wire/types.ts";
import type { ConnectionState } from "./ahp-client.ts";
import { AhpClientError, wordsOf } from "./client-error.ts";
import { type Link, type LinkTimes, openLink } from "./link.ts";
import { type After, delayBefore, type Socket } from "./socket.ts";

/** One link after the other, never two: when one is lost the next is tried, a little later each time. */
export interface Connection {
  state(): ConnectionState;
  /** The link, once it has greeted the host; null: there is none now. */
  connected(): Link | null;
  /** The link, as soon as something can be sent over it: before, the host does not know yet who it is. */
  opened(): Link | null;
  /** Waits for it; rejects when it does not come in time, or never will. */
  ready(): Promise<Link>;
  /** This link is of no use: on to the next. */
  giveUp(link: Link, why: string): void;
  close(why: string): void;
}

export interface Greeted {
  readonly protocolVersion: string;
  readonly serverInfo: Implementation;
}

export interface ConnectionOptions {
  readonly open: () => Socket;
  readonly times: LinkTimes;
  readonly reconnect: { readonly first: number; readonly longest: number };
  readonly after: After;
  readonly random: () => number;
  readonly log: (line: string) => void;
  /** Says who this is, and takes up what there was. Until it is done the link is not used for anything else. */
  readonly greet: (link: Link) => Promise<Greeted>;
  readonly onConnected: (link: Link) => void;
  readonly onLost: () => void;
  readonly onNotification: (link: Link, method: string, params: unknown) => void;
  readonly onRequest: (method: string, params: unknown) => Promise<unknown>;
  readonly onState: (state: ConnectionState) => void;
}

/** Refusals that another attempt would not change. */
const FINAL: readonly number[] = [RPC.unsupportedVersion, RPC.permissionDenied, RPC.invalidParams, RPC.methodNotFound];

/** The state is "connecting" when it returns: nothing is called back before that. */
export function createConnection(options: ConnectionOptions): Connection {
  const { open, times, reconnect, after, random, log, greet, onConnected, onLost, onNotification, onRequest } = options;
  const waiters = new Set<{ readonly resolve: (link: Link) => void; readonly reject: (error: Error) => void }>();
  let state: ConnectionState = { kind: "connecting" };
  let link: Link | null = null;
  let isOpen = false;
  let attempt = 0;
  let stopWaiting = () => {};

  const become = (next: ConnectionState): void => {
    state = next;
    options.onState(next);
  };

  const close = (why: string): void => {
    if (state.kind === "closed") return;
    stopWaiting();
    link?.end(why);
    link = null;
    isOpen = false;
    become({ kind: "closed", why });
    for (const { reject } of [...waiters]) reject(new AhpClientError("closed", `This client is closed: ${why}`));
  };

  const tryAgain = (why: string): void => {
    link = null;
    isOpen = false;
    onLost();
    stopWaiting = after(delayBefore(attempt, reconnect, random), connect);
    attempt += 1;
    become({ kind: "reconnecting", attempt, why });
  };

  const giveUp = (mine: Link, why: string): void => {
    if (mine !== link) return;
    log(`AHP: the connection is given up: ${why}`);
    mine.end(why);
    tryAgain(why);
  };

  const shakeHands = async (mine: Link): Promise<void> => {
    isOpen = true;
    try {
      const { protocolVersion, serverInfo } = await greet(mine);
      if (mine !== link) return;
      state = { kind: "connected", protocolVersion, serverInfo };
      onConnected(mine);
      for (const { resolve } of [...waiters]) resolve(mine);
      // What is done above may have lost it again.
      if (mine === link) options.onState(state);
    } catch (error) {
      if (mine !== link) return;
      const isFinal = error instanceof RpcFailure && FINAL.includes(error.error.code);
      if (isFinal) close(`the host refused: ${wordsOf(error)}`);
      else giveUp(mine, wordsOf(error));
    }
  };

  function connect(): void {
    const mine: Link = openLink({
      open,
      times,
      after,
      log,
      onOpen: () => void shakeHands(mine),
      onNotification: (method, params) => onNotification(mine, method, params),
      onRequest,
      onSteady: () => {
        if (state.kind === "connected") attempt = 0;
      },
      onEnd: tryAgain,
    });
    link = mine;
  }

  // A caller has its listeners set before anything happens.
  stopWaiting = after(0, connect);
  return {
    state: () => state,
    connected: () => (state.kind === "connected" ? link : null),
    opened: () => (isOpen ? link : null),
    ready: () =>
      new Promise((resolve, reject) => {
        if (state.kind === "closed") return reject(new AhpClientError("closed", `This client is closed: ${state.why}`));
        const over = () => {
          waiters.delete(one);
          stopTimer();
        };
        const one = {
          resolve: (found: Link) => {
            over();
            resolve(found);
          },
          reject: (error: Error) => {
            over();
            reject(error);
          },
        };
        const stopTimer = after(times.answer, () =>
          one.reject(new AhpClientError("connection_lost", "There is no connection to the host.")),
        );
        waiters.add(one);
      }),
    giveUp,
    close,
  };
}
