import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isNewer } from "./announce-leader.ts";
import { readLeaderRecord, writeLeaderRecord } from "./leader-record.ts";

const RECORD = { pid: 1, port: 3001, sandboxPort: 3002, storeId: "s", version: "1.0.0" };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "canvas-leader-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("what was written is read, and only its owner may read it", async () => {
  expect(await readLeaderRecord(folder)).toBeNull();
  await Promise.all([1, 2, 3].map((pid) => writeLeaderRecord(folder, { ...RECORD, pid })));
  await writeLeaderRecord(folder, RECORD);
  expect(await readLeaderRecord(folder)).toEqual(RECORD);
  expect(await readdir(folder)).toEqual(["page.json"]);
  if (process.platform !== "win32") expect((await stat(join(folder, "page.json"))).mode & 0o777).toBe(0o600);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"pid":1}',
  JSON.stringify({ ...RECORD, port: 0 }),
  JSON.stringify({ ...RECORD, port: "x" }),
])("a damaged record (%s) is none", async (text) => {
  await writeFile(join(folder, "page.json"), text);
  expect(await readLeaderRecord(folder)).toBeNull();
});

test.each([
  ["1.10.0", "1.9.9", true],
  ["1.0.0", "1.0.0", false],
  ["1.0.0", "1.0.1", false],
  ["2.0", "1.9.9", true],
  ["2.0.0-beta", "2.0.0", false],
  ["", "1.0.0", false],
])("%s is newer than %s: %s", (a, b, newer) => {
  expect(isNewer(a, b)).toBe(newer);
});
