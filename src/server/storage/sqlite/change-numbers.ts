import type { SqlDatabase } from "./engine/adapter.ts";
import { number, text } from "./rows.ts";

/** Gives the canvas the owner's next number: whoever asks for changes behind an older one is told of it. */
export function markChanged(database: SqlDatabase, owner: string, id: string): void {
  database.run(
    "UPDATE ids SET changed = (SELECT coalesce(max(changed), 0) + 1 FROM ids WHERE owner = ?) WHERE id = ? AND owner = ?",
    owner,
    id,
    owner,
  );
}

/** What changed behind the mark. A mark of another opening counted in another file: then everything may have changed. */
export function changesSince(
  database: SqlDatabase,
  owner: string,
  opening: string,
  mark: string | null,
): { readonly mark: string; readonly ids: readonly string[] } {
  const newest = number(
    database.get("SELECT coalesce(max(changed), 0) AS newest FROM ids WHERE owner = ?", owner) ?? {},
    "newest",
  );
  const next = `${opening} ${newest}`;
  if (mark === null || mark === next) return { mark: next, ids: [] };
  const since = mark.startsWith(`${opening} `) ? Number(mark.slice(opening.length + 1)) : -1;
  const rows = database.all("SELECT id FROM ids WHERE owner = ? AND changed > ? ORDER BY changed", owner, since);
  return { mark: next, ids: rows.map((row) => text(row, "id")) };
}
