import type { Readable, Writable } from "node:stream";

/** All that a command may know of the process: `main.ts` gives it, tests give their own. */
export interface Surroundings {
  /** Behind the program's name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The process's own number. */
  readonly pid: number;
  /** The user's number; null where the platform has none. 0 is root. */
  readonly uid: number | null;
  readonly home: string;
  readonly folder: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly version: string;
  /** Node, and the file that it is running. */
  readonly node: string;
  readonly nodeVersion: string;
  readonly script: string;
  /** It runs inside another program: the commands that it speaks of have to be fetched. */
  readonly isInside?: boolean;
  /** Where the built widget may lie; the first that exists is it. */
  readonly widgetFiles: readonly string[];
  /** The same for the page. */
  readonly pageFiles: readonly string[];
  /** The built folder for Copilot's extensions; without: there is none to install. */
  readonly copilotExtension?: string;
  /** The program of the process for long calls; null: they run in this one. */
  readonly workerFile: string | null;
  readonly now: () => Date;
  /** Calls back when the process is asked to stop. */
  readonly onStop: (stop: () => void) => void;
}

/** What a command was asked to do, checked. */
export interface Invocation {
  readonly surroundings: Surroundings;
  readonly options: Readonly<Record<string, string | true>>;
  /** Of options that may be given several times: all values. */
  readonly repeated?: Readonly<Record<string, readonly string[]>>;
  readonly positionals: readonly string[];
}

/** Exit codes: done, failed, asked wrongly. */
export const DONE = 0;
export const FAILED = 1;
export const MISUSED = 2;

/** The command was asked wrongly: said on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** It was asked rightly and cannot be done: said on stderr, exit code 1 unless the command has another one for it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = FAILED) {
    super(message);
    this.exitCode = exitCode;
  }
}
