import type { VersionRecord } from "../../../../core/records/history.ts";
import { StoreError } from "../../../../protocol/errors.ts";
import { withVersion } from "../../keep-versions.ts";
import { DamagedRowError } from "../../store-error.ts";
import { hashText, readChain } from "../../version-text.ts";
import type { SqlDatabase } from "../engine/adapter.ts";
import { number, OLDEST_KEPT, SUMMARY_ROW, summaryFrom, text } from "../rows.ts";

/** Keeps one sealed version as a patch on the one before, or as a full copy. */
export function insertVersion(database: SqlDatabase, owner: string, canvas: number, version: VersionRecord): void {
  const previous = database.get(
    "SELECT version, base, hash FROM versions WHERE canvas = ? ORDER BY version DESC LIMIT 1",
    canvas,
  );
  if (previous && number(previous, "version") >= version.version) {
    throw new RangeError(`Version ${version.version} cannot be sealed after version ${number(previous, "version")}`);
  }
  const base = previous ? number(previous, "base") : 0;
  const bodies = previous ? chainOf(database, canvas, base, number(previous, "version")) : [];
  // A chain that does not rebuild its text is not built upon: this version stands on its own.
  const before = previous ? rebuilt(bodies, text(previous, "hash")) : null;
  const chain = withVersion({ base, bodies }, before, version);
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
    chain.bodies.at(-1) ?? "",
  );
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
  database.run("UPDATE versions SET meta = ? WHERE canvas = ? AND version = ?", OLDEST_KEPT, canvas, base);
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
