import type { Wait, Waits } from "../ports.ts";
import { text } from "../rows.ts";
import { UnwritableError } from "../store-error.ts";
import { markChanged } from "./canvases.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase, SqlRow } from "./engine/adapter.ts";

export function createWaits({ read, write }: Connection, now: () => Date): Waits {
  const time = (): string => now().toISOString();
  return {
    keep: (owner, wait) => write((database) => keepWait(database, owner, wait, time())),
    drop: (owner, waitId) => write((database) => dropWait(database, owner, waitId)),
    list: (owner) => read((database) => listWaits(database, owner, time())),
  };
}

/** Forgets waits that nobody prolonged (their process was killed), which is a change of their canvases. */
export async function endDeadWaits({ read, write }: Connection, owner: string, now: string): Promise<void> {
  if (!(await read((database) => hasDeadWaits(database, owner, now)))) return;
  try {
    await write((database) => dropDeadWaits(database, owner, now));
  } catch (error) {
    // Nobody is shown a dead wait: it can stay until something can be written.
    if (!(error instanceof UnwritableError)) throw error;
  }
}

/** Only its beginning is a change of the canvas: prolonging it tells nobody anything. */
function keepWait(database: SqlDatabase, owner: string, wait: Wait, now: string): boolean {
  const { waitId, canvasId, client, since, until } = wait;
  if (!database.get("SELECT 1 AS living FROM living WHERE id = ? AND owner = ?", canvasId, owner)) return false;
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

function dropWait(database: SqlDatabase, owner: string, waitId: string): void {
  const row = database.get("SELECT canvas_id FROM waits WHERE owner = ? AND wait_id = ?", owner, waitId);
  if (!row) return;
  database.run("DELETE FROM waits WHERE owner = ? AND wait_id = ?", owner, waitId);
  markChanged(database, owner, text(row, "canvas_id"));
}

function listWaits(database: SqlDatabase, owner: string, now: string): readonly Wait[] {
  return database
    .all("SELECT * FROM waits WHERE owner = ? AND until > ? ORDER BY since, wait_id", owner, now)
    .map(waitFrom);
}

function hasDeadWaits(database: SqlDatabase, owner: string, now: string): boolean {
  return database.get("SELECT 1 AS dead FROM waits WHERE owner = ? AND until <= ? LIMIT 1", owner, now) !== undefined;
}

function dropDeadWaits(database: SqlDatabase, owner: string, now: string): void {
  const rows = database.all("SELECT canvas_id FROM waits WHERE owner = ? AND until <= ?", owner, now);
  database.run("DELETE FROM waits WHERE owner = ? AND until <= ?", owner, now);
  for (const row of rows) markChanged(database, owner, text(row, "canvas_id"));
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
