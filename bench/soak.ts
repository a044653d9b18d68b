/**
 * Whether a node's memory grows under mixed load: two nodes on PostgreSQL, a list, reads, edits, saves, reviews, deletions, for
 * half an hour. `npm run bench:soak`, after `npm run build`; `--minutes 5`: shorter. Writes bench/SOAK.md after a whole run.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openPostgresStore } from "../src/server/storage/postgres/store.ts";
import { McpWire } from "../test/host/mcp-wire.ts";
import { startNode } from "../test/host/start-node.ts";
import { startPostgres } from "../test/setup/postgres.ts";
import { lineOf, type Sample, trendOf } from "./soak/growth-line.ts";
import { MixedClient, type Tally } from "./soak/mixed-load.ts";

const { values: asked } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, clients: { type: "string", default: "12" } },
});
const MINUTES = Number(asked.minutes);
const CLIENTS = Number(asked.clients);
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const SAMPLE_MS = 10_000;
const WHOLE_MINUTES = 30;

const postgres = await startPostgres({ durable: true });
const url = await postgres.freshDatabase();
const store = await openPostgresStore({ url, now: () => new Date(), log: console.error });
const nodes = [await startNode({ store: url }), await startNode({ store: url })];
const tally: Tally = { done: {}, errors: {} };
const wires: McpWire[] = [];
const clients = await Promise.all(
  Array.from({ length: CLIENTS }, async (_, number) => {
    const own = nodes.map(({ origin }) => new McpWire(origin));
    wires.push(...own);
    for (const wire of own) await wire.initialize(`soak-${number}`);
    return new MixedClient(`soak-${number}`, own, store, tally, number);
  }),
);

const samples = nodes.map((): { rss: Sample[]; heap: Sample[] } => ({ rss: [], heap: [] }));
const started = performance.now();
const until = started + MINUTES * 60_000;
let isOver = false;
const running = Promise.all(clients.map((client) => client.run(() => isOver)));
while (performance.now() < until) {
  await pause(Math.min(SAMPLE_MS, Math.max(0, until - performance.now())));
  const seconds = (performance.now() - started) / 1000;
  for (const [index, node] of nodes.entries()) {
    samples[index]?.rss.push({ seconds, megabytes: node.memory() / 1e6 });
    const heap = await heapOf(node.origin);
    if (heap !== null) samples[index]?.heap.push({ seconds, megabytes: heap / 1e6 });
  }
  const now = samples.map(({ rss }) => rss.at(-1)?.megabytes.toFixed(0)).join(" MB, ");
  console.log(`${seconds.toFixed(0)} s: ${now} MB; ${sum(tally.done)} done, ${sum(tally.errors)} errors`);
}
isOver = true;
await running;
const seconds = (performance.now() - started) / 1000;
const isAlive = nodes.every((node) => node.isAlive());
const report = reportOf();
console.log(`\n${report}`);
if (MINUTES >= WHOLE_MINUTES) writeFileSync(join(import.meta.dirname, "SOAK.md"), report);
for (const wire of wires) wire.close();
await Promise.all(nodes.map((node) => node.stop()));
await store.close();
await postgres.close();

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** From what the node says of itself, where it does. */
async function heapOf(origin: string): Promise<number | null> {
  const answer = await fetch(`${origin}/metrics`);
  const text = await answer.text();
  const [, bytes] = /^\w*heap\w*used\w*(?:\{[^}]*\})? ([\d.e+]+)$/m.exec(text) ?? [];
  return answer.ok && bytes !== undefined ? Number(bytes) : null;
}

function reportOf(): string {
  const [cpu] = cpus();
  const trends = samples.flatMap(({ rss, heap }, index) => [
    lineOf(`node ${index + 1}, resident`, trendOf(rss)),
    ...(heap.length > 2 ? [lineOf(`node ${index + 1}, heap in use`, trendOf(heap))] : []),
  ]);
  const errors = Object.entries(tally.errors).map(([words, count]) => `- ${count} × \`${words}\``);
  return [
    "# Soak",
    "",
    `${new Date().toISOString().slice(0, 10)}, \`npm run bench:soak\`, ${MINUTES} minutes, commit ${commit}; Node ${process.versions.node}, ${cpus().length} cores of ${cpu?.model ?? "unknown"}.`,
    `${CLIENTS} clients, each asking again as soon as it is answered, on two nodes by turns, on PostgreSQL; documents of 20 kB; memory looked at every ${SAMPLE_MS / 1000} s.`,
    "",
    "| in MB | first third, median | last third, median | most | growth an hour, over the last two thirds |",
    "|---|--:|--:|--:|--:|",
    ...trends,
    "",
    `${sum(tally.done)} things done (${(sum(tally.done) / seconds).toFixed(0)} a second): ${Object.entries(tally.done)
      .map(([deed, count]) => `${deed} ${count}`)
      .join(", ")}. ${isAlive ? "Both nodes ran to the end." : "A NODE ENDED."}`,
    "",
    ...(errors.length === 0 ? ["No error."] : ["## Errors", "", ...errors]),
    "",
  ].join("\n");
}
