import type { SqlDatabase } from "./sqlite-adapter.ts";
import { inodeAt } from "./sqlite-damage.ts";
import { type OpenedDatabase, type OpenOptions, openDatabase, preparePlace } from "./sqlite-open.ts";
import { number, text } from "./sqlite-rows.ts";
import { inTransaction, patiently } from "./sqlite-transaction.ts";
import { UnwritableError } from "./store-error.ts";

/** The open file, as long as it is the one that stands at its path. */
export interface Connection {
  readonly storeId: () => string;
  readonly read: <T>(work: (database: SqlDatabase) => T) => Promise<T>;
  readonly write: <T>(work: (database: SqlDatabase) => T) => Promise<T>;
  /** Another text whenever anybody, through this connection or another, has written or the file was exchanged. */
  readonly pulse: () => Promise<string>;
  /** Which opening of which store this is: what was counted in another one means nothing in this one. */
  readonly opening: () => string;
  readonly onWrite: (listener: () => void) => () => void;
  /** Why nothing can be saved, or null. After a write has failed it is tried once more with a small one. */
  readonly unwritable: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

interface OpenFile extends OpenedDatabase {
  readonly inode: bigint | null;
  readonly storeId: string;
}

/**
 * Opens the file, and opens it anew when somebody has deleted it, put a copy in its place, or moved it aside as damaged:
 * otherwise all further saves would go into a file that nobody finds again.
 */
export async function openConnection(options: OpenOptions): Promise<Connection> {
  const { path } = options;
  let file = await openFile(options);
  let openings = 1;
  let ownWrites = 0;
  const listeners = new Set<() => void>();
  let opening: Promise<void> | null = null;

  const whyAnew = (): string | null => {
    if (inodeAt(path) !== file.inode) {
      return `${path} was removed or replaced while it was open. What stands there now is used from here on.`;
    }
    const canBeWritten = file.unwritable !== null && preparePlace(path) === null;
    return canBeWritten ? `${path} can be written again.` : null;
  };
  const ensureSameFile = async (): Promise<void> => {
    const why = opening === null ? whyAnew() : null;
    if (why === null && opening === null) return;
    opening ??= (async () => {
      if (why !== null) options.log(why);
      const replaced = file;
      file = await openFile(options);
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
    return inTransaction(database, mode, () => (inodeAt(path) === inode ? { value: work(database) } : null));
  };
  const perform = async <T>(mode: "IMMEDIATE" | "DEFERRED", work: (database: SqlDatabase) => T): Promise<T> => {
    for (;;) {
      await ensureSameFile();
      const done = await patiently(path, () => attempt(mode, work));
      if (done) return done.value;
    }
  };

  let failure: string | null = null;
  const write = async <T>(work: (database: SqlDatabase) => T): Promise<T> => {
    try {
      await ensureSameFile();
      if (file.unwritable !== null) throw new UnwritableError("storage_failed", file.unwritable);
      const done = await perform("IMMEDIATE", work);
      ownWrites += 1;
      for (const listener of [...listeners]) listener();
      return done;
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
    close: async () => {
      await opening;
      file.database.close();
    },
  };
}

async function openFile(options: OpenOptions): Promise<OpenFile> {
  const { database, unwritable } = await openDatabase(options);
  const storeId = await patiently(options.path, () =>
    text(database.get("SELECT value FROM store WHERE name = 'id'") ?? {}, "value"),
  );
  return { database, unwritable, inode: inodeAt(options.path), storeId };
}
