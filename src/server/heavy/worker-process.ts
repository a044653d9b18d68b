import { AsyncResource } from "node:async_hooks";
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Limits } from "../actions/limits.ts";
import type { StoreAddress } from "../storage/open-store.ts";
import type { FromWorker, Question, SentAnswer, SentCall, ToWorker, WorkerStart } from "./messages.ts";

export interface WorkerOptions {
  /** The worker's own program: built, or the TypeScript of the clone where tsx is there to run it. */
  readonly entry: string;
  /** The worker opens the store for itself. */
  readonly store: StoreAddress;
  /** What each owner may have; calls in the worker keep to it as well. */
  readonly limits?: Limits;
  readonly now: () => Date;
  readonly log: (message: string) => void;
  /** So long it waits for another call before it ends. */
  readonly idleMs?: number;
  /** For Node, before the entry. */
  readonly nodeArgs?: readonly string[];
}

/** What the one who calls answers and does for the worker meanwhile. */
export interface CallHelp {
  readonly answer: (question: Question) => Promise<string | number | null>;
  readonly offer: (canvasId: string) => void;
  readonly keptNothing: (owner: string) => void;
}

export type Ran =
  | { readonly kind: "answered"; readonly answer: SentAnswer }
  /** No worker can be started here; nothing was done. */
  | { readonly kind: "unavailable" }
  /** It ended during the call: all that the call wanted to write is there, or nothing. */
  | { readonly kind: "ended"; readonly why: string };

export interface Worker {
  readonly run: (call: SentCall, help: CallHelp) => Promise<Ran>;
  /** Calls back after every write of the worker. */
  readonly onWrite: (listener: () => void) => () => void;
  /** Waits a moment for the calls that are under way; what is written just then is written to its end. */
  readonly close: () => Promise<void>;
}

const IDLE_MS = 30_000;
/** One that could not be started is not tried with every call. */
const TRIED_AGAIN_MS = 60_000;
const CLOSING_MS = 2_000;

/**
 * One process beside this one, started by the first call, ended when none comes. A process and no thread: SQLite's locks
 * belong to the process (a thread that opens and closes the file gives up those of all others), the system frees them
 * whatever a process dies of, and an engine that aborts takes nobody along.
 */
export function createWorker({
  entry,
  store,
  limits = {},
  now,
  log,
  idleMs = IDLE_MS,
  nodeArgs = [],
}: WorkerOptions): Worker {
  const listeners = new Set<() => void>();
  let child: Promise<ChildProcess | null> | null = null;
  /** The same, once it is ready and as long as it lives. */
  let running: ChildProcess | null = null;
  /** `log`: in the name of the request that calls, not of the one that started the process. */
  let current: { readonly help: CallHelp; readonly end: (ran: Ran) => void; readonly log: typeof log } | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let notBefore = 0;
  let isClosed = false;

  const answer = async (worker: ChildProcess, help: CallHelp, number: number, question: Question): Promise<void> => {
    try {
      send(worker, { kind: "told", question: number, answer: await help.answer(question) });
    } catch (error) {
      log(`The worker for long calls was not answered: ${wordsOf(error)}`);
      // The call cannot go on without it.
      worker.kill("SIGKILL");
    }
  };
  const hear = (worker: ChildProcess, message: FromWorker): void => {
    switch (message.kind) {
      case "ready":
        break;
      case "log":
        (current?.log ?? log)(message.message);
        break;
      case "wrote":
        for (const listener of [...listeners]) listener();
        break;
      case "answer":
        current?.end({ kind: "answered", answer: message.answer });
        break;
      case "offer":
        current?.help.offer(message.canvasId);
        break;
      case "kept_nothing":
        current?.help.keptNothing(message.owner);
        break;
      case "question":
        if (current !== null) void answer(worker, current.help, message.number, message.question);
    }
  };
  const start = async (): Promise<ChildProcess | null> => {
    try {
      const given: WorkerStart = { address: store, limits };
      const worker = fork(entry, [], {
        env: { ...process.env, WRITING_CANVAS_WORKER: JSON.stringify(given) },
        serialization: "advanced",
        // Standard output belongs to MCP.
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        execArgv: [...loaderFor(entry), ...nodeArgs],
      });
      await new Promise<void>((resolve, reject) => {
        const end = (why: string): void => {
          if (running === worker) {
            running = null;
            child = null;
            current?.end({ kind: "ended", why });
          } else reject(new Error(why));
        };
        worker.on("message", (message: FromWorker) => {
          if (message.kind === "ready") resolve();
          hear(worker, message);
        });
        worker.on("error", (error) => end(error.message));
        worker.once("exit", (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
      });
      running = worker;
      return worker;
    } catch (error) {
      notBefore = now().getTime() + TRIED_AGAIN_MS;
      log(`Long calls hold up the others now, because the worker for them did not start: ${wordsOf(error)}`);
      return null;
    }
  };
  const leave = async (): Promise<void> => {
    clearTimeout(idle);
    const leaving = child;
    // From here on the next call starts another, which the end of this one does not concern.
    child = null;
    running = null;
    const worker = await leaving;
    if (!worker) return;
    if (worker.connected) worker.disconnect();
    await ended(worker);
  };
  const perform = async (call: SentCall, help: CallHelp): Promise<Ran> => {
    if (isClosed) return { kind: "ended", why: "the server is closing" };
    if (child === null && now().getTime() < notBefore) return { kind: "unavailable" };
    clearTimeout(idle);
    child ??= start();
    const worker = await child;
    if (worker === null) {
      child = null;
      return { kind: "unavailable" };
    }
    if (!worker.connected) {
      // It has just ended, and nobody was told yet.
      child = null;
      return perform(call, help);
    }
    // Only a call holds this process: one that is done with everything else may end.
    worker.ref();
    worker.channel?.ref();
    try {
      return await new Promise<Ran>((end) => {
        current = { help, end, log: AsyncResource.bind(log) };
        send(worker, { kind: "call", call });
      });
    } finally {
      current = null;
      worker.unref();
      worker.channel?.unref();
      idle = setTimeout(() => void leave(), idleMs).unref();
    }
  };

  return {
    // One at a time: it has one thread, and what waits here can still be told that it is gone.
    run: (call, help) => {
      const ran = queue.then(() => perform(call, help));
      queue = ran.catch(() => undefined);
      return ran;
    },
    onWrite: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      await within(CLOSING_MS, queue);
      isClosed = true;
      await leave();
    },
  };
}

/** That it is gone is seen by its exit; then a failed sending needs no words of its own. */
function send(worker: ChildProcess, message: ToWorker): void {
  if (worker.connected) worker.send(message, () => undefined);
}

/** Waits no longer than that: it ends by itself once it has written. */
async function ended(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.ref();
  await within(CLOSING_MS, new Promise((resolve) => worker.once("exit", resolve)));
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const time = new Promise<void>((resolve) => {
    late = setTimeout(resolve, ms);
  });
  await Promise.race([work, time]);
  clearTimeout(late);
}

/** The package brings it built; in a clone tsx runs the TypeScript. Where that is missing this throws, and calls run where they came. */
function loaderFor(entry: string): readonly string[] {
  if (!entry.endsWith(".ts")) return [];
  return ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href];
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
