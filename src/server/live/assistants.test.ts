import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAssistants } from "./assistants.ts";

let folder: string;
let clock: number;
let alive: Set<number>;
let logged: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-assistants-"));
  clock = Date.parse("2026-11-17T12:00:00Z");
  alive = new Set();
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** One process on the folder. */
function served(pid: number, place = folder) {
  alive.add(pid);
  return createAssistants({
    folder: place,
    pid,
    now: () => new Date(clock),
    log: (line) => void logged.push(line),
    isAlive: (asked) => alive.has(asked),
  });
}

const MINUTE = 60_000;

test("nobody is connected where nobody ever called", async () => {
  expect(await served(1).connected("local")).toEqual([]);
});

test("every process knows of those that any of them serves, each name once", async () => {
  const [page, one, two] = [served(1), served(2), served(3)];
  one.heard("local", "claude-code", true);
  two.heard("local", "claude-code", true);
  two.heard("local", undefined, true);
  await Promise.all([one.connected("local"), two.connected("local")]);
  expect(await page.connected("local")).toEqual(["", "claude-code"]);
});

test("one over stdio is gone with its process, ended or killed", async () => {
  const [page, one, two] = [served(1), served(2), served(3)];
  one.heard("local", "one", true);
  two.heard("local", "two", true);
  await one.close();
  expect(await two.connected("local")).toEqual(["two"]);
  alive.delete(3);
  expect(await page.connected("local")).toEqual([]);
});

test("one over HTTP counts for half an hour after its last call, noted or not", async () => {
  const server = served(1);
  server.heard("local", "vscode", false);
  clock += 20 * MINUTE;
  server.heard("local", "vscode", false);
  clock += 25 * MINUTE;
  expect(await server.connected("local")).toEqual(["vscode"]);
  clock += 6 * MINUTE;
  expect(await server.connected("local")).toEqual([]);
});

test("what is no note of ours says nothing", async () => {
  mkdirSync(join(folder, "assistants"));
  for (const [pid, text] of ["{", "null", '[{"client":1}]'].entries()) {
    alive.add(pid);
    writeFileSync(join(folder, "assistants", `${pid}.json`), text);
  }
  expect(await served(9).connected("local")).toEqual([]);
});

test("where nothing can be written the log says so, and nothing else happens", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const server = served(1, join(file, "below"));
  server.heard("local", "claude-code", true);
  await expect(server.connected("local")).rejects.toThrow();
  expect(logged.join()).toContain("could not be noted");
});

test("one owner's programs are nobody else's to know, in notes of before neither", async () => {
  const [page, server] = [served(1), served(2)];
  server.heard("ada", "claude-code", false);
  server.heard("bob", "vscode", false);
  server.heard("bob", "claude-code", false);
  await server.connected("ada");
  const until = new Date(clock + MINUTE).toISOString();
  writeFileSync(join(folder, "assistants", "3.json"), JSON.stringify([{ client: "before", until }]));
  alive.add(3);
  expect(await page.connected("ada")).toEqual(["claude-code"]);
  expect(await page.connected("bob")).toEqual(["claude-code", "vscode"]);
  expect(await page.connected("local")).toEqual(["before"]);
  expect(await page.connected("eve")).toEqual([]);
});
