import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foundRecord, type Store } from "../../src/server/storage/ports.ts";
import { sampleCreate, sampleRecord } from "../../src/server/storage/sample-change.ts";
import { openSqliteStore, STORE_FILE } from "../../src/server/storage/sqlite/store.ts";
import { bundleSaver, startSaver } from "./saver-process.ts";
import { withSoundStore } from "./sound-store.ts";

const PAGE = 4096;
const KILLS = 5;
const PATIENCE = { timeout: 540_000 };
const IDS = Array.from({ length: 80 }, (_, n) => `AA${String(n + 222)}`.replaceAll(/[01]/g, "Z"));

let folder: string;
let saver: string;
let sound: Buffer;
let storeId: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-damaged-"));
  saver = await bundleSaver();
  await withSoundStore(folder, async (store) => {
    storeId = store.storeId;
    for (const [n, id] of new Set(IDS).entries()) {
      await store.canvases.create("local", sampleCreate(sampleRecord(id, textOf(id), { title: `Title of ${n}` })));
    }
  });
  sound = readFileSync(join(folder, STORE_FILE));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(saver, { force: true });
});

const textOf = (id: string) => `text of ${id}\n`.repeat(50 + (Number(id.slice(-2).replaceAll("Z", "1")) % 10) * 90);

/** A folder of its own with a copy of the store in which random pages are overwritten. */
function damagedFolder(seed: number, pages: number): { readonly at: string; readonly bytes: Buffer } {
  const at = mkdtempSync(join(folder, "damaged-"));
  const bytes = Buffer.from(sound);
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
  for (let n = 0; n < pages; n++) {
    const page = next() % (bytes.length / PAGE);
    for (let byte = 0; byte < PAGE; byte++) bytes[page * PAGE + byte] = seed % 2 === 0 ? 0 : next() & 0xff;
  }
  // Whatever else is hit: what nobody can miss, the tree of the rows itself.
  bytes.fill(0xa5, PAGE * 5, PAGE * 6);
  writeFileSync(join(at, STORE_FILE), bytes);
  return { at, bytes };
}

const aside = (at: string) => readdirSync(at).filter((name) => name.includes(".damaged-"));

/** Of every canvas that is not told to be missing or changed: its text as it was. */
async function expectRecovered(store: Store, at: string, bytes: Buffer): Promise<void> {
  expect(aside(at)).toHaveLength(1);
  expect(readFileSync(join(at, aside(at)[0] ?? "")).equals(bytes)).toBe(true);
  let whole = 0;
  for (const id of new Set(IDS)) {
    const record = foundRecord(await store.canvases.find("local", id));
    if (record?.document.content === textOf(id)) whole += 1;
    else expect(textOf(id).startsWith(record?.document.content ?? "")).toBe(true);
  }
  expect(whole).toBeGreaterThan(new Set(IDS).size - 12);
}

test(
  "four processes that find pages damaged at the same moment recover the store once, and all use the result",
  PATIENCE,
  async () => {
    const { at, bytes } = damagedFolder(4, 3);
    const running = ["ann", "bob", "cem", "dee"].map((name) => startSaver(saver, [at, IDS[7] ?? "", name, "5"]));
    const ends = await Promise.all(running.map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(ends.filter(({ errors }) => errors.includes("The damaged file is kept"))).toHaveLength(1);
    await withSoundStore(at, async (store) => {
      expect(store.storeId).toBe(storeId);
      const lines = foundRecord(await store.canvases.find("local", IDS[7] ?? ""))
        ?.document.content.split("\n")
        .slice(-21, -1);
      expect(lines?.sort()).toEqual(running.flatMap(({ acknowledged }) => acknowledged).sort());
    });
    expect(readFileSync(join(at, aside(at)[0] ?? "")).equals(bytes)).toBe(true);
  },
);

test(
  `killed ${KILLS} times in the middle of recovery, the damaged file is never lost, and the next start recovers it`,
  PATIENCE,
  async () => {
    for (let round = 0; round < KILLS; round++) {
      const { at, bytes } = damagedFolder(100 + round, 1 + (round % 5));
      const running = startSaver(saver, [at, IDS[7] ?? "", "x", "0"]);
      let isOver = false;
      void running.ended.then(() => {
        isOver = true;
      });
      while (!isOver && !existsSync(join(at, `${STORE_FILE}.recovering`))) await turn();
      // Another moment of the recovery each time.
      const end = process.hrtime.bigint() + BigInt(round * 40_000_000);
      while (!isOver && process.hrtime.bigint() < end) await turn();
      running.child.kill("SIGKILL");
      await running.ended;
      const kept = [STORE_FILE, ...aside(at)].filter((name) => readFileSync(join(at, name)).equals(bytes));
      expect(kept.length).toBeGreaterThan(0);

      const store = await openSqliteStore({ folder: at, now: () => new Date(), log: () => undefined });
      await expectRecovered(store, at, bytes);
      await store.close();
      await withSoundStore(at, (again) => again.canvases.count());
      expect(readdirSync(at).filter((name) => name.includes("recover"))).toEqual([]);
    }
  },
);
