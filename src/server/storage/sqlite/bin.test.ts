import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { foundRecord } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleTime } from "../sample-change.ts";
import { findSqlEngine } from "./engine/adapter.ts";
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

describe("the bin of the SQLite store", () => {
  /** Opens the store with its clock at that day after the deletion: is the canvas still in the bin? */
  const binnedOn = async (day: number): Promise<boolean> => {
    const store = await open(1_000 + day * DAY);
    const [binned] = await store.bin.list("local");
    await store.close();
    return binned !== undefined;
  };
  const deleteOne = async () => {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")));
    await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "y")));
    await store.bin.put("local", "AAAA");
    await store.close();
  };

  test("is emptied of what has lain in it for 30 days, two days after an opening has seen that", async () => {
    await deleteOne();
    for (const day of [1, 15, 30, 30.5, 31, 32.4]) expect(await binnedOn(day), `day ${day}`).toBe(true);
    const after = await open(1_000 + 32.5 * DAY);
    expect(await after.bin.list("local")).toEqual([]);
    expect(await after.bin.bringBack("local", "AAAA")).toBe(false);
    expect(await after.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")))).toEqual({ kind: "taken" });
    expect(foundRecord(await after.canvases.find("local", "BBBB"))).not.toBeNull();
    await after.close();
  });

  test.each([31, 400])("is kept by a start whose clock was %s days ahead, and for 30 days after it", async (ahead) => {
    await deleteOne();
    for (const day of [ahead, ahead, ahead + 1, 1, 2, 29, ahead]) expect(await binnedOn(day), `day ${day}`).toBe(true);
    const back = await open(1_000 + 3 * DAY);
    expect(await back.bin.bringBack("local", "AAAA")).toBe(true);
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
    await again.bin.bringBack("local", "AAAA");
    await again.bin.put("local", "AAAA");
    await again.close();
    for (const day of [33.5, 35, 60, 62.5, 64]) expect(await binnedOn(day), `day ${day}`).toBe(true);
    expect(await binnedOn(64.6)).toBe(false);
  });

  test("keeps what a clock that was behind has deleted, 30 days from its last change", async () => {
    const behind = await open(-400 * DAY);
    await behind.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x", { updatedAt: sampleTime(1_000) })));
    await behind.bin.put("local", "AAAA");
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
