import { changesSince } from "./change-numbers.ts";
import type { Connection } from "./connection.ts";
import type { ChangeQuestions } from "./poll-changes.ts";
import { endDeadWaits } from "./waits.ts";

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
