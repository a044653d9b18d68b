import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeTimer } from "../../clock/fake-timer.ts";
import type { Canvases, Waits, Watch } from "../ports.ts";
import { sampleCreate, sampleRecord } from "../sample-change.ts";
import { createCanvases } from "./canvases.ts";
import {
  type ChangeQuestions,
  changesIn,
  POLL_MS,
  type PolledChanges,
  pollChanges,
  RETRY_MS,
  SWEEP_MS,
} from "./changes.ts";
import { type Connection, openConnection } from "./connection.ts";
import { findSqlEngine } from "./engine/adapter.ts";
import { createWaits } from "./waits.ts";

let folder: string;
let timer: FakeTimer;
let said: string[];
let told: (readonly string[])[];
let connection: Connection;
let canvases: Canvases;
let waits: Waits;
let questions: ChangeQuestions;
let polled: PolledChanges;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-live-"));
  timer = new FakeTimer();
  said = [];
  told = [];
  const log = (line: string) => void said.push(line);
  connection = await openConnection({
    path: join(folder, "canvases.db"),
    engine: await findSqlEngine(),
    now: timer.clock,
    log,
  });
  canvases = createCanvases(connection, timer.clock, log);
  waits = createWaits(connection, timer.clock);
  questions = changesIn(connection, timer.clock);
  polled = pollChanges({ questions, log, after: timer.after });
});
afterEach(async () => {
  polled.close();
  await connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const listen = (owner = "local"): Watch => polled.watch(owner, (ids) => told.push(ids));
const create = (id: string, owner = "local") =>
  canvases.create(owner, sampleCreate({ ...sampleRecord(id, "x"), owner }));

test("own writes are told at once, without any time passing", async () => {
  await listen().ready();
  await create("AAAA");
  await timer.pass(0);
  expect(told).toEqual([["AAAA"]]);
  await create("BBBB", "ann");
  await timer.pass(POLL_MS * 3);
  expect(told).toEqual([["AAAA"]]);
});

test("each owner's watchers are told of that owner's canvases", async () => {
  const ofAnn: (readonly string[])[] = [];
  await Promise.all([listen().ready(), polled.watch("ann", (ids) => ofAnn.push(ids)).ready()]);
  await create("AAAA");
  await create("BBBB", "ann");
  await timer.pass(0);
  expect([told, ofAnn]).toEqual([[["AAAA"]], [["BBBB"]]]);
  expect(timer.waiting).toBe(1);
});

test("nothing is asked of the store while nobody listens", async () => {
  const pulse = vi.spyOn(questions, "pulse");
  await create("AAAA");
  await timer.pass(10_000);
  expect([pulse.mock.calls.length, timer.waiting]).toEqual([0, 0]);
  const watch = listen();
  await watch.ready();
  await timer.pass(POLL_MS);
  expect(pulse.mock.calls.length).toBeGreaterThan(1);
  expect(timer.waiting).toBe(1);
  watch.stop();
  watch.stop();
  const before = pulse.mock.calls.length;
  await create("BBBB");
  polled.lookNow();
  await timer.pass(10_000);
  expect([pulse.mock.calls.length, timer.waiting]).toEqual([before, 0]);
});

test("a store that fails is said once and asked on; what changed meanwhile is told", async () => {
  await listen().ready();
  const pulse = vi.spyOn(questions, "pulse").mockRejectedValue(new Error("the disk is away"));
  await timer.pass(POLL_MS);
  await timer.pass(RETRY_MS * 5);
  await create("AAAA");
  await timer.pass(RETRY_MS);
  expect(said).toEqual([expect.stringContaining("the disk is away")]);
  pulse.mockRestore();
  await timer.pass(RETRY_MS);
  expect(told).toEqual([["AAAA"]]);
  expect(said).toHaveLength(2);
});

test("whoever begins to listen while the store fails is not let wait, and is told of all once it can be read", async () => {
  await create("AAAA");
  const pulse = vi.spyOn(questions, "pulse").mockRejectedValue(new Error("the disk is away"));
  await listen().ready();
  await create("BBBB");
  await timer.pass(RETRY_MS);
  pulse.mockRestore();
  await timer.pass(RETRY_MS);
  expect(told).toEqual([["AAAA", "BBBB"]]);
});

test("a failure between pulse and changes loses no change", async () => {
  await listen().ready();
  vi.spyOn(questions, "since").mockRejectedValueOnce(new Error("locked"));
  await create("AAAA");
  await timer.pass(RETRY_MS);
  expect(told).toEqual([["AAAA"]]);
});

test("a wait whose process died ends as a change", async () => {
  await create("AAAA");
  const at = (ms: number) => new Date(timer.now + ms).toISOString();
  await waits.keep("local", { waitId: "w", canvasId: "AAAA", since: at(0), until: at(1_000) });
  await listen().ready();
  await timer.pass(SWEEP_MS * 2);
  expect(told).toEqual([["AAAA"]]);
});

test("a closed one tells nobody, and watches nothing more", async () => {
  const watch = listen();
  await watch.ready();
  polled.close();
  const late = listen();
  await Promise.all([watch.ready(), late.ready()]);
  await create("AAAA");
  await timer.pass(POLL_MS);
  expect([told, timer.waiting]).toEqual([[], 0]);
});
