import type { TypedCommand } from "../../../../protocol/names.ts";
import type { OpenSql, SqlDatabase, SqlValue } from "../engine/adapter.ts";
import { migrate, schemaVersion } from "../engine/migrations.ts";
import { inTransaction } from "../engine/transaction.ts";
import type { OpenedDatabase } from "../open.ts";
import { openRawFile, recoverInto } from "./recover-store.ts";
import { shortReportWords } from "./recovery-report.ts";

interface DamagedFile {
  readonly path: string;
  readonly engine: OpenSql;
  readonly damage: string;
  readonly now: Date;
  /** Why the file cannot be replaced. */
  readonly why: string;
  readonly typed?: TypedCommand | undefined;
}

/** What can be read of a damaged file that cannot be replaced, for reading. */
export function copyOfDamaged({ path, engine, damage, now, why, typed }: DamagedFile): OpenedDatabase {
  const database = engine(":memory:");
  const raw = openRawFile(path);
  try {
    const report = recoverInto(database, raw, engine, now);
    const unwritable = `${path} is damaged (${damage}). What can be read is shown, but cannot be put into a new file: ${why} ${shortReportWords(report, path, typed)}`;
    return { database, unwritable, isCopy: true };
  } catch (error) {
    database.close();
    throw error;
  } finally {
    raw.close();
  }
}

/** The whole of a file of an older schema, in memory and brought up to date. The file is only read. */
export function copyOfOlder(old: SqlDatabase, engine: OpenSql): SqlDatabase {
  const copy = engine(":memory:");
  try {
    inTransaction(old, "DEFERRED", () => {
      // Tables first, then what is about them: triggers must not act while rows are copied.
      const made = old.all(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
      );
      const tables = made.filter(({ type }) => type === "table");
      for (const { sql } of tables) copy.exec(String(sql));
      for (const { name } of [...tables, { name: "sqlite_sequence" }]) copyRows(old, copy, String(name));
      for (const { sql, type } of made) if (type !== "table") copy.exec(String(sql));
      copy.exec(`PRAGMA user_version = ${schemaVersion(old)}`);
    });
    migrate(copy, "");
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  }
}

function copyRows(old: SqlDatabase, copy: SqlDatabase, table: string): void {
  const columns = old.all(`PRAGMA table_info(${table})`).map(({ name }) => String(name));
  if (table === "sqlite_sequence") copy.run("DELETE FROM sqlite_sequence");
  const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  for (const row of old.all(`SELECT * FROM ${table}`)) {
    // No column of ours holds bytes.
    copy.run(insert, ...columns.map((column) => (row[column] ?? null) as SqlValue));
  }
}
