import { number } from "../rows.ts";
import type { SqlDatabase } from "./engine/adapter.ts";
import { hasShared, rowFor, SHARED_WITH } from "./readers.ts";

const WEIGHT = "octet_length(content) + octet_length(record)";
/** As many as one page of a list holds at most. */
const LISTED = 200;

/** Of one canvas; without an id: of the largest on the first page of a list, and of the whole file. */
export function weightOf(
  database: SqlDatabase,
  reader: string,
  id: string | undefined,
): { readonly largest: number; readonly all: number } {
  if (id !== undefined) {
    const row = rowFor(database, reader, id, `${WEIGHT} AS n`);
    const bytes = row ? number(row, "n") : 0;
    return { largest: bytes, all: bytes };
  }
  const largestOf = (whose: string): number => {
    const newest = `SELECT ${WEIGHT} AS n FROM living WHERE ${whose} ORDER BY updated_at DESC, seq DESC LIMIT ${LISTED}`;
    return number(database.get(`SELECT coalesce(max(n), 0) AS n FROM (${newest})`, reader) ?? {}, "n");
  };
  return {
    largest: Math.max(largestOf("owner = ?"), hasShared(database, reader) ? largestOf(`seq IN (${SHARED_WITH})`) : 0),
    all: pragma(database, "page_count") * pragma(database, "page_size"),
  };
}

function pragma(database: SqlDatabase, name: "page_count" | "page_size"): number {
  return number(database.get(`PRAGMA ${name}`) ?? {}, name);
}
