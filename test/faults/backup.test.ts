import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { sampleCreate, sampleRecord } from "../../src/server/storage/sample-change.ts";
import { STORE_FILE } from "../../src/server/storage/sqlite/store.ts";
import { bundleSaver, startSaver } from "./saver-process.ts";
import { withSoundStore } from "./sound-store.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const WRITERS = ["AAAA", "BBBB", "CCCC", "DDDD"];
const PATIENCE = { timeout: 540_000 };
let folder: string;
let saver: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-backup-faults-"));
  saver = await bundleSaver();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(saver, { force: true });
});

const at = (name: string) => join(folder, name);

function startBackup(file: string): { readonly child: ChildProcess; readonly ended: Promise<number | null> } {
  const args = ["--disable-warning=ExperimentalWarning", PROGRAM, "backup", file, "--data", at("data")];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  return { child, ended: once(child, "close").then(([code]) => code as number | null) };
}

/** The lines of each canvas in a backup, read as a store. */
async function linesIn(file: string): Promise<Map<string, Set<string>>> {
  const as = mkdtempSync(`${file}-as-store-`);
  copyFileSync(file, join(as, STORE_FILE));
  const lines = new Map<string, Set<string>>();
  await withSoundStore(as, async (store) => {
    for (const id of WRITERS) {
      lines.set(id, new Set(foundRecord(await store.canvases.find("local", id))?.document.content.split("\n")));
    }
  });
  return lines;
}

test(
  "a backup while four processes write has every save that was acknowledged before it began; a killed one leaves no file",
  PATIENCE,
  async () => {
    await withSoundStore(at("data"), async (store) => {
      for (const id of WRITERS)
        await store.canvases.create("local", sampleCreate(sampleRecord(id, "words\n".repeat(20_000))));
    });
    const running = WRITERS.map((id) => startSaver(saver, [at("data"), id, id, "1000000"]));
    try {
      await Promise.all(running.map((writer) => writer.until(3)));
      for (const name of ["one.db", "two.db"]) {
        const before = running.map(({ acknowledged }) => [...acknowledged]);
        expect(await startBackup(at(name)).ended).toBe(0);
        const lines = await linesIn(at(name));
        for (const [n, id] of WRITERS.entries()) {
          expect(before[n]?.filter((line) => !lines.get(id)?.has(line))).toEqual([]);
        }
      }

      for (let round = 0; round < 3; round++) {
        const file = at(`killed-${round}.db`);
        const { child, ended } = startBackup(file);
        let isOver = false;
        void ended.then(() => {
          isOver = true;
        });
        const hasBegun = () => readdirSync(folder).some((name) => name.startsWith(`killed-${round}.db.unfinished-`));
        while (!isOver && !hasBegun()) await turn();
        // Another moment of the copying each time.
        const end = process.hrtime.bigint() + BigInt(round * 3_000_000);
        while (!isOver && process.hrtime.bigint() < end) await turn();
        child.kill("SIGKILL");
        await ended;
        if (existsSync(file)) await linesIn(file);
        else {
          expect(await startBackup(file).ended).toBe(0);
          await linesIn(file);
        }
      }
      expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
    } finally {
      for (const { child } of running) child.kill("SIGKILL");
      await Promise.all(running.map(({ ended }) => ended));
    }
    for (const { errors } of await Promise.all(running.map(({ ended }) => ended))) expect(errors).toBe("");
  },
);
