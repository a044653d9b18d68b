import { closeSync, openSync, rmSync, statSync, truncateSync } from "node:fs";
import { StoreError } from "../../../protocol/errors.ts";
import type { OpenSql, SqlDatabase } from "./engine/adapter.ts";
import { APPLICATION_ID } from "./engine/migrations.ts";
import { draftBeside, placeFile } from "./engine/place-file.ts";
import { BUSY_TIMEOUT_MS, retryWhileBusy } from "./engine/transaction.ts";

export interface Backup {
  readonly canvases: number;
  readonly versions: number;
  readonly bytes: number;
}

interface BackupOptions {
  /** The store's file. */
  readonly path: string;
  /** The copy. */
  readonly into: string;
  /** Replace what is there. */
  readonly force: boolean;
  readonly pid: number;
  readonly engine: OpenSql;
}

/**
 * A copy of the store as it is at one moment, while others read and write it. It is checked before it gets its name, so that
 * there is a whole and sound copy, or none.
 */
export async function backupStore({ path, into, force, pid, engine }: BackupOptions): Promise<Backup> {
  const draft = draftBeside(into, pid);
  const store = engine(path);
  try {
    store.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    await retryWhileBusy(path, () => assertOurs(store, path));
    // SQLite writes into a file that is there and empty: so nobody else can read it.
    closeSync(openSync(draft, "wx", 0o600));
    await retryWhileBusy(path, () => {
      truncateSync(draft);
      store.run("VACUUM INTO ?", draft);
    });
    const backup = check(engine(draft), draft);
    placeFile(draft, into, { force });
    return backup;
  } finally {
    store.close();
    for (const left of [draft, `${draft}-journal`]) rmSync(left, { force: true });
  }
}

function assertOurs(store: SqlDatabase, path: string): void {
  const application = Number(store.get("PRAGMA application_id")?.application_id ?? 0);
  if (application === APPLICATION_ID) return;
  throw new StoreError(
    "storage_failed",
    `${path} is no store of writing-canvas. Choose the folder of one with --data DIR.`,
  );
}

function check(copy: SqlDatabase, draft: string): Backup {
  try {
    const verdict = String(copy.get("PRAGMA integrity_check(1)")?.integrity_check ?? "no answer");
    if (verdict !== "ok") {
      throw new StoreError(
        "storage_failed",
        `The copy is not sound (${verdict}), and was removed. Check the disk, and try again.`,
      );
    }
    const count = (table: string): number => Number(copy.get(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0);
    return { canvases: count("canvases"), versions: count("versions"), bytes: statSync(draft).size };
  } finally {
    copy.close();
  }
}
