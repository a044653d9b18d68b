import { StoreError } from "../../../protocol/errors.ts";
import { withoutReader } from "../listing.ts";
import { type Archive, type ArchivedCanvas, type HistoryEntry, NOBODY, type UsedId } from "../ports.ts";
import { lineWriter, withOwnMoment } from "../put-lines.ts";
import { repeatable } from "../repeatable.ts";
import { number, RECORD_COLUMNS, recordFrom, recordValues, text } from "../rows.ts";
import { addMissingLines, forgetAudit } from "./audit.ts";
import { assertBelongs, insertCanvas, insertEvent, markChanged } from "./canvases.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";
import { readHistory } from "./history/archived.ts";
import { endText, insertRow } from "./history/line.ts";
import { insertVersion, type NewestVersion, noteOldestKept } from "./history/versions.ts";
import { allPeople, forgetPerson } from "./people.ts";
import { forgetLosses } from "./recovery/damage.ts";
import { assertWhole, RECORD_ROW } from "./rows.ts";
import { forgetSecret } from "./secrets.ts";

export function createArchive(connection: Connection, now: () => Date, log: (line: string) => void): Archive {
  const { read, write, vacuum, rereadId } = connection;
  return {
    owners: () =>
      read((database) =>
        database
          .all("SELECT DISTINCT CAST(owner AS BLOB) AS owner FROM ids WHERE owner <> ?", NOBODY)
          .map((row) => text(row, "owner"))
          .sort(),
      ),

    ids: (owner) => read((database) => usedIds(database, owner)),

    read: (owner, id) => read((database) => readCanvas(database, owner, id)),

    history: (owner, canvas) => readHistory(connection, log, owner, canvas),

    write: async (owner, canvas, history) => {
      // A write that met another process is begun anew.
      const entries = repeatable(history);
      return write((database) => writeCanvas(database, owner, canvas, entries));
    },

    people: () => read(allPeople),

    writeAudit: (owner, lines) => write((database) => addMissingLines(database, owner, lines)),

    bury: (owner, id) => write((database) => bury(database, owner, id)),

    erase: async (owner) => {
      const canvases = await write((database) => eraseOwner(database, owner, now().toISOString()));
      // `secure_delete` would overwrite what this write deletes, but not what earlier ones left in free pages: older texts
      // of the same canvases.
      await vacuum().catch((error: unknown) => {
        throw notRewritten(owner, error);
      });
      return canvases;
    },

    adopt: async (storeId) => {
      const isAdopted = await write((database) => adopt(database, storeId));
      await rereadId();
      return isAdopted;
    },
  };
}

function notRewritten(owner: string, error: unknown): StoreError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError(
    "storage_failed",
    `Everything of ${JSON.stringify(owner)} is deleted, but the file could not be rewritten, and what it said may still be found in its free space: ${reason} Erase it again once that is mended.`,
    error,
  );
}

function usedIds(database: SqlDatabase, owner: string): readonly UsedId[] {
  const rows = database.all(
    `SELECT ids.id AS id, ids.created_at AS created_at, ids.deleted_at AS deleted_at FROM ids
     LEFT JOIN canvases ON canvases.id = ids.id AND canvases.owner = ids.owner
     WHERE ids.owner = ? ORDER BY seq IS NULL, seq, ids.created_at, ids.id`,
    owner,
  );
  return rows.map((row) => ({
    id: text(row, "id"),
    createdAt: text(row, "created_at"),
    ...(row.deleted_at === null ? {} : { deletedAt: text(row, "deleted_at") }),
  }));
}

function readCanvas(database: SqlDatabase, owner: string, id: string): ArchivedCanvas | null {
  const row = database.get(
    `SELECT ${RECORD_ROW}, fingerprint, deleted_at FROM canvases WHERE id = ? AND owner = ?`,
    id,
    owner,
  );
  if (!row) return null;
  const record = recordFrom(row);
  assertWhole(database, record);
  const newest = (column: string, table: string): number =>
    number(
      database.get(`SELECT coalesce(max(${column}), 0) AS n FROM ${table} WHERE canvas = ?`, number(row, "seq")) ?? {},
      "n",
    );
  return {
    record,
    ...(row.fingerprint === null ? {} : { fingerprint: text(row, "fingerprint") }),
    ...(row.deleted_at === null ? {} : { deletedAt: text(row, "deleted_at") }),
    sealed: newest("version", "versions"),
    events: newest("sequence", "events"),
  };
}

function writeCanvas(
  database: SqlDatabase,
  owner: string,
  canvas: ArchivedCanvas,
  history: Iterable<HistoryEntry>,
): boolean {
  const { record, fingerprint, deletedAt } = canvas;
  const { id } = record.document;
  assertBelongs(record, owner, id);
  if (isUsed(database, id)) return false;
  const seq = insertCanvas(database, record, { fingerprint, deletedAt });
  let newest: NewestVersion | null = null;
  let oldest: number | null = null;
  const rowOf = lineWriter();
  // All of a line stand on one text, which may take long to rebuild.
  let before: { readonly version: number; readonly content: string | null } | null = null;
  for (const each of withOwnMoment(history, record)) {
    switch (each.kind) {
      case "version":
        newest = insertVersion(database, owner, seq, each.version, newest);
        oldest ??= each.version.version;
        break;
      case "point":
      case "moment": {
        const { version } = each.kind === "point" ? each.point : each.moment;
        if (before?.version !== version - 1)
          before = { version: version - 1, content: endText(database, seq, version - 1) };
        insertRow(database, owner, seq, rowOf(each, before.content));
        break;
      }
      case "event":
        insertEvent(database, owner, seq, each.event);
    }
  }
  if (oldest !== null && oldest > 1) noteOldestKept(database, seq, oldest);
  markChanged(database, owner, id);
  return true;
}

function bury(database: SqlDatabase, owner: string, { id, createdAt, deletedAt }: UsedId): boolean {
  if (isUsed(database, id)) return false;
  database.run(
    "INSERT INTO ids (id, owner, created_at, deleted_at) VALUES (?, ?, ?, ?)",
    id,
    owner,
    createdAt,
    deletedAt ?? null,
  );
  return true;
}

function isUsed(database: SqlDatabase, id: string): boolean {
  return database.get("SELECT 1 AS used FROM ids WHERE id = ?", id) !== undefined;
}

/** By the owner in each row, and not by the canvases that there are: a row that lost its canvas goes, too. */
function eraseOwner(database: SqlDatabase, owner: string, at: string): number {
  leaveShared(database, owner);
  const ids = database.all("SELECT id FROM ids WHERE owner = ?", owner).map((row) => text(row, "id"));
  for (const table of ["versions", "points", "events", "once", "waits"])
    database.run(`DELETE FROM ${table} WHERE owner = ?`, owner);
  const canvases = database.run("DELETE FROM canvases WHERE owner = ?", owner);
  forgetSecret(database, owner);
  forgetPerson(database, owner);
  forgetAudit(database, owner);
  forgetLosses(database, ids);
  database.run(
    "UPDATE ids SET owner = ?, deleted_at = coalesce(deleted_at, ?), meta = '{}' WHERE owner = ?",
    NOBODY,
    at,
    owner,
  );
  return canvases;
}

/** Takes them out of what others share with them, or did. */
function leaveShared(database: SqlDatabase, subject: string): void {
  for (const reading of database.all("SELECT canvas FROM readers WHERE subject = ?", subject)) {
    const seq = number(reading, "canvas");
    const row = database.get(`SELECT ${RECORD_ROW}, deleted_at FROM canvases WHERE seq = ?`, seq);
    const record = row ? recordFrom(row) : null;
    const left = record === null ? null : withoutReader(record, subject);
    if (!row || left === record || left === null) continue;
    // Nothing in the bin can be written: it comes out of it for the moment.
    database.run(
      `UPDATE canvases SET ${RECORD_COLUMNS.map((column) => `${column} = ?`).join(", ")}, deleted_at = NULL WHERE seq = ?`,
      ...recordValues(left),
      seq,
    );
    if (row.deleted_at !== null)
      database.run("UPDATE canvases SET deleted_at = ? WHERE seq = ?", text(row, "deleted_at"), seq);
  }
  database.run("DELETE FROM readers WHERE subject = ?", subject);
}

function adopt(database: SqlDatabase, storeId: string): boolean {
  const own = database.get("SELECT value FROM store WHERE name = 'id'")?.value;
  if (own === storeId) return true;
  if (database.get("SELECT 1 AS used FROM ids LIMIT 1")) return false;
  database.run("UPDATE store SET value = ? WHERE name = 'id'", storeId);
  return true;
}
