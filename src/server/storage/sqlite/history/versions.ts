import type { VersionRecord } from "../../../../core/records/history.ts";
import { StoreError } from "../../../../protocol/errors.ts";
import { number, summaryFrom, text } from "../../rows.ts";
import { DamagedRowError } from "../../store-error.ts";
import { chainSize, hashText, patchBody, readChain } from "../../version-text.ts";
import type { SqlDatabase } from "../engine/adapter.ts";
import { SUMMARY_ROW } from "../rows.ts";

/** Keeps one sealed version as a patch on the one before, or as a full copy. */
export function insertVersion(database: SqlDatabase, owner: string, canvas: number, version: VersionRecord): void {
  const previous = database.get(
    "SELECT version, base, hash FROM versions WHERE canvas = ? ORDER BY version DESC LIMIT 1",
    canvas,
  );
  if (previous && number(previous, "version") >= version.version) {
    throw new RangeError(`Version ${version.version} cannot be sealed after version ${number(previous, "version")}`);
  }
  const chain = previous ? chainOf(database, canvas, number(previous, "base"), number(previous, "version")) : [];
  // A chain that does not rebuild its text is not built upon: this version stands on its own.
  const before = previous ? rebuilt(chain, text(previous, "hash")) : null;
  const patch = before === null ? null : patchBody(chainSize(chain), before, version.content);
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
    patch !== null && previous ? number(previous, "base") : version.version,
    patch ?? JSON.stringify(version.content),
  );
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
