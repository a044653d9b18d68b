import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeStore } from "../contract/store-contract.ts";
import { foundRecord } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleSave } from "../sample-change.ts";
import { failureOf, findSqlEngine, type OpenSql, type SqlDatabase } from "./engine/adapter.ts";
import { SCHEMA_VERSION } from "./engine/migrations.ts";
import { openSqliteStore, STORE_FILE } from "./store.ts";

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-store-"));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, STORE_FILE);
const open = (engine?: OpenSql) =>
  openSqliteStore({
    folder,
    now: () => new Date("2026-11-16T12:00:00Z"),
    log: (line) => said.push(line),
    ...(engine ? { engine } : {}),
  });

describeStore("the SQLite store", (surroundings) =>
  openSqliteStore({ folder: mkdtempSync(join(folder, "empty-")), ...surroundings }),
);

describe("the SQLite file", () => {
  test("survives closing and opening, with its id", async () => {
    const first = await open();
    await first.canvases.create("local", sampleCreate(sampleRecord("AAAA", "kept")));
    await first.close();
    const second = await open();
    expect(second.storeId).toBe(first.storeId);
    expect(foundRecord(await second.canvases.find("local", "AAAA"))?.document.content).toBe("kept");
    await second.close();
  });

  test.skipIf(process.platform === "win32")("is private to the user, and so is a folder made for it", async () => {
    const inner = join(folder, "made", "here");
    const store = await openSqliteStore({ folder: inner, now: () => new Date(), log: () => {} });
    await store.close();
    expect(statSync(join(inner, STORE_FILE)).mode & 0o777).toBe(0o600);
    expect(statSync(inner).mode & 0o777).toBe(0o700);
  });

  test("is written with all that a power cut could take, by every connection to it", async () => {
    const engine = await findSqlEngine();
    const opened: SqlDatabase[] = [];
    const store = await open((path) => {
      const database = engine(path);
      opened.push(database);
      // Two connections are told apart only while both are open.
      return { ...database, close: () => undefined };
    });
    rmSync(file());
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "in a new file")));
    const EXTRA = 3;
    const settings = opened.map((each) => [
      each.get("PRAGMA synchronous")?.synchronous,
      each.get("PRAGMA journal_mode")?.journal_mode,
    ]);
    expect(settings).toEqual([
      [EXTRA, "delete"],
      [EXTRA, "delete"],
    ]);
    await store.close();
    for (const database of opened) database.close();
  });

  test.each([
    ["is no database at all", () => writeFileSync(file(), "no database ".repeat(2000))],
    ["was cut off", () => truncateSync(file(), 8192)],
    ["has a torn page", () => tear(file())],
  ])("that %s, so that nothing can be read, is kept unchanged beside a new one, and said", async (_, damage) => {
    const before = await open();
    await before.canvases.create("local", sampleCreate(sampleRecord("AAAA", "text ".repeat(20_000))));
    await before.close();
    damage();
    const damaged = readFileSync(file());

    const after = await open();
    expect(foundRecord(await after.canvases.find("local", "AAAA"))).toBeNull();
    await after.canvases.create("local", sampleCreate(sampleRecord("BBBB", "new")));
    await after.close();
    const [aside, ...others] = readdirSync(folder).filter((name) => name.includes(".damaged-"));
    expect(others).toEqual([]);
    expect(aside).toBe(`${STORE_FILE}.damaged-2026-11-16T12-00-00`);
    expect(readFileSync(join(folder, aside!)).equals(damaged)).toBe(true);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(aside);
    const later = await open();
    expect(await later.notice()).toContain(join(folder, aside!));
    renameSync(join(folder, aside!), join(folder, "elsewhere.db"));
    expect(await later.notice()).toBeNull();
    await later.close();
  });

  test("of a newer schema is refused untouched, in words", async () => {
    await (await open()).close();
    const engine = await findSqlEngine();
    const database = engine(file());
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 6}`);
    database.close();
    const before = readFileSync(file());
    await expect(open()).rejects.toThrow(`schema ${SCHEMA_VERSION + 6}; this one knows up to ${SCHEMA_VERSION}`);
    expect(readFileSync(file()).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual([STORE_FILE]);
  });

  test("of another program is refused untouched, in words", async () => {
    const engine = await findSqlEngine();
    const database = engine(file());
    database.exec("CREATE TABLE theirs (x)");
    database.close();
    const before = readFileSync(file());
    await expect(open()).rejects.toThrow("another program");
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  test("in a place that cannot be written names the path and the reason", async () => {
    const inner = join(file(), "below-a-file");
    writeFileSync(file(), "");
    const opened = openSqliteStore({ folder: inner, now: () => new Date(), log: () => {} });
    await expect(opened).rejects.toThrow(new RegExp(`${inner}.*cannot be written: .*--data DIR`));
  });

  test("that fills the disk says so, and nothing of the call is written", async () => {
    const engine = await findSqlEngine();
    const store = await open((path) => {
      const database = engine(path);
      database.exec("PRAGMA max_page_count = 60");
      return database;
    });
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "small")));
    const grow = store.canvases.update("local", "AAAA", {}, (record) => ({
      change: sampleSave(record, "x".repeat(1_000_000)),
      answer: null,
    }));
    await expect(grow).rejects.toMatchObject({ code: "storage_full" });
    await expect(
      store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "y".repeat(1_000_000)))),
    ).rejects.toThrow(/is full/);
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document).toMatchObject({
      content: "small",
      revision: 1,
    });
    expect(await store.canvases.version("local", "AAAA", 1)).toBeNull();
    expect(await store.canvases.count()).toBe(1);
    await store.close();
  });

  test.skipIf(process.platform === "win32")(
    "that is deleted or replaced while it is open is opened anew, and said",
    async () => {
      const store = await open();
      await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")));
      const firstId = store.storeId;
      renameSync(file(), join(folder, "moved.db"));
      expect(foundRecord(await store.canvases.find("local", "AAAA"))).toBeNull();
      await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "second")));
      expect(store.storeId).not.toBe(firstId);

      renameSync(join(folder, "moved.db"), file());
      const saves = ["one", "two"].map((text) =>
        store.canvases.update("local", "AAAA", {}, (record) => ({
          change: sampleSave(record, record.document.content + text),
          answer: null,
        })),
      );
      await Promise.all(saves);
      expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.revision).toBe(3);
      expect(store.storeId).toBe(firstId);
      expect(said).toHaveLength(2);
      await store.close();
    },
  );

  test("locked by another waits instead of failing", async () => {
    const engine = await findSqlEngine();
    let refused = 0;
    let unlock = () => {};
    // Sees what the store never shows: that the file was busy. Only then does the other let go.
    const watched: OpenSql = (path) => {
      const database = engine(path);
      const watch = <T>(work: () => T): T => {
        try {
          return work();
        } catch (error) {
          if (failureOf(error) === "busy") {
            refused += 1;
            unlock();
          }
          throw error;
        }
      };
      return {
        ...database,
        exec: (sql) => watch(() => database.exec(sql)),
        get: (sql, ...values) => watch(() => database.get(sql, ...values)),
      };
    };
    const store = await open(watched);
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "one")));
    const other = engine(file());
    const lockedWhile = async <T>(work: () => Promise<T>): Promise<T> => {
      const before = refused;
      other.exec("BEGIN EXCLUSIVE");
      unlock = () => {
        other.exec("COMMIT");
        unlock = () => {};
      };
      const done = await work();
      expect(refused).toBe(before + 1);
      return done;
    };
    expect(foundRecord(await lockedWhile(() => store.canvases.find("local", "AAAA")))?.document.id).toBe("AAAA");
    const saved = await lockedWhile(() =>
      store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, "two"), answer: "saved" })),
    );
    expect(saved).toMatchObject({ answer: "saved", wrote: true });
    other.close();
    await store.close();
  });
});

/** Overwrites the inner pages, so that the header is still that of a sound file. */
function tear(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4096, bytes.length - 4096);
  writeFileSync(path, bytes);
}
