import { number } from "../rows.ts";
import type { SqlDatabase } from "./engine/adapter.ts";

const WEIGHT = "octet_length(content) + octet_length(record)";
/** As many as one page of a list holds at most. */
const LISTED = 200;

/** Of one canvas; without an id: of the largest on the first page of a list, and of the whole file. */
export function weightOf(
  database: SqlDatabase,
  owner: string,
  id: string | undefined,
): { readonly largest: number; readonly all: number } {
  if (id !== undefined) {
    const row = database.get(`SELECT ${WEIGHT} AS n FROM living WHERE id = ? AND owner = ?`, id, owner);
    const bytes = row ? number(row, "n") : 0;
    return { largest: bytes, all: bytes };
  }
  const newest = `SELECT ${WEIGHT} AS n FROM living WHERE owner = ? ORDER BY updated_at DESC, seq DESC LIMIT ${LISTED}`;
  return {
    largest: number(database.get(`SELECT coalesce(max(n), 0) AS n FROM (${newest})`, owner) ?? {}, "n"),
    all: pragma(database, "page_count") * pragma(database, "page_size"),
  };
}

function pragma(database: SqlDatabase, name: "page_count" | "page_size"): number {
  return number(database.get(`PRAGMA ${name}`) ?? {}, name);
}
