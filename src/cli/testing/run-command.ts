import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { run } from "../run.ts";
import type { Surroundings } from "../surroundings.ts";

export interface Heard {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What went to stdout, to the byte. */
  readonly bytes: Buffer;
}

export interface CommandOptions extends Partial<Surroundings> {
  readonly input?: string | Buffer;
  /** What a person types at a terminal: all at once, or an answer to each question. */
  readonly typed?: string | readonly string[];
  readonly toTerminal?: boolean;
}

/** Runs a command in surroundings of its own: its home, its data and where it stands are all in `folder`. */
export async function runCommand(
  folder: string,
  args: readonly string[],
  { input = "", typed, toTerminal, ...change }: CommandOptions = {},
): Promise<Heard> {
  const chunks: Buffer[] = [];
  const stdout = new PassThrough().on("data", (chunk: Buffer) => chunks.push(chunk));
  const stderr = new PassThrough();
  let err = "";
  const answers = typeof typed === "object" ? [...typed] : [];
  const stdin = answers.length > 0 ? new PassThrough() : Readable.from([Buffer.from((typed ?? input) as string)]);
  stderr.setEncoding("utf8").on("data", (chunk: string) => {
    err += chunk;
    const answer = chunk.includes("[y/N]") ? answers.shift() : undefined;
    if (answer !== undefined && stdin instanceof PassThrough) stdin.write(answer);
  });
  const code = await run({
    args,
    env: { WRITING_CANVAS_DATA: join(folder, "data") },
    platform: "linux",
    uid: process.getuid?.() ?? null,
    pid: 4242,
    home: folder,
    folder,
    stdin: typed === undefined ? stdin : Object.assign(stdin, { isTTY: true }),
    stdout: toTerminal ? Object.assign(stdout, { isTTY: true }) : stdout,
    stderr,
    version: "1.2.3",
    node: "/usr/bin/node",
    nodeVersion: "v22.13.0",
    script: "/clone/dist/index.js",
    widgetFiles: [],
    pageFiles: [],
    workerFile: null,
    now: () => new Date("2026-11-16T12:00:00Z"),
    onStop: () => {},
    ...change,
  });
  const bytes = Buffer.concat(chunks);
  return { code, out: bytes.toString("utf8"), err, bytes };
}
