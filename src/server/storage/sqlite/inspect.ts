import type { TypedCommand } from "../../../protocol/names.ts";
import { failureOf, findSqlEngine, type SqlDatabase, type SqlEngine } from "./engine/adapter.ts";
import { APPLICATION_ID, SCHEMA_VERSION, schemaVersion } from "./engine/migrations.ts";
import { BUSY_TIMEOUT_MS } from "./engine/transaction.ts";
import { damageNotice } from "./recovery/damage.ts";

export type StoreCondition =
  | { readonly kind: "sound"; readonly canvases: number; readonly binned: number; readonly isOlder: boolean }
  /** Made by a newer program. */
  | { readonly kind: "newer"; readonly schema: number }
  /** A database of another program. */
  | { readonly kind: "foreign" }
  | { readonly kind: "damaged"; readonly reason: string }
  | { readonly kind: "unreadable"; readonly reason: string };

/** The engine of this Node and the version of its SQLite. */
export async function sqliteVersion(): Promise<{ readonly engine: SqlEngine; readonly version: string }> {
  const database = (await findSqlEngine())(":memory:");
  try {
    return { engine: database.engine, version: String(database.get("SELECT sqlite_version() AS version")?.version) };
  } finally {
    database.close();
  }
}

/** Looks at a store's file without changing anything in it: nothing is made, brought up to date or moved aside. */
export async function inspectStore(path: string): Promise<StoreCondition> {
  const engine = await findSqlEngine();
  let database: SqlDatabase | null = null;
  try {
    database = engine(path);
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.exec("PRAGMA query_only = ON");
    return conditionOf(database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: failureOf(error) === "damaged" ? "damaged" : "unreadable", reason };
  } finally {
    database?.close();
  }
}

/** What is said of damaged files beside the store; nothing is changed. */
export async function readDamageNotice(path: string, typed: TypedCommand): Promise<string | null> {
  const database = (await findSqlEngine())(path);
  try {
    database.exec("PRAGMA query_only = ON");
    return damageNotice(path, (name) => valueIn(database, name), typed);
  } finally {
    database.close();
  }
}

function valueIn(database: SqlDatabase, name: string): string | null {
  try {
    const value = database.get("SELECT value FROM store WHERE name = ?", name)?.value;
    return typeof value === "string" ? value : null;
  } catch (error) {
    // A store that is damaged itself, or none of ours, says nothing; what is wrong with it is another finding.
    if (failureOf(error) === "busy") throw error;
    return null;
  }
}

function conditionOf(database: SqlDatabase): StoreCondition {
  const schema = schemaVersion(database);
  const tables = count(database, "sqlite_master");
  const application = Number(database.get("PRAGMA application_id")?.application_id ?? 0);
  if (schema > SCHEMA_VERSION) return { kind: "newer", schema };
  if (tables > 0 && application !== APPLICATION_ID) return { kind: "foreign" };
  const verdict = String(database.get("PRAGMA quick_check(1)")?.quick_check ?? "no answer");
  if (verdict !== "ok") return { kind: "damaged", reason: verdict };
  if (tables === 0) return { kind: "sound", canvases: 0, binned: 0, isOlder: false };
  const isOlder = schema < SCHEMA_VERSION;
  const all = count(database, "canvases");
  const binned = isOlder ? 0 : count(database, "canvases WHERE deleted_at IS NOT NULL");
  return { kind: "sound", canvases: all - binned, binned, isOlder };
}

function count(database: SqlDatabase, what: string): number {
  return Number(database.get(`SELECT count(*) AS n FROM ${what}`)?.n ?? 0);
}
