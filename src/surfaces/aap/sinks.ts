import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Writable } from "node:stream";
import { realAfter } from "../../server/clock/timer.ts";
import type { Sink } from "./notify.ts";

export function streamSink(name: string, stream: Writable): Sink {
  return {
    name,
    atOnce: 1,
    deliver: (line) =>
      new Promise((resolve, reject) => {
        stream.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
      }),
  };
}

const FILE_MODE = 0o600;

/** A line at the end of a file, which is opened for each: whoever moves it away gets a new one. */
export function fileSink(path: string): Sink {
  // Without waiting: a pipe that nobody reads would wait for ever.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
  return {
    name: `file:${path}`,
    atOnce: 1,
    deliver: async (line) => {
      const file = await open(path, flags, FILE_MODE);
      try {
        await file.appendFile(`${line}\n`);
      } finally {
        await file.close();
      }
    },
  };
}

const MOST_AT_ONCE = 2;
const MOST_MS = 10_000;
/** Once the server ends, what is running may take so long. */
const GRACE_MS = 500;

/** Runs a program with the line as its last argument, by no shell. What it says is not read, and it is killed after ten seconds. */
export function commandSink(
  [program = "", ...args]: readonly string[],
  { env, folder }: { readonly env: Readonly<Record<string, string | undefined>>; readonly folder: string },
  mostMs = MOST_MS,
): Sink {
  const running = new Map<ChildProcess, Promise<void>>();
  const run = (line: string): Promise<void> => {
    const isGroup = process.platform !== "win32";
    const child = spawn(program, [...args, line], {
      cwd: folder,
      env: { ...env },
      stdio: "ignore",
      shell: false,
      windowsHide: true,
      // A group of its own: what it starts ends with it.
      detached: isGroup,
    });
    const ended = new Promise<void>((resolve, reject) => {
      let isLate = false;
      const stopTimer = realAfter(mostMs, () => {
        isLate = true;
        kill(child, isGroup);
      });
      child.once("error", (error) => {
        stopTimer();
        reject(error);
      });
      child.once("exit", (code, signal) => {
        stopTimer();
        if (code === 0) resolve();
        else if (isLate) reject(new Error(`${program} took more than ${mostMs / 1_000} seconds and was ended`));
        else reject(new Error(`${program} ended with ${code === null ? signal : `code ${code}`}`));
      });
    });
    const settled = ended.then(
      () => undefined,
      () => undefined,
    );
    running.set(child, settled);
    void settled.then(() => running.delete(child));
    return ended;
  };
  return {
    name: `command:${program}`,
    atOnce: MOST_AT_ONCE,
    deliver: run,
    close: async () => {
      const stopTimer = realAfter(GRACE_MS, () => {
        for (const child of running.keys()) kill(child, process.platform !== "win32");
      });
      await Promise.all(running.values());
      stopTimer();
    },
  };
}

function kill(child: ChildProcess, isGroup: boolean): void {
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch (error) {
    // It ended by itself just before.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
