import { type Node, startNode } from "../../test/host/start-node.ts";
import type { SqlAsk } from "./bare-sql.ts";
import type { ClientsAsk } from "./clients.ts";
import type { Place } from "./places.ts";
import { type Measured, MOST_CLIENTS, OPERATIONS, type Operation, type StoreKind, type Stretch } from "./plan.ts";
import { startWorker, type Worker } from "./worker.ts";

/** One line of the table. */
export interface Cell {
  readonly operation: Operation;
  readonly clients: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Milliseconds of the clock a request, at so many clients at once: what it costs to serve one more. */
  readonly ours: number;
  readonly handler: number;
  readonly sql: number;
  /** The median over the rounds of ours / (handler + sql). */
  readonly ratio: number;
  /** Milliseconds of the processor a request that the clients themselves take. */
  readonly clientCpu: number;
  readonly errors: Readonly<Record<string, number>>;
}

export interface Memory {
  readonly atRest: number;
  readonly mostUnderLoad: number;
  readonly afterLoad: number;
}

export interface Table {
  readonly store: StoreKind;
  readonly nodes: number;
  readonly cells: readonly Cell[];
  readonly memory: readonly Memory[];
}

export interface CellOptions {
  readonly clientCounts: readonly number[];
  readonly rounds: number;
  readonly milliseconds: number;
  /** As many connections as a node has. */
  readonly connections: number;
}

const SAMPLE_MS = 100;

/** Nodes on one store, the same number of bare handlers, and of processes with bare statements: they take turns. */
export async function measureTable(
  store: StoreKind,
  nodeCount: number,
  { server, bare }: { readonly server: Place; readonly bare: Place },
  options: CellOptions,
): Promise<Table> {
  const many = <T>(start: () => Promise<T>) => Promise.all(Array.from({ length: nodeCount }, start));
  const nodes = await many(() => startNode({ store: server.store }));
  const atRest = nodes.map((node) => node.memory());
  const handlers = await many(() => startWorker("bare-handler.ts"));
  const sql = await many(() => startWorker("bare-sql.ts", [bare.store, String(options.connections)]));
  const clients = await startWorker(
    "clients.ts",
    nodes.map(({ origin }) => origin),
  );
  const bareOrigins = await Promise.all(handlers.map((handler) => handler.ask<string>({})));
  const bareClients = await startWorker("clients.ts", bareOrigins);
  const most = Array.from(nodes, () => 0);
  const sample = setInterval(() => {
    for (const [index, node] of nodes.entries()) most[index] = Math.max(most[index] ?? 0, node.memory());
  }, SAMPLE_MS);
  try {
    const wanted = Math.min(MOST_CLIENTS, Math.max(...options.clientCounts));
    await clients.ask<null>({ kind: "prepare", clients: wanted } satisfies ClientsAsk);
    await sql[0]?.ask<null>({ kind: "table" } satisfies SqlAsk);
    await Promise.all(sql.map((each) => each.ask<null>({ kind: "prepare", clients: wanted } satisfies SqlAsk)));
    const cells: Cell[] = [];
    for (const operation of OPERATIONS)
      for (const count of options.clientCounts) {
        const cell = await measureCell({ operation, clients: count }, { clients, bareClients, sql }, options);
        console.log(lineOf(store, nodeCount, cell));
        cells.push(cell);
      }
    clearInterval(sample);
    const memory = nodes.map((node: Node, index) => ({
      atRest: atRest[index] ?? Number.NaN,
      mostUnderLoad: most[index] ?? Number.NaN,
      afterLoad: node.memory(),
    }));
    return { store, nodes: nodeCount, cells, memory };
  } finally {
    clearInterval(sample);
    await Promise.all([clients, bareClients, ...handlers, ...sql].map((each) => each.close()));
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

interface Workers {
  readonly clients: Worker;
  readonly bareClients: Worker;
  readonly sql: readonly Worker[];
}

async function measureCell(
  { operation, clients: count }: Pick<Stretch, "operation" | "clients">,
  { clients, bareClients, sql }: Workers,
  { rounds, milliseconds }: CellOptions,
): Promise<Cell> {
  const stretch: Stretch = { operation, clients: count, milliseconds };
  const perProcess = Math.ceil(count / sql.length);
  const turn = async (given: Stretch) => {
    const ours = await clients.ask<Measured>({ kind: "run", ...given } satisfies ClientsAsk);
    const handler = await bareClients.ask<Measured>({ kind: "bare", bytes: ours.bytes, ...given } satisfies ClientsAsk);
    const each = { ...given, clients: perProcess };
    const statements = await Promise.all(
      sql.slice(0, count).map((one) => one.ask<Measured>({ kind: "run", ...each } satisfies SqlAsk)),
    );
    return { ours, handler, sql: together(statements) };
  };
  // Everybody has met everybody before it counts.
  await turn({ ...stretch, milliseconds: milliseconds / 4 });
  const turns = [];
  for (let round = 0; round < rounds; round++) turns.push(await turn(stretch));
  const ours = inARow(turns.map((each) => each.ours));
  const [handler, statements] = [inARow(turns.map((each) => each.handler)), inARow(turns.map((each) => each.sql))];
  const ratios = turns.map((each) => costOf(each.ours) / (costOf(each.handler) + costOf(each.sql)));
  const latencies = [...ours.latencies].sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    operation,
    clients: count,
    perSecond: (1000 * ours.latencies.length) / ours.elapsedMs,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    ours: costOf(ours),
    handler: costOf(handler),
    sql: costOf(statements),
    ratio: median(ratios),
    clientCpu: ours.cpuMs / ours.latencies.length,
    errors: { ...ours.errors, ...handler.errors, ...statements.errors },
  };
}

function costOf({ elapsedMs, latencies }: Measured): number {
  return elapsedMs / latencies.length;
}

/** Several processes at the same time. */
function together(each: readonly Measured[]): Measured {
  return { ...inARow(each), elapsedMs: Math.max(...each.map(({ elapsedMs }) => elapsedMs)) };
}

function inARow(each: readonly Measured[]): Measured {
  const errors: Record<string, number> = {};
  for (const one of each)
    for (const [words, count] of Object.entries(one.errors)) errors[words] = (errors[words] ?? 0) + count;
  return {
    elapsedMs: each.reduce((sum, one) => sum + one.elapsedMs, 0),
    latencies: each.flatMap((one) => one.latencies),
    errors,
    cpuMs: each.reduce((sum, one) => sum + one.cpuMs, 0),
    bytes: each.at(-1)?.bytes ?? 0,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function lineOf(store: StoreKind, nodes: number, cell: Cell): string {
  const numbers = [cell.perSecond, cell.p50, cell.p95, cell.p99, cell.ours, cell.handler, cell.sql, cell.ratio];
  const errors = Object.entries(cell.errors).map(([words, count]) => `${count} × ${words}`);
  return [store, nodes, cell.operation, cell.clients, ...numbers.map((each) => each.toFixed(2)), ...errors].join(" ");
}
