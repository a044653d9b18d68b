import type { Wait, Waits } from "../ports.ts";
import { text } from "../rows.ts";
import { UnwritableError } from "../store-error.ts";
import { markChanged } from "./canvases.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase, SqlRow } from "./engine/adapter.ts";
import { rowFor, SHARED_WITH } from "./readers.ts";

export function createWaits({ read, write }: Connection, now: () => Date): Waits {
  const time = (): string => now().toISOString();
  return {
    keep: (reader, wait) => write((database) => keepWait(database, reader, wait, time())),
    drop: (reader, waitId) => write((database) => dropWaits(database, reader, "waits.wait_id = ?", waitId)),
    list: (reader) => read((database) => listWaits(database, reader, time())),
  };
}

/** Forgets waits that nobody prolonged (their process was killed), which is a change of their canvases. */
export async function endDeadWaits({ read, write }: Connection, reader: string, now: string): Promise<void> {
  if ((await read((database) => waitsFor(database, reader, DEAD, now))).length === 0) return;
  try {
    await write((database) => dropWaits(database, reader, DEAD, now));
  } catch (error) {
    // Nobody is shown a dead wait: it can stay until something can be written.
    if (!(error instanceof UnwritableError)) throw error;
  }
}

/** Kept with the canvas's owner, whoever waits. Only its beginning is a change of the canvas: prolonging it tells nobody anything. */
function keepWait(database: SqlDatabase, reader: string, wait: Wait, now: string): boolean {
  const { waitId, canvasId, client, since, until } = wait;
  const canvas = rowFor(database, reader, canvasId, "owner");
  if (!canvas) return false;
  const owner = text(canvas, "owner");
  const known = database.get("SELECT until FROM waits WHERE owner = ? AND wait_id = ?", owner, waitId);
  database.run(
    `INSERT INTO waits (wait_id, owner, canvas_id, client, since, until) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (owner, wait_id) DO UPDATE SET until = excluded.until`,
    waitId,
    owner,
    canvasId,
    client ?? null,
    since,
    until,
  );
  if (known === undefined || text(known, "until") <= now) markChanged(database, owner, canvasId);
  return true;
}

const DEAD = "waits.until <= ?";
const LIVING = "waits.until > ?";

function dropWaits(database: SqlDatabase, reader: string, which: string, value: string): void {
  for (const row of waitsFor(database, reader, which, value)) {
    const owner = text(row, "owner");
    database.run("DELETE FROM waits WHERE owner = ? AND wait_id = ?", owner, text(row, "wait_id"));
    markChanged(database, owner, text(row, "canvas_id"));
  }
}

function listWaits(database: SqlDatabase, reader: string, now: string): readonly Wait[] {
  return waitsFor(database, reader, LIVING, now).map(waitFrom);
}

/** Those of the reader's own canvases and of what others share with them, the oldest first. */
function waitsFor(database: SqlDatabase, reader: string, which: string, value: string): readonly SqlRow[] {
  return database.all(
    `SELECT * FROM waits WHERE owner = ? AND ${which}
     UNION ALL SELECT waits.* FROM living CROSS JOIN waits ON waits.owner = living.owner AND waits.canvas_id = living.id
       WHERE living.seq IN (${SHARED_WITH}) AND ${which}
     ORDER BY since, wait_id`,
    reader,
    value,
    reader,
    value,
  );
}

function waitFrom(row: SqlRow): Wait {
  return {
    waitId: text(row, "wait_id"),
    canvasId: text(row, "canvas_id"),
    ...(row.client === null ? {} : { client: text(row, "client") }),
    since: text(row, "since"),
    until: text(row, "until"),
  };
}
