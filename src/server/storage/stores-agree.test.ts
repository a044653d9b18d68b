import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FakeTimer } from "../clock/fake-timer.ts";
import { createMemoryStore } from "./memory/store.ts";
import type { Store } from "./ports.ts";
import { sampleTime } from "./sample-change.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import { IDS, NOW, READERS, shownBy, steps } from "./steps-for-tests.ts";

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
      const listen = async (store: Store, heard: Set<string>): Promise<void> => {
        for (const reader of ["local", ...READERS])
          await store.changes.watch(reader, (ids) => ids.forEach((id) => void heard.add(`${reader} ${id}`))).ready();
      };
      try {
        await listen(here, told[0]);
        await listen(memory, told[1]);
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
          expect(await shownBy(store)).toEqual(await shownBy(memory));
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
