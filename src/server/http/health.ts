import type { ServerResponse } from "node:http";
import { PRODUCT } from "../../protocol/names.ts";
import { type After, realAfter } from "../clock/timer.ts";
import { describeError } from "../observe/describe-error.ts";
import type { Log } from "../observe/observer.ts";
import { answerJson } from "./answer.ts";

export interface HealthOptions {
  readonly version: string;
  /** Fails when the store does not answer. */
  readonly checkStore: () => Promise<unknown>;
  readonly log: Log;
  /** Aborted when the server is about to end. */
  readonly draining?: AbortSignal | undefined;
  readonly after?: After;
}

/** How long the store may take to answer. */
const STORE_MS = 2_000;
/** Answers of so long ago are given again: nobody makes the store busy by asking whether it is. */
const SHARED_MS = 1_000;
/** A question that the store has not answered for so long is given up, and asked anew. */
const GIVEN_UP_MS = 10_000;

export async function answerHealth(
  response: ServerResponse,
  { checkStore, version, log }: Pick<HealthOptions, "checkStore" | "version" | "log">,
): Promise<void> {
  try {
    await checkStore();
    answerJson(response, 200, { status: "ok", name: PRODUCT, version });
  } catch (error) {
    log(`Health: ${describeError(error, { frames: false })}`, "error");
    answerJson(response, 503, { status: "failing", name: PRODUCT, version, reason: "The store does not answer." });
  }
}

/** The process lives: it asks nobody. */
export function answerAlive(response: ServerResponse): void {
  answerJson(response, 200, { status: "alive" });
}

/** Whether requests should come here, answered to whoever spreads them over several servers. */
export function createReadiness(options: HealthOptions): (response: ServerResponse) => Promise<void> {
  const { draining, log } = options;
  const askStore = sharedStoreCheck(options);
  let before: string | null = null;
  return async (response) => {
    const reason = draining?.aborted ? "This server is about to end: send requests to another one." : await askStore();
    if (reason !== before && !draining?.aborted)
      log(
        reason === null ? "Ready again: the store answers." : `Not ready: ${reason}`,
        reason === null ? "info" : "error",
      );
    before = reason;
    if (reason === null) answerJson(response, 200, { status: "ready" });
    else answerJson(response, 503, { status: "not ready", reason }, { "retry-after": "1" });
  };
}

/** Null, or why the store cannot be used, in words. Many who ask at once make one question. */
function sharedStoreCheck({ checkStore, log, after = realAfter }: HealthOptions): () => Promise<string | null> {
  let asked: { readonly at: number; readonly answer: Promise<string | null> } | null = null;
  let pending: { readonly at: number } | null = null;
  const ask = async (at: number): Promise<string | null> => {
    // One that hangs must not be joined by one more each second.
    if (pending !== null && at - pending.at < GIVEN_UP_MS) return SILENT;
    const own = { at };
    pending = own;
    const checked = checkStore()
      .then(
        () => null,
        (error: unknown) => {
          log(`Ready? ${describeError(error, { frames: false })}`, "warn");
          return "The store does not answer: it failed. The log says why.";
        },
      )
      .finally(() => {
        if (pending === own) pending = null;
      });
    let stop = (): void => undefined;
    const late = new Promise<string>((resolve) => {
      stop = after(STORE_MS, () => resolve(SILENT));
    });
    const answer = await Promise.race([checked, late]);
    stop();
    return answer;
  };
  return () => {
    const at = performance.now();
    if (asked === null || at - asked.at >= SHARED_MS) asked = { at, answer: ask(at) };
    return asked.answer;
  };
}

const SILENT = `The store has not answered within ${STORE_MS / 1_000} seconds.`;
