import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../../ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "../../sample-change.ts";
import { findSqlEngine, type SqlDatabase } from "../engine/adapter.ts";
import { openSqliteStore, STORE_FILE } from "../store.ts";

let folder: string;
let store: Store;
let database: SqlDatabase;
let said: string[];
const open = (keepVersions?: number) =>
  openSqliteStore({
    folder,
    now: () => new Date(sampleTime(1_000)),
    log: (line) => said.push(line),
    ...(keepVersions === undefined ? {} : { keepVersions }),
  });
const save = (text: string) =>
  store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, text), answer: null }));
const kept = async () =>
  (await store.canvases.versions("local", "AAAA", { limit: 99 })).map(({ version }) => version).reverse();
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-forget-"));
  said = [];
  store = await open();
  database = (await findSqlEngine())(join(folder, STORE_FILE));
  // Each of them a full copy.
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "0".repeat(9))));
  for (let n = 1; n <= 20; n++) await save(String(n).repeat(9));
  await store.close();
});
afterEach(async () => {
  database.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a store that was opened without a limit forgets with the next version that is sealed, and not before", async () => {
  store = await open(12);
  expect(await kept()).toEqual(upTo(1, 20));
  await save("next");
  expect(await kept()).toEqual(upTo(10, 21));
  expect(database.get("SELECT count(*) AS n FROM versions")).toMatchObject({ n: 12 });
});

test.each([
  ["that lies ahead", "UPDATE versions SET base = 999 WHERE version = 10"],
  ["of which nothing is there", "UPDATE versions SET base = -5 WHERE version = 10"],
  ["that is no full copy", "UPDATE versions SET base = 9, body = '[]' WHERE version IN (9, 10)"],
])("a damaged history, with a copy %s, loses nothing that is not older", async (_, damage) => {
  database.run(damage);
  store = await open(12);
  await save("next");
  expect(await kept()).toEqual(upTo(1, 21));
  await save("one more");
  expect(await kept()).toEqual(upTo(11, 22));
});

test("what was forgotten is not said to be lost when the file is damaged and recovered", async () => {
  store = await open(12);
  await save("next");
  await save("one more");
  await store.close();
  const page = Number(database.get("PRAGMA page_size")?.page_size);
  const index = "SELECT rootpage FROM sqlite_master WHERE name = 'canvases_by_time'";
  const root = Number(database.get(index)?.rootpage);
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const path = join(folder, STORE_FILE);
  writeFileSync(path, readFileSync(path).fill(0xa5, (root - 1) * page, root * page));
  store = await open(12);
  expect(await kept()).toEqual(upTo(11, 22));
  database = (await findSqlEngine())(path);
  expect(said).toEqual([expect.stringContaining("Nothing is missing.")]);
});
