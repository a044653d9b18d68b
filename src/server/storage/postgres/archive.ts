import { subjectsOf, withoutReader } from "../listing.ts";
import { type Archive, type ArchivedCanvas, type HistoryEntry, NOBODY, type UsedId } from "../ports.ts";
import { withOwnMoment } from "../put-lines.ts";
import { repeatable } from "../repeatable.ts";
import { number, recordFrom, type StoredRow, text } from "../rows.ts";
import { addMissingLines } from "./audit.ts";
import { assertBelongs, newWriteId } from "./canvases.ts";
import { columnsOf, LOADED } from "./columns.ts";
import { lockCount } from "./counts.ts";
import type { Database, Run } from "./engine/database.ts";
import { prepared, StatementParts } from "./engine/statement.ts";
import { readHistory } from "./history/archived.ts";
import { putHistory } from "./history/put-history.ts";
import { allPeople } from "./people.ts";
import { endReaders, toldOf } from "./readers.ts";
import { nameOf } from "./secrets.ts";
import { createStatement } from "./write-change.ts";

export interface ArchiveOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  readonly changed: (readers: readonly string[], id: string) => void;
  /** An id was used. */
  readonly used: () => void;
  /** What this process remembers of canvases and secrets may be gone. */
  readonly erased: () => void;
  readonly adopted: (storeId: string) => void;
}

const OWNERS = prepared("SELECT DISTINCT owner FROM ids WHERE owner <> ''");
const IDS = prepared(
  `SELECT ids.id, ids.created_at, ids.deleted_at FROM ids LEFT JOIN canvases ON canvases.id = ids.id
   WHERE ids.owner = $1 ORDER BY canvases.id IS NULL, CASE WHEN canvases.id IS NULL THEN 0 ELSE ids.seq END, ids.created_at, ids.id`,
);
const READ = prepared(
  `SELECT ${LOADED}, c.deleted_at, ids.fingerprint FROM canvases c JOIN ids ON ids.id = c.id WHERE c.id = $1 AND c.owner = $2`,
);
const BURY = prepared(
  `INSERT INTO ids (id, owner, created_at, deleted_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id`,
);
const IS_BURIED = prepared(
  `SELECT id FROM ids WHERE id = $1 AND owner = $2 AND created_at = $3
   AND NOT EXISTS (SELECT 1 FROM canvases WHERE canvases.id = ids.id)`,
);
const ADOPT = prepared("UPDATE store SET value = $1 WHERE name = 'id' AND NOT EXISTS (SELECT 1 FROM ids)");
const STORE_ID = prepared("SELECT value FROM store WHERE name = 'id'");

export function createArchive(options: ArchiveOptions): Archive {
  const { database, now, log, changed } = options;
  const { read, patiently, inTransaction } = database;
  return {
    owners: async () => (await read(OWNERS())).map((row) => text(row, "owner")).sort(),

    ids: async (owner) => (await read(IDS(owner))).map(usedId),

    read: async (owner, id) => {
      const [row] = await read(READ(id, owner));
      return row === undefined ? null : archivedFrom(row);
    },

    history: (owner, canvas) => readHistory(read, log, owner, canvas),

    write: async (owner, canvas, history) => {
      const { id } = canvas.record.document;
      assertBelongs(canvas, owner, id);
      const entries = repeatable(history);
      const writeId = newWriteId();
      const isWritten = await inTransaction((run, unsure) =>
        writeCanvas({ run, canvas, entries, writeId, unsure, at: now().toISOString() }),
      );
      if (!isWritten) return false;
      options.used();
      changed([owner, ...subjectsOf(canvas.record)], id);
      return true;
    },

    people: () => allPeople(read),

    writeAudit: (owner, lines) => inTransaction((run) => addMissingLines(run, owner, lines)),

    bury: async (owner, { id, createdAt, deletedAt }) => {
      const isBuried = await patiently(async (run, unsure) => {
        if ((await run(BURY(id, owner, createdAt, deletedAt ?? null))).length > 0) return true;
        return unsure && (await run(IS_BURIED(id, owner, createdAt))).length > 0;
      });
      if (isBuried) options.used();
      return isBuried;
    },

    erase: async (owner) => {
      const { ids, canvases, others } = await inTransaction((run) => eraseOwner(run, owner, now().toISOString()));
      options.erased();
      for (const id of ids) changed([owner], id);
      for (const row of [...canvases, ...others]) changed(toldOf(row), text(row, "id"));
      return canvases.length;
    },

    adopt: async (storeId) => {
      await patiently((run) => run(ADOPT(storeId)));
      const [row] = await read(STORE_ID());
      const own = text(row ?? {}, "value");
      options.adopted(own);
      return own === storeId;
    },
  };
}

function usedId(row: StoredRow): UsedId {
  return {
    id: text(row, "id"),
    createdAt: text(row, "created_at"),
    ...(row.deleted_at === null ? {} : { deletedAt: text(row, "deleted_at") }),
  };
}

function archivedFrom(row: StoredRow): ArchivedCanvas {
  return {
    record: recordFrom(row),
    ...(row.fingerprint === null ? {} : { fingerprint: text(row, "fingerprint") }),
    ...(row.deleted_at === null ? {} : { deletedAt: text(row, "deleted_at") }),
    sealed: number(row, "sealed"),
    events: number(row, "events"),
  };
}

const IS_OURS = prepared("SELECT id FROM canvases WHERE id = $1 AND $2 = ANY(string_to_array(last_write, ' '))");
const SETTLE = prepared("UPDATE canvases SET sealed = $2, pointed = $3, events = $4 WHERE id = $1");

async function writeCanvas(given: {
  readonly run: Run;
  readonly canvas: ArchivedCanvas;
  readonly entries: Iterable<HistoryEntry>;
  readonly writeId: string;
  readonly unsure: boolean;
  readonly at: string;
}): Promise<boolean> {
  const { run, canvas, entries, writeId, at } = given;
  const { record, deletedAt, fingerprint } = canvas;
  const { id } = record.document;
  const change = { record, sealed: [], events: [] };
  const plan = { versions: [], lines: [], sealed: 0, pointed: 0 };
  const creation = { change, plan, once: undefined, keep: null, at, writeId, deletedAt, fingerprint };
  // It may be there because of this very write, whose answer was lost.
  if ((await run(createStatement(creation))).length === 0)
    return given.unsure && (await run(IS_OURS(id, writeId))).length > 0;
  const put = await putHistory(run, record.owner, id, withOwnMoment(entries, record));
  await run(SETTLE(id, put.sealed, put.pointed, Math.max(put.events, canvas.events)));
  return true;
}

const OF_OWNER = ["versions", "points", "events", "once", "waits", "counts", "audit"];

/**
 * By the owner in each row, and not by the canvases that there are: a row that lost its canvas goes, too. Nobody makes a
 * canvas meanwhile: what was begun before is erased whole, and what comes after stays whole.
 */
async function eraseOwner(run: Run, owner: string, at: string): Promise<Erased> {
  // In the order in which writes lock: first canvases, then what counts them.
  const locked = `SELECT id FROM canvases WHERE id IN (SELECT id FROM canvases WHERE owner = $1 UNION SELECT id FROM readers WHERE subject = $1)
    ORDER BY id FOR UPDATE`;
  await run({ text: locked, values: [owner] });
  await lockCount(run, owner);
  const others = await leaveShared(run, owner);
  await run({ text: endReaders("(SELECT id, readers FROM canvases WHERE owner = $1)"), values: [owner] });
  const canvases = await run({
    text: "DELETE FROM canvases WHERE owner = $1 RETURNING id, owner, readers",
    values: [owner],
  });
  for (const table of OF_OWNER) await run({ text: `DELETE FROM ${table} WHERE owner = $1`, values: [owner] });
  for (const table of ["readers", "people"])
    await run({ text: `DELETE FROM ${table} WHERE subject = $1`, values: [owner] });
  await run({ text: "DELETE FROM store WHERE name = $1", values: [nameOf(owner)] });
  const ids = await run({
    text: `UPDATE ids SET owner = $2, deleted_at = coalesce(deleted_at, $3), fingerprint = NULL, title_key = NULL
           WHERE owner = $1 RETURNING id`,
    values: [owner, NOBODY, at],
  });
  return { ids: ids.map((row) => text(row, "id")), canvases, others };
}

interface Erased {
  readonly ids: readonly string[];
  /** Of their own that were there, and of others that were shared with them: whose, and with whom. */
  readonly canvases: readonly StoredRow[];
  readonly others: readonly StoredRow[];
}

const SHARED = prepared(`SELECT ${LOADED} FROM canvases c WHERE c.id IN (SELECT id FROM readers WHERE subject = $1)`);

/** Takes them out of what others share with them, or did: of which canvases. They are locked. */
async function leaveShared(run: Run, subject: string): Promise<readonly StoredRow[]> {
  const left: StoredRow[] = [];
  for (const row of await run(SHARED(subject))) {
    const record = recordFrom(row);
    const without = withoutReader(record, subject);
    if (without === record) continue;
    const parts = new StatementParts();
    const columns = columnsOf(without, false).map(({ name, type, value }) => `${name} = ${parts.value(value, type)}`);
    await run(
      parts.finish(
        `UPDATE canvases SET ${columns.join(", ")}, writes = writes + 1, changed = pg_current_xact_id() WHERE id = ${parts.value(text(row, "id"))}`,
        true,
      ),
    );
    left.push(row);
  }
  return left;
}
