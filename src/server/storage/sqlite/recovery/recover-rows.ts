import type { FoundCell, FoundValue, Pages, TreePage } from "./recover-pages.ts";
import { fits, type Shape } from "./recover-schema.ts";

/** By the names of the columns; a column that its schema did not have yet is left out. */
export interface FoundRow {
  readonly values: Readonly<Record<string, FoundValue>>;
  /** It was found in a page that no sound page leads to: it may be older than what is in force. */
  readonly isStray: boolean;
}

export interface FoundRows {
  /** Of tables and of indexes, by name. */
  readonly of: (name: string) => readonly FoundRow[];
  /** Whether every page of the table or index could be read: then no row of it is missing. */
  readonly isWhole: (name: string) => boolean;
  /** Every page that is not in force is known as such: what was deleted long ago is not among the rows. */
  readonly isFreeSpaceKnown: boolean;
}

/**
 * All rows that can be read: first those that the trees lead to, then those of pages that have lost the page above them,
 * which are told by the shape of their rows.
 */
export function readRows(pages: Pages, shapes: readonly Shape[]): FoundRows {
  const rows = new Map<string, FoundRow[]>();
  const visited = new Set<number>();
  const whole = new Set<string>();
  const keep = (shape: Shape, cells: readonly FoundCell[], isStray: boolean): void => {
    const list = rows.get(shape.name) ?? [];
    for (const cell of cells) if (fits(shape, cell.values)) list.push({ values: named(shape, cell), isStray });
    rows.set(shape.name, list);
  };
  const walk = (shape: Shape, root: number): void => {
    const waiting = [root];
    let isWhole = true;
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      const tree = visited.has(page) ? null : pages.tree(page);
      if (tree === null || !belongs(tree, shape) || tree.lost > 0) isWhole = false;
      if (tree === null || !belongs(tree, shape)) continue;
      visited.add(page);
      keep(shape, tree.cells, false);
      waiting.push(...[...tree.children].reverse());
    }
    if (isWhole) whole.add(shape.name);
  };

  walk(MASTER, 1);
  const roots = new Map(
    (rows.get(MASTER.name) ?? []).map(({ values }) => [String(values.name), Number(values.rootpage)] as const),
  );
  for (const shape of shapes) {
    const root = roots.get(shape.name);
    if (root !== undefined && root > 1) walk(shape, root);
  }
  const free = pages.freelist();
  for (let page = 2; page <= pages.count; page++) {
    if (visited.has(page) || free.pages.has(page)) continue;
    const tree = pages.tree(page);
    const shape = tree === null ? null : shapeOf(tree, shapes);
    if (tree !== null && shape !== null) keep(shape, tree.cells, true);
  }
  return {
    of: (name) => rows.get(name) ?? [],
    isWhole: (name) => whole.has(name),
    isFreeSpaceKnown: free.isWhole,
  };
}

const TEXT = { type: "text", isNullable: true } as const;
const MASTER: Shape = {
  name: "sqlite_master",
  kind: "table",
  pages: "table",
  columns: [
    { ...TEXT, name: "type" },
    { ...TEXT, name: "name" },
    { ...TEXT, name: "tbl_name" },
    { type: "number", isNullable: true, name: "rootpage" },
    { ...TEXT, name: "sql" },
  ],
  rowidColumn: null,
};

function belongs(tree: TreePage, shape: Shape): boolean {
  return tree.kind === shape.pages && tree.cells.every(({ values }) => fits(shape, values));
}

/** The one shape that fits all rows of a page best; null: none, or it cannot be told which. */
function shapeOf(tree: TreePage, shapes: readonly Shape[]): Shape | null {
  const [first] = tree.cells;
  if (first === undefined) return null;
  const fitting = shapes.filter((shape) => belongs(tree, shape));
  const least = Math.min(...fitting.map(({ columns }) => columns.length));
  const [shape, ...others] = fitting.filter(({ columns }) => columns.length === least);
  return shape !== undefined && others.length === 0 ? shape : null;
}

function named({ columns, rowidColumn }: Shape, { rowid, values }: FoundCell): FoundRow["values"] {
  const row: Record<string, FoundValue> = {};
  for (const [index, value] of values.entries()) {
    const name = columns[index]?.name;
    if (name !== undefined) row[name] = name === rowidColumn ? (rowid ?? undefined) : value;
  }
  return row;
}
