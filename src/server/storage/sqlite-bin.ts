import { BIN_DAYS, type BinnedCanvas } from "./canvas-store.ts";
import type { SqlDatabase } from "./sqlite-adapter.ts";
import { markChanged } from "./sqlite-changes.ts";
import { LISTING_COLUMNS } from "./sqlite-list.ts";
import { listingFrom, number, text } from "./sqlite-rows.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Deletion {
  readonly owner: string;
  readonly id: string;
  readonly forever: boolean;
  readonly at: string;
}

export function deleteCanvas(database: SqlDatabase, { owner, id, forever, at }: Deletion): boolean {
  const row = database.get("SELECT seq, deleted_at FROM canvases WHERE id = ? AND owner = ?", id, owner);
  if (!row || (row.deleted_at !== null && !forever)) return false;
  if (forever) purge(database, owner, id, number(row, "seq"));
  else {
    database.run("UPDATE canvases SET deleted_at = ? WHERE seq = ?", at, number(row, "seq"));
    // A create that is tried again must make a canvas, not find one in the bin.
    database.run("DELETE FROM once WHERE owner = ? AND scope = '' AND canvas_id = ?", owner, id);
  }
  database.run("DELETE FROM waits WHERE owner = ? AND canvas_id = ?", owner, id);
  database.run("UPDATE ids SET deleted_at = coalesce(deleted_at, ?) WHERE id = ?", at, id);
  markChanged(database, owner, id);
  return true;
}

export function undeleteCanvas(database: SqlDatabase, owner: string, id: string): boolean {
  const found = database.run(
    "UPDATE canvases SET deleted_at = NULL WHERE id = ? AND owner = ? AND deleted_at IS NOT NULL",
    id,
    owner,
  );
  if (found === 0) return false;
  database.run("UPDATE ids SET deleted_at = NULL WHERE id = ?", id);
  markChanged(database, owner, id);
  return true;
}

export function listBin(database: SqlDatabase, owner: string): readonly BinnedCanvas[] {
  return database
    .all(
      `SELECT ${LISTING_COLUMNS}, deleted_at FROM canvases WHERE owner = ? AND deleted_at IS NOT NULL ORDER BY deleted_at DESC, seq DESC`,
      owner,
    )
    .map((row) => ({ canvas: listingFrom(row), deletedAt: text(row, "deleted_at") }));
}

/** Empties the bin of what has lain there for 30 days. */
export function purgeOld(database: SqlDatabase, now: Date): void {
  const before = new Date(now.getTime() - BIN_DAYS * DAY_MS).toISOString();
  const rows = database.all("SELECT seq, id, owner FROM canvases WHERE deleted_at < ?", before);
  for (const row of rows) purge(database, text(row, "owner"), text(row, "id"), number(row, "seq"));
}

function purge(database: SqlDatabase, owner: string, id: string, seq: number): void {
  for (const table of ["versions", "events"]) database.run(`DELETE FROM ${table} WHERE canvas = ?`, seq);
  database.run("DELETE FROM once WHERE owner = ? AND canvas_id = ?", owner, id);
  database.run("DELETE FROM canvases WHERE seq = ?", seq);
}
