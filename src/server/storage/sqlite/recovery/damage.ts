import { closeSync, existsSync, linkSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StoreError } from "../../../../protocol/errors.ts";
import { bareCommand, type TypedCommand } from "../../../../protocol/names.ts";
import { UnwritableError } from "../../store-error.ts";
import { failureOf, type OpenSql, type SqlDatabase } from "../engine/adapter.ts";
import { syncFile, syncFolder } from "../engine/place-file.ts";
import { BUSY_TIMEOUT_MS, describeSqliteError } from "../engine/transaction.ts";
import { openRawFile, type RawFile, recoverInto } from "./recover-store.ts";
import { type Loss, type RecoveryReport, reportWords, shortLossWords } from "./recovery-report.ts";

/** Which file stands at a path: the same number, the same file. Null: none. */
export function inodeAt(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

interface Damage {
  readonly path: string;
  /** The file that was found damaged. */
  readonly inode: bigint | null;
  readonly damage: string;
  readonly engine: OpenSql;
  readonly now: Date;
  readonly log: (line: string) => void;
}

const SUFFIX = ".damaged-";
const JOURNAL = "-journal";
const LOCK = ".recovery-lock";
const DRAFT = ".recovering";
const REPORT = "recovered ";
/** So long after it was replaced nobody is let into a damaged file, unless this process ends before. */
const HELD_MS = 5000;

/**
 * Puts a new file with all that can be read in the place of a damaged one, which stays beside it as it is. One process does
 * it while others wait for their turn and then find the new file. One that is killed leaves a draft, and the next begins anew.
 */
export async function replaceDamaged(damage: Damage): Promise<void> {
  try {
    await underLock(damage);
  } catch (error) {
    throw unwritable(error, damage.path) ?? describeSqliteError(damage.path, error);
  }
}

async function underLock(damage: Damage): Promise<void> {
  const { path, inode, engine } = damage;
  const lock = engine(`${path}${LOCK}`);
  let isHeld = false;
  try {
    // Ends with the process, whatever becomes of it: nothing is left behind that must be judged by its age.
    isHeld = unlessBusy(() => {
      // Nothing is ever written to it.
      lock.get("PRAGMA journal_mode = OFF");
      lock.exec("BEGIN EXCLUSIVE");
    });
    if (isHeld && inode !== null && inodeAt(path) === inode) await exchange(damage);
  } finally {
    // Whoever waits for the removed file looks again at which file is damaged, and finds that it is gone.
    if (isHeld) removeLock(path);
    lock.close();
  }
}

/** Where the file is sound nobody needs it: a process that was killed has left it. Windows removes no file that is open. */
export function removeLock(path: string): void {
  if (process.platform !== "win32") rmSync(`${path}${LOCK}`, { force: true });
}

/** What the file system says when there is no room, or no right to write. */
function unwritable(error: unknown, path: string): UnwritableError | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM"].includes(code)) return null;
  const reason = error instanceof Error ? error.message : code;
  const kind = code === "ENOSPC" || code === "EDQUOT" ? "storage_full" : "storage_failed";
  return new UnwritableError(
    kind,
    `Beside ${path} nothing can be written (${reason}). Free some space, or check the rights.`,
  );
}

async function exchange({ path, damage, engine, now, log }: Damage): Promise<void> {
  const draft = `${path}${DRAFT}`;
  for (const left of [draft, `${draft}${JOURNAL}`]) rmSync(left, { force: true });
  const old = engine(path);
  let raw: RawFile | null = null;
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    old.close();
    // Not before: closing it ends all locks that this process has on the file.
    raw?.close();
  };
  try {
    await lockWhole(old, path);
    raw = openRawFile(path);
    const aside = asideName(path, now);
    const report = writeDraft({ draft, raw, engine, now, aside });
    // There no file is replaced that is open.
    if (process.platform === "win32") close();
    place(path, draft, aside);
    log(
      `${path} was damaged (${damage}). What could be read is in a new file in its place: ${reportWords(report)} The damaged file is kept, unchanged, as ${aside}.`,
    );
    // Those that wait inside SQLite for the old file look for its journal by name, which is now that of the new file:
    // they must have given up before the lock ends. One that lives on holds it for those that a busy machine lets wait.
    await wait(2 * BUSY_TIMEOUT_MS);
    setTimeout(close, HELD_MS).unref();
  } catch (error) {
    rmSync(draft, { force: true });
    close();
    throw error;
  }
}

/** Nobody else reads or writes the file from here on. One that SQLite does not take for a database has no locks. */
async function lockWhole(database: SqlDatabase, path: string): Promise<void> {
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  for (let tries = 0; tries < 600; tries++) {
    try {
      if (unlessBusy(() => database.exec("BEGIN EXCLUSIVE"))) return;
    } catch (error) {
      if (failureOf(error) === "damaged") return;
      throw error;
    }
    await wait(Math.random() * 60);
  }
  throw new StoreError(
    "storage_failed",
    `${path} is damaged, and another program has held it locked for two minutes. Close that program and try again.`,
  );
}

function unlessBusy(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (failureOf(error) === "busy") return false;
    throw error;
  }
}

interface Draft {
  readonly draft: string;
  readonly raw: RawFile;
  readonly engine: OpenSql;
  readonly now: Date;
  readonly aside: string;
}

function writeDraft({ draft, raw, engine, now, aside }: Draft): RecoveryReport {
  closeSync(openSync(draft, "w", 0o600));
  const database = engine(draft);
  try {
    const report = recoverInto(database, raw, engine, now);
    database.run(
      "INSERT OR REPLACE INTO store (name, value) VALUES (?, ?)",
      `${REPORT}${basename(aside)}`,
      JSON.stringify(report.losses),
    );
    return report;
  } finally {
    database.close();
    syncFile(draft);
  }
}

/** At no moment is there no file at the path, where another process would make an empty one. */
function place(path: string, draft: string, aside: string): void {
  // One that SQLite could not use for the old file: it must not be taken for that of the new one.
  if (existsSync(`${path}${JOURNAL}`)) renameSync(`${path}${JOURNAL}`, `${aside}${JOURNAL}`);
  if (inodeAt(aside) === null) {
    try {
      linkSync(path, aside);
    } catch {
      // Some file systems have no links: there it is away for a moment.
      renameSync(path, aside);
    }
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** A free name; or that under which a process that was killed has already kept this very file. */
function asideName(path: string, now: Date): string {
  const inode = inodeAt(path);
  const known = filesAside(path).find((name) => inodeAt(name) === inode);
  if (known !== undefined) return known;
  const name = `${path}${SUFFIX}${now.toISOString().replaceAll(":", "-").slice(0, 19)}`;
  if (!existsSync(name)) return name;
  for (let n = 2; ; n++) if (!existsSync(`${name}-${n}`)) return `${name}-${n}`;
}

function filesAside(path: string): string[] {
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}${SUFFIX}`) && !name.endsWith(JOURNAL))
    .map((name) => join(dirname(path), name));
}

/**
 * Whoever misses something must learn where it may be: as long as a damaged file lies beside the store. `valueIn` gives what
 * the store keeps under a name.
 */
export function damageNotice(
  path: string,
  valueIn: (name: string) => string | null,
  typed: TypedCommand = bareCommand,
): string | null {
  const notices = filesAside(path).flatMap((aside) => {
    const losses = lossesIn(valueIn(`${REPORT}${basename(aside)}`));
    if (losses === null)
      return `An earlier store was damaged and moved aside, unchanged, to ${aside}. Canvases kept in it are not listed; \`${typed(`recover ${aside}`)}\` reads what can be read.`;
    if (losses.length === 0) return [];
    return `The store was damaged, and what could be read was taken over. ${shortLossWords(losses, aside, typed)} The damaged file is kept, unchanged, as ${aside}.`;
  });
  return notices.length === 0 ? null : `${notices.join(" ")} This note ends when the file is moved elsewhere.`;
}

function lossesIn(json: string | null): readonly Loss[] | null {
  if (json === null) return null;
  try {
    return JSON.parse(json) as readonly Loss[];
  } catch {
    // Only the text can be at fault: then the file is spoken of as one that nothing is known of.
    return null;
  }
}

/** What is said of these canvases in the notes on damaged files: their titles, too. */
export function forgetLosses(database: SqlDatabase, ids: readonly string[]): void {
  const forgotten = new Set(ids);
  for (const row of database.all("SELECT name, value FROM store WHERE substr(name, 1, ?) = ?", REPORT.length, REPORT)) {
    const [name, losses] = [String(row.name), lossesIn(String(row.value))];
    // Without the note the file is spoken of as one that nothing is known of.
    if (losses === null) database.run("DELETE FROM store WHERE name = ?", name);
    const left = losses?.filter((loss) => !("id" in loss && forgotten.has(loss.id)));
    if (left !== undefined) database.run("UPDATE store SET value = ? WHERE name = ?", JSON.stringify(left), name);
  }
}
