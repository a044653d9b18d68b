import type { Wait, Waits } from "../ports.ts";
import { type StoredRow, text } from "../rows.ts";
import type { Database, Run } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";

/**
 * One that began, or had died already: only that is a change of the canvas. As in every write the canvas is locked before
 * what hangs on it, so that no two wait for each other.
 */
const KEEP = prepared(
  `WITH living AS (SELECT id, owner FROM canvases WHERE id = $3 AND owner = $2 AND deleted_at IS NULL FOR NO KEY UPDATE),
     known AS (SELECT until FROM waits WHERE owner = $2 AND wait_id = $1),
     kept AS (INSERT INTO waits (wait_id, owner, canvas_id, client, since, until)
       SELECT $1, living.owner, living.id, $4, $5, $6 FROM living
       ON CONFLICT (owner, wait_id) DO UPDATE SET until = excluded.until RETURNING canvas_id),
     marked AS (UPDATE canvases SET changed = pg_current_xact_id() FROM kept
       WHERE canvases.id = kept.canvas_id AND NOT EXISTS (SELECT 1 FROM known WHERE until > $7) RETURNING canvases.id)
   SELECT canvas_id, EXISTS (SELECT 1 FROM marked)::int AS began FROM kept`,
);
const DROP = prepared(
  `WITH locked AS (SELECT id FROM canvases WHERE id IN (SELECT canvas_id FROM waits WHERE owner = $1 AND wait_id = $2)
       FOR NO KEY UPDATE),
     dropped AS (DELETE FROM waits USING (SELECT count(*) FROM locked) AS first
       WHERE owner = $1 AND wait_id = $2 RETURNING canvas_id),
     marked AS (UPDATE canvases SET changed = pg_current_xact_id() FROM dropped WHERE canvases.id = dropped.canvas_id)
   SELECT canvas_id FROM dropped`,
);
const LIST = prepared(
  "SELECT wait_id, canvas_id, client, since, until FROM waits WHERE owner = $1 AND until > $2 ORDER BY since, wait_id",
);
const END_DEAD = prepared(
  `WITH locked AS (SELECT id FROM canvases
       WHERE id IN (SELECT canvas_id FROM waits WHERE owner = ANY($1::text[]) AND until <= $2) ORDER BY id FOR NO KEY UPDATE),
     dead AS (DELETE FROM waits USING (SELECT count(*) FROM locked) AS first
       WHERE owner = ANY($1::text[]) AND until <= $2 RETURNING owner, canvas_id),
     marked AS (UPDATE canvases SET changed = pg_current_xact_id() FROM dead WHERE canvases.id = dead.canvas_id)
   SELECT DISTINCT owner, canvas_id FROM dead`,
);

export function createWaits(options: {
  readonly database: Database;
  readonly now: () => Date;
  readonly changed: (owner: string, id: string) => void;
}): Waits {
  const { database, now, changed } = options;
  const { patiently, read } = database;
  const time = (): string => now().toISOString();
  return {
    keep: async (owner, { waitId, canvasId, client, since, until }) => {
      const keep = KEEP(waitId, owner, canvasId, client ?? null, since, until, time());
      const [row] = await patiently((run) => run(keep));
      if (row === undefined) return false;
      if (row.began === 1) changed(owner, canvasId);
      return true;
    },
    drop: async (owner, waitId) => {
      const [row] = await patiently((run) => run(DROP(owner, waitId)));
      if (row !== undefined) changed(owner, text(row, "canvas_id"));
    },
    list: async (owner) => (await read(LIST(owner, time()))).map(waitFrom),
  };
}

/** Forgets waits that nobody prolonged (their process was killed), which is a change of their canvases: whose they were. */
export async function endDeadWaits(
  run: Run,
  owners: readonly string[],
  now: Date,
): Promise<readonly { readonly owner: string; readonly id: string }[]> {
  const rows = await run(END_DEAD(owners, now.toISOString()));
  return rows.map((row) => ({ owner: text(row, "owner"), id: text(row, "canvas_id") }));
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
