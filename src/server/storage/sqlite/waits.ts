import type { Wait } from "../ports.ts";
import type { SqlDatabase, SqlRow } from "./adapter.ts";
import { markChanged } from "./changes.ts";
import { text } from "./rows.ts";

/** Only its beginning is a change of the canvas: prolonging it tells nobody anything. */
export function keepWait(database: SqlDatabase, owner: string, wait: Wait, now: string): boolean {
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

export function dropWait(database: SqlDatabase, owner: string, waitId: string): void {
  const row = database.get("SELECT canvas_id FROM waits WHERE owner = ? AND wait_id = ?", owner, waitId);
  if (!row) return;
  database.run("DELETE FROM waits WHERE owner = ? AND wait_id = ?", owner, waitId);
  markChanged(database, owner, text(row, "canvas_id"));
}

export function listWaits(database: SqlDatabase, owner: string, now: string): readonly Wait[] {
  return database
    .all("SELECT * FROM waits WHERE owner = ? AND until > ? ORDER BY since, wait_id", owner, now)
    .map(waitFrom);
}

export function hasDeadWaits(database: SqlDatabase, owner: string, now: string): boolean {
  return database.get("SELECT 1 AS dead FROM waits WHERE owner = ? AND until <= ? LIMIT 1", owner, now) !== undefined;
}

export function dropDeadWaits(database: SqlDatabase, owner: string, now: string): void {
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
