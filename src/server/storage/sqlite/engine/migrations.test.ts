import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FakeTimer } from "../../../clock/fake-timer.ts";
import { foundRecord, type Store } from "../../ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleShare, sampleTime } from "../../sample-change.ts";
import { POLL_MS } from "../changes.ts";
import { openSqliteStore, STORE_FILE } from "../store.ts";
import { findSqlEngine } from "./adapter.ts";
import { SCHEMA_VERSION, schemaVersion } from "./migrations.ts";

let timer: FakeTimer;
let folder: string;
beforeEach(() => {
  timer = new FakeTimer(Date.parse(sampleTime(1_000)));
  folder = mkdtempSync(join(tmpdir(), "canvas-living-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, STORE_FILE);
const open = () => openSqliteStore({ folder, now: timer.clock, after: timer.after, log: () => undefined });
/** What is told of changes from now on. */
const listen = async (store: Store) => {
  const told: (readonly string[])[] = [];
  await store.changes.watch("local", (ids) => told.push(ids)).ready();
  return told;
};

test("a file of the first released schema is taken on with all that is in it", async () => {
  const engine = await findSqlEngine();
  const old = engine(file());
  old.exec(readFileSync(new URL("released/schema-1.sql", import.meta.url), "utf8"));
  expect(schemaVersion(old)).toBe(1);
  old.close();

  const store = await open();
  const canvas = foundRecord(await store.canvases.find("local", "AAAA"));
  expect(canvas?.document).toMatchObject({ title: "Über", content: "# Über\r\n\r\nthird", revision: 3 });
  expect(canvas?.books).toMatchObject([{ client: "?", baseline: "# Über 'quotes'\r\n\r\nfirst", seen: [] }]);
  expect((await store.canvases.version("local", "AAAA", 1))?.content).toBe("# Über 'quotes'\r\n\r\nfirst");
  expect(await store.canvases.events("local", "AAAA", 0, 9)).toHaveLength(3);
  expect(foundRecord(await store.canvases.find("ann", "CCCC"))).not.toBeNull();
  // What the old program deleted is gone: there was no bin.
  expect(await store.bin.list("local")).toEqual([]);
  expect(await store.bin.bringBack("local", "BBBB")).toBe(false);
  const again = await store.canvases.create("local", sampleCreate(sampleRecord("DDDD", "x")), {
    key: "k1",
    fingerprint: "f1",
  });
  expect(again).toEqual({ kind: "repeated", id: "AAAA" });

  const told = await listen(store);
  await store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, "fourth"), answer: 0 }));
  await timer.pass(0);
  expect(told).toEqual([["AAAA"]]);
  await store.bin.put("local", "AAAA");
  expect(await store.bin.bringBack("local", "AAAA")).toBe(true);
  await store.close();
  const migrated = engine(file());
  expect(schemaVersion(migrated)).toBe(SCHEMA_VERSION);
  migrated.close();
});

test("a program of the first release that still has the file open is heard by those who listen, and writes nothing into the bin", async () => {
  const engine = await findSqlEngine();
  const old = engine(file());
  old.exec(readFileSync(new URL("released/schema-1.sql", import.meta.url), "utf8"));
  const store = await open();
  const told = await listen(store);
  // As that program writes: it knows no other columns.
  const write = () => old.run("UPDATE canvases SET record = record, content = ? WHERE id = ?", "of old", "AAAA");
  expect(write()).toBe(1);
  await timer.pass(POLL_MS);
  expect(told).toEqual([["AAAA"]]);
  old.run("INSERT INTO ids (id, owner, created_at) VALUES (?, ?, ?)", "EEEE", "local", sampleTime(1));
  await timer.pass(POLL_MS);
  expect(told).toEqual([["AAAA"], ["EEEE"]]);
  await store.bin.put("local", "AAAA");
  expect(write).toThrow();
  await store.bin.bringBack("local", "AAAA");
  expect(write()).toBe(1);
  old.close();
  await store.close();
});

test("readers of a canvas are told of what a program of an earlier release writes, which knows nothing of them", async () => {
  const store = await open();
  for (const id of ["AAAA", "BBBB"]) {
    const { record } = sampleShare(sampleRecord(id, "x"), ["ada"]);
    await store.canvases.create("local", sampleCreate(record));
  }
  const told: (readonly string[])[] = [];
  await store.changes.watch("ada", (ids) => told.push(ids)).ready();
  const old = (await findSqlEngine())(file());
  old.run("UPDATE canvases SET record = record, content = ? WHERE id = ?", "of old", "AAAA");
  await timer.pass(POLL_MS);
  old.run("UPDATE canvases SET deleted_at = ? WHERE id = ?", sampleTime(5), "AAAA");
  old.run("UPDATE ids SET deleted_at = ? WHERE id = ?", sampleTime(5), "AAAA");
  await timer.pass(POLL_MS);
  expect(await store.canvases.find("ada", "AAAA")).toEqual({ kind: "deleted" });
  old.run("DELETE FROM canvases WHERE id = ?", "BBBB");
  await timer.pass(POLL_MS);
  expect(told).toEqual([["AAAA"], ["AAAA"], ["BBBB"]]);
  expect(await store.canvases.find("ada", "BBBB")).toEqual({ kind: "none" });
  old.close();
  await store.close();
});

test("what people did before is found in a file of the first released schema, and what a program of that release still adds", async () => {
  const old = (await findSqlEngine())(file());
  old.exec(readFileSync(new URL("released/schema-1.sql", import.meta.url), "utf8"));
  // As that program writes: it knows no other columns.
  const add = (sequence: number, kind: string, by: "person" | "model") =>
    old.run(
      "INSERT INTO events (canvas, sequence, owner, kind, by, at, version, payload) VALUES (1, ?, 'local', ?, ?, ?, 3, '{}')",
      sequence,
      kind,
      JSON.stringify({ kind: by, client: "widget" }),
      sampleTime(sequence),
    );
  add(4, "comment", "person");
  add(5, "comment", "model");
  add(6, "approved", "person");
  const store = await open();
  const told = async () =>
    (await store.canvases.eventsByPeople("local", { limit: 9 })).map((each) => [each.canvasId, each.event.kind]);
  expect(await told()).toEqual([
    ["AAAA", "approved"],
    ["AAAA", "comment"],
  ]);
  add(7, "status", "person");
  expect((await told())[0]).toEqual(["AAAA", "status"]);
  old.close();
  await store.close();
});
