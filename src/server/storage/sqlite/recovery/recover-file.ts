import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { failureOf, type OpenSql, type SqlDatabase } from "../engine/adapter.ts";
import { placeFile } from "../engine/place-file.ts";
import { BUSY_TIMEOUT_MS, retryWhileBusy } from "../engine/transaction.ts";
import { openRawFile, type RawFile, recoverInto } from "./recover-store.ts";
import type { RecoveryReport } from "./recovery-report.ts";

interface RecoverOptions {
  /** A store's file, damaged or not: it is only read. */
  readonly path: string;
  /** The new file; there must be none. */
  readonly into: string;
  readonly engine: OpenSql;
  readonly now: Date;
}

const JOURNAL = "-journal";

/** Writes all that can be read of a store's file to a new one, which is there whole or not at all. */
export async function recoverFile({ path, into, engine, now }: RecoverOptions): Promise<RecoveryReport> {
  const work = mkdtempSync(join(dirname(into), ".recovering-"));
  try {
    const draft = join(work, "draft.db");
    closeSync(openSync(draft, "wx", 0o600));
    const source = await sourceOf(path, work);
    const report = await retryWhileBusy(path, () => readLocked(source, draft, engine, now));
    placeFile(draft, into);
    return report;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A journal that stays was left by a process that died: it is played back into a copy, and the file stays as it is. */
async function sourceOf(path: string, work: string): Promise<string> {
  // A process that is writing removes its own within milliseconds.
  for (let tries = 0; tries < 20 && existsSync(`${path}${JOURNAL}`); tries++) await wait(25);
  if (!existsSync(`${path}${JOURNAL}`)) return path;
  const copy = join(work, "copy.db");
  copyFileSync(path, copy);
  copyFileSync(`${path}${JOURNAL}`, `${copy}${JOURNAL}`);
  return copy;
}

function readLocked(source: string, draft: string, engine: OpenSql, now: Date): RecoveryReport {
  const reader = engine(source);
  let raw: RawFile | null = null;
  try {
    lockForReading(reader);
    raw = openRawFile(source);
    const database = engine(draft);
    try {
      return recoverInto(database, raw, engine, now);
    } finally {
      database.close();
    }
  } finally {
    reader.close();
    // Not before: closing it ends all locks that this process has on the file.
    raw?.close();
  }
}

/** Nobody writes while it is read. A file that SQLite does not take for a database has no locks. */
function lockForReading(reader: SqlDatabase): void {
  try {
    reader.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    reader.exec("BEGIN");
    reader.get("SELECT count(*) AS n FROM sqlite_master");
  } catch (error) {
    if (failureOf(error) !== "damaged") throw error;
  }
}
