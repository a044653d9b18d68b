/**
 * What each tool costs on 5 MB with the most of everything, and on 50 kB with a hundredth of it, in one run: the ratio of the
 * processor's time, and the longest that the event loop stood still. `npm run bench:tools`, with words to choose by:
 * `npm run bench:tools -- "read_canvas" "prose"`; ROUNDS says how often the small ones are called, WRITE=1 keeps the results.
 * The ratio is of calls that run here; the longest block is told for those and as they are served, long ones in the worker.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { boardKeyOf } from "../src/server/access/keys.ts";
import { createHeavyCalls } from "../src/server/heavy/heavy-calls.ts";
import { createWorker, type Worker } from "../src/server/heavy/worker-process.ts";
import { runTool, TOOLS } from "../src/server/mcp/register-tools.ts";
import type { ServerDeps, ToolCall } from "../src/server/mcp/tool.ts";
import type { Store } from "../src/server/storage/ports.ts";
import { sampleVersion } from "../src/server/storage/sample-change.ts";
import { openSqliteStore } from "../src/server/storage/sqlite/store.ts";
import { CALLS, CLIENT, faultOf, type MeasuredCall } from "./tools/calls.ts";
import { SHAPES, type Shape } from "./tools/documents.ts";
import { type FullCanvas, fullCanvas } from "./tools/full-canvas.ts";

const RATIO = 120;
const BLOCK_MS = 100;
const SMALL = 0.01;
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const LARGE_ROUNDS = Number(process.env.LARGE_ROUNDS ?? 2);
/** Canvases beside it, where all are listed. */
const OTHERS = 10;
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const randomId = (length: number): string =>
  [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]!).join("");

interface Cost {
  /** Milliseconds of the processor, all threads of the process. */
  readonly cpu: number;
  /** The most of that in one go, in which nothing else got its turn: by the processor's time, since others use the machine. */
  readonly block: number;
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

const WORKER = join(import.meta.dirname, "../src/heavy-worker.ts");
const log = (message: string): void => console.error(message);

function callOf(store: Store, worker: Worker | null): ToolCall {
  const deps: ServerDeps = {
    store,
    widgetHtml: async () => "",
    clock: () => new Date(),
    randomId,
    log,
    owner: "local",
    version: "1",
    ...(worker === null ? {} : { heavyCalls: createHeavyCalls(worker, store) }),
  };
  return { deps, client: CLIENT, ui: "shown" };
}

/** The canvas under an id of its own, with an older version in its history. */
async function keep(store: Store, { record, baseline }: FullCanvas): Promise<string> {
  const id = randomId(8);
  const document = { ...record.document, id };
  const first = { ...record, document: { ...document, content: baseline, version: 1, revision: 1 } };
  await store.canvases.create("local", { record: { ...record, document }, sealed: [sampleVersion(first)], events: [] });
  return id;
}

async function measure(call: MeasuredCall, canvas: FullCanvas, where: "here" | "worker"): Promise<Cost | string> {
  const folder = mkdtempSync(join(tmpdir(), "canvas-tools-"));
  const store = await openSqliteStore({ folder, now: () => new Date(), log: () => {} });
  const now = () => new Date();
  const worker = where === "here" ? null : createWorker({ entry: WORKER, store: { kind: "folder", folder }, now, log });
  try {
    const used = call.on?.(canvas) ?? canvas;
    const id = await keep(store, used);
    for (let n = 0; call.others === true && n < OTHERS; n++) await keep(store, used);
    const caller = callOf(store, worker);
    const tool = TOOLS.find(({ name }) => name === call.tool)!;
    const args = call.args({
      id,
      canvas: { ...canvas, record: { ...canvas.record } },
      boardKey: await boardKeyOf(store, caller.deps.owner),
    });
    // What came of preparing is none of the call's.
    globalThis.gc?.();
    await wait(5);
    let last = process.cpuUsage();
    let block = 0;
    const ticker = setInterval(() => {
      block = Math.max(block, milliseconds(process.cpuUsage(last)));
      last = process.cpuUsage();
    }, 1);
    const before = process.cpuUsage();
    const result = await runTool(tool, args, caller);
    const cpu = milliseconds(process.cpuUsage(before));
    await wait(3);
    clearInterval(ticker);
    const fault = faultOf(call, result);
    return fault ?? { cpu, block };
  } finally {
    await worker?.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The least of each over some rounds: whatever else the machine does only adds. */
async function least(rounds: number, once: () => Promise<Cost | string>): Promise<Cost | string> {
  let best: Cost | null = null;
  for (let round = 0; round < rounds; round++) {
    const cost = await once();
    if (typeof cost === "string") return cost;
    best = best === null ? cost : { cpu: Math.min(best.cpu, cost.cpu), block: Math.min(best.block, cost.block) };
  }
  return best ?? "never called";
}

const shown = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toFixed(1));
const [wantedCall = "", wantedShape = ""] = process.argv.slice(2);
const rows: string[] = [];
let beyond = 0;
const write = (row: string): void => {
  rows.push(row);
  console.log(row);
};

async function row(call: MeasuredCall, shape: Shape, small: FullCanvas, large: FullCanvas): Promise<void> {
  const name = `${call.tool}${call.what === "" ? "" : ` (${call.what})`}`;
  const little = await least(ROUNDS, () => measure(call, small, "here"));
  const much = await least(LARGE_ROUNDS, () => measure(call, large, "here"));
  const served = await least(LARGE_ROUNDS, () => measure(call, large, "worker"));
  const failed = [little, much, served].find((each) => typeof each === "string");
  if (typeof little === "string" || typeof much === "string" || typeof served === "string") {
    write(`| ${name} | ${shape.name} | failed: ${JSON.stringify(failed)} |`);
    return;
  }
  const ratio = much.cpu / little.cpu;
  const isBeyond = ratio > RATIO || served.block > BLOCK_MS;
  if (isBeyond) beyond++;
  const marks = [...(ratio > RATIO ? ["ratio"] : []), ...(served.block > BLOCK_MS ? ["block"] : [])].join(", ");
  const cells = [shown(little.cpu), shown(much.cpu), shown(ratio), shown(much.block), shown(served.block), marks];
  write(`| ${name} | ${shape.name} | ${cells.join(" | ")} |`);
}

write("| tool | shape | 50 kB ms | 5 MB ms | ratio | longest block ms, all here | as served | beyond |");
write("|---|---|--:|--:|--:|--:|--:|---|");
for (const shape of SHAPES.filter(({ name }) => name.includes(wantedShape))) {
  const small = fullCanvas(shape, SMALL);
  const large = fullCanvas(shape, 1);
  for (const call of CALLS.filter(({ tool, what }) => `${tool} ${what}`.includes(wantedCall))) {
    await row(call, shape, small, large);
  }
}
console.log(`${beyond} beyond a ratio of ${RATIO} or a block of ${BLOCK_MS} ms`);
if (process.env.WRITE) keepResults(rows);

/** The section of this benchmark in RESULTS.md, which the one about streaming leaves alone. */
function keepResults(table: readonly string[]): void {
  const file = join(import.meta.dirname, "RESULTS.md");
  const [streaming = ""] = readFileSync(file, "utf8").split("\n# Tools on 5 MB");
  writeFileSync(file, `${streaming.trimEnd()}\n\n# Tools on 5 MB\n\n${table.join("\n")}\n`);
}
