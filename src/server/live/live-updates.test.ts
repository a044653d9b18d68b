import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeTimer } from "../clock/fake-timer.ts";
import { createMemoryStore } from "../storage/memory/store.ts";
import type { CanvasStore } from "../storage/ports.ts";
import { sampleCreate, sampleRecord, sampleSave } from "../storage/sample-change.ts";
import { openSqliteStore } from "../storage/sqlite/store.ts";
import { createLiveUpdates, POLL_MS, RETRY_MS, SWEEP_MS } from "./create-live-updates.ts";
import type { LiveUpdates } from "./live-updates.ts";

let timer: FakeTimer;
let said: string[];
let told: (readonly string[])[];
let live: LiveUpdates;
beforeEach(() => {
  timer = new FakeTimer();
  said = [];
  told = [];
});
afterEach(() => live.close());

const start = (store: CanvasStore) => {
  live = createLiveUpdates({ store, owner: "local", log: (line) => said.push(line), after: timer.after });
};
const listen = () => live.subscribe((ids) => told.push(ids));
const create = (store: CanvasStore, id: string, owner = "local") =>
  store.create(owner, sampleCreate({ ...sampleRecord(id, "x"), owner }));

test("own writes are told at once, without any time passing", async () => {
  const store = createMemoryStore();
  start(store);
  listen();
  await live.ready();
  await create(store, "AAAA");
  await timer.pass(0);
  expect(told).toEqual([["AAAA"]]);
  await create(store, "BBBB", "ann");
  await timer.pass(POLL_MS * 3);
  expect(told).toEqual([["AAAA"]]);
});

test("nothing is asked of the store while nobody listens", async () => {
  const store = createMemoryStore();
  const pulse = vi.spyOn(store, "pulse");
  start(store);
  await live.ready();
  await create(store, "AAAA");
  await timer.pass(10_000);
  expect([pulse.mock.calls.length, timer.waiting]).toEqual([0, 0]);
  const stop = listen();
  await live.ready();
  await timer.pass(POLL_MS);
  expect(pulse.mock.calls.length).toBeGreaterThan(1);
  expect(timer.waiting).toBe(1);
  stop();
  stop();
  const before = pulse.mock.calls.length;
  await create(store, "BBBB");
  await timer.pass(10_000);
  expect([pulse.mock.calls.length, timer.waiting]).toEqual([before, 0]);
});

test("whoever has ceased to listen hears nothing; the others do, also when one of them fails", async () => {
  const store = createMemoryStore();
  start(store);
  const stop = listen();
  live.subscribe(() => {
    throw new Error("a broken page");
  });
  const others: (readonly string[])[] = [];
  live.subscribe((ids) => others.push(ids));
  await live.ready();
  stop();
  await create(store, "AAAA");
  await timer.pass(0);
  expect(told).toEqual([]);
  expect(others).toEqual([["AAAA"]]);
  expect(said).toEqual([expect.stringContaining("a broken page")]);
});

test("a store that fails is said once and asked on; what changed meanwhile is told", async () => {
  const store = createMemoryStore();
  start(store);
  listen();
  await live.ready();
  const pulse = vi.spyOn(store, "pulse").mockRejectedValue(new Error("the disk is away"));
  await timer.pass(POLL_MS);
  await timer.pass(RETRY_MS * 5);
  await create(store, "AAAA");
  await timer.pass(RETRY_MS);
  expect(said).toEqual([expect.stringContaining("the disk is away")]);
  pulse.mockRestore();
  await timer.pass(RETRY_MS);
  expect(told).toEqual([["AAAA"]]);
  expect(said).toHaveLength(2);
});

test("a failure between pulse and changes loses no change", async () => {
  const store = createMemoryStore();
  start(store);
  listen();
  await live.ready();
  vi.spyOn(store, "changes").mockRejectedValueOnce(new Error("locked"));
  await create(store, "AAAA");
  await timer.pass(RETRY_MS);
  expect(told).toEqual([["AAAA"]]);
});

test("a wait whose process died ends as a change", async () => {
  const store = createMemoryStore({ now: timer.clock });
  start(store);
  await create(store, "AAAA");
  const at = (ms: number) => new Date(timer.now + ms).toISOString();
  await store.keepWait("local", { waitId: "w", canvasId: "AAAA", since: at(0), until: at(1_000) });
  listen();
  await live.ready();
  await timer.pass(SWEEP_MS * 2);
  expect(told).toEqual([["AAAA"]]);
});

test("what another connection to the file writes is told at the next pulse", async () => {
  const folder = mkdtempSync(join(tmpdir(), "canvas-live-"));
  const open = () => openSqliteStore({ folder, now: () => new Date(), log: () => undefined });
  const here = await open();
  const there = await open();
  start(here);
  listen();
  await live.ready();
  await create(there, "AAAA");
  await there.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, "y"), answer: null }));
  expect(told).toEqual([]);
  await timer.pass(POLL_MS);
  await vi.waitFor(() => expect(told).toEqual([["AAAA"]]), 60_000);
  live.close();
  await here.close();
  await there.close();
  rmSync(folder, { recursive: true, force: true });
});
