import type { Cell, Table } from "./cells.ts";
import type { Growth } from "./growth.ts";
import type { Operation } from "./plan.ts";

/** How far above the bare handler and the bare statements together. */
const GOALS: Partial<Record<Operation, number>> = { read: 1.5, edit: 3 };
/** The most that something may cost with the most of something else, against the least. */
const FLAT = 2;

export interface Results {
  /** When, on what, of what, how. */
  readonly heading: readonly string[];
  readonly tables: readonly Table[];
  readonly versions: readonly Growth[];
  readonly canvases: readonly Growth[];
}

const shown = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
const nodesOf = (nodes: number): string => (nodes === 1 ? "one node" : `${nodes} nodes`);
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

export function reportOf({ heading, tables, versions, canvases }: Results): string {
  return [
    "# Load",
    "",
    ...heading,
    "",
    ...goals(tables, versions, canvases),
    ...tables.flatMap(tableOf),
    ...memoryOf(tables),
    ...growthOf("Cost of a save, by versions behind it", "versions", versions),
    ...growthOf("Cost of a list and of a new canvas, by canvases", "canvases", canvases),
    ...errorsOf(tables),
  ].join("\n");
}

function goals(tables: readonly Table[], versions: readonly Growth[], canvases: readonly Growth[]): string[] {
  const rows: string[] = [];
  for (const [operation, most] of Object.entries(GOALS))
    for (const { store, nodes, cells } of tables) {
      const ratios = cells
        .filter((cell) => cell.operation === operation)
        .map(({ clients, ratio }) => ({ clients, ratio }));
      const worst = Math.max(...ratios.map(({ ratio }) => ratio));
      const all = ratios.map(({ clients, ratio }) => `${shown(ratio)} (${clients})`).join(", ");
      rows.push(
        row([
          `${operation} on ${store}, ${nodesOf(nodes)}: at most ${most} times the bare handler and the bare statements`,
          `${all} by clients`,
          worst <= most ? "yes" : "no",
        ]),
      );
    }
  for (const [words, growths] of [
    ["with the most versions", versions],
    ["with the most canvases", canvases],
  ] as const)
    for (const [store, name, factor] of factorsOf(growths))
      rows.push(
        row([
          `${name} ${words} on ${store}: at most ${FLAT} times that with the least`,
          `${shown(factor)} ×`,
          factor <= FLAT ? "yes" : "no",
        ]),
      );
  return ["## Goals", "", "| goal | reached | |", "|---|---|---|", ...rows, ""];
}

function factorsOf(growths: readonly Growth[]): [string, string, number][] {
  const stores = [...new Set(growths.map(({ store }) => store))];
  return stores.flatMap((store) => {
    const own = growths.filter((growth) => growth.store === store);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    return Object.keys(first.costs).map((name): [string, string, number] => [
      store,
      name,
      (last.costs[name] ?? Number.NaN) / (first.costs[name] ?? Number.NaN),
    ]);
  });
}

function tableOf({ store, nodes, cells }: Table): string[] {
  const line = (cell: Cell) =>
    row([
      cell.operation,
      cell.clients,
      ...[cell.perSecond, cell.p50, cell.p95, cell.p99, cell.ours, cell.handler, cell.sql].map(shown),
      `${shown(cell.ratio)} ×`,
      shown(cell.clientCpu),
      Object.values(cell.errors).reduce((sum, count) => sum + count, 0),
    ]);
  return [
    `## ${store}, ${nodesOf(nodes)}`,
    "",
    "| | clients | requests a second | p50 | p95 | p99 | ours | bare handler | bare SQL | ours / bare | client | errors |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...cells.map(line),
    "",
  ];
}

function memoryOf(tables: readonly Table[]): string[] {
  const rows = tables.flatMap(({ store, nodes, memory }) =>
    memory.map(({ atRest, mostUnderLoad, afterLoad }, index) =>
      row([`${store}, ${nodesOf(nodes)}`, index + 1, ...[atRest, mostUnderLoad, afterLoad].map(megabytes)]),
    ),
  );
  return [
    "## Memory of a node, in MB (resident)",
    "",
    "| | node | at rest | most under load | after it |",
    "|---|--:|--:|--:|--:|",
    ...rows,
    "",
  ];
}

function growthOf(title: string, what: string, growths: readonly Growth[]): string[] {
  const names = Object.keys(growths[0]?.costs ?? {});
  return [
    `## ${title}`,
    "",
    `| store | ${what} | ${names.map((name) => `${name}, ms`).join(" | ")} |`,
    `|---|--:|${names.map(() => "--:|").join("")}`,
    ...growths.map(({ store, size, costs }) =>
      row([store, size, ...names.map((name) => shown(costs[name] ?? Number.NaN))]),
    ),
    "",
  ];
}

/** Whatever went wrong, in its own words. */
function errorsOf(tables: readonly Table[]): string[] {
  const errors = tables.flatMap(({ store, nodes, cells }) =>
    cells.flatMap(({ operation, clients, errors: own }) =>
      Object.entries(own).map(
        ([words, count]) => `- ${store}, ${nodesOf(nodes)}, ${operation}, ${clients} clients: ${count} × \`${words}\``,
      ),
    ),
  );
  return errors.length === 0
    ? ["Every request of every kind was answered without an error.", ""]
    : ["## Errors", "", ...errors, ""];
}
