import { randomUUID } from "node:crypto";
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StoreError } from "../../../protocol/errors.ts";
import type { TypedCommand } from "../../../protocol/names.ts";
import { UnwritableError } from "../store-error.ts";
import { failureOf, type OpenSql, type SqlDatabase } from "./engine/adapter.ts";
import { APPLICATION_ID, migrate, SCHEMA_VERSION, schemaVersion } from "./engine/migrations.ts";
import { BUSY_TIMEOUT_MS, inTransaction, retryWhileBusy } from "./engine/transaction.ts";
import { inodeAt, removeLock, replaceDamaged } from "./recovery/damage.ts";
import { copyOfDamaged, copyOfOlder } from "./recovery/memory-copy.ts";
import { damagedRow } from "./rows.ts";

export interface OpenOptions {
  readonly path: string;
  readonly engine: OpenSql;
  readonly now: () => Date;
  /** Told once when a damaged file was replaced. */
  readonly log: (line: string) => void;
  /** How commands are typed that its words speak of. */
  readonly typed?: TypedCommand | undefined;
}

export interface OpenedDatabase {
  readonly database: SqlDatabase;
  /** Why it can only be read; null: it can be written. */
  readonly unwritable: string | null;
  /** It is a copy in memory of a file that can neither be read as it is nor brought in order. */
  readonly isCopy: boolean;
}

/**
 * Makes or opens the file: private, sound, of our schema. In the place of a damaged file comes one with all that can be read
 * of it; a newer one is refused untouched. One in a place that cannot be written is opened for reading. `isSuspect`: a read
 * of a row has failed, so all rows are looked at.
 */
export async function openDatabase(options: OpenOptions, isSuspect = false): Promise<OpenedDatabase> {
  const path = resolve(options.path);
  // Each round opens a sound file, replaces a damaged one, or waits for another process that does so.
  for (let round = 0; round < 200; round++) {
    const unwritable = preparePlace(path);
    const opened = await openOnce(path, options, unwritable, isSuspect);
    if (opened) return opened;
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

async function openOnce(
  path: string,
  options: OpenOptions,
  unwritable: string | null,
  isSuspect: boolean,
): Promise<OpenedDatabase | null> {
  const inode = inodeAt(path);
  const { engine, now, log, typed } = options;
  const database = engine(path);
  let mustClose = true;
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const damage = await retryWhileBusy(path, () => {
      // Not even locked any more: SQLite would take the new file's journal for one of the old file, and play it back there.
      if (inodeAt(path) !== inode) return REPLACED;
      return findDamage(database, path, isSuspect);
    });
    if (damage === REPLACED) return null;
    if (damage === null) {
      if (unwritable === null) removeLock(path);
      const opened = await upToDate(database, path, engine, unwritable);
      mustClose = opened.database !== database;
      return opened;
    }
    database.close();
    mustClose = false;
    const inMemory = (why: string) => copyOfDamaged({ path, engine, damage, now: now(), why, typed });
    if (unwritable !== null) return inMemory(unwritable);
    try {
      await replaceDamaged({ path, inode, damage, engine, now: now(), log });
      return null;
    } catch (error) {
      // A full disk has no room for the new file: what can be read is shown until there is some.
      if (error instanceof UnwritableError) return inMemory(error.message);
      throw error;
    }
  } finally {
    if (mustClose) database.close();
  }
}

/** A file of an older schema that cannot be brought up to date is read from a copy that can. */
async function upToDate(
  database: SqlDatabase,
  path: string,
  engine: OpenSql,
  unwritable: string | null,
): Promise<OpenedDatabase> {
  const isOlder = await retryWhileBusy(path, () => schemaVersion(database) < SCHEMA_VERSION);
  try {
    if (isOlder && unwritable !== null) throw new UnwritableError("storage_failed", unwritable);
    await retryWhileBusy(path, () => {
      useRollbackJournal(database);
      migrate(database, randomUUID());
    });
    return { database, unwritable, isCopy: false };
  } catch (error) {
    if (!(isOlder && error instanceof UnwritableError)) throw error;
    const copy = await retryWhileBusy(path, () => copyOfOlder(database, engine));
    return { database: copy, unwritable: error.message, isCopy: true };
  }
}

/** While it was waited for, another process has put another file in its place. */
const REPLACED = Symbol("replaced");

/** What is wrong with the file, or null. Throws when the file is sound but not for us. */
function findDamage(database: SqlDatabase, path: string, isSuspect: boolean): string | null {
  try {
    // In one transaction: another process may be making the tables between two of the questions, or replace the file.
    return inTransaction(database, "DEFERRED", () => {
      assertOurs(database, path);
      const rows = database.all("PRAGMA quick_check(1)");
      // Its first line may only name the database.
      const verdict = String(rows[0]?.quick_check ?? "no answer")
        .split("\n")
        .at(-1);
      if (verdict !== "ok") return verdict ?? "no answer";
      return isSuspect ? damagedRow(database) : null;
    });
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
