import type { OpenSql, SqlDatabase } from "./adapter.ts";

/** Both fail as SQLite does: a read-only file when a writer begins, a full disk when something is written. */
export type Unwritable = "full" | "readonly";

/** For tests: an engine whose files cannot be written while `now` says so. */
export function unwritableEngine(engine: OpenSql, now: () => Unwritable | null): OpenSql {
  return (path) => {
    const database = engine(path);
    if (path === ":memory:") return database;
    const failOn = (kind: Unwritable, sql: string, starts: RegExp): void => {
      if (now() !== kind || !starts.test(sql)) return;
      const [message, errcode] = kind === "full" ? ["database or disk is full", 13] : ["readonly database", 8];
      throw Object.assign(new Error(`attempt to write: ${message}`), { errcode });
    };
    const failing: SqlDatabase = {
      ...database,
      exec: (sql) => {
        failOn("readonly", sql, /^BEGIN IMMEDIATE/);
        failOn("full", sql, /^\s*(CREATE|ALTER)/);
        database.exec(sql);
      },
      run: (sql, ...values) => {
        failOn("full", sql, /^(INSERT|UPDATE|DELETE)/);
        return database.run(sql, ...values);
      },
    };
    return failing;
  };
}
