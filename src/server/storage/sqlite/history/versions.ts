import type { VersionRecord } from "../../../../core/records/history.ts";
import { StoreError } from "../../../../protocol/errors.ts";
import { type Chain, withVersion } from "../../keep-versions.ts";
import { number, summaryFrom, text } from "../../rows.ts";
import { DamagedRowError } from "../../store-error.ts";
import { chainSize, hashText, readChain } from "../../version-text.ts";
import type { SqlDatabase } from "../engine/adapter.ts";
import { OLDEST_KEPT, SUMMARY_ROW } from "../rows.ts";

/** The newest version that is kept: what the next one is a patch on. */
export interface NewestVersion extends Chain {
  readonly version: number;
  /** Null: its chain does not rebuild it. */
  readonly content: string | null;
}

/**
 * Keeps one sealed version as a patch on the one before, or as a full copy. Gives what the next is kept upon: whoever keeps
 * many passes it on, and no chain is read twice.
 */
export function insertVersion(
  database: SqlDatabase,
  owner: string,
  canvas: number,
  version: VersionRecord,
  previous: NewestVersion | null = newestOf(database, canvas),
): NewestVersion {
  if (previous && previous.version >= version.version) {
    throw new RangeError(`Version ${version.version} cannot be sealed after version ${previous.version}`);
  }
  // A chain that does not rebuild its text is not built upon: this version stands on its own.
  const { body, ...chain } = withVersion(previous, previous?.content ?? null, version);
  database.run(
    `INSERT INTO versions (canvas, version, owner, revision, title, status, by, at, words_added, words_removed, label, hash, base, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    canvas,
    version.version,
    owner,
    version.revision,
    version.title,
    version.status,
    JSON.stringify(version.by),
    version.at,
    version.wordsAdded,
    version.wordsRemoved,
    version.label ?? null,
    hashText(version.content),
    chain.base,
    body,
  );
  return { ...chain, version: version.version, content: version.content };
}

function newestOf(database: SqlDatabase, canvas: number): NewestVersion | null {
  const row = database.get(
    "SELECT version, base, hash FROM versions WHERE canvas = ? ORDER BY version DESC LIMIT 1",
    canvas,
  );
  if (!row) return null;
  const [version, base] = [number(row, "version"), number(row, "base")];
  const bodies = chainOf(database, canvas, base, version);
  return { version, base, size: chainSize(bodies), content: rebuilt(bodies, text(row, "hash")) };
}

/** Forgets what is older than the newest `keep` versions and what their texts are rebuilt from: see keep-versions.ts. */
export function forgetVersions(database: SqlDatabase, canvas: number, keep: number): void {
  // A damaged number takes nothing along: only a full copy from which the version itself can be rebuilt counts.
  const oldest = database.get(
    `SELECT base FROM (SELECT base, version FROM versions WHERE canvas = ? ORDER BY version DESC LIMIT 1 OFFSET ?) AS oldest
     WHERE base <= version AND EXISTS
       (SELECT 1 FROM versions WHERE canvas = ? AND version = oldest.base AND substr(body, 1, 1) = '"')`,
    canvas,
    keep - 1,
    canvas,
  );
  if (!oldest) return;
  const base = number(oldest, "base");
  if (database.run("DELETE FROM versions WHERE canvas = ? AND version < ?", canvas, base) === 0) return;
  database.run("DELETE FROM points WHERE canvas = ? AND version <= ?", canvas, base);
  noteOldestKept(database, canvas, base);
}

/** That those before were forgotten, and not lost. */
export function noteOldestKept(database: SqlDatabase, canvas: number, version: number): void {
  database.run("UPDATE versions SET meta = ? WHERE canvas = ? AND version = ?", OLDEST_KEPT, canvas, version);
}

export function readVersion(database: SqlDatabase, canvas: number, version: number): VersionRecord | null {
  const row = database.get(`SELECT ${SUMMARY_ROW} FROM versions WHERE canvas = ? AND version = ?`, canvas, version);
  if (!row) return null;
  const content = versionText(database, canvas, version);
  if (content === null) {
    throw new StoreError(
      "storage_failed",
      `Version ${version} cannot be rebuilt exactly: the store is damaged in its history. The current text is not affected.`,
    );
  }
  return { ...summaryFrom(row), content };
}

/** Null: there is no such version, or it cannot be rebuilt exactly. */
export function versionText(database: SqlDatabase, canvas: number, version: number): string | null {
  const row = database.get("SELECT base, hash FROM versions WHERE canvas = ? AND version = ?", canvas, version);
  return row ? rebuilt(chainOf(database, canvas, number(row, "base"), version), text(row, "hash")) : null;
}

/** The exact text at the end of a chain; null when that cannot be had. */
function rebuilt(chain: readonly string[], hash: string): string | null {
  try {
    const content = readChain(chain);
    return hashText(content) === hash ? content : null;
  } catch {
    // Only the chain can be at fault: it is no JSON, or patches what is not there.
    return null;
  }
}

/** One that cannot be read is the empty text, which is no JSON: then the chain rebuilds nothing. */
function chainOf(database: SqlDatabase, canvas: number, from: number, to: number): string[] {
  const chain =
    "SELECT CAST(body AS BLOB) AS body FROM versions WHERE canvas = ? AND version BETWEEN ? AND ? ORDER BY version";
  return database.all(chain, canvas, from, to).map((row) => {
    try {
      return text(row, "body");
    } catch (error) {
      if (error instanceof DamagedRowError) return "";
      throw error;
    }
  });
}
