import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHarness } from "../../../../test/loop/harness.ts";
import { type ActionDeps, personCall } from "../../actions/call.ts";
import { listForPerson } from "../../actions/listing/list-for-person.ts";
import { open as openCanvas } from "../../actions/reading/open.ts";
import { FakeTimer } from "../../clock/fake-timer.ts";
import { foundRecord, type Store } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleSave } from "../sample-change.ts";
import { findSqlEngine } from "./engine/adapter.ts";
import { type Unwritable, unwritableEngine } from "./engine/unwritable-engine.ts";
import { openSqliteStore, STORE_FILE } from "./store.ts";

const NOW = new Date("2026-11-16T12:00:00Z");
let folder: string;
let said: string[];
let trouble: Unwritable | null;
let timer: FakeTimer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-unwritable-"));
  said = [];
  trouble = null;
  timer = new FakeTimer();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = async () =>
  openSqliteStore({
    folder,
    now: () => NOW,
    log: (line) => said.push(line),
    engine: unwritableEngine(await findSqlEngine(), () => trouble),
    after: timer.after,
  });
const save = (store: Store, content: string, isReading = false) =>
  store.canvases.update("local", "AAAA", { isReading }, (record) => ({
    change: sampleSave(record, content),
    answer: content,
  }));

/** All that a store tells without being asked to keep anything. */
const all = async (store: Store) => ({
  load: foundRecord(await store.canvases.find("local", "AAAA")),
  looked: await store.canvases.update("local", "AAAA", { versions: [1] }, (record, texts) => ({
    answer: [record.document.content, texts.get(1)],
  })),
  gone: await store.canvases.update("local", "ZZZZ", {}, () => ({ answer: null })),
  list: await store.canvases.list("local", { limit: 9 }),
  versions: await store.canvases.versions("local", "AAAA", { limit: 9 }),
  version: await store.canvases.version("local", "AAAA", 1),
  events: await store.canvases.events("local", "AAAA", 0, 9),
  bin: await store.bin.list("local"),
  waits: await store.waits.list("local"),
  ids: await store.canvases.ids("local", 9),
  count: await store.canvases.count(),
});

describe.each<[string, Unwritable, string, RegExp]>([
  ["on a full disk", "full", "storage_full", /^Nothing can be saved now: The disk that holds .* is full\./],
  ["that is read-only", "readonly", "storage_failed", /^Nothing can be saved now: .* cannot be written/],
])("a store %s", (_, kind, code, notice) => {
  test("is read as before; what would change it is refused, and said until it can be written again", async () => {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")));
    await save(store, "second");
    const dead = { waitId: "w", canvasId: "AAAA", since: NOW.toISOString(), until: NOW.toISOString() };
    await store.waits.keep("local", dead);
    const told: (readonly string[])[] = [];
    await store.changes.watch("local", (ids) => told.push(ids)).ready();
    const before = await all(store);
    expect(await store.notice()).toBeNull();
    trouble = kind;
    expect(await all(store)).toEqual(before);
    await expect(save(store, "third")).rejects.toMatchObject({ code });
    expect(await store.notice()).toMatch(notice);
    // A dead wait cannot be ended, which keeps nobody from being told of changes.
    await timer.pass(10_000);
    expect([told, said]).toEqual([[], []]);
    expect(await store.secrets.of("local")).toBe(await store.secrets.of("local"));
    expect(await all(store)).toEqual(before);
    trouble = null;
    expect(await store.notice()).toBeNull();
    expect(await save(store, "third")).toMatchObject({ wrote: true });
    await store.close();
  });

  test("answers a reading, and says that nothing of it was kept", async () => {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")));
    trouble = kind;
    const read = await save(store, "as read", true);
    expect(read).toEqual({ kind: "done", answer: "as read", wrote: false, unsaved: expect.any(String) });
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toBe("first");
    trouble = null;
    expect(await save(store, "as read", true)).toEqual({ kind: "done", answer: "as read", wrote: true });
    await store.close();
  });

  test("is opened for reading", async () => {
    const before = await open();
    await before.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")));
    await before.close();
    trouble = kind;
    const store = await open();
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toBe("first");
    expect(said).toEqual([expect.stringMatching(/^Canvases can be read, but nothing can be saved now: /)]);
    await store.close();
  });

  test("and damaged as well is read as far as it can be, and recovered when there is room for it", async () => {
    const before = await open();
    await before.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")));
    await before.canvases.create("local", sampleCreate(sampleRecord("BBBB", "words ".repeat(5_000))));
    await before.close();
    const path = join(folder, STORE_FILE);
    const bytes = readFileSync(path);
    // Within the long text, and with it a pointer to the next page of it.
    const page = Math.floor(bytes.lastIndexOf("words words") / 4096) - 3;
    bytes.fill(0xa5, page * 4096, (page + 1) * 4096);
    writeFileSync(path, bytes);
    trouble = kind;
    let now = NOW;
    const store = await openSqliteStore({
      folder,
      now: () => now,
      log: (line) => said.push(line),
      engine: unwritableEngine(await findSqlEngine(), () => trouble),
      after: timer.after,
    });
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toBe("first");
    expect(foundRecord(await store.canvases.find("local", "BBBB"))?.document.content).toMatch(/^(words )+/);
    expect(await store.notice()).toMatch(/^Nothing can be saved now: .* is damaged .*Of canvas BBBB/);
    await expect(save(store, "second")).rejects.toMatchObject({ name: "StoreError" });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual([STORE_FILE]);
    trouble = null;
    now = new Date(NOW.getTime() + 60_000);
    expect(await save(store, "second")).toMatchObject({ wrote: true });
    expect(await store.notice()).toMatch(/^The store was damaged, .*Of canvas BBBB/);
    await store.close();
  });

  test("is read and listed by the model, and by the person on the page, who are told", async () => {
    const store = await open();
    const { call, close } = await startHarness(store);
    const { canvasId: canvas_id } = await call("write_canvas", { content: "# Plan\n\nThe first words.\n" });
    // The model was shown its version, which sealed it; the person's is open.
    await store.canvases.update("local", canvas_id, {}, (record) => ({
      change: { ...sampleSave(record, "# Plan\n\nThe person's words.\n"), sealed: [] },
      answer: null,
    }));
    trouble = kind;
    for (const args of [{}, { part: "feedback" }, { part: "outline" }, { version: 1 }]) {
      const { isError, text } = await call("read_canvas", { canvas_id, ...args });
      expect(isError, text).toBe(false);
      expect(text).toContain("Nothing can be saved now: ");
    }
    expect((await call("read_canvas", { canvas_id })).text).toContain("The person's words.");
    const listed = await call("list_canvases");
    expect(listed.text).toContain(`- ${canvas_id} "Plan"`);
    expect(listed.text).toContain("Tell the person: Nothing can be saved now: ");
    const unanswered = await call("await_review", { canvas_id });
    expect(unanswered).toMatchObject({ isError: false, text: expect.stringContaining("Not waiting: ") });
    expect(unanswered.text).toContain("Nothing can be saved now: ");
    const refused = await call("write_canvas", { content: "# Another\n" });
    expect(refused.text).toContain(`Error (${code})`);

    const person = personCall(
      { store, owner: "local", clock: () => new Date() } as Partial<ActionDeps> as ActionDeps & { owner: string },
      "page",
    );
    expect(await listForPerson.run(person, {})).toMatchObject({
      total: 1,
      notice: expect.stringMatching(notice),
    });
    expect(await openCanvas.run(person, { canvasId: canvas_id })).toMatchObject({ ok: true });
    await close();
    await store.close();
  });
});

test("an answer that the person gave before the disk was full is told to whoever waits for it", async () => {
  const store = await open();
  const { call, close } = await startHarness(store);
  const { canvasId: canvas_id } = await call("write_canvas", { content: "# Plan\n" });
  await store.canvases.update("local", canvas_id, {}, (record) => {
    const { version, revision } = record.document;
    const review = { number: 1, kind: "approved", at: NOW.toISOString(), version, revision: revision + 1 } as const;
    const approval = { version, revision: revision + 1, at: NOW.toISOString(), by: { kind: "person" } } as const;
    const document = { ...record.document, revision: revision + 1, status: "approved" } as const;
    return { change: { record: { ...record, document, review, approval }, sealed: [], events: [] }, answer: null };
  });
  trouble = "full";
  const answer = await call("await_review", { canvas_id });
  expect(answer).toMatchObject({ isError: false, text: expect.stringContaining("The person approved canvas") });
  expect(answer.text).toContain("Nothing can be saved now: ");
  await close();
  await store.close();
});

describe("one damaged row", () => {
  const damage = async (sql: string) => {
    const database = (await findSqlEngine())(join(folder, STORE_FILE));
    expect(database.run(sql)).toBe(1);
    database.close();
  };

  test.each([
    ["no JSON", "'{not json'"],
    ["a patch of what is not there", "'[[5,900000,\"x\"]]'"],
    ["a patch that is none", "'{\"a\":1}'"],
    ["another text", "'\"other words\"'"],
  ])("of the history that holds %s is missing itself; the canvas is read, saved and listed", async (_, body) => {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")));
    await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "another")));
    await save(store, "second");
    await damage(`UPDATE versions SET body = ${body} WHERE version = 1`);
    const looked = await store.canvases.update("local", "AAAA", { versions: [1] }, (record, texts) => ({
      answer: [record.document.content, texts.get(1)],
    }));
    expect(looked).toMatchObject({ answer: ["second", undefined] });
    await save(store, "third");
    await save(store, "fourth");
    await expect(store.canvases.version("local", "AAAA", 1)).rejects.toThrow("Version 1 cannot be rebuilt exactly");
    expect((await store.canvases.version("local", "AAAA", 2))?.content).toBe("second");
    expect((await store.canvases.version("local", "AAAA", 3))?.content).toBe("third");
    expect((await store.canvases.versions("local", "AAAA", { limit: 9 })).map(({ version }) => version)).toEqual([
      3, 2, 1,
    ]);
    expect((await store.canvases.list("local", { limit: 9 })).total).toBe(2);
    await store.close();
  });

  test("of the history is no version that the model is told not to exist", async () => {
    const store = await open();
    const { call, close } = await startHarness(store);
    const { canvasId: canvas_id } = await call("write_canvas", { content: "one\n" });
    await call("write_canvas", { canvas_id, content: "two\n", base_version: 1 });
    await damage("UPDATE versions SET body = 'x', by = 'x' WHERE version = 1");
    expect((await call("read_canvas", { canvas_id })).text).toContain("two");
    expect((await call("read_canvas", { canvas_id, version: 1 })).text).toContain(
      "the store is damaged in its history",
    );
    expect((await store.canvases.versions("local", canvas_id, { limit: 9 })).at(-1)).toMatchObject({
      version: 1,
      by: { kind: "person", name: "unknown (damaged)" },
    });
    await close();
    await store.close();
  });

  test.each([
    ["whose record is no JSON", "record = '{', news = '{'"],
    ["whose settings are no JSON", "meta = 'x'"],
  ])("of the canvases %s is put together from what is left, which is said, and hides no other", async (_, what) => {
    const store = await open();
    await store.canvases.create(
      "local",
      sampleCreate(sampleRecord("AAAA", "first", { lastEditor: "person", title: "Plan" })),
    );
    await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "another")));
    const untouched = foundRecord(await store.canvases.find("local", "BBBB"));
    await save(store, "second");
    await damage(`UPDATE canvases SET ${what} WHERE id = 'AAAA'`);
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document).toMatchObject({
      title: "Plan",
      content: "second",
      version: 2,
    });
    expect(foundRecord(await store.canvases.find("local", "BBBB"))).toEqual(untouched);
    expect(await store.notice()).toContain("Canvas AAAA “Plan” has its text, but its comments (0 open)");
    expect((await store.canvases.version("local", "AAAA", 1))?.content).toBe("first");
    await save(store, "third");
    expect((await store.canvases.version("local", "AAAA", 2))?.content).toBe("second");
    const { call, close } = await startHarness(store);
    const { text } = await call("list_canvases");
    expect(text).toContain("- AAAA");
    expect(text).toContain("- BBBB");
    expect((await call("read_canvas", { canvas_id: "AAAA" })).text).toContain("third");
    await close();
    await store.close();
  });

  test("whose text holds NULs has the text of its newest sound version again, which is said", async () => {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first", { title: "Plan" })));
    await save(store, "second");
    await save(store, "third");
    await damage("UPDATE canvases SET content = CAST(x'7468000000' AS TEXT) WHERE id = 'AAAA'");
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document).toMatchObject({
      content: "second",
      version: 3,
    });
    expect(await store.notice()).toContain("Canvas AAAA “Plan” has the text of its version 2 again");
    await save(store, "fourth");
    expect((await store.canvases.versions("local", "AAAA", { limit: 9 })).map(({ version }) => version)).toEqual([
      3, 2, 1,
    ]);
    await store.close();
  });

  test("of the events is left out, and hides no other", async () => {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")));
    await save(store, "second");
    await save(store, "third");
    await damage("UPDATE events SET payload = '{' WHERE sequence = 2");
    await damage("UPDATE events SET by = 'x' WHERE sequence = 3");
    const events = await store.canvases.events("local", "AAAA", 0, 9);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 3]);
    expect(said).toEqual([expect.stringContaining("1 of 3 entries are damaged")]);
    expect(events[1]?.by).toEqual({ kind: "person", name: "unknown (damaged)" });
    await store.close();
  });
});

describe("a store of the first released schema", () => {
  const first = readFileSync(new URL("engine/released/schema-1.sql", import.meta.url), "utf8");
  const makeFirst = async () => {
    const database = (await findSqlEngine())(join(folder, STORE_FILE));
    database.exec(first);
    database.close();
    return readFileSync(join(folder, STORE_FILE));
  };

  test.each<[string, Unwritable]>([
    ["that is read-only", "readonly"],
    ["on a full disk", "full"],
  ])("%s is read, and taken on when it can be written", async (_, kind) => {
    const bytes = await makeFirst();
    trouble = kind;
    let now = NOW;
    const store = await openSqliteStore({
      folder,
      now: () => now,
      log: (line) => said.push(line),
      engine: unwritableEngine(await findSqlEngine(), () => trouble),
      after: timer.after,
    });
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.title).toBe("Über");
    expect((await store.canvases.version("local", "AAAA", 1))?.content).toBe("# Über 'quotes'\r\n\r\nfirst");
    expect((await store.canvases.list("local", { limit: 9 })).canvases.map(({ id }) => id)).toContain("AAAA");
    expect(await store.notice()).toContain("Nothing can be saved now: ");
    await expect(save(store, "fourth")).rejects.toMatchObject({ name: "StoreError" });
    expect(readFileSync(join(folder, STORE_FILE)).equals(bytes)).toBe(true);
    trouble = null;
    now = new Date(NOW.getTime() + 60_000);
    expect(await save(store, "fourth")).toMatchObject({ wrote: true });
    expect(await store.notice()).toBeNull();
    await store.close();
  });
});
