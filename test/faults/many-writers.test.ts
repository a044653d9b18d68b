import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { sampleCreate, sampleRecord } from "../../src/server/storage/sample-change.ts";
import { STORE_FILE } from "../../src/server/storage/sqlite/store.ts";
import { bundleSaver, startSaver } from "./saver-process.ts";
import { withSoundStore } from "./sound-store.ts";

const WRITERS = ["ann", "bob", "cem", "dee"];
const SAVES = 250;
/** A thousand saves, each on the disk before the next: as long as the disk takes. */
const PATIENCE = { timeout: 540_000 };
let folder: string;
let saver: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-writers-"));
  saver = await bundleSaver();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(saver, { force: true });
});

test(
  "four processes saving to one canvas at once lose none of 1,000 saves, and none of them fails",
  PATIENCE,
  async () => {
    await withSoundStore(folder, (store) => store.canvases.create("local", sampleCreate(sampleRecord("AAAA", ""))));
    const running = WRITERS.map((name) => startSaver(saver, [folder, "AAAA", name, String(SAVES)]));
    const ends = await Promise.all(running.map(({ ended }) => ended));
    expect(ends).toEqual(WRITERS.map(() => ({ code: 0, errors: "" })));

    await withSoundStore(folder, async (store) => {
      const record = foundRecord(await store.canvases.find("local", "AAAA"));
      const lines = record?.document.content.trimEnd().split("\n") ?? [];
      const expected = WRITERS.flatMap((name) => Array.from({ length: SAVES }, (_, n) => `${name} ${n + 1}`));
      expect([...lines].sort()).toEqual([...expected].sort());
      expect(record?.document.revision).toBe(1 + WRITERS.length * SAVES);
      const events = await store.canvases.events("local", "AAAA", 0, 10_000);
      expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 1001 }, (_, n) => n + 1));
      // Each version is the one before and one line more: no save was built on an old text.
      for (const version of [1, 2, 129, 500, 999, 1000]) {
        const text = lines
          .slice(0, version - 1)
          .map((line) => `${line}\n`)
          .join("");
        expect((await store.canvases.version("local", "AAAA", version))?.content).toBe(text);
      }
    });
  },
);

test("four processes that make the store at the same moment make one store", async () => {
  const fresh = join(folder, "fresh");
  const running = WRITERS.map((name) => startSaver(saver, [fresh, "AAAA", name, "0"]));
  const ends = await Promise.all(running.map(({ ended }) => ended));
  expect(ends).toEqual(WRITERS.map(() => ({ code: 0, errors: "" })));
  await withSoundStore(fresh, (store) => store.canvases.count());
});

test("four processes that find the store damaged at the same moment move it aside once", async () => {
  const damaged = join(folder, "damaged");
  mkdirSync(damaged);
  writeFileSync(join(damaged, STORE_FILE), "no database ".repeat(2_000));
  const running = WRITERS.map((name) => startSaver(saver, [damaged, "AAAA", name, "0"]));
  const ends = await Promise.all(running.map(({ ended }) => ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(ends.filter(({ errors }) => errors.includes("was damaged"))).toHaveLength(1);
  expect(readdirSync(damaged).filter((name) => name.includes(".damaged-"))).toHaveLength(1);
  await withSoundStore(damaged, (store) => store.canvases.count());
});
