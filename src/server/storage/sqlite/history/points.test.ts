import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { foundRecord, type Store } from "../../ports.ts";
import { sampleAmend, sampleCreate, sampleRecord, sampleSave, sampleTime, typeText } from "../../sample-change.ts";
import { findSqlEngine, type SqlDatabase } from "../engine/adapter.ts";
import { SCHEMA_VERSION } from "../engine/migrations.ts";
import { openSqliteStore, STORE_FILE } from "../store.ts";

const PAGE = "One line after the other, all of them alike.\n".repeat(200);
let folder: string;
let store: Store;
let database: SqlDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-points-"));
  store = await openSqliteStore({ folder, now: () => new Date(sampleTime(1_000)), log: () => undefined });
  database = (await findSqlEngine())(join(folder, STORE_FILE));
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", PAGE)));
  await store.canvases.update("local", "AAAA", {}, (record) => ({
    change: sampleSave(record, `${PAGE}A`),
    answer: null,
  }));
  for (const text of [`${PAGE}B`, "gone", "x"])
    await store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleAmend(record, text), answer: null }));
});
afterEach(async () => {
  database.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const bodies = () => database.all("SELECT body FROM points ORDER BY revision").map(({ body }) => String(body));
const texts = () =>
  Promise.all([2, 3, 4].map(async (each) => (await store.canvases.moment("local", "AAAA", 2, each))?.content));

test("a point costs what differs from the version before, or a copy where that is less", async () => {
  const patch = `[[${PAGE.length},${PAGE.length},"`;
  expect(bodies()).toEqual([`${patch}A"]]`, `${patch}B"]]`, '"gone"']);
  expect(await texts()).toEqual([`${PAGE}A`, `${PAGE}B`, "gone"]);
});

test.each([
  ["whose text is no JSON", "UPDATE points SET body = '[[1,' WHERE revision = 3"],
  ["whose text is another", "UPDATE points SET body = '[]' WHERE revision = 3"],
  ["whose text patches what is not there", "UPDATE points SET body = '[[99999,99999,1]]' WHERE revision = 3"],
  ["whose text is a number", "UPDATE points SET body = 5 WHERE revision = 3"],
])("a point %s is not to be had, and hides nothing else", async (_, damage) => {
  expect(database.run(damage)).toBe(1);
  expect(await texts()).toEqual([`${PAGE}A`, undefined, "gone"]);
  expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toBe("x");
});

test.each(["at = x'00'", "words_added = 'many'", "reason = 7"])(
  "a point whose row has %s is left out of lists",
  async (set) => {
    // The types of columns only advise: a blob stays one.
    expect(database.run(`UPDATE points SET ${set.replace("7", "x'07'")} WHERE revision = 3`)).toBe(1);
    expect((await store.canvases.points("local", "AAAA", 2)).map(({ revision }) => revision)).toEqual([4, 2]);
    expect(await texts()).toEqual([`${PAGE}A`, undefined, "gone"]);
    await store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleAmend(record, "y"), answer: null }));
    await store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, "z"), answer: null }));
    const [sealed] = await store.canvases.versions("local", "AAAA", { limit: 1 });
    expect(sealed?.points?.map(({ revision }) => revision)).toEqual([5, 4, 2]);
  },
);

test("a damaged version before takes the points that build on it, and no others; the next are whole copies", async () => {
  database.run("UPDATE versions SET body = '\"\"' WHERE version = 1");
  expect(await texts()).toEqual([undefined, undefined, "gone"]);
  await store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleAmend(record, PAGE), answer: null }));
  await store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleAmend(record, ""), answer: null }));
  expect((await store.canvases.moment("local", "AAAA", 2, 6))?.content).toBe(PAGE);
});

describe("other moments", () => {
  const type = (more: string) => typeText(store, "local", "AAAA", (before) => before + more);
  const revisions = async () =>
    (await store.canvases.moments("local", "AAAA", 2)).map(({ revision }) => revision).reverse();
  const readable = async () => {
    const all = await Promise.all((await revisions()).map((each) => store.canvases.moment("local", "AAAA", 2, each)));
    return all.flatMap((each) => each?.revision ?? []);
  };
  beforeEach(async () => {
    for (const more of ["y", "z", "!", "?"]) await type(more);
  });

  test("cost what was typed, and stand on a whole copy where no line was before", async () => {
    expect(bodies().slice(3)).toEqual(['"x"', '"xy"', '"xyz"', '"xyz!"', '"xyz!?"']);
    await type(PAGE);
    await type("end");
    expect(bodies().slice(8)).toEqual([JSON.stringify(`xyz!?${PAGE}`), ""]);
    const rows = database.all("SELECT base, step, length(hash) AS n FROM points ORDER BY revision");
    const end = PAGE.length + 5;
    expect(rows.slice(-2)).toEqual([
      { base: null, step: null, n: 16 },
      { base: 10, step: `[[${end},${end},"end"]]`, n: 16 },
    ]);
    // As a point it stands on the version before, too.
    await typeText(store, "local", "AAAA", () => "short again");
    const point = database.get("SELECT base, step, length(hash) AS n, reason FROM points WHERE revision = 11");
    expect(point).toMatchObject({ base: 10, n: 32, reason: "removal", step: rows.at(-1)?.step });
    expect(bodies().at(9)).not.toBe("");
    expect(await readable()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test("a point that is one no more costs its step alone, and is read as before", async () => {
    for (let n = 1; n <= 14; n++)
      await typeText(store, "local", "AAAA", (before) => `${before}${PAGE.slice(0, 900)}${n}`, 10 + 40 * n);
    const count = (of: string) => database.get(`SELECT count(*) AS n FROM points WHERE version = 2 AND ${of}`)?.n;
    const isPoint = "reason <> 'moment'";
    const both = "step IS NOT NULL AND body <> ''";
    expect([count(isPoint), count(both)]).toEqual([17, 12]);
    await typeText(store, "local", "AAAA", (before) => `${before}!`, 580, { sent: true });
    expect([count(isPoint), count(`${both} AND NOT ${isPoint}`)]).toEqual([12, 0]);
    expect(count(both)).toBeLessThan(12);
    expect(await readable()).toEqual(await revisions());
  });

  test.each([
    ["body = '[[1,'", []],
    ["body = '[]'", []],
    ["hash = 'x'", [12]],
    ["step = '[]'", []],
    ["step = 'x'", []],
    ["base = 99", []],
    ["base = 11", []],
    ["at = x'00'", []],
  ])("a damaged one (%s) is missing with those that stand on it, and no point is", async (damage, others) => {
    await type(PAGE);
    for (const more of ["1", "2", "3"]) await type(more);
    expect(await readable()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(database.run(`UPDATE points SET ${damage} WHERE revision = 11`)).toBe(1);
    expect(await readable()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, ...others, ...(others.length > 0 ? [13] : [])]);
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toMatch(/123$/);
    await typeText(store, "local", "AAAA", () => "gone again");
    await typeText(store, "local", "AAAA", (before) => `${before}!`);
    expect((await readable()).slice(-2)).toEqual([14, 15]);
    expect((await store.canvases.moment("local", "AAAA", 2, 13))?.reason).toBe("removal");
    expect((await store.canvases.moment("local", "AAAA", 2, 13))?.content).toBe(`xyz!?${PAGE}123`);
  });

  test("what a release before kept is read as it was, and its line goes on", async () => {
    await store.close();
    database.exec(
      `ALTER TABLE points DROP COLUMN base; ALTER TABLE points DROP COLUMN step; PRAGMA user_version = ${SCHEMA_VERSION - 1}`,
    );
    database.run("DELETE FROM points WHERE reason = 'moment'");
    database.run("UPDATE canvases SET record = json_remove(record, '$.head.line')");
    store = await openSqliteStore({ folder, now: () => new Date(sampleTime(1_000)), log: () => undefined });
    expect(await texts()).toEqual([`${PAGE}A`, `${PAGE}B`, "gone"]);
    await type("more");
    await type("and more");
    expect(await readable()).toEqual([2, 3, 4, 9, 10, 11]);
    expect((await store.canvases.moment("local", "AAAA", 2, 9))?.content).toBe("xyz!?");
  });
});

test("nothing of a canvas's points is left once it is purged, by this release or by the one before", async () => {
  await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "one")));
  await store.canvases.update("local", "BBBB", {}, (record) => ({ change: sampleAmend(record, "two"), answer: null }));
  await store.bin.purge("local", "AAAA");
  expect(bodies()).toEqual(['"one"']);
  // As a process of the release before does it: it knows no points.
  database.run("DELETE FROM canvases WHERE id = 'BBBB'");
  expect(bodies()).toEqual([]);
});
