import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process of the benchmark's own that does one thing after the other as it is told. */
export interface Worker {
  ask<Answer>(message: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** `file`: beside this one; what it is told, it gets by `serveAsks`. */
export async function startWorker(file: string, args: readonly string[] = []): Promise<Worker> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ["--import", "tsx", "--disable-warning=ExperimentalWarning"],
  });
  await next(child);
  return {
    ask: async (message) => {
      child.send(message as object);
      const { error, answer } = (await next(child)) as { readonly error?: string; readonly answer?: unknown };
      if (error !== undefined) throw new Error(`${file}: ${error}`);
      return answer as never;
    },
    close: async () => {
      const gone = once(child, "exit");
      child.disconnect();
      await gone;
    },
  };
}

/** The other side: answers each message, one after the other, and ends with whoever asks. */
export function serveAsks(answer: (message: never) => Promise<unknown>, close: () => Promise<void>): void {
  process.on("message", (message) => {
    answer(message as never).then(
      (given) => process.send?.({ answer: given }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once("disconnect", () => void close().finally(() => process.exit()));
  process.send?.("ready");
}

function next(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const heard = (message: unknown) => {
      child.off("exit", ended);
      resolve(message);
    };
    const ended = (code: number | null) => {
      child.off("message", heard);
      reject(new Error(`A process of the benchmark ended with ${code}`));
    };
    child.once("message", heard);
    child.once("exit", ended);
  });
}
