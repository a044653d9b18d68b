import { statSync } from "node:fs";
import { number, text } from "../rows.ts";
import { DamagedRowError, UnwritableError } from "../store-error.ts";
import { failureOf, type SqlDatabase } from "./engine/adapter.ts";
import { inTransaction, retryWhileBusy } from "./engine/transaction.ts";
import { type OpenedDatabase, type OpenOptions, openDatabase, preparePlace } from "./open.ts";
import { inodeAt } from "./recovery/damage.ts";

/** The open file, as long as it is the one that stands at its path. */
export interface Connection {
  readonly storeId: () => string;
  readonly read: <T>(work: (database: SqlDatabase) => T) => Promise<T>;
  readonly write: <T>(work: (database: SqlDatabase) => T) => Promise<T>;
  /** Another text whenever anybody, through this connection or another, has written or the file was exchanged. */
  readonly pulse: () => Promise<string>;
  /** Which opening of which store this is: what was counted in another one means nothing in this one. */
  readonly opening: () => string;
  /** Calls back after every write through this connection that changed something. */
  readonly onWrite: (listener: () => void) => () => void;
  /** Why nothing can be saved, or null. After a write has failed it is tried once more with a small one. */
  readonly unwritable: () => Promise<string | null>;
  /** Rewrites the file without what was deleted: what lies in its free space cannot be read any more. */
  readonly vacuum: () => Promise<void>;
  /** After the store's id was changed. */
  readonly rereadId: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface OpenFile extends OpenedDatabase {
  readonly inode: bigint | null;
  readonly storeId: string;
  /** Whether its folder could be written when it was opened, when that was, and when it had been changed before. */
  readonly wasWritable: boolean;
  readonly openedAt: number;
  readonly changedAt: number;
}

/** A copy is made of the whole store: on a full disk it is not tried with every call whether there is room again. */
const COPY_KEPT_MS = 60_000;

/**
 * Opens the file, and opens it anew when somebody has deleted it or put another in its place: otherwise all further saves
 * would go into a file that nobody finds again. Where a read shows that it is damaged, what can be read is recovered, and
 * the call goes on with that.
 */
export async function openConnection(options: OpenOptions): Promise<Connection> {
  const { path } = options;
  let file = await openFile(options);
  let openings = 1;
  let ownWrites = 0;
  const listeners = new Set<() => void>();
  let opening: Promise<void> | null = null;
  /** What a call has found wrong with the open file. */
  let damage: string | null = null;

  const whyAnew = (): string | null => {
    if (inodeAt(path) !== file.inode) {
      return `${path} was removed or replaced while it was open. What stands there now is used from here on.`;
    }
    if (damage !== null) return damage;
    if (file.unwritable === null) return null;
    const isWritable = preparePlace(path) === null;
    if (isWritable && !file.wasWritable) return `${path} can be written again.`;
    if (!file.isCopy) return null;
    if (changedAt(path) !== file.changedAt) return `${path} was changed, and is read again.`;
    const isTimeToTry = isWritable && options.now().getTime() - file.openedAt >= COPY_KEPT_MS;
    return isTimeToTry ? `${path} is opened again, to see whether it can be written.` : null;
  };
  const ensureSameFile = async (): Promise<void> => {
    const why = opening === null ? whyAnew() : null;
    if (why === null && opening === null) return;
    opening ??= (async () => {
      if (why !== null) options.log(why);
      const replaced = file;
      file = await openFile(options, damage !== null);
      damage = null;
      openings += 1;
      replaced.database.close();
    })().finally(() => {
      opening = null;
    });
    await opening;
  };

  /** Null when the file was exchanged under the lock: then nothing was done. */
  const attempt = <T>(
    mode: "IMMEDIATE" | "DEFERRED",
    work: (database: SqlDatabase) => T,
  ): { readonly value: T } | null => {
    const { database, inode } = file;
    // Before as well: a file that was replaced while this call waited for it is not even locked any more.
    if (inodeAt(path) !== inode) return null;
    return inTransaction(database, mode, () => (inodeAt(path) === inode ? { value: work(database) } : null));
  };
  const perform = async <T>(mode: "IMMEDIATE" | "DEFERRED", work: (database: SqlDatabase) => T): Promise<T> => {
    let wasDamaged = false;
    for (;;) {
      await ensureSameFile();
      const used = file;
      if (mode === "IMMEDIATE" && used.unwritable !== null) {
        throw new UnwritableError("storage_failed", used.unwritable);
      }
      try {
        const done = await retryWhileBusy(path, () => attempt(mode, work));
        if (done) return done.value;
      } catch (error) {
        if (!isDamage(error) || wasDamaged) throw error;
        wasDamaged = true;
        if (file === used) damage = `${path} is damaged: ${error.message}`;
      }
    }
  };

  let failure: string | null = null;
  const write = async <T>(work: (database: SqlDatabase) => T): Promise<T> => {
    try {
      const { value, changed } = await perform("IMMEDIATE", (database) => {
        const before = rowsChanged(database);
        const value = work(database);
        return { value, changed: rowsChanged(database) !== before };
      });
      if (changed) {
        ownWrites += 1;
        for (const listener of [...listeners]) listener();
      }
      return value;
    } catch (error) {
      if (error instanceof UnwritableError) failure = error.message;
      throw error;
    }
  };
  const tryToWrite = async (): Promise<string | null> => {
    try {
      await write((database) =>
        database.run("INSERT OR REPLACE INTO store (name, value) VALUES ('tried', 'to write')"),
      );
      return null;
    } catch (error) {
      if (error instanceof UnwritableError) return error.message;
      throw error;
    }
  };

  return {
    storeId: () => file.storeId,
    read: (work) => perform("DEFERRED", work),
    write,
    unwritable: async () => {
      if (failure !== null || file.unwritable !== null) failure = await tryToWrite();
      return failure;
    },
    pulse: async () => {
      // SQLite's number changes with the commits of all other connections, never with those of this one.
      const others = await perform("DEFERRED", (database) =>
        number(database.get("PRAGMA data_version") ?? {}, "data_version"),
      );
      return `${openings}.${others}.${ownWrites}`;
    },
    opening: () => `${file.storeId}.${openings}`,
    onWrite: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    vacuum: async () => {
      for (let isDone = false; !isDone; ) {
        await ensureSameFile();
        const { database, inode } = file;
        isDone = await retryWhileBusy(path, () => {
          if (inodeAt(path) !== inode) return false;
          database.exec("VACUUM");
          return true;
        });
      }
    },
    rereadId: async () => {
      file = { ...file, storeId: await idIn(path, file.database) };
    },
    close: async () => {
      await opening;
      file.database.close();
    },
  };
}

function isDamage(error: unknown): error is Error {
  if (error instanceof DamagedRowError) return true;
  return error instanceof Error && failureOf(error.cause) === "damaged";
}

/** By all that was ever written through this connection. */
function rowsChanged(database: SqlDatabase): number {
  return number(database.get("SELECT total_changes() AS n") ?? {}, "n");
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function openFile(options: OpenOptions, isSuspect = false): Promise<OpenFile> {
  const { path } = options;
  const opened = await openDatabase(options, isSuspect);
  const { database } = opened;
  const storeId = await idIn(path, database);
  const openedAt = options.now().getTime();
  const wasWritable = preparePlace(path) === null;
  return { ...opened, inode: inodeAt(path), storeId, wasWritable, openedAt, changedAt: changedAt(path) };
}

function idIn(path: string, database: SqlDatabase): Promise<string> {
  return retryWhileBusy(path, () => text(database.get("SELECT value FROM store WHERE name = 'id'") ?? {}, "value"));
}
