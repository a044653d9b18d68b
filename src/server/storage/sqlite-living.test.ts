import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeLivingStore } from "./living-contract.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "./sample-change.ts";
import { findSqlEngine } from "./sqlite-adapter.ts";
import { SCHEMA_VERSION, schemaVersion } from "./sqlite-migrations.ts";
import { openSqliteStore, STORE_FILE } from "./sqlite-store.ts";

const DAY = 24 * 60 * 60;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-living-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, STORE_FILE);
const open = (second = 1_000) =>
  openSqliteStore({ folder, now: () => new Date(sampleTime(second)), log: () => undefined });

describeLivingStore("the SQLite store, living", () => open());

describe("the bin of the SQLite store", () => {
  test("is emptied of what has lain in it for 30 days when the store is opened", async () => {
    const first = await open();
    await first.create("local", sampleCreate(sampleRecord("AAAA", "x")));
    await first.create("local", sampleCreate(sampleRecord("BBBB", "y")));
    await first.delete("local", "AAAA");
    await first.close();
    const within = await open(1_000 + 30 * DAY);
    expect(await within.bin("local")).toHaveLength(1);
    await within.close();
    const after = await open(1_001 + 30 * DAY);
    expect(await after.bin("local")).toEqual([]);
    expect(await after.undelete("local", "AAAA")).toBe(false);
    expect(await after.create("local", sampleCreate(sampleRecord("AAAA", "x")))).toEqual({ kind: "taken" });
    expect(await after.load("local", "BBBB")).not.toBeNull();
    await after.close();
  });
});

describe("two connections to one SQLite file", () => {
  test("know one secret, whoever made it, and after both were closed", async () => {
    const [here, there] = [await open(), await open()];
    const [made, found] = await Promise.all([here.secret("local"), there.secret("local")]);
    expect(found).toBe(made);
    await Promise.all([here.close(), there.close()]);
    const later = await open();
    expect(await later.secret("local")).toBe(made);
    await later.close();
  });

  test("see each other's writes in the pulse and in the changes", async () => {
    const here = await open();
    const there = await open();
    const { mark } = await here.changes("local", null);
    const before = await here.pulse();
    expect(await here.pulse()).toBe(before);
    await there.create("local", sampleCreate(sampleRecord("AAAA", "x")));
    const after = await here.pulse();
    expect(after).not.toBe(before);
    expect(await here.pulse()).toBe(after);
    const made = await here.changes("local", mark);
    expect(made.ids).toEqual(["AAAA"]);
    const save = () => there.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, "y"), answer: 0 }));
    await save();
    await there.keepWait("local", {
      waitId: "w",
      canvasId: "AAAA",
      since: sampleTime(1_000),
      until: sampleTime(1_010),
    });
    expect(await here.pulse()).not.toBe(after);
    expect((await here.changes("local", made.mark)).ids).toEqual(["AAAA"]);
    expect(await here.waits("local")).toHaveLength(1);
    await here.close();
    await there.close();
  });

  test.skipIf(process.platform === "win32")(
    "a file put in the other's place is a change of all that it holds",
    async () => {
      const store = await open();
      await store.create("local", sampleCreate(sampleRecord("AAAA", "x")));
      renameSync(file(), join(folder, "aside.db"));
      await store.create("local", sampleCreate(sampleRecord("BBBB", "x")));
      await store.create("local", sampleCreate(sampleRecord("CCCC", "x")));
      const { mark } = await store.changes("local", null);
      const pulse = await store.pulse();
      renameSync(join(folder, "aside.db"), file());
      expect(await store.pulse()).not.toBe(pulse);
      expect((await store.changes("local", mark)).ids).toEqual(["AAAA"]);
      await store.close();
    },
  );
});

test("a file of the first released schema is taken on with all that is in it", async () => {
  const engine = await findSqlEngine();
  const old = engine(file());
  old.exec(readFileSync(new URL("released/schema-1.sql", import.meta.url), "utf8"));
  expect(schemaVersion(old)).toBe(1);
  old.close();

  const store = await open();
  const canvas = await store.load("local", "AAAA");
  expect(canvas?.document).toMatchObject({ title: "Über", content: "# Über\r\n\r\nthird", revision: 3 });
  expect(canvas?.books).toMatchObject([{ client: "?", baseline: "# Über 'quotes'\r\n\r\nfirst", seen: [] }]);
  expect((await store.version("local", "AAAA", 1))?.content).toBe("# Über 'quotes'\r\n\r\nfirst");
  expect(await store.events("local", "AAAA", 0, 9)).toHaveLength(3);
  expect(await store.load("ann", "CCCC")).not.toBeNull();
  // What the old program deleted is gone: there was no bin.
  expect(await store.bin("local")).toEqual([]);
  expect(await store.undelete("local", "BBBB")).toBe(false);
  const again = await store.create("local", sampleCreate(sampleRecord("DDDD", "x")), { key: "k1", fingerprint: "f1" });
  expect(again).toEqual({ kind: "repeated", id: "AAAA" });

  const { mark } = await store.changes("local", null);
  await store.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, "fourth"), answer: 0 }));
  expect((await store.changes("local", mark)).ids).toEqual(["AAAA"]);
  await store.delete("local", "AAAA");
  expect(await store.undelete("local", "AAAA")).toBe(true);
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
  const { mark } = await store.changes("local", null);
  // As that program writes: it knows no other columns.
  const write = () => old.run("UPDATE canvases SET record = record, content = ? WHERE id = ?", "of old", "AAAA");
  expect(write()).toBe(1);
  const changed = await store.changes("local", mark);
  expect(changed.ids).toEqual(["AAAA"]);
  old.run("INSERT INTO ids (id, owner, created_at) VALUES (?, ?, ?)", "EEEE", "local", sampleTime(1));
  expect((await store.changes("local", changed.mark)).ids).toEqual(["EEEE"]);
  await store.delete("local", "AAAA");
  expect(write).toThrow();
  await store.undelete("local", "AAAA");
  expect(write()).toBe(1);
  old.close();
  await store.close();
});
