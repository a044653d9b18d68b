import type { AuditLine } from "../../../core/records/history.ts";
import { linesToAdd } from "../listing.ts";
import type { Audit } from "../ports.ts";
import { auditFrom } from "../rows.ts";
import type { Database, Run } from "./engine/database.ts";
import { prepared, type SqlParameter, StatementParts } from "./engine/statement.ts";

const COLUMNS = "at, kind, by, canvas_id, title, payload";
const LIST = prepared(
  `SELECT number, ${COLUMNS} FROM audit WHERE owner = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
);
const LIST_OF_CANVAS = prepared(
  `SELECT number, ${COLUMNS} FROM audit WHERE owner = $1 AND canvas_id = $4 AND number < $2 ORDER BY number DESC LIMIT $3`,
);
const SINCE = prepared(`SELECT number, ${COLUMNS} FROM audit WHERE owner = $1 AND at >= $2 ORDER BY number`);
const ADDED_AT_ONCE = 200;

export function createAudit({ read, patiently }: Database): Audit {
  return {
    add: (owner, line) =>
      patiently(async (run, unsure) => {
        // It may be there: the answer to the first try was lost.
        const [missing] = unsure ? linesToAdd(await linesSince(run, owner, line.at), [line]) : [line];
        if (missing !== undefined) await addLines(run, owner, [missing]);
      }),
    list: async (owner, { limit, before = Number.MAX_SAFE_INTEGER, canvasId }) =>
      auditFrom(
        await read(
          canvasId === undefined ? LIST(owner, before, limit) : LIST_OF_CANVAS(owner, before, limit, canvasId),
        ),
      ),
  };
}

/** Those that are not there yet; how many that were. */
export async function addMissingLines(run: Run, owner: string, lines: readonly AuditLine[]): Promise<number> {
  const [first = ""] = lines.map(({ at }) => at).sort();
  const missing = linesToAdd(await linesSince(run, owner, first), lines);
  for (let at = 0; at < missing.length; at += ADDED_AT_ONCE)
    await addLines(run, owner, missing.slice(at, at + ADDED_AT_ONCE));
  return missing.length;
}

async function linesSince(run: Run, owner: string, at: string): Promise<readonly AuditLine[]> {
  return auditFrom(await run(SINCE(owner, at)));
}

async function addLines(run: Run, owner: string, lines: readonly AuditLine[]): Promise<void> {
  const parts = new StatementParts();
  await run(
    parts.finish(
      `INSERT INTO audit (owner, ${COLUMNS}) SELECT ${parts.value(owner)}, ${lineRows(parts, lines)}`,
      lines.length === 1,
    ),
  );
}

/** Of a write in `written`. */
export function auditSteps(parts: StatementParts, lines: readonly AuditLine[]): readonly string[] {
  if (lines.length === 0) return [];
  const from = lineRows(parts, lines, "written, ");
  return [`audited AS (INSERT INTO audit (owner, ${COLUMNS}) SELECT written.owner, ${from})`];
}

/** Numbered by the database in their order. */
function lineRows(parts: StatementParts, lines: readonly AuditLine[], from = ""): string {
  const rows = lines.map(({ at, kind, by, canvasId, title, payload }, index): readonly SqlParameter[] => {
    return [index, at, kind, JSON.stringify(by), canvasId, title, JSON.stringify(payload)];
  });
  const types = ["int", "text", "text", "text", "text", "text", "text"];
  return `line.at, line.kind, line.by, line.canvas_id, line.title, line.payload
    FROM ${from}${parts.rows(rows, types)} AS line (place, ${COLUMNS}) ORDER BY line.place`;
}
