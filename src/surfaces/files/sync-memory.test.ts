import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Remembered } from "./file-port.ts";
import { createSyncMemory } from "./sync-memory.ts";

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "canvas-memory-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const memory = (path = "/home/ann/plan.md") => createSyncMemory(data, "HN8B", path);
const SEEN = { text: "one\r\n\ud83d\ude00", hash: "h1" };

test.each<[string, Remembered]>([
  ["nothing in common", { seen: null }],
  ["a text", { seen: SEEN }],
  ["a write that was begun", { seen: SEEN, pending: { text: "two", hash: "h2" } }],
  ["a text being taken", { seen: null, pending: { text: "two", hash: "h2", mark: "M1" } }],
])("%s is remembered, for this user alone", async (_, remembered) => {
  await memory().save(remembered);
  expect(await memory().load()).toEqual(remembered);
  expect(await memory("/home/ann/other.md").load()).toEqual({ seen: null });
  const [name = "", ...more] = readdirSync(join(data, "files"));
  expect(more).toEqual([]);
  if (process.platform !== "win32") expect(statSync(join(data, "files", name)).mode & 0o777).toBe(0o600);
});

test.each(["", "{", "[]", '{"seen":3}', '{"seen":{"text":"x"}}'])(
  "what cannot be read (%j) is nothing",
  async (text) => {
    await memory().save({ seen: SEEN });
    const [name = ""] = readdirSync(join(data, "files"));
    writeFileSync(join(data, "files", name), text);
    expect(await memory().load()).toEqual({ seen: null });
  },
);
