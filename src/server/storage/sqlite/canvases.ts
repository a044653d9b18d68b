import type { Change } from "../../../core/records/history.ts";
import type { Canvases, Once } from "../ports.ts";
import { UnwritableError } from "../store-error.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";
import { createHistory } from "./history/history.ts";
import { listCanvases } from "./list.ts";
import { markChanged } from "./mark-changed.ts";
import { assertWhole, number, RECORD_COLUMNS, RECORD_ROW, recordFrom, recordValues, seqOf, text } from "./rows.ts";
import { assertBelongs, decideAndWrite, decideOnly, findOnce, keepOnce, whyMissing, writeBeside } from "./update.ts";
import { weightOf } from "./weight.ts";

export function createCanvases(connection: Connection, now: () => Date, log: (line: string) => void): Canvases {
  const { read, write } = connection;
  const time = (): string => now().toISOString();
  return {
    ...createHistory(connection, log),

    create: (owner, change, once) => write((database) => createCanvas(database, { owner, change, once, at: time() })),

    find: (owner, id) =>
      read((database) => {
        const row = database.get(`SELECT ${RECORD_ROW} FROM living WHERE id = ? AND owner = ?`, id, owner);
        if (!row) return whyMissing(database, owner, id);
        const record = recordFrom(row);
        assertWhole(database, record);
        return { kind: "found", record };
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

    ids: (owner, limit) =>
      read((database) =>
        database
          .all("SELECT id FROM living WHERE owner = ? ORDER BY seq DESC LIMIT ?", owner, limit)
          .map((row) => text(row, "id")),
      ),

    weight: (owner, id) => read((database) => weightOf(database, owner, id)),

    count: () => read((database) => number(database.get("SELECT count(*) AS n FROM ids") ?? {}, "n")),
  };
}

interface Creation {
  readonly owner: string;
  readonly change: Change;
  readonly once: Once | undefined;
  readonly at: string;
}

function createCanvas(
  database: SqlDatabase,
  { owner, change, once, at }: Creation,
): Awaited<ReturnType<Canvases["create"]>> {
  const { id, createdAt } = change.record.document;
  assertBelongs(change, owner, id);
  const known = once && findOnce(database, owner, "", once);
  if (known) return known.same ? { kind: "repeated", id: known.canvasId } : { kind: "key_reused" };
  if (database.get("SELECT 1 AS taken FROM ids WHERE id = ?", id)) return { kind: "taken" };
  database.run("INSERT INTO ids (id, owner, created_at) VALUES (?, ?, ?)", id, owner, createdAt);
  const values = recordValues(change.record);
  database.run(
    `INSERT INTO canvases (id, owner, fingerprint, ${RECORD_COLUMNS.join(", ")}) VALUES (?, ?, ?${", ?".repeat(values.length)})`,
    id,
    owner,
    once?.fingerprint ?? null,
    ...values,
  );
  writeBeside(database, owner, seqOf(database, owner, id) ?? Number.NaN, change);
  if (once) keepOnce(database, owner, "", once, id, at);
  markChanged(database, owner, id);
  return { kind: "created" };
}
