import { text } from "../rows.ts";
import type { Run } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";

/** Canvases of a reader's own, or shared with them, that changed, each with the transaction that did it, in the order of those. */
export interface ChangesSince {
  /** To be asked with next. */
  readonly mark: string;
  readonly changes: ReadonlyMap<string, string>;
}

/**
 * Whatever is committed later than this snapshot was made by a transaction that is not older than the mark. What was before
 * may be newer than the mark, too, where another transaction is still open, on any database of the server.
 */
const SINCE = prepared(
  `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS mark, found.id, found.changed::text AS by
   FROM (SELECT 1) AS always LEFT JOIN (
     SELECT id, changed FROM canvases WHERE owner = $1 AND changed >= coalesce($2::xid8, pg_snapshot_xmin(pg_current_snapshot()))
     UNION ALL SELECT id, changed FROM ids WHERE owner = $1 AND changed >= coalesce($2::xid8, pg_snapshot_xmin(pg_current_snapshot())) AND changed > '0'::xid8
     UNION ALL SELECT r.id, greatest(r.changed, c.changed) FROM readers r
       LEFT JOIN LATERAL (SELECT canvases.changed FROM canvases WHERE canvases.id = r.id AND r.is_reading OFFSET 0) AS c ON true
       WHERE r.subject = $1 AND greatest(r.changed, c.changed) >= coalesce($2::xid8, pg_snapshot_xmin(pg_current_snapshot()))
   ) AS found ON true ORDER BY found.changed`,
);

/** Null: to begin with, those that later answers hold again although they were before. */
export async function changesSince(read: Run, reader: string, mark: string | null): Promise<ChangesSince> {
  const rows = await read(SINCE(reader, mark));
  const [first] = rows;
  if (first === undefined) throw new Error("The database did not say where it stands");
  const found = rows.filter((row) => typeof row.id === "string");
  return {
    mark: text(first, "mark"),
    changes: new Map(found.map((row) => [text(row, "id"), text(row, "by")])),
  };
}
