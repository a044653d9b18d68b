import type { Wait, Waits } from "../ports.ts";
import { type StoredRow, text } from "../rows.ts";
import type { Database, Run } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";
import { seenId, sharedWith, toldOf } from "./readers.ts";

/**
 * Kept with the canvas's owner, whoever waits. One that began, or had died already: only that is a change of the canvas. As in
 * every write the canvas is locked before what hangs on it, so that no two wait for each other.
 */
const KEEP = prepared(
  `WITH living AS (SELECT id, owner, readers FROM canvases WHERE id = ${seenId("$3", "$2")} AND deleted_at IS NULL FOR NO KEY UPDATE),
     known AS (SELECT until FROM waits, living WHERE waits.owner = living.owner AND waits.wait_id = $1),
     kept AS (INSERT INTO waits (wait_id, owner, canvas_id, client, since, until)
       SELECT $1, living.owner, living.id, $4, $5, $6 FROM living
       ON CONFLICT (owner, wait_id) DO UPDATE SET until = excluded.until RETURNING canvas_id),
     marked AS (UPDATE canvases SET changed = pg_current_xact_id() FROM kept
       WHERE canvases.id = kept.canvas_id AND NOT EXISTS (SELECT 1 FROM known WHERE until > $7) RETURNING canvases.id)
   SELECT kept.canvas_id, living.owner, living.readers, EXISTS (SELECT 1 FROM marked)::int AS began FROM kept, living`,
);
/** Those of their own canvases, and of those that others share with them. */
const THEIRS = (reader: string): string =>
  `(owner = ${reader} OR canvas_id IN (SELECT id FROM readers WHERE subject = ${reader} AND is_reading))`;
const DROP = prepared(ending(`wait_id = $2 AND ${THEIRS("$1")}`));
const LIST = prepared(
  `SELECT wait_id, canvas_id, client, since, until FROM waits WHERE owner = $1 AND until > $2
   UNION ALL SELECT wait_id, canvas_id, client, since, until FROM waits WHERE canvas_id IN (${sharedWith("$1")}) AND until > $2
   ORDER BY since, wait_id`,
);
const END_DEAD = prepared(
  ending(
    `until <= $2 AND (owner = ANY($1::text[]) OR canvas_id IN (SELECT id FROM readers WHERE subject = ANY($1::text[]) AND is_reading))`,
  ),
);

/** Ends those waits, which is a change of their canvases. */
function ending(which: string): string {
  return `WITH locked AS (SELECT id, owner, readers FROM canvases
       WHERE id IN (SELECT canvas_id FROM waits WHERE ${which}) ORDER BY id FOR NO KEY UPDATE),
     dropped AS (DELETE FROM waits USING (SELECT count(*) FROM locked) AS first
       WHERE ${which} RETURNING owner, canvas_id),
     marked AS (UPDATE canvases SET changed = pg_current_xact_id() FROM dropped WHERE canvases.id = dropped.canvas_id)
   SELECT DISTINCT dropped.canvas_id, dropped.owner, locked.readers FROM dropped LEFT JOIN locked ON locked.id = dropped.canvas_id`;
}

export function createWaits(options: {
  readonly database: Database;
  readonly now: () => Date;
  readonly changed: (readers: readonly string[], id: string) => void;
}): Waits {
  const { database, now, changed } = options;
  const { patiently, read } = database;
  const time = (): string => now().toISOString();
  return {
    keep: async (reader, { waitId, canvasId, client, since, until }) => {
      const keep = KEEP(waitId, reader, canvasId, client ?? null, since, until, time());
      const [row] = await patiently((run) => run(keep));
      if (row === undefined) return false;
      if (row.began === 1) changed(toldOf(row), canvasId);
      return true;
    },
    drop: async (reader, waitId) => {
      const rows = await patiently((run) => run(DROP(reader, waitId)));
      for (const row of rows) changed(toldOf(row), text(row, "canvas_id"));
    },
    list: async (reader) => (await read(LIST(reader, time()))).map(waitFrom),
  };
}

/**
 * Forgets waits that nobody prolonged (their process was killed) of canvases that are there for these readers, which is a
 * change of the canvases: of which, and who is told.
 */
export async function endDeadWaits(
  run: Run,
  readers: readonly string[],
  now: Date,
): Promise<readonly { readonly told: readonly string[]; readonly id: string }[]> {
  const rows = await run(END_DEAD(readers, now.toISOString()));
  return rows.map((row) => ({ told: toldOf(row), id: text(row, "canvas_id") }));
}

function waitFrom(row: StoredRow): Wait {
  return {
    waitId: text(row, "wait_id"),
    canvasId: text(row, "canvas_id"),
    ...(row.client === null ? {} : { client: text(row, "client") }),
    since: text(row, "since"),
    until: text(row, "until"),
  };
}
