import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Why a request was turned away before anything was done. */
export type Refusal = "rate" | "body" | "busy" | "token";

/** What is known of one request while it is served. It never holds content, titles, tokens, links or queries. */
export interface ServedRequest {
  readonly id: string;
  /** As in `METHODS`, or "other". */
  readonly method: string;
  /** The path of a route that this server has, or "other". */
  readonly route: string;
  /** Of the body, so far. */
  bytesIn: number;
  tool?: string;
  /** What came of the tool: "ok" or an error's code. */
  outcome?: string;
  /** The program that calls, as it named itself. */
  client?: string;
  refusal?: Refusal;
  /** It waits, as a stream of events or for a person, and costs little meanwhile. */
  parkedAs?: "stream" | "review";
  isOver: boolean;
}

export interface RequestContext {
  run<T>(served: ServedRequest, work: () => T): T;
  /** The request that the running code serves; undefined: none, or one that is over. */
  current(): ServedRequest | undefined;
}

export function createRequestContext(): RequestContext {
  const requests = new AsyncLocalStorage<ServedRequest>();
  return {
    run: (served, work) => requests.run(served, work),
    current: () => {
      // What a request began and left behind, as a timer or a watch, goes on after it.
      const served = requests.getStore();
      return served?.isOver === false ? served : undefined;
    },
  };
}

export const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const SAFE_ID = /^[\w.:-]{1,64}$/;

/** The id that the caller or a proxy gave, where it is harmless in logs and headers; else a random one. */
export function requestId(given: string | readonly string[] | undefined): string {
  return typeof given === "string" && SAFE_ID.test(given) ? given : randomUUID();
}
