import type { Author } from "../../../core/records/canvas.ts";
import { findExpired, readSightings, writeSightings } from "../bin-age.ts";
import { binLine } from "../listing.ts";
import type { Bin, BinnedCanvas } from "../ports.ts";
import { listingFrom, number, text } from "../rows.ts";
import { addLines } from "./audit.ts";
import { markChanged } from "./canvases.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";
import { LISTING_COLUMNS } from "./list.ts";
import { OWN } from "./readers.ts";

interface Deletion {
  readonly owner: string;
  readonly id: string;
  readonly forever: boolean;
  readonly at: string;
  readonly by: Author | undefined;
}

export function createBin({ read, write }: Connection, now: () => Date): Bin {
  const remove = (forever: boolean): Bin["put"] => {
    return (owner, id, by) =>
      write((database) => deleteCanvas(database, { owner, id, forever, at: now().toISOString(), by }));
  };
  return {
    put: remove(false),
    purge: remove(true),
    bringBack: (owner, id, by) => write((database) => bringBack(database, { owner, id, at: now().toISOString(), by })),
    list: (owner) => read((database) => listBin(database, owner)),
  };
}

const TITLE = "id, CAST(title AS BLOB) AS title";

function deleteCanvas(database: SqlDatabase, { owner, id, forever, at, by }: Deletion): boolean {
  const row = database.get(`SELECT seq, deleted_at, ${TITLE} FROM ${OWN}`, owner, id);
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
  addLines(database, owner, [binLine({ id, title: text(row, "title") }, forever ? "purged" : "deleted", by, at)]);
  return true;
}

function bringBack(database: SqlDatabase, { owner, id, at, by }: Omit<Deletion, "forever">): boolean {
  const row = database.get(`SELECT seq, ${TITLE} FROM ${OWN} AND deleted_at IS NOT NULL`, owner, id);
  if (!row) return false;
  database.run("UPDATE canvases SET deleted_at = NULL WHERE seq = ?", number(row, "seq"));
  database.run("UPDATE ids SET deleted_at = NULL WHERE id = ?", id);
  markChanged(database, owner, id);
  addLines(database, owner, [binLine({ id, title: text(row, "title") }, "brought_back", by, at)]);
  return true;
}

function listBin(database: SqlDatabase, owner: string): readonly BinnedCanvas[] {
  return database
    .all(
      `SELECT ${LISTING_COLUMNS}, deleted_at FROM canvases INDEXED BY canvases_binned_by_owner
       WHERE owner = ? AND deleted_at IS NOT NULL ORDER BY deleted_at DESC, seq DESC`,
      owner,
    )
    .map((row) => ({ canvas: listingFrom(row), deletedAt: text(row, "deleted_at") }));
}

/** Empties the bin of what has lain there for 30 days, when that is beyond doubt: see `findExpired`. Writes only if something is old. */
export function purgeOld(database: SqlDatabase, now: Date): void {
  // A clock that was behind when the canvas was deleted does not make it older than its last change.
  const rows = database.all(
    "SELECT seq, id, owner, max(deleted_at, updated_at) AS since FROM canvases WHERE deleted_at IS NOT NULL",
  );
  const bin = rows.map((row) => ({
    row,
    key: `${text(row, "id")} ${text(row, "since")}`,
    deletedAt: Date.parse(text(row, "since")),
  }));
  const kept = database.get("SELECT value FROM store WHERE name = ?", SIGHTINGS);
  const before = readSightings(kept ? text(kept, "value") : null);
  const { purged, sightings } = findExpired(bin, before, now.getTime());
  const isPurged = new Set(purged);
  for (const { row, key } of bin) {
    if (isPurged.has(key)) purge(database, text(row, "owner"), text(row, "id"), number(row, "seq"));
  }
  if (sightings !== null)
    database.run("INSERT OR REPLACE INTO store (name, value) VALUES (?, ?)", SIGHTINGS, writeSightings(sightings));
  else if (before !== null) database.run("DELETE FROM store WHERE name = ?", SIGHTINGS);
}

const SIGHTINGS = "bin sightings";

/** The points go with their canvas by themselves: a trigger takes them. */
function purge(database: SqlDatabase, owner: string, id: string, seq: number): void {
  for (const table of ["versions", "events"]) database.run(`DELETE FROM ${table} WHERE canvas = ?`, seq);
  database.run("DELETE FROM once WHERE owner = ? AND canvas_id = ?", owner, id);
  database.run("DELETE FROM canvases WHERE seq = ?", seq);
}
