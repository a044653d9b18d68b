import { noticeOf } from "../../core/interactions/summarize.ts";
import type { ActionDeps, Call } from "../../server/actions/call.ts";
import { describeError } from "../../server/observe/describe-error.ts";
import { watchInteractions } from "./watch-interactions.ts";

/** Where a line goes that tells an agent of an interaction. */
export interface Sink {
  /** As whoever runs the server named it. */
  readonly name: string;
  /** So many lines are on their way at once. */
  readonly atOnce: number;
  readonly deliver: (line: string) => Promise<void>;
  /** Ends what is on its way. */
  readonly close?: () => Promise<void>;
}

export interface Notifier {
  readonly stop: () => Promise<void>;
}

/** So many lines wait for a sink that is slow; later ones are dropped. */
const MOST_WAITING = 1_000;
const SAID_EVERY_MS = 10 * 60_000;

/**
 * Tells of each interaction from now on, in one line a sink. A sink that fails, hangs or is slow keeps neither others nor the
 * record from anything: it misses lines, which is logged.
 */
export function notifyOf({ call, sinks }: { readonly call: Call; readonly sinks: readonly Sink[] }): Notifier {
  const queues = sinks.map((sink) => createQueue(sink, call.deps));
  const watch = watchInteractions({
    call,
    tell: ({ record }) => {
      for (const queue of queues) queue.add(noticeOf(record));
    },
    inWords: (error) =>
      `Agents are not notified of interactions now: ${describeError(error, { frames: false })}. They will be, as soon as the store can be read.`,
  });
  return {
    stop: async () => {
      await watch.stop();
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

/** Lines for one sink, in their order where it takes one at a time. That it fails is logged now and then, with how many were missed. */
export function createQueue(
  { name, atOnce, deliver, close }: Sink,
  { log, clock }: Pick<ActionDeps, "log" | "clock">,
): { readonly add: (line: string) => void; readonly close: () => Promise<void> } {
  const waiting: string[] = [];
  let underWay = 0;
  let missed = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  /** That lines are missed was said, and how many it came to was not. */
  let owesTotal = false;
  let isClosed = false;

  const miss = (why: string): void => {
    missed += 1;
    const now = clock().getTime();
    if (isClosed || Math.abs(now - saidAt) < SAID_EVERY_MS) return;
    const many = missed === 1 ? "a line was" : `${missed} lines were`;
    log(`--notify ${name}: ${many} missed: ${why}. The records are kept all the same.`, "warn");
    [saidAt, missed, owesTotal] = [now, 0, true];
  };
  const sayTotal = (): void => {
    if (!owesTotal || missed === 0) return;
    const many = missed === 1 ? "another line was" : `${missed.toLocaleString("en")} more lines were`;
    log(`--notify ${name}: ${many} missed since. The records are kept all the same.`, "warn");
    [missed, owesTotal] = [0, false];
  };
  const deliverOne = async (line: string): Promise<void> => {
    try {
      await deliver(line);
      // It has caught up.
      if (waiting.length === 0) sayTotal();
    } catch (error) {
      miss(describeError(error, { frames: false }));
    }
  };
  const next = (): void => {
    while (underWay < atOnce && !isClosed) {
      const line = waiting.shift();
      if (line === undefined) return;
      underWay += 1;
      void deliverOne(line).finally(() => {
        underWay -= 1;
        next();
      });
    }
  };
  return {
    add: (line) => {
      if (isClosed) return;
      if (waiting.length >= MOST_WAITING) miss(`${MOST_WAITING} wait for it already. Give it something quicker to do`);
      else waiting.push(line);
      next();
    },
    close: async () => {
      isClosed = true;
      waiting.length = 0;
      sayTotal();
      await close?.();
    },
  };
}
