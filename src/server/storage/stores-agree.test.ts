import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FakeTimer } from "../clock/fake-timer.ts";
import { createMemoryStore } from "./memory/store.ts";
import { foundRecord, type Store } from "./ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "./sample-change.ts";
import { openSqliteStore } from "./sqlite/store.ts";

const NOW = 1_000;
const IDS = ["AAAA", "BBBB", "CCCC"] as const;
type Id = (typeof IDS)[number];

/** Something that is done to a store; its answer is all that the doer learns. */
type Step = (store: Store) => Promise<unknown>;

const steps: Record<string, (id: Id) => Step> = {
  create: (id) => (store) => store.canvases.create("local", sampleCreate(sampleRecord(id, `text of ${id}`))),
  save: (id) => (store) =>
    store.canvases.update("local", id, {}, (record) => ({
      change: sampleSave(record, `${record.document.content}.`),
      answer: record.document.revision,
    })),
  look: (id) => (store) => store.canvases.update("local", id, {}, (record) => ({ answer: record.document.content })),
  delete: (id) => (store) => store.bin.put("local", id),
  purge: (id) => (store) => store.bin.purge("local", id),
  undelete: (id) => (store) => store.bin.bringBack("local", id),
  wait: (id) => (store) =>
    store.waits.keep("local", {
      waitId: `wait for ${id}`,
      canvasId: id,
      since: sampleTime(NOW),
      until: sampleTime(NOW + 9),
    }),
  dead: (id) => (store) =>
    store.waits.keep("local", { waitId: `dead ${id}`, canvasId: id, since: sampleTime(1), until: sampleTime(NOW) }),
  leave: (id) => (store) => store.waits.drop("local", `wait for ${id}`),
};

/** So long that both have looked for waits whose process died. */
const SWEEP = "sweep";

const someSteps = fc.array(
  fc.record({ name: fc.constantFrom(...Object.keys(steps), SWEEP), id: fc.constantFrom(...IDS), there: fc.boolean() }),
  { minLength: 1, maxLength: 25 },
);

test("law: whatever is done through whichever connection, both stores answer alike, tell the same changes and show the same", async () => {
  await fc.assert(
    fc.asyncProperty(someSteps, async (done) => {
      const folder = mkdtempSync(join(tmpdir(), "canvas-law-"));
      const now = () => new Date(sampleTime(NOW));
      const timer = new FakeTimer();
      const { after } = timer;
      const open = () => openSqliteStore({ folder, now, log: () => undefined, after });
      const [here, there] = [await open(), await open()];
      const memory = createMemoryStore({ now, after });
      const told = [new Set<string>(), new Set<string>()] as const;
      try {
        await here.changes.watch("local", (ids) => ids.forEach((id) => void told[0].add(id))).ready();
        await memory.changes.watch("local", (ids) => ids.forEach((id) => void told[1].add(id))).ready();
        for (const { name, id, there: isThere } of done) {
          if (name === SWEEP) await timer.pass(10_000);
          else {
            const step = steps[name]!(id);
            expect(await step(isThere ? there : here)).toEqual(await step(memory));
            here.lookNow();
            await timer.pass(0);
          }
          expect([...told[0]].sort()).toEqual([...told[1]].sort());
          for (const each of told) each.clear();
        }
        for (const store of [here, there]) {
          expect(await store.canvases.list("local", { limit: 9 })).toEqual(
            await memory.canvases.list("local", { limit: 9 }),
          );
          expect(await store.bin.list("local")).toEqual(await memory.bin.list("local"));
          expect(await store.waits.list("local")).toEqual(await memory.waits.list("local"));
          for (const id of IDS) {
            expect(foundRecord(await store.canvases.find("local", id))).toEqual(
              foundRecord(await memory.canvases.find("local", id)),
            );
            expect(await store.canvases.events("local", id, 0, 99)).toEqual(
              await memory.canvases.events("local", id, 0, 99),
            );
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
