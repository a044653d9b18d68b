/** How long until a listener in one process is told of what another process wrote. `npm run bench:live [WRITES]` */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { foundRecord } from "../src/server/storage/ports.ts";
import { sampleCreate, sampleRecord, sampleSave } from "../src/server/storage/sample-change.ts";
import { openSqliteStore } from "../src/server/storage/sqlite/store.ts";

const GOAL_MS = 200;
const WRITER = "--write-into";
const [flag, given] = process.argv.slice(2);
const open = (folder: string) => openSqliteStore({ folder, now: () => new Date(), log: console.error });
// Both processes read the one clock of the machine.
const now = () => performance.timeOrigin + performance.now();

if (flag === WRITER) await write(given ?? "", Number(process.argv[4]));
else await measure(Number(flag ?? 200));

/** The other process: writes at odd moments and says when each write was on the disk. */
async function write(folder: string, count: number): Promise<void> {
  const store = await open(folder);
  for (let number = 1; number <= count; number++) {
    await pause(20 + ((number * 37) % 211));
    await store.canvases.update("local", "AAAA", {}, (record) => ({
      change: sampleSave(record, `write ${number}`),
      answer: 0,
    }));
    process.stdout.write(`${number} ${now()}\n`);
  }
  await store.close();
}

async function measure(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "canvas-bench-live-"));
  const store = await open(folder);
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "text ".repeat(20_000))));
  const seen = new Map<number, number>();
  const watch = store.changes.watch("local", () => {
    const told = now();
    void store.canvases.find("local", "AAAA").then((found) => {
      const number = Number(/\d+$/.exec(foundRecord(found)?.document.content ?? "")?.[0] ?? 0);
      if (!seen.has(number)) seen.set(number, told);
    });
  });
  await watch.ready();

  const script = fileURLToPath(import.meta.url);
  const args = [...process.execArgv, script, WRITER, folder, String(count)];
  const writer = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  writer.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  await new Promise((resolve) => writer.once("close", resolve));
  await pause(500);
  watch.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });

  const written = said
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number) as [number, number]);
  const times = written
    .flatMap(([number, at]) => {
      const told = seen.get(number);
      return told === undefined ? [] : [Math.max(0, told - at)];
    })
    .sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const line = (name: string, ms: number) =>
    console.log(
      `  ${name.padEnd(6)} ${ms.toFixed(0).padStart(5)} ms, ${(ms / GOAL_MS).toFixed(2)} of the goal of ${GOAL_MS} ms`,
    );
  console.log(`${times.length} of ${written.length} writes of another process, each told by itself`);
  line("p50", at(0.5));
  line("p95", at(0.95));
  line("worst", at(1));
}
