import type { SqlDatabase } from "./engine/adapter.ts";

/** Gives the canvas the owner's next number: whoever asks for changes behind an older one is told of it. */
export function markChanged(database: SqlDatabase, owner: string, id: string): void {
  database.run(
    "UPDATE ids SET changed = (SELECT coalesce(max(changed), 0) + 1 FROM ids WHERE owner = ?) WHERE id = ? AND owner = ?",
    owner,
    id,
    owner,
  );
}
