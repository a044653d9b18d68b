/**
 * Models and persons at random: the real server, one or two models with bad habits, two real widgets, and answers that are
 * lost, repeated and out of order. Always the same from one seed; `LOOP_STEPS=30000` plays more, `LOOP_SEED=7` others.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/server/storage/memory-store.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite-store.ts";
import { type Cast, play, randomFrom, randomSteps, type Step } from "./driver/drive.ts";
import { shrink } from "./driver/shrink.ts";

const STEPS = Number(process.env.LOOP_STEPS ?? 2_000);
const SEED = Number(process.env.LOOP_SEED ?? 20261116);
const STEPS_A_CANVAS = 40;
const PATIENCE = { timeout: 3_600_000 };

const inMemory = (steps: readonly Step[], cast: Cast) => play(createMemoryStore(), steps, cast);

async function inFile(steps: readonly Step[], cast: Cast): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "driver-"));
  try {
    await play(await openSqliteStore({ folder, now: () => new Date(), log: () => undefined }), steps, cast);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So many steps, a new canvas every few; the first that go wrong are shortened, and their story told. */
async function drive(count: number, cast: Cast, run = inMemory): Promise<void> {
  const random = randomFrom(SEED);
  for (let done = 0; done < count; done += STEPS_A_CANVAS) {
    const steps = randomSteps(random, STEPS_A_CANVAS, cast);
    const fault = await shrink(steps, (some) => run(some, cast));
    if (fault !== null) throw new Error(`After ${done} steps: ${fault.message}`);
  }
  expect(count).toBeGreaterThan(0);
}

test.fails("law: one model", PATIENCE, () => drive(STEPS, { models: 1, restores: false, repeatsLate: false }));
test.fails("law: two models", PATIENCE, () => drive(STEPS, { models: 2, restores: true, repeatsLate: false }));
test("law: over a file", PATIENCE, () => drive(STEPS / 10, { models: 2, restores: true, repeatsLate: false }, inFile));
