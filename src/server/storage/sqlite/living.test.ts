import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeLivingStore } from "../contract/living-contract.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { findSqlEngine } from "./adapter.ts";
import { SCHEMA_VERSION, schemaVersion } from "./migrations.ts";
import { openSqliteStore, STORE_FILE } from "./store.ts";

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
  /** Opens the store with its clock at that day after the deletion: is the canvas still in the bin? */
  const binnedOn = async (day: number): Promise<boolean> => {
    const store = await open(1_000 + day * DAY);
    const [binned] = await store.bin("local");
    await store.close();
    return binned !== undefined;
  };
  const deleteOne = async () => {
    const store = await open();
    await store.create("local", sampleCreate(sampleRecord("AAAA", "x")));
    await store.create("local", sampleCreate(sampleRecord("BBBB", "y")));
    await store.delete("local", "AAAA");
    await store.close();
  };

  test("is emptied of what has lain in it for 30 days, two days after an opening has seen that", async () => {
    await deleteOne();
    for (const day of [1, 15, 30, 30.5, 31, 32.4]) expect(await binnedOn(day), `day ${day}`).toBe(true);
    const after = await open(1_000 + 32.5 * DAY);
    expect(await after.bin("local")).toEqual([]);
    expect(await after.undelete("local", "AAAA")).toBe(false);
    expect(await after.create("local", sampleCreate(sampleRecord("AAAA", "x")))).toEqual({ kind: "taken" });
    expect(await after.load("local", "BBBB")).not.toBeNull();
    await after.close();
  });

  test.each([31, 400])("is kept by a start whose clock was %s days ahead, and for 30 days after it", async (ahead) => {
    await deleteOne();
    for (const day of [ahead, ahead, ahead + 1, 1, 2, 29, ahead]) expect(await binnedOn(day), `day ${day}`).toBe(true);
    const back = await open(1_000 + 3 * DAY);
    expect(await back.undelete("local", "AAAA")).toBe(true);
    await back.close();
  });

  test("of a store that nobody opened for 60 days survives the opening, and is emptied two days later", async () => {
    await deleteOne();
    expect(await binnedOn(60)).toBe(true);
    expect(await binnedOn(61)).toBe(true);
    expect(await binnedOn(62)).toBe(false);
  });

  test("keeps for its own 30 days what was brought back and deleted again", async () => {
    await deleteOne();
    expect(await binnedOn(31)).toBe(true);
    const again = await open(1_000 + 32 * DAY);
    await again.undelete("local", "AAAA");
    await again.delete("local", "AAAA");
    await again.close();
    for (const day of [33.5, 35, 60, 62.5, 64]) expect(await binnedOn(day), `day ${day}`).toBe(true);
    expect(await binnedOn(64.6)).toBe(false);
  });

  test("keeps what a clock that was behind has deleted, 30 days from its last change", async () => {
    const behind = await open(-400 * DAY);
    await behind.create("local", sampleCreate(sampleRecord("AAAA", "x", { updatedAt: sampleTime(1_000) })));
    await behind.delete("local", "AAAA");
    await behind.close();
    for (const day of [0, 3, 20, 30]) expect(await binnedOn(day), `day ${day}`).toBe(true);
  });

  test("begins to look anew when its notes of earlier openings are unreadable", async () => {
    await deleteOne();
    expect(await binnedOn(31)).toBe(true);
    const database = (await findSqlEngine())(file());
    expect(database.run("UPDATE store SET value = 'no numbers' WHERE name = 'bin sightings'")).toBe(1);
    database.close();
    expect(await binnedOn(34)).toBe(true);
    expect(await binnedOn(36)).toBe(false);
  });

  test("that holds nothing old is opened without a write", async () => {
    await deleteOne();
    const before = readFileSync(file());
    expect(await binnedOn(10)).toBe(true);
    expect(readFileSync(file()).equals(before)).toBe(true);
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
