import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ID_ALPHABET } from "../../../core/document/ids.ts";
import { FakeTimer } from "../../clock/fake-timer.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { changesIn, POLL_MS } from "./changes.ts";
import { openConnection } from "./connection.ts";
import { findSqlEngine } from "./engine/adapter.ts";
import { openSqliteStore, STORE_FILE } from "./store.ts";

let timer: FakeTimer;
let told: (readonly string[])[];
let folder: string;
beforeEach(() => {
  timer = new FakeTimer(Date.parse(sampleTime(1_000)));
  told = [];
  folder = mkdtempSync(join(tmpdir(), "canvas-living-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, STORE_FILE);
const open = (onWrite?: () => void) =>
  openSqliteStore({
    folder,
    now: timer.clock,
    after: timer.after,
    log: () => undefined,
    ...(onWrite ? { onWrite } : {}),
  });
/** What the file says of changes, to somebody who only looks. */
const look = async () => {
  const connection = await openConnection({
    path: file(),
    engine: await findSqlEngine(),
    now: timer.clock,
    log: () => undefined,
  });
  return { ...changesIn(connection, timer.clock), close: connection.close };
};

describe("two connections to one SQLite file", () => {
  test("know one secret, whoever made it, and after both were closed", async () => {
    const [here, there] = [await open(), await open()];
    const [made, found] = await Promise.all([here.secrets.of("local"), there.secrets.of("local")]);
    expect(found).toBe(made);
    await Promise.all([here.close(), there.close()]);
    const later = await open();
    expect(await later.secrets.of("local")).toBe(made);
    await later.close();
  });

  test("miss nothing where one ceases to watch and the next begins, whatever was just being asked", async () => {
    const store = await open();
    for (let turns = 0; turns < 40; turns++) {
      const first = store.changes.watch("local", () => undefined);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      first.stop();
      const heard: string[] = [];
      const watch = store.changes.watch("local", (ids) => heard.push(...ids));
      await watch.ready();
      const id = `AA${ID_ALPHABET[turns >> 4]}${ID_ALPHABET[turns % 16]}`;
      await store.canvases.create("local", sampleCreate(sampleRecord(id, "x")));
      await timer.pass(2 * POLL_MS);
      expect(heard, `after ${turns} turns`).toContain(id);
      watch.stop();
    }
    await store.close();
  });

  test("see each other's writes in the pulse and in the changes", async () => {
    const here = await look();
    const there = await open();
    const { mark, ids } = await here.since("local", null);
    expect(ids).toEqual([]);
    const before = await here.pulse();
    expect(await here.pulse()).toBe(before);
    await there.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")));
    const after = await here.pulse();
    expect(after).not.toBe(before);
    expect(await here.pulse()).toBe(after);
    const made = await here.since("local", mark);
    expect(made.ids).toEqual(["AAAA"]);
    await there.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, "y"), answer: 0 }));
    await there.waits.keep("local", {
      waitId: "w",
      canvasId: "AAAA",
      since: sampleTime(1_000),
      until: sampleTime(1_010),
    });
    expect(await here.pulse()).not.toBe(after);
    const written = await here.since("local", made.mark);
    expect(written.ids).toEqual(["AAAA"]);
    expect((await here.since("local", written.mark)).ids).toEqual([]);
    await here.close();
    const later = await open();
    expect(await later.waits.list("local")).toHaveLength(1);
    await later.close();
    await there.close();
  });

  test("tell at the next look what the other wrote, and at once what they wrote themselves", async () => {
    const [here, there] = [await open(), await open()];
    await here.changes.watch("local", (ids) => told.push(ids)).ready();
    await there.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")));
    await timer.pass(POLL_MS - 1);
    expect(told).toEqual([]);
    await timer.pass(1);
    expect(told).toEqual([["AAAA"]]);
    await here.canvases.create("local", sampleCreate(sampleRecord("BBBB", "x")));
    await timer.pass(0);
    expect(told).toEqual([["AAAA"], ["BBBB"]]);
    await here.close();
    await there.close();
  });

  test("whoever knows that the other has written need not wait for the next look", async () => {
    const here = await open();
    const there = await open(here.lookNow);
    here.lookNow();
    expect(timer.waiting).toBe(0);
    await here.changes.watch("local", (ids) => told.push(ids)).ready();
    await there.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")));
    await timer.pass(0);
    expect(told).toEqual([["AAAA"]]);
    await here.close();
    await there.close();
  });

  test.skipIf(process.platform === "win32")(
    "a file put in the other's place is a change of all that it holds",
    async () => {
      const store = await open();
      await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")));
      renameSync(file(), join(folder, "aside.db"));
      await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "x")));
      await store.canvases.create("local", sampleCreate(sampleRecord("CCCC", "x")));
      await store.changes.watch("local", (ids) => told.push(ids)).ready();
      renameSync(join(folder, "aside.db"), file());
      await timer.pass(POLL_MS);
      expect(told).toEqual([["AAAA"]]);
      await store.close();
    },
  );
});

test("what writes nothing wakes nobody: not here, and in no other process", async () => {
  const wrote = vi.fn();
  const store = await open(wrote);
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")));
  expect(wrote).toHaveBeenCalledTimes(1);
  const other = await look();
  const pulse = await other.pulse();
  await store.canvases.find("local", "AAAA");
  await store.canvases.find("local", "ZZZZ");
  await store.canvases.update("local", "AAAA", {}, () => ({ answer: null }));
  await store.canvases.update("local", "ZZZZ", {}, () => ({ answer: null }));
  await store.bin.put("local", "ZZZZ");
  await store.waits.drop("local", "w");
  expect(wrote).toHaveBeenCalledTimes(1);
  expect(await other.pulse()).toBe(pulse);
  await other.close();
  await store.close();
});
