import type { Once } from "../ports.ts";
import { text } from "../rows.ts";
import type { SqlDatabase } from "./engine/adapter.ts";

/** Was this key used before (in `scope`: a canvas, or "" for creating), and with the same payload? */
export function findOnce(
  database: SqlDatabase,
  owner: string,
  scope: string,
  once: Once,
): { readonly same: boolean; readonly canvasId: string } | null {
  const row = database.get(
    "SELECT fingerprint, canvas_id FROM once WHERE owner = ? AND scope = ? AND key = ?",
    owner,
    scope,
    once.key,
  );
  return row ? { same: text(row, "fingerprint") === once.fingerprint, canvasId: text(row, "canvas_id") } : null;
}

export function keepOnce(
  database: SqlDatabase,
  owner: string,
  scope: string,
  once: Once,
  canvasId: string,
  at: string,
): void {
  database.run(
    "INSERT INTO once (owner, scope, key, fingerprint, canvas_id, at) VALUES (?, ?, ?, ?, ?, ?)",
    owner,
    scope,
    once.key,
    once.fingerprint,
    canvasId,
    at,
  );
}
