import { findSqlEngine, type OpenSql } from "../../src/server/storage/sqlite/engine/adapter.ts";

/** The engine of this Node, with the weaker setting of SQLite in place of ours: what a test or a benchmark compares with. */
export async function engineWithFullSync(): Promise<OpenSql> {
  const engine = await findSqlEngine();
  return (path) => {
    const database = engine(path);
    return { ...database, exec: (sql) => database.exec(sql.replace("synchronous = EXTRA", "synchronous = FULL")) };
  };
}
