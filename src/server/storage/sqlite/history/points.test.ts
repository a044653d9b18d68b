import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { foundRecord, type Store } from "../../ports.ts";
import { sampleAmend, sampleCreate, sampleRecord, sampleSave, sampleTime } from "../../sample-change.ts";
import { findSqlEngine, type SqlDatabase } from "../engine/adapter.ts";
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

test("nothing of a canvas's points is left once it is purged, by this release or by the one before", async () => {
  await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "one")));
  await store.canvases.update("local", "BBBB", {}, (record) => ({ change: sampleAmend(record, "two"), answer: null }));
  await store.bin.purge("local", "AAAA");
  expect(bodies()).toEqual(['"one"']);
  // As a process of the release before does it: it knows no points.
  database.run("DELETE FROM canvases WHERE id = 'BBBB'");
  expect(bodies()).toEqual([]);
});
