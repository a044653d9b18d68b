import { join } from "node:path";
import { expect } from "vitest";
import type { Store } from "../../src/server/storage/ports.ts";
import { findSqlEngine } from "../../src/server/storage/sqlite/engine/adapter.ts";
import { openSqliteStore, STORE_FILE } from "../../src/server/storage/sqlite/store.ts";

/** Opens the store as a program would, runs `work`, closes it; then SQLite's whole integrity check must pass. */
export async function withSoundStore<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const said: string[] = [];
  const store = await openSqliteStore({ folder, now: () => new Date(), log: (line) => said.push(line) });
  const result = await work(store).finally(() => store.close());
  const database = (await findSqlEngine())(join(folder, STORE_FILE));
  const rows = database.all("PRAGMA integrity_check");
  database.close();
  expect(rows.map((row) => row.integrity_check)).toEqual(["ok"]);
  expect(said).toEqual([]);
  return result;
}
