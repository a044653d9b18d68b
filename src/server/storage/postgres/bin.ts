import type { Author } from "../../../core/records/canvas.ts";
import { findExpired, readSightings, writeSightings } from "../bin-age.ts";
import { SOMEBODY } from "../listing.ts";
import type { Bin } from "../ports.ts";
import { listingFrom, type StoredRow, text } from "../rows.ts";
import type { Database, Run } from "./engine/database.ts";
import { prepared, type Statement } from "./engine/statement.ts";
import { LISTED } from "./list.ts";
import { endReaders, OWN_ID, toldOf } from "./readers.ts";

export interface BinOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly changed: (readers: readonly string[], id: string) => void;
}

/** All that hangs on it goes along. A create that is tried again must make a canvas, not find one in the bin. */
const PUT = prepared(
  `WITH binned AS (UPDATE canvases SET deleted_at = $3, changed = pg_current_xact_id()
       WHERE id = ${OWN_ID} AND deleted_at IS NULL RETURNING id, owner, status, title, readers),
     ${noted("deleted", "binned")},
     forgotten AS (DELETE FROM once USING binned WHERE once.scope = '' AND once.canvas_id = binned.id),
     ended AS (DELETE FROM waits USING binned WHERE waits.canvas_id = binned.id),
     named AS (UPDATE ids SET deleted_at = $3 FROM binned WHERE ids.id = binned.id),
     counted AS (UPDATE counts SET binned = counts.binned + 1, ${moved("-")} FROM binned WHERE counts.owner = binned.owner)
   SELECT owner, readers FROM binned`,
);
const BRING_BACK = prepared(
  `WITH back AS (UPDATE canvases SET deleted_at = NULL, changed = pg_current_xact_id()
       WHERE id = ${OWN_ID} AND deleted_at IS NOT NULL RETURNING id, owner, status, title, readers),
     ${noted("brought_back", "back")},
     named AS (UPDATE ids SET deleted_at = NULL FROM back WHERE ids.id = back.id),
     counted AS (UPDATE counts SET binned = counts.binned - 1, ${moved("+", "back")} FROM back WHERE counts.owner = back.owner)
   SELECT owner, readers FROM back`,
);
const PURGE = prepared(
  `WITH gone AS (DELETE FROM canvases WHERE id = ${OWN_ID} RETURNING id, owner, status, deleted_at, title, readers),
     ${noted("purged", "gone")},
     unread AS (${endReaders("gone")}),
     no_versions AS (DELETE FROM versions USING gone WHERE versions.canvas = gone.id),
     no_points AS (DELETE FROM points USING gone WHERE points.canvas = gone.id),
     no_events AS (DELETE FROM events USING gone WHERE events.canvas = gone.id),
     forgotten AS (DELETE FROM once USING gone WHERE once.canvas_id = gone.id),
     ended AS (DELETE FROM waits USING gone WHERE waits.canvas_id = gone.id),
     named AS (UPDATE ids SET deleted_at = coalesce(ids.deleted_at, $3), changed = pg_current_xact_id(),
         fingerprint = NULL, title_key = NULL FROM gone WHERE ids.id = gone.id),
     counted AS (UPDATE counts SET binned = counts.binned - (gone.deleted_at IS NOT NULL)::int, ${moved("-", "gone", "gone.deleted_at IS NULL AND ")}
       FROM gone WHERE counts.owner = gone.owner)
   SELECT owner, readers FROM gone`,
);
/** A statement sees what was there when it began: only one that begins behind this sees all that hangs on the canvas. */
const LOCK = prepared(`SELECT id FROM canvases WHERE id = ${OWN_ID} FOR UPDATE`);
const LOCK_IF_BINNED = prepared(
  `SELECT id FROM canvases WHERE id = ${OWN_ID} AND deleted_at IS NOT NULL AND greatest(deleted_at, updated_at) = $3
   FOR UPDATE`,
);
const LIST = prepared(
  `SELECT ${LISTED}, deleted_at FROM canvases WHERE owner = $1 AND deleted_at IS NOT NULL ORDER BY deleted_at DESC, seq DESC`,
);
const IS_BINNED_AT = prepared(`SELECT owner, readers FROM canvases WHERE id = ${OWN_ID} AND deleted_at = $3`);
const IS_LIVING = prepared(`SELECT owner, readers FROM canvases WHERE id = ${OWN_ID} AND deleted_at IS NULL`);
const IS_GONE = prepared(
  `SELECT owner FROM ids WHERE id = ${OWN_ID} AND deleted_at IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM canvases WHERE canvases.id = ids.id)`,
);

export function createBin({ database, now, changed }: BinOptions): Bin {
  const { patiently, inTransaction, read } = database;
  const time = (): string => now().toISOString();
  const byWhom = (by: Author = SOMEBODY): string => JSON.stringify(by);
  /** Of whose canvas it was done: by this call, also where the answer to it was lost. */
  const act =
    (statement: Statement, isDone: Statement) =>
    async (run: Run, unsure: boolean): Promise<StoredRow | undefined> =>
      (await run(statement))[0] ?? (unsure ? (await run(isDone))[0] : undefined);
  const told = async (id: string, acting: Promise<StoredRow | undefined>): Promise<boolean> => {
    const done = await acting;
    if (done !== undefined) changed(toldOf(done), id);
    return done !== undefined;
  };
  return {
    put: (owner, id, by) => {
      const at = time();
      return told(id, patiently(act(PUT(id, owner, at, byWhom(by)), IS_BINNED_AT(id, owner, at))));
    },
    bringBack: (owner, id, by) =>
      told(id, patiently(act(BRING_BACK(id, owner, time(), byWhom(by)), IS_LIVING(id, owner)))),
    purge: (owner, id, by) => {
      const purge = act(PURGE(id, owner, time(), byWhom(by)), IS_GONE(id, owner));
      const purging = inTransaction(async (run, unsure) => {
        await run(LOCK(id, owner));
        return purge(run, unsure);
      });
      return told(id, purging);
    },
    list: async (owner) =>
      (await read(LIST(owner))).map((row) => ({ canvas: listingFrom(row), deletedAt: text(row, "deleted_at") })),
  };
}

const SIGHTINGS = "bin sightings";
const BINNED = prepared(
  "SELECT id, owner, greatest(deleted_at, updated_at) AS since FROM canvases WHERE deleted_at IS NOT NULL",
);
const SEEN = prepared("SELECT value FROM store WHERE name = $1 FOR UPDATE");
const KEEP_SEEN = prepared(
  "INSERT INTO store (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
);
const FORGET_SEEN = prepared("DELETE FROM store WHERE name = $1");

/** Purges what has lain in the bin for long enough, as the clocks of all openings together see it. Within a transaction that others wait for. */
export async function purgeOld(run: Run, now: Date): Promise<void> {
  const rows = await run(BINNED());
  const bin = rows.map((row) => ({
    id: text(row, "id"),
    owner: text(row, "owner"),
    since: text(row, "since"),
    key: `${text(row, "id")} ${text(row, "since")}`,
    deletedAt: Date.parse(text(row, "since")),
  }));
  const [seen] = await run(SEEN(SIGHTINGS));
  const before = readSightings(seen === undefined ? null : text(seen, "value"));
  const { purged, sightings } = findExpired(bin, before, now.getTime());
  const isPurged = new Set(purged);
  for (const { id, owner, since, key } of bin) {
    // Somebody may have brought it back since it was looked at.
    if (isPurged.has(key) && (await run(LOCK_IF_BINNED(id, owner, since))).length > 0)
      await run(PURGE(id, owner, now.toISOString(), null));
  }
  if (sightings !== null) await run(KEEP_SEEN(SIGHTINGS, writeSightings(sightings)));
  else if (before !== null) await run(FORGET_SEEN(SIGHTINGS));
}

/** A line of the owner's audit: who ($4), and when ($3). None where nobody did it. */
function noted(kind: "deleted" | "brought_back" | "purged", from: string): string {
  return `noted AS (INSERT INTO audit (owner, at, kind, by, canvas_id, title, payload)
       SELECT owner, $3::text, '${kind}', $4::text, id, title, '{}' FROM ${from} WHERE $4::text IS NOT NULL)`;
}

/** One less, or one more, of the status that the canvas has. */
function moved(sign: "+" | "-", from = "binned", when = ""): string {
  return ["draft", "in_review", "approved", "archived"]
    .map((status) => `${status} = counts.${status} ${sign} (${when}${from}.status = '${status}')::int`)
    .join(", ");
}
