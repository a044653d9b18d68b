import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** One process of the built program that serves MCP over HTTP. */
export interface Node {
  readonly pid: number;
  readonly origin: string;
  /** What it has logged so far. */
  log(): string;
  /** Whether it still runs. */
  isAlive(): boolean;
  /** In bytes, resident. */
  memory(): number;
  /** As `kill -9`. */
  kill(): Promise<void>;
  /** As a supervisor stops it; how it ended. */
  stop(): Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export interface NodeOptions {
  /** `postgres://…`, or a folder for SQLite. */
  readonly store: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** For Node itself, as --expose-gc. */
  readonly nodeArgs?: readonly string[];
  /** With the page. */
  readonly page?: true;
}

const LOG_KEPT = 1_000_000;

/** The built program (`npm run build`) on a free port. */
export async function startNode({ store, args = [], env = {}, nodeArgs = [], page }: NodeOptions): Promise<Node> {
  // By the environment: an address with a password is nothing for a list of processes.
  const where = /^postgres(ql)?:/.test(store) ? { WRITING_CANVAS_STORE: store } : { WRITING_CANVAS_DATA: store };
  const child = spawn(
    process.execPath,
    [...nodeArgs, PROGRAM, "serve", ...(page ? [] : ["--no-page"]), "--port", "0", ...args],
    {
      env: { ...process.env, ...where, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let logged = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    logged = (logged + chunk).slice(-LOG_KEPT);
  });
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }));
  const origin = await originOf(child, () => logged);
  const { pid } = child;
  if (pid === undefined) throw new Error("The program did not start");
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    pid,
    origin,
    log: () => logged,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    memory: () => residentBytes(pid),
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
  };
}

/** Waits until it says where it serves. */
function originOf(child: ChildProcess, logged: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const found = /serves MCP at (http:\/\/[\w.:]+)\/mcp/.exec(said);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.once("close", (code) =>
      reject(new Error(`serve ended with ${code} before it listened:\n${said}${logged()}`)),
    );
  });
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes ?? Number.NaN) * 1024;
}
