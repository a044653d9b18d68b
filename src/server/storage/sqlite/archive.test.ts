import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { collect, contentsOf, copyStore } from "../contract/store-contents.ts";
import { createMemoryStore } from "../memory/store.ts";
import { sampleAmend, sampleCreate, sampleRecord, sampleSave, sampleTime, typeText } from "../sample-change.ts";
import { findSqlEngine, type OpenSql } from "./engine/adapter.ts";
import { openSqliteStore, STORE_FILE } from "./store.ts";

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-archive-"));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, STORE_FILE);
const open = (log = (line: string) => void said.push(line)) =>
  openSqliteStore({ folder, now: () => new Date(sampleTime(1_000)), log });
const save = (content: string) => (record: Parameters<typeof sampleSave>[0]) => ({
  change: sampleSave(record, content),
  answer: null,
});

test("of an owner who was erased no text and no name can be read in the file, whenever it was written", async () => {
  const store = await open();
  const long = (word: string) => `${word} `.repeat(3_000);
  const record = { ...sampleRecord("AAAA", long("CONFIDENTIAL")), owner: "ann.the.owner" };
  await store.canvases.create("ann.the.owner", sampleCreate(record), { key: "CONFIDENTIAL-KEY", fingerprint: "f" });
  await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "of somebody else")));
  for (const text of [long("CONFIDENTIAL-2"), "CONFIDENTIAL-3", "short"])
    await store.canvases.update("ann.the.owner", "AAAA", {}, save(text));
  await store.canvases.update("ann.the.owner", "AAAA", {}, (before) => ({
    change: sampleAmend(before, "CONFIDENTIAL-4"),
    answer: null,
  }));
  const secret = await store.secrets.of("ann.the.owner");
  // What a recovery once said of it, with its title.
  const database = (await findSqlEngine())(file());
  const losses = [
    { kind: "record", id: "AAAA", title: "CONFIDENTIAL title", comments: 1 },
    { kind: "canvas", id: "BBBB", title: "another" },
  ];
  database.run("INSERT INTO store (name, value) VALUES (?, ?)", "recovered x", JSON.stringify(losses));
  database.close();
  const before = readFileSync(file());
  for (const text of ["CONFIDENTIAL", "ann.the.owner", secret]) expect(before.includes(text)).toBe(true);

  expect(await store.archive.erase("ann.the.owner")).toBe(1);
  expect(readdirSync(folder)).toEqual([STORE_FILE]);
  const after = readFileSync(file());
  for (const text of ["CONFIDENTIAL", "ann.the.owner", secret]) expect(after.includes(text)).toBe(false);
  expect(after.includes("of somebody else")).toBe(true);
  expect(after.includes("another")).toBe(true);
  await store.close();
  const again = await open();
  expect((await again.canvases.list("local", { limit: 9 })).total).toBe(1);
  await again.close();
});

test("a version or point that cannot be rebuilt is left out and named; all others are there", async () => {
  const store = await open();
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "line\n".repeat(100))));
  for (let n = 0; n < 5; n++) await store.canvases.update("local", "AAAA", {}, save(`${"line\n".repeat(100)}${n}`));
  await store.canvases.update("local", "AAAA", {}, (before) => ({ change: sampleAmend(before, "x"), answer: null }));
  const database = (await findSqlEngine())(file());
  expect(database.run("UPDATE versions SET body = '[[9999,9999,\"\"]]' WHERE version = 4")).toBe(1);
  expect(database.run("UPDATE points SET hash = 'another'")).toBe(1);
  database.close();
  const canvas = (await store.archive.read("local", "AAAA"))!;
  const history = await collect(store.archive.history("local", canvas));
  const versions = history.flatMap((each) => (each.kind === "version" ? [each.version.version] : []));
  // Those behind it are patches on it.
  expect(versions).toEqual([1, 2, 3]);
  expect(history.filter(({ kind }) => kind === "point")).toEqual([]);
  expect(history.filter(({ kind }) => kind === "event")).toHaveLength(6);
  expect(said.map((line) => /^(Version \d|What version \d).* of canvas AAAA/.exec(line)?.[1])).toEqual([
    "Version 4",
    "Version 5",
    "What version 6",
  ]);
  const other = createMemoryStore();
  expect(await copyStore(store, other)).toBe(1);
  expect((await other.canvases.versions("local", "AAAA", { limit: 9 })).map(({ version }) => version)).toEqual([
    3, 2, 1,
  ]);
  await store.close();
});

test("the id of another store is kept, and known to whoever opens the file next", async () => {
  const store = await open();
  expect(await store.archive.adopt("of another")).toBe(true);
  const other = createMemoryStore({ storeId: "of another" });
  await other.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")));
  await copyStore(other, store);
  await store.close();
  const again = await open();
  expect(again.storeId).toBe("of another");
  expect(await contentsOf(again)).toEqual(await contentsOf(other));
  await again.close();
});

test("the text that a line stands on is rebuilt once, however many moments are put in", async () => {
  const memory = createMemoryStore({ now: () => new Date(sampleTime(1_000)) });
  await memory.canvases.create("local", sampleCreate(sampleRecord("AAAA", "one")));
  for (const text of ["two", "three"]) await memory.canvases.update("local", "AAAA", {}, save(text));
  for (let n = 0; n < 9; n++) await typeText(memory, "local", "AAAA", (before) => `${before} more`);
  const real = await findSqlEngine();
  const asked: string[] = [];
  const engine: OpenSql = (path) => {
    const database = real(path);
    return {
      ...database,
      get: (sql, ...values) => {
        asked.push(sql);
        return database.get(sql, ...values);
      },
    };
  };
  const store = await openSqliteStore({ folder, now: () => new Date(sampleTime(1_000)), log: () => undefined, engine });
  await copyStore(memory, store);
  expect(asked.filter((sql) => sql.startsWith("SELECT base, hash FROM versions"))).toHaveLength(1);
  expect(await store.canvases.moments("local", "AAAA", 3)).toHaveLength(10);
  expect(await contentsOf(store)).toEqual(await contentsOf(memory));
  await store.close();
});
