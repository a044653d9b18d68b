import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { sampleCreate, sampleRecord } from "../../src/server/storage/sample-change.ts";
import { bundleSaver, startSaver } from "./saver-process.ts";
import { withSoundStore } from "./sound-store.ts";

const ROUNDS = 50;
/** Fifty processes are started: a slow machine needs minutes for that, and is not wrong to. */
const PATIENCE = { timeout: 540_000 };
let folder: string;
let saver: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-killed-"));
  saver = await bundleSaver();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(saver, { force: true });
});

test(
  `killed ${ROUNDS} times in the middle of saving, the store opens, is whole, and has every acknowledged save`,
  PATIENCE,
  async () => {
    await withSoundStore(folder, (store) =>
      store.canvases.create("local", sampleCreate(sampleRecord("AAAA", `${"long text\n".repeat(5_000)}`))),
    );
    const acknowledged = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const running = startSaver(saver, [folder, "AAAA", `r${round}`, "1000000"]);
      await running.until(1 + (round % 7));
      // The kill falls into another moment of a save each time.
      spin((round * 137) % 3_000);
      running.child.kill("SIGKILL");
      const { errors } = await running.ended;
      expect(errors).toBe("");
      expect(running.acknowledged.length).toBeGreaterThan(0);
      for (const line of running.acknowledged) acknowledged.add(line);

      await withSoundStore(folder, async (store) => {
        const record = foundRecord(await store.canvases.find("local", "AAAA"));
        const kept = new Set(record?.document.content.split("\n"));
        expect([...acknowledged].filter((line) => !kept.has(line))).toEqual([]);
        const version = (record?.document.version ?? 0) - 1;
        const before = await store.canvases.version("local", "AAAA", version);
        expect(record?.document.content.startsWith(before?.content ?? "none")).toBe(true);
      });
    }
  },
);

function spin(microseconds: number): void {
  const end = process.hrtime.bigint() + BigInt(microseconds) * 1000n;
  while (process.hrtime.bigint() < end);
}
