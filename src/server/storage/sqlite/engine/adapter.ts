import type { StoredRow, StoredValue } from "../../rows.ts";

/**
 * One small face over two SQLite engines that share a file safely: `node:sqlite` where Node has it (22.13 and newer),
 * otherwise `libsql`, whose binaries come inside registry packages and need no install script.
 */
export type SqlValue = StoredValue;
/** Texts are asked for as blobs wherever damage must not end everything: libsql ends the process on one that is no UTF-8. */
export type SqlRow = StoredRow;

export interface SqlDatabase {
  readonly engine: SqlEngine;
  exec(sql: string): void;
  /** Runs one statement; how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined;
  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[];
  close(): void;
}

export type SqlEngine = "node:sqlite" | "libsql";
export type OpenSql = (path: string) => SqlDatabase;

interface EngineStatement {
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}
interface EngineDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): EngineStatement;
  close(): unknown;
}

/** The engine of this Node, or the reason there is none in the error thrown. */
export async function findSqlEngine(): Promise<OpenSql> {
  const builtIn = await loadNodeSqlite();
  if (builtIn) return (path) => adapt("node:sqlite", new builtIn.DatabaseSync(path));
  const Libsql = await loadLibsql();
  return (path) => adapt("libsql", new Libsql(path));
}

async function loadNodeSqlite(): Promise<typeof import("node:sqlite") | null> {
  try {
    return await import("node:sqlite");
  } catch (error) {
    // Older Nodes do not have it, or only behind a flag: that is what libsql is for.
    if (error instanceof Error && "code" in error && String(error.code).includes("UNKNOWN_BUILTIN")) return null;
    throw error;
  }
}

async function loadLibsql() {
  try {
    return (await import("libsql")).default;
  } catch (error) {
    throw new Error(
      "This Node has no SQLite. Use Node 22.13 or newer, or install again without --omit=optional so that libsql comes along.",
      { cause: error },
    );
  }
}

function adapt(engine: SqlEngine, database: EngineDatabase): SqlDatabase {
  const statements = new Map<string, EngineStatement>();
  const prepared = (sql: string): EngineStatement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    engine,
    exec: (sql) => void database.exec(sql),
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    get: (sql, ...values) => prepared(sql).get(...values) as SqlRow | undefined,
    all: (sql, ...values) => prepared(sql).all(...values) as SqlRow[],
    close: () => {
      statements.clear();
      database.close();
    },
  };
}

export type SqlFailure = "busy" | "full" | "damaged" | "readonly" | "unsure" | "other";

/** What kind of failure an engine's error is. Both engines carry SQLite's own number; its low byte is the kind. */
export function failureOf(error: unknown): SqlFailure {
  switch (resultCode(error) & 0xff) {
    case 5:
    case 6:
      return "busy";
    case 13:
      return "full";
    case 11:
    case 26:
      return "damaged";
    case 8:
    // The journal cannot be made: the folder is read-only, the file is not.
    case 14:
      return "readonly";
    // Reading, writing or removing failed, perhaps in the middle of a commit.
    case 10:
      return "unsure";
    default:
      return "other";
  }
}

function resultCode(error: unknown): number {
  if (typeof error !== "object" || error === null) return 0;
  if ("rawCode" in error && typeof error.rawCode === "number") return error.rawCode;
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode;
  return 0;
}
