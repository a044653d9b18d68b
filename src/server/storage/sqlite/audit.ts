import type { AuditLine } from "../../../core/records/history.ts";
import { linesToAdd } from "../listing.ts";
import type { Audit } from "../ports.ts";
import { auditFrom, number } from "../rows.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";

/** What `auditFrom` reads. */
const AUDIT_ROW =
  "number, at, kind, CAST(by AS BLOB) AS by, canvas_id, CAST(title AS BLOB) AS title, CAST(payload AS BLOB) AS payload";

export function createAudit({ read, write }: Connection): Audit {
  return {
    add: (owner, line) => write((database) => addLines(database, owner, [line])),
    list: (owner, { limit, before = Number.MAX_SAFE_INTEGER, canvasId }) =>
      read((database) => {
        const order = "number < ? ORDER BY number DESC LIMIT ?";
        const rows =
          canvasId === undefined
            ? database.all(`SELECT ${AUDIT_ROW} FROM audit WHERE owner = ? AND ${order}`, owner, before, limit)
            : database.all(
                `SELECT ${AUDIT_ROW} FROM audit WHERE owner = ? AND canvas_id = ? AND ${order}`,
                owner,
                canvasId,
                before,
                limit,
              );
        return auditFrom(rows);
      }),
  };
}

export function addLines(database: SqlDatabase, owner: string, lines: readonly AuditLine[]): void {
  if (lines.length === 0) return;
  const last = database.get("SELECT coalesce(max(number), 0) AS n FROM audit WHERE owner = ?", owner);
  let next = number(last ?? {}, "n");
  for (const { at, kind, by, canvasId, title, payload } of lines) {
    next += 1;
    database.run(
      "INSERT INTO audit (owner, number, at, kind, by, canvas_id, title, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      owner,
      next,
      at,
      kind,
      JSON.stringify(by),
      canvasId,
      title,
      JSON.stringify(payload),
    );
  }
}

/** Those that are not there yet; how many that were. */
export function addMissingLines(database: SqlDatabase, owner: string, lines: readonly AuditLine[]): number {
  const kept = auditFrom(database.all(`SELECT ${AUDIT_ROW} FROM audit WHERE owner = ?`, owner));
  const missing = linesToAdd(kept, lines);
  addLines(database, owner, missing);
  return missing.length;
}

export function forgetAudit(database: SqlDatabase, owner: string): void {
  database.run("DELETE FROM audit WHERE owner = ?", owner);
}
