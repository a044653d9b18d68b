import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EventKind } from "../../../../core/records/history.ts";
import type { Store } from "../../ports.ts";
import { PERSON, sampleCreate, sampleRecord, sampleShare, sampleTime } from "../../sample-change.ts";
import { findSqlEngine, type OpenSql, type SqlDatabase } from "../engine/adapter.ts";
import { openSqliteStore, STORE_FILE } from "../store.ts";

let folder: string;
let store: Store;
let database: SqlDatabase;
let said: string[];
/** The ways in which the engine looks, once somebody asks for them: an engine that was asked keeps others from writing. */
let plans: string[] | null;

const open = async (): Promise<Store> => {
  const real = await findSqlEngine();
  const engine: OpenSql = (path) => {
    const opened = real(path);
    return {
      ...opened,
      all: (sql, ...values) => {
        const steps = plans === null ? [] : opened.all(`EXPLAIN QUERY PLAN ${sql}`, ...values);
        plans?.push(...steps.map(({ detail }) => String(detail)));
        return opened.all(sql, ...values);
      },
    };
  };
  return openSqliteStore({
    folder,
    now: () => new Date(sampleTime(1_000)),
    log: (line) => said.push(line),
    engine,
  });
};
const add = (id: string, seconds: readonly number[], kind: EventKind = "comment") =>
  store.canvases.update("local", id, {}, (record) => {
    const events = seconds.map((second) => ({ kind, by: PERSON, at: sampleTime(second), version: 1, payload: {} }));
    return { change: { record, sealed: [], events }, answer: null };
  });
const told = async (reader: string, limit = 99, canvasId?: string) => {
  const query = { limit, ...(canvasId === undefined ? {} : { canvasId }) };
  const events = await store.canvases.eventsByPeople(reader, query);
  return events.map((event) => `${event.canvasId} ${event.sequence}`);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-people-events-"));
  said = [];
  plans = null;
  store = await open();
  database = (await findSqlEngine())(join(folder, STORE_FILE));
  for (const id of ["BBBB", "AAAA"]) {
    const { record } = sampleShare(sampleRecord(id, "x"), ["ada"]);
    await store.canvases.create("local", sampleCreate(record));
  }
  await add("AAAA", [1, 3, 5]);
  await add("BBBB", [2, 4]);
});
afterEach(async () => {
  database.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ["of all canvases of an owner", "local", undefined],
  ["of all that others share", "ada", undefined],
  ["of one canvas", "local", "AAAA"],
])("what people did %s is found by indexes alone, in their order", async (_, reader, canvasId) => {
  const looks: string[] = [];
  plans = looks;
  expect(await told(reader, 2, canvasId)).toHaveLength(2);
  expect(looks.filter((step) => step.includes("SCAN"))).toEqual([]);
  for (const step of looks.filter((each) => /\bevents\b/.test(each)))
    expect(step).toMatch(
      /events_by_people \(owner=\? AND at<\?\)|events_by_people_in_canvas \(canvas=\? AND (?:at>\? AND )?at<\?\)/,
    );
  // Those of one time are sorted ("the right part", "the last terms"), and the canvases that others share: never all events.
  const sorts = looks.filter((step) => step.includes("TEMP B-TREE") && !/RIGHT PART|LAST/.test(step));
  expect(sorts).toHaveLength(canvasId === undefined ? 1 : 0);
});

test.each([
  ["whose payload is no JSON", "payload = '{\"a'"],
  ["whose payload is no text", "payload = x'ff'"],
  ["whose version is no number", "version = 'many'"],
])("an entry %s is left out and said, and an older one takes its place", async (_, set) => {
  expect(database.run(`UPDATE events SET ${set} WHERE canvas = 2 AND sequence IN (3, 4)`)).toBe(2);
  expect(await told("local", 2)).toEqual(["BBBB 3", "BBBB 2"]);
  expect(said).toEqual(["Of the log of canvas AAAA 2 of 2 entries are damaged and left out."]);
  expect(await told("ada")).toEqual(["BBBB 3", "BBBB 2", "AAAA 2"]);
  expect(await told("local", 1, "AAAA")).toEqual(["AAAA 2"]);
});

test.each(["by = '{\"kind\":'", "by = x'00'", "at = x'00'", "kind = x'00'"])(
  "an entry with %s, of which nobody can tell who did what when, hides no other, and keeps nobody from writing",
  async (set) => {
    expect(database.run(`UPDATE events SET ${set} WHERE canvas = 2 AND sequence = 3`)).toBe(1);
    expect(await told("local")).toEqual(["AAAA 4", "BBBB 3", "BBBB 2", "AAAA 2"]);
    await add("AAAA", [6]);
    expect(await told("ada", 2)).toEqual(["AAAA 5", "AAAA 4"]);
    expect(database.get("PRAGMA integrity_check")).toMatchObject({ integrity_check: "ok" });
  },
);

test("a file whose index of what people did is damaged is recovered with nothing missing", async () => {
  await add(
    "AAAA",
    Array.from({ length: 500 }, (_, n) => 10 + n),
  );
  const before = await told("local", 999);
  await store.close();
  const page = Number(database.get("PRAGMA page_size")?.page_size);
  const roots = database.all("SELECT rootpage FROM sqlite_master WHERE name LIKE 'events_by_people%'");
  expect(roots).toHaveLength(2);
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const path = join(folder, STORE_FILE);
  const bytes = readFileSync(path);
  for (const { rootpage } of roots) bytes.fill(0xa5, (Number(rootpage) - 1) * page, Number(rootpage) * page);
  writeFileSync(path, bytes);
  store = await open();
  expect(await told("local", 999)).toEqual(before);
  expect(said).toEqual([expect.stringContaining("Nothing is missing.")]);
  database = (await findSqlEngine())(path);
});
