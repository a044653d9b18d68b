import { join } from "node:path";
import { withPoints } from "../../../core/document/versions/version-record.ts";
import type { TypedCommand } from "../../../protocol/names.ts";
import { type CanvasStore, NOTHING_SAVED } from "../ports.ts";
import { UnwritableError } from "../store-error.ts";
import { findSqlEngine, type OpenSql, type SqlDatabase } from "./adapter.ts";
import { deleteCanvas, listBin, purgeOld, undeleteCanvas } from "./bin.ts";
import { changesSince, markChanged } from "./changes.ts";
import { openConnection } from "./connection.ts";
import { listPoints, readPoint } from "./history/points.ts";
import { readVersion } from "./history/versions.ts";
import { listCanvases } from "./list.ts";
import { damageNotice } from "./recovery/damage.ts";
import {
  assertWhole,
  EVENT_ROW,
  eventsFrom,
  number,
  RECORD_COLUMNS,
  RECORD_ROW,
  recordFrom,
  recordValues,
  SUMMARY_ROW,
  summaryFrom,
  text,
} from "./rows.ts";
import { findSecret, makeSecret, newSecret } from "./secrets.ts";
import { assertBelongs, decideAndWrite, decideOnly, findOnce, keepOnce, writeBeside } from "./update.ts";
import { dropDeadWaits, dropWait, hasDeadWaits, keepWait, listWaits } from "./waits.ts";

export interface SqliteStoreOptions {
  /** The data folder; the file in it is `canvases.db`. */
  readonly folder: string;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  readonly engine?: OpenSql;
  /** How commands are typed that its words speak of. */
  readonly typed?: TypedCommand;
}

export const STORE_FILE = "canvases.db";
const KEYS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The store in one SQLite file that several processes may share. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<CanvasStore> {
  const path = join(options.folder, STORE_FILE);
  const engine = options.engine ?? (await findSqlEngine());
  const connection = await openConnection({ path, engine, now: options.now, log: options.log, typed: options.typed });
  const { read, write } = connection;
  const forgotten = new Date(options.now().getTime() - KEYS_KEPT_MS).toISOString();
  try {
    await write((database) => {
      database.run("DELETE FROM once WHERE at < ?", forgotten);
      purgeOld(database, options.now());
    });
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    options.log(`Canvases can be read, but nothing can be saved now: ${error.message}`);
  }
  // Only while none can be kept: nothing is saved with keys that are made from them.
  const unkeptSecrets = new Map<string, string>();
  const time = () => options.now().toISOString();

  return {
    get storeId() {
      return connection.storeId();
    },

    create: (owner, change, once) =>
      write((database) => {
        assertBelongs(change, owner, change.record.document.id);
        const id = change.record.document.id;
        const known = once && findOnce(database, owner, "", once);
        if (known) return known.same ? { kind: "repeated", id: known.canvasId } : { kind: "key_reused" };
        if (database.get("SELECT 1 AS taken FROM ids WHERE id = ?", id)) return { kind: "taken" };
        database.run(
          "INSERT INTO ids (id, owner, created_at) VALUES (?, ?, ?)",
          id,
          owner,
          change.record.document.createdAt,
        );
        const values = recordValues(change.record);
        database.run(
          `INSERT INTO canvases (id, owner, fingerprint, ${RECORD_COLUMNS.join(", ")}) VALUES (?, ?, ?${", ?".repeat(values.length)})`,
          id,
          owner,
          once?.fingerprint ?? null,
          ...values,
        );
        writeBeside(database, owner, seqOf(database, owner, id) ?? Number.NaN, change);
        if (once) keepOnce(database, owner, "", once, id, time());
        markChanged(database, owner, id);
        return { kind: "created" };
      }),

    load: (owner, id) =>
      read((database) => {
        const row = database.get(`SELECT ${RECORD_ROW} FROM living WHERE id = ? AND owner = ?`, id, owner);
        const record = row ? recordFrom(row) : null;
        if (record !== null) assertWhole(database, record);
        return record;
      }),

    update: async (owner, id, { versions = [], once, isReading = false }, decide) => {
      const update = { owner, id, versions, once, isReading, at: time() };
      const updateIn = (database: SqlDatabase) => ({
        ...update,
        decide: (...[record, texts]: Parameters<typeof decide>) => {
          assertWhole(database, record);
          return decide(record, texts);
        },
      });
      try {
        return await write((database) => decideAndWrite(database, updateIn(database)));
      } catch (error) {
        if (!(error instanceof UnwritableError)) throw error;
        return read((database) => decideOnly(database, updateIn(database), error));
      }
    },

    list: (owner, query) => read((database) => listCanvases(database, owner, query)),

    versions: (owner, id, { limit, before }) =>
      read((database) => {
        const seq = seqOf(database, owner, id);
        if (seq === null) return [];
        const page = database
          .all(
            `SELECT ${SUMMARY_ROW} FROM versions
             WHERE canvas = ? AND version < ? ORDER BY version DESC LIMIT ?`,
            seq,
            before ?? Number.MAX_SAFE_INTEGER,
            limit,
          )
          .map(summaryFrom);
        const points = listPoints(database, seq, page.at(-1)?.version ?? 0, page[0]?.version ?? 0);
        return page.map((summary) => withPoints(summary, points.get(summary.version)));
      }),

    points: (owner, id, version) =>
      read((database) => {
        const seq = seqOf(database, owner, id);
        return seq === null ? [] : (listPoints(database, seq, version, version).get(version) ?? []);
      }),

    point: (owner, id, version, revision) =>
      read((database) => {
        const seq = seqOf(database, owner, id);
        return seq === null ? null : readPoint(database, seq, version, revision);
      }),

    version: (owner, id, version) =>
      read((database) => {
        const seq = seqOf(database, owner, id);
        return seq === null ? null : readVersion(database, seq, version);
      }),

    events: (owner, id, after, limit) =>
      read((database) => {
        const seq = seqOf(database, owner, id);
        if (seq === null) return [];
        const rows = database.all(
          `SELECT ${EVENT_ROW} FROM events WHERE canvas = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
          seq,
          after,
          limit,
        );
        const events = eventsFrom(rows);
        const damaged = rows.length - events.length;
        if (damaged > 0)
          options.log(`Of the log of canvas ${id} ${damaged} of ${rows.length} entries are damaged and left out.`);
        return events;
      }),

    delete: (owner, id, { forever = false } = {}) =>
      write((database) => deleteCanvas(database, { owner, id, forever, at: time() })),

    undelete: (owner, id) => write((database) => undeleteCanvas(database, owner, id)),

    bin: (owner) => read((database) => listBin(database, owner)),

    changes: (owner, mark) => read((database) => changesSince(database, owner, connection.opening(), mark)),

    pulse: connection.pulse,

    onWrite: connection.onWrite,

    keepWait: (owner, wait) => write((database) => keepWait(database, owner, wait, time())),

    dropWait: (owner, waitId) => write((database) => dropWait(database, owner, waitId)),

    waits: (owner) => read((database) => listWaits(database, owner, time())),

    dropDeadWaits: async (owner) => {
      const dead = await read((database) => hasDeadWaits(database, owner, time()));
      if (!dead) return;
      try {
        await write((database) => dropDeadWaits(database, owner, time()));
      } catch (error) {
        // Nobody is shown a dead wait: it can stay until something can be written.
        if (!(error instanceof UnwritableError)) throw error;
      }
    },

    ids: (owner, limit) =>
      read((database) =>
        database
          .all("SELECT id FROM living WHERE owner = ? ORDER BY seq DESC LIMIT ?", owner, limit)
          .map((row) => text(row, "id")),
      ),

    findCreated: (owner, fingerprint, since) =>
      read((database) => {
        const row = database.get(
          "SELECT id FROM living WHERE owner = ? AND fingerprint = ? AND created_at >= ? ORDER BY created_at DESC, seq DESC LIMIT 1",
          owner,
          fingerprint,
          since,
        );
        return row ? text(row, "id") : null;
      }),

    findByFile: (owner, path) =>
      read((database) => {
        const row = database.get(
          "SELECT id FROM living WHERE owner = ? AND json_extract(meta, '$.file') = ? ORDER BY seq DESC LIMIT 1",
          owner,
          path,
        );
        return row ? text(row, "id") : null;
      }),

    secret: async (owner) => {
      const kept = await read((database) => findSecret(database, owner));
      if (kept !== null) return kept;
      try {
        return await write((database) => makeSecret(database, owner));
      } catch (error) {
        if (!(error instanceof UnwritableError)) throw error;
        const made = unkeptSecrets.get(owner) ?? newSecret();
        unkeptSecrets.set(owner, made);
        return made;
      }
    },

    notice: async () => {
      const reason = await connection.unwritable();
      const damage = await read((database) => damageNotice(path, (name) => valueIn(database, name), options.typed));
      const notices = [reason === null ? null : `${NOTHING_SAVED}${reason}`, damage];
      return notices.filter((notice) => notice !== null).join(" ") || null;
    },

    weight: (owner, id) => read((database) => weightOf(database, owner, id)),

    count: () => read((database) => number(database.get("SELECT count(*) AS n FROM ids") ?? {}, "n")),

    close: () => connection.close(),
  };
}

function valueIn(database: SqlDatabase, name: string): string | null {
  const row = database.get("SELECT value FROM store WHERE name = ?", name);
  return row ? text(row, "value") : null;
}

const WEIGHT = "octet_length(content) + octet_length(record)";
/** As many as one page of a list holds at most. */
const LISTED = 200;

function weightOf(database: SqlDatabase, owner: string, id: string | undefined) {
  if (id !== undefined) {
    const row = database.get(`SELECT ${WEIGHT} AS n FROM living WHERE id = ? AND owner = ?`, id, owner);
    const bytes = row ? number(row, "n") : 0;
    return { largest: bytes, all: bytes };
  }
  const newest = `SELECT ${WEIGHT} AS n FROM living WHERE owner = ? ORDER BY updated_at DESC, seq DESC LIMIT ${LISTED}`;
  return {
    largest: number(database.get(`SELECT coalesce(max(n), 0) AS n FROM (${newest})`, owner) ?? {}, "n"),
    all: pragma(database, "page_count") * pragma(database, "page_size"),
  };
}

function pragma(database: SqlDatabase, name: "page_count" | "page_size"): number {
  return number(database.get(`PRAGMA ${name}`) ?? {}, name);
}

function seqOf(database: SqlDatabase, owner: string, id: string): number | null {
  const row = database.get("SELECT seq FROM living WHERE id = ? AND owner = ?", id, owner);
  return row ? number(row, "seq") : null;
}
