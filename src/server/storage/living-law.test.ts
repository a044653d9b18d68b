import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryStore } from "./memory/store.ts";
import type { CanvasStore } from "./ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "./sample-change.ts";
import { openSqliteStore } from "./sqlite/store.ts";

const NOW = 1_000;
const IDS = ["AAAA", "BBBB", "CCCC"] as const;
type Id = (typeof IDS)[number];

/** Something that is done to a store; its answer is all that the doer learns. */
type Step = (store: CanvasStore) => Promise<unknown>;

const steps: Record<string, (id: Id) => Step> = {
  create: (id) => (store) => store.create("local", sampleCreate(sampleRecord(id, `text of ${id}`))),
  save: (id) => (store) =>
    store.update("local", id, {}, (record) => ({
      change: sampleSave(record, `${record.document.content}.`),
      answer: record.document.revision,
    })),
  look: (id) => (store) => store.update("local", id, {}, (record) => ({ answer: record.document.content })),
  delete: (id) => (store) => store.delete("local", id),
  purge: (id) => (store) => store.delete("local", id, { forever: true }),
  undelete: (id) => (store) => store.undelete("local", id),
  wait: (id) => (store) =>
    store.keepWait("local", {
      waitId: `wait for ${id}`,
      canvasId: id,
      since: sampleTime(NOW),
      until: sampleTime(NOW + 9),
    }),
  dead: (id) => (store) =>
    store.keepWait("local", { waitId: `dead ${id}`, canvasId: id, since: sampleTime(1), until: sampleTime(NOW) }),
  sweep: () => (store) => store.dropDeadWaits("local"),
  leave: (id) => (store) => store.dropWait("local", `wait for ${id}`),
};

const someSteps = fc.array(
  fc.record({ name: fc.constantFrom(...Object.keys(steps)), id: fc.constantFrom(...IDS), there: fc.boolean() }),
  { minLength: 1, maxLength: 25 },
);

test("law: whatever is done through whichever connection, both stores answer alike, tell the same changes and show the same", async () => {
  await fc.assert(
    fc.asyncProperty(someSteps, async (done) => {
      const folder = mkdtempSync(join(tmpdir(), "canvas-law-"));
      const now = () => new Date(sampleTime(NOW));
      const open = () => openSqliteStore({ folder, now, log: () => undefined });
      const [here, there] = [await open(), await open()];
      const memory = createMemoryStore({ now });
      try {
        let marks = {
          file: (await here.changes("local", null)).mark,
          memory: (await memory.changes("local", null)).mark,
        };
        for (const { name, id, there: isThere } of done) {
          const pulse = await here.pulse();
          const step = steps[name]!(id);
          expect(await step(isThere ? there : here)).toEqual(await step(memory));
          const told = await here.changes("local", marks.file);
          const expected = await memory.changes("local", marks.memory);
          expect([...told.ids].sort()).toEqual([...expected.ids].sort());
          if (told.ids.length > 0) expect(await here.pulse()).not.toBe(pulse);
          marks = { file: told.mark, memory: expected.mark };
        }
        for (const store of [here, there]) {
          expect(await store.list("local", { limit: 9 })).toEqual(await memory.list("local", { limit: 9 }));
          expect(await store.bin("local")).toEqual(await memory.bin("local"));
          expect(await store.waits("local")).toEqual(await memory.waits("local"));
          for (const id of IDS) {
            expect(await store.load("local", id)).toEqual(await memory.load("local", id));
            expect(await store.events("local", id, 0, 99)).toEqual(await memory.events("local", id, 0, 99));
          }
        }
      } finally {
        await here.close();
        await there.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 15 },
  );
});
