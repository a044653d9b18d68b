import type { OpenSql, SqlDatabase, SqlRow } from "../engine/adapter.ts";
import { migrate } from "../engine/migrations.ts";
import type { FoundValue } from "./recover-pages.ts";

export interface Column {
  readonly name: string;
  readonly type: "text" | "number";
  readonly isNullable: boolean;
}

/** How the rows of a table, or the entries of an index, are kept in a file. */
export interface Shape {
  readonly name: string;
  readonly kind: "table" | "index";
  /** Its pages are those of an index: a table WITHOUT ROWID is one, too. */
  readonly pages: "table" | "index";
  /** In the order in which they are kept. */
  readonly columns: readonly Column[];
  /** The column that the rowid stands for. */
  readonly rowidColumn: string | null;
}

/** All tables and indexes of our schema, as the migrations make them: a table that is added to them is known here. */
export function schemaShapes(engine: OpenSql): readonly Shape[] {
  const database = engine(":memory:");
  try {
    migrate(database, "none");
    const tables = database
      .all("PRAGMA table_list")
      .filter(({ schema, type, name }) => schema === "main" && type === "table" && name !== "sqlite_schema");
    return tables.flatMap((table) => {
      const shape = tableShape(database, String(table.name), table.wr === 1);
      return [shape, ...indexShapes(database, shape)];
    });
  } finally {
    database.close();
  }
}

function tableShape(database: SqlDatabase, name: string, isWithoutRowid: boolean): Shape {
  const info = database.all(`PRAGMA table_info(${name})`);
  const key = info.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  const isAlias = !isWithoutRowid && key.length === 1 && key[0]?.type === "INTEGER";
  const inOrder = isWithoutRowid ? [...key, ...info.filter(({ pk }) => pk === 0)] : info;
  return {
    name,
    kind: "table",
    pages: isWithoutRowid ? "index" : "table",
    columns: inOrder.map(columnOf),
    rowidColumn: isAlias ? String(key[0]?.name) : null,
  };
}

function columnOf({ name, type, notnull, pk }: SqlRow): Column {
  return {
    name: String(name),
    type: type === "INTEGER" || (type === "" && name === "seq") ? "number" : "text",
    isNullable: notnull === 0 && pk === 0,
  };
}

function indexShapes(database: SqlDatabase, table: Shape): readonly Shape[] {
  const rowid: Column = { name: table.rowidColumn ?? "rowid", type: "number", isNullable: false };
  return (
    database
      .all(`PRAGMA index_list(${table.name})`)
      // The key of a table WITHOUT ROWID is the table itself.
      .filter(({ origin }) => !(origin === "pk" && table.pages === "index"))
      .map(({ name }) => ({
        name: String(name),
        kind: "index" as const,
        pages: "index" as const,
        columns: database
          .all(`PRAGMA index_xinfo(${name})`)
          .map((each) => table.columns.find((column) => column.name === each.name) ?? rowid),
        rowidColumn: null,
      }))
  );
}

/** Whether the values can be a row of this shape: of an older schema perhaps, which had fewer columns. */
export function fits({ columns, rowidColumn }: Shape, values: readonly FoundValue[]): boolean {
  if (values.length > columns.length) return false;
  return columns.every(({ name, type, isNullable }, index) => {
    const value = values[index];
    if (index >= values.length) return true;
    if (value === undefined) return true;
    if (value === null) return isNullable || name === rowidColumn;
    return type === "number" ? typeof value === "number" : typeof value !== "number";
  });
}
