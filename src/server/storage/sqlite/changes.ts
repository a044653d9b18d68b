import type { After } from "../../clock/timer.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";
import { type ChangeQuestions, type PolledChanges, pollChanges } from "./poll-changes.ts";
import { number, text } from "./rows.ts";
import { endDeadWaits } from "./waits.ts";

export function createChanges(
  connection: Connection,
  options: { readonly now: () => Date; readonly log: (line: string) => void; readonly after: After },
): PolledChanges {
  return pollChanges({ ...options, questions: changesIn(connection, options.now) });
}

/** What the file itself can say about changes, by whichever connection they were made. */
export function changesIn(connection: Connection, now: () => Date): ChangeQuestions {
  const { read, pulse, opening, onWrite } = connection;
  return {
    pulse,
    since: (owner, mark) => read((database) => changesSince(database, owner, opening(), mark)),
    endDeadWaits: (owner) => endDeadWaits(connection, owner, now().toISOString()),
    onWrite,
  };
}

/** What changed behind the mark. A mark of another opening counted in another file: then everything may have changed. */
function changesSince(
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
