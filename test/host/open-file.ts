import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** A line that `open --json` says. */
export interface OpenLine {
  readonly event: string;
  readonly canvas: string;
  readonly version: number;
  readonly [field: string]: unknown;
}

export interface OpenFile {
  readonly child: ChildProcess;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** The first line of this kind at this version or a later one, as soon as it is said; fails when the process ends without. */
  until(event: string, version?: number): Promise<OpenLine>;
  /** Resolves when something more is said. */
  more(): Promise<void>;
}

/** The built `writing-canvas open FILE --json` as a process, without a page. */
export function openFile(data: string, file: string, options: readonly string[] = []): OpenFile {
  const child = spawn(process.execPath, [PROGRAM, "open", file, "--json", "--no-page", "--data", data, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: OpenLine[] = [];
  let rest = "";
  let errors = "";
  let isOver = false;
  let wakers: (() => void)[] = [];
  const wake = (): void => {
    const woken = wakers;
    wakers = [];
    for (const waker of woken) waker();
  };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.map((line) => JSON.parse(line) as OpenLine));
    wake();
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  const ended = once(child, "close").then(() => {
    isOver = true;
    wake();
    return child.exitCode;
  });
  const more = async (): Promise<void> => {
    if (isOver) throw new Error(`It has ended: ${JSON.stringify(lines)} ${errors}`);
    await new Promise<void>((resolve) => wakers.push(resolve));
  };
  return {
    child,
    ended,
    more,
    until: async (event, version = 0) => {
      for (;;) {
        const found = lines.find((line) => line.event === event && line.version >= version);
        if (found) return found;
        await more();
      }
    },
  };
}
