import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callPage, enterPlainly, originOf, tokenOf } from "../host/page-calls.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
let folder: string;
let programs: Program[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-page-links-"));
  programs = [];
});
afterEach(async () => {
  for (const { child } of programs) child.kill("SIGKILL");
  await Promise.all(programs.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly link: string;
  /** What went to stderr. */
  readonly log: () => string;
}

/** `serve` on the one data folder, on a port of its own. */
async function start(): Promise<Program> {
  const env = { ...process.env, WRITING_CANVAS_DATA: join(folder, "data") };
  const child = spawn(process.execPath, [PROGRAM, "serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const link = await new Promise<string>((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const found = /^Page: (\S+)$/m.exec(out)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("close", () => reject(new Error(`serve ended:\n${out}${log}`)));
  });
  const program = { child, ended, link, log: () => log };
  programs.push(program);
  return program;
}

test("of three servers of one folder, all asked at once, exactly one takes a link; what it gives is good there alone", async () => {
  const servers = await Promise.all([start(), start(), start()]);
  const origins = servers.map(({ link }) => originOf(link));
  for (const { link } of servers) {
    const token = tokenOf(link);
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const origin = origins[i % 3]!;
        return { origin, ...(await callPage(origin, "/api/session", { link: token })) };
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(410)]);
    const taken = answers.find(({ status }) => status === 200);
    const { pass } = JSON.parse(taken?.text ?? "") as { pass: string };
    for (const origin of origins) {
      const { status, text } = await callPage(origin, "/api/list", {}, pass);
      // The first visitor found the example: one, whoever made it.
      if (origin === taken?.origin) expect([status, (JSON.parse(text) as { total: number }).total]).toEqual([200, 1]);
      else expect(status).toBe(401);
    }
    for (const server of servers) {
      expect(server.log()).not.toContain(token);
      expect(server.log()).not.toContain(pass);
    }
  }
  if (process.platform !== "win32") {
    expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "data", "page.key")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "data", "page.json")).mode & 0o777).toBe(0o600);
  }
});

test("asked to stop while pages listen, it stops", async () => {
  const { child, ended, link } = await start();
  const { origin, pass } = await enterPlainly(link);
  const stream = await fetch(`${origin}/api/events`, { headers: { authorization: `Bearer ${pass}` } });
  const reader = stream.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"kind":"hello"');
  child.kill("SIGTERM");
  // However the stream ends: a reader that goes on reading is what must not hold the server.
  const read = () => reader?.read().catch(() => undefined);
  for (let part = await read(); part !== undefined && !part.done; part = await read());
  await ended;
  expect(child.exitCode).toBe(0);
});
