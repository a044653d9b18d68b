import { randomUUID } from "node:crypto";
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { failureOf, type OpenSql, type SqlDatabase } from "./sqlite-adapter.ts";
import { inodeAt, moveAside } from "./sqlite-damage.ts";
import { APPLICATION_ID, migrate, SCHEMA_VERSION, schemaVersion } from "./sqlite-migrations.ts";
import { BUSY_TIMEOUT_MS, inTransaction, patiently } from "./sqlite-transaction.ts";
import { StoreError } from "./store-error.ts";

export interface OpenOptions {
  readonly path: string;
  readonly engine: OpenSql;
  readonly now: () => Date;
  /** Told once when a damaged file was moved aside. */
  readonly log: (line: string) => void;
}

export interface OpenedDatabase {
  readonly database: SqlDatabase;
  /** Why it can only be read; null: it can be written. */
  readonly unwritable: string | null;
}

/**
 * Makes or opens the file: private, sound, of our schema. A damaged file is moved aside, a newer one is refused untouched.
 * One in a place that cannot be written is opened for reading.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const path = resolve(options.path);
  // Each round opens a sound file, moves a damaged one away, or waits for another process that does so.
  for (let round = 0; round < 200; round++) {
    const unwritable = preparePlace(path);
    const database = await openOnce(path, options, unwritable);
    if (database) return { database, unwritable };
    await wait(50 + Math.random() * 100);
  }
  throw new StoreError(
    "storage_failed",
    `${path} was damaged again and again. Check the disk, or choose another folder with --data DIR.`,
  );
}

/** Why the place cannot be written, when there is a file in it that can be read; null: it can be written. */
export function preparePlace(path: string): string | null {
  const folder = dirname(path);
  try {
    makeFolder(folder);
    // The journal stands beside the file: a writable file in a read-only folder is not enough.
    accessSync(folder, constants.W_OK);
    closeSync(openSync(path, "a", 0o600));
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The data folder ${folder} cannot be written: ${reason}. Choose another with --data DIR or WRITING_CANVAS_DATA.`;
    if (isReadable(path)) return message;
    throw new StoreError("storage_failed", message, error);
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).size > 0;
  } catch {
    // Whatever the reason: there is nothing to read, and why nothing can be made is said by the caller.
    return false;
  }
}

// Not by `recursive: true`: Node tries for ever where a file system answers ENOENT to mkdir itself, as /proc does.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

async function openOnce(path: string, options: OpenOptions, unwritable: string | null): Promise<SqlDatabase | null> {
  const inode = inodeAt(path);
  const database = options.engine(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const damage = await patiently(path, () => findDamage(database, path));
    if (damage === null) {
      await patiently(path, () => {
        useRollbackJournal(database);
        migrate(database, randomUUID());
      });
      return database;
    }
    if (unwritable !== null) {
      throw new StoreError(
        "storage_failed",
        `${path} is damaged (${damage}), and cannot be moved aside. ${unwritable}`,
      );
    }
    database.close();
    moveAside({ path, inode, damage, now: options.now(), log: options.log });
    return null;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What is wrong with the file, or null. Throws when the file is sound but not for us. */
function findDamage(database: SqlDatabase, path: string): string | null {
  try {
    // In one transaction: another process may be making the tables between two of the questions.
    inTransaction(database, "DEFERRED", () => assertOurs(database, path));
    const rows = database.all("PRAGMA quick_check(1)");
    const verdict = String(rows[0]?.quick_check ?? "no answer");
    return verdict === "ok" ? null : verdict;
  } catch (error) {
    if (failureOf(error) === "damaged") return error instanceof Error ? error.message : String(error);
    throw error;
  }
}

function assertOurs(database: SqlDatabase, path: string): void {
  const version = schemaVersion(database);
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      "storage_failed",
      `${path} was written by a newer writing-canvas (schema ${version}; this one knows up to ${SCHEMA_VERSION}). It was left untouched. Update writing-canvas, or choose another folder with --data DIR.`,
    );
  }
  const application = Number(database.get("PRAGMA application_id")?.application_id ?? 0);
  const tables = Number(database.get("SELECT count(*) AS n FROM sqlite_master")?.n ?? 0);
  if (tables > 0 && application !== APPLICATION_ID) {
    throw new StoreError(
      "storage_failed",
      `${path} is a database of another program. It was left untouched. Choose another folder with --data DIR.`,
    );
  }
}

// WAL is out: the engines differ in version, and older ones have a bug there that damages files. A transaction is done when
// its journal is removed, and only EXTRA puts the removal on the disk too: with FULL a power cut brings the journal back,
// and the next opening undoes the last save with it.
function useRollbackJournal(database: SqlDatabase): void {
  database.exec("PRAGMA synchronous = EXTRA");
  if (database.get("PRAGMA journal_mode")?.journal_mode !== "delete") database.get("PRAGMA journal_mode = DELETE");
}
