import { join } from "node:path";
import type { TypedCommand } from "../../../protocol/names.ts";
import { type After, realAfter } from "../../clock/timer.ts";
import { versionsToKeep } from "../keep-versions.ts";
import type { HistoryLimit, Store } from "../ports.ts";
import { text } from "../rows.ts";
import { UnwritableError } from "../store-error.ts";
import { createArchive } from "./archive.ts";
import { createAudit } from "./audit.ts";
import { createBin, purgeOld } from "./bin.ts";
import { createCanvases } from "./canvases.ts";
import { createChanges } from "./changes.ts";
import { type Connection, openConnection } from "./connection.ts";
import { findSqlEngine, type OpenSql, type SqlDatabase } from "./engine/adapter.ts";
import { createFiles } from "./files.ts";
import { createPeople } from "./people.ts";
import { damageNotice } from "./recovery/damage.ts";
import { createSecrets } from "./secrets.ts";
import { createWaits } from "./waits.ts";

export interface SqliteStoreOptions extends HistoryLimit {
  /** The data folder; the file in it is `canvases.db`. */
  readonly folder: string;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  readonly engine?: OpenSql;
  /** How commands are typed that its words speak of. */
  readonly typed?: TypedCommand;
  /** Called after every write through this very object that changed something. It must not throw. */
  readonly onWrite?: () => void;
  readonly after?: After;
}

export interface SqliteStore extends Store {
  /** Looks for changes at once, if anybody watches: for whoever knows that another process has just written. */
  readonly lookNow: () => void;
}

export const STORE_FILE = "canvases.db";
const KEYS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The store in one SQLite file that several processes may share. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { folder, now, log, typed, onWrite, after = realAfter } = options;
  const keep = versionsToKeep(options.keepVersions);
  const path = join(folder, STORE_FILE);
  const engine = options.engine ?? (await findSqlEngine());
  const connection = await openConnection({ path, engine, now, log, typed });
  await tidy(connection, now(), log);
  if (onWrite !== undefined) connection.onWrite(onWrite);
  const changes = createChanges(connection, { now, log, after });
  const { read, unwritable } = connection;

  return {
    get storeId() {
      return connection.storeId();
    },
    canvases: createCanvases(connection, now, log, keep),
    bin: createBin(connection, now),
    waits: createWaits(connection, now),
    changes,
    lookNow: changes.lookNow,
    files: createFiles(connection),
    secrets: createSecrets(connection),
    people: createPeople(connection),
    audit: createAudit(connection),
    archive: createArchive(connection, now, log),
    unwritable,
    check: async () => {
      await read((database) => database.get("SELECT 1 AS here"));
    },
    notice: async () => {
      const reason = await unwritable();
      const damage = await read((database) => damageNotice(path, (name) => valueIn(database, name), typed));
      const notices = [reason === null ? null : `Nothing can be saved now: ${reason}`, damage];
      return notices.filter((notice) => notice !== null).join(" ") || null;
    },
    close: async () => {
      changes.close();
      await connection.close();
    },
  };
}

/** Forgets old keys, and what has lain in the bin for long enough. */
async function tidy({ write }: Connection, now: Date, log: (line: string) => void): Promise<void> {
  const forgotten = new Date(now.getTime() - KEYS_KEPT_MS).toISOString();
  try {
    await write((database) => {
      database.run("DELETE FROM once WHERE at < ?", forgotten);
      purgeOld(database, now);
    });
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    log(`Canvases can be read, but nothing can be saved now: ${error.message}`);
  }
}

function valueIn(database: SqlDatabase, name: string): string | null {
  const row = database.get("SELECT value FROM store WHERE name = ?", name);
  return row ? text(row, "value") : null;
}
