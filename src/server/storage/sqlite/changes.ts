import type { After } from "../../clock/timer.ts";
import type { Changes } from "../ports.ts";
import { number, text } from "../rows.ts";
import { wordsOf } from "../store-error.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";
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
    since: (reader, mark) => read((database) => changesSince(database, reader, opening(), mark)),
    endDeadWaits: (reader) => endDeadWaits(connection, reader, now().toISOString()),
    onWrite,
  };
}

/**
 * What changed behind the mark, of their own and of what others share with them. A mark of another opening counted in
 * another file: then everything may have changed.
 */
function changesSince(
  database: SqlDatabase,
  reader: string,
  opening: string,
  mark: string | null,
): { readonly mark: string; readonly ids: readonly string[] } {
  const sources = [
    { table: "ids", whose: "owner" },
    { table: "readers", whose: "subject" },
  ];
  const newest = sources.map(({ table, whose }) =>
    number(
      database.get(`SELECT coalesce(max(changed), 0) AS newest FROM ${table} WHERE ${whose} = ?`, reader) ?? {},
      "newest",
    ),
  );
  const next = [opening, ...newest].join(" ");
  if (mark === null || mark === next) return { mark: next, ids: [] };
  const since = mark.startsWith(`${opening} `)
    ? mark
        .slice(opening.length + 1)
        .split(" ")
        .map(Number)
    : [];
  const ids = sources.flatMap(({ table, whose }, at) =>
    database
      .all(`SELECT id FROM ${table} WHERE ${whose} = ? AND changed > ? ORDER BY changed`, reader, since[at] ?? -1)
      .map((row) => text(row, "id")),
  );
  return { mark: next, ids };
}

/** What is asked of the file. */
export interface ChangeQuestions {
  /** Another text whenever anybody has written since; cheap enough to be asked ten times a second. It may differ for nothing. */
  pulse(): Promise<string>;
  /** The ids that changed since the mark that an earlier answer gave, all of them after a mark of another file. Null: nothing yet, only a mark to begin with. */
  since(reader: string, mark: string | null): Promise<{ readonly mark: string; readonly ids: readonly string[] }>;
  /** Forgets waits that nobody prolonged. */
  endDeadWaits(reader: string): Promise<void>;
  /** Calls back after every own write. Returns how to stop it. */
  onWrite(listener: () => void): () => void;
}

export interface PolledChanges extends Changes {
  /** Asks at once, if anybody watches. */
  lookNow(): void;
  close(): void;
}

interface Watched {
  /** Up to where the listeners were told; null: not yet begun. */
  mark: string | null;
  readonly listeners: Set<(ids: readonly string[]) => void>;
}

/** With the time to read the changes and to send them on: a write of another process is told well within 200 ms. */
export const POLL_MS = 100;
/** While the store cannot be read it is asked less often. */
export const RETRY_MS = 1_000;
/** How often waits whose process died are looked for. */
export const SWEEP_MS = 5_000;
/** A mark that no file gives: after it everything may have changed. */
const UNKNOWN_MARK = "";

/**
 * Asks the file for its pulse while somebody watches, and for what changed when the pulse did. Own writes are told at once.
 * A file that fails is said once, and asked on.
 */
export function pollChanges(options: {
  readonly questions: ChangeQuestions;
  readonly log: (message: string) => void;
  readonly after: After;
}): PolledChanges {
  const { questions, log, after } = options;
  const readers = new Map<string, Watched>();
  let pulse: string | null = null;
  let sinceSweep = 0;
  let failing = false;
  let closed = false;
  let askAgain = false;
  let asking: Promise<void> | null = null;
  let stopTimer = (): void => undefined;
  let stopOwn: (() => void) | null = null;

  const tell = ({ listeners }: Watched, ids: readonly string[]): void => {
    for (const listener of [...listeners]) {
      try {
        listener(ids);
      } catch (error) {
        log(`A listener for changed canvases failed: ${wordsOf(error)}`);
      }
    }
  };
  const askOnce = async (): Promise<void> => {
    if (sinceSweep >= SWEEP_MS) {
      for (const reader of readers.keys()) await questions.endDeadWaits(reader);
      sinceSweep = 0;
    }
    const now = await questions.pulse();
    for (const [reader, watched] of readers) {
      if (now === pulse && watched.mark !== null) continue;
      const { mark, ids } = await questions.since(reader, watched.mark);
      watched.mark = mark;
      if (ids.length > 0) tell(watched, ids);
    }
    pulse = now;
  };
  const askUntilQuiet = async (): Promise<void> => {
    try {
      do {
        askAgain = false;
        await askOnce();
      } while (askAgain);
      if (failing) log("The store can be read again: open pages are told of changes.");
      failing = false;
    } catch (error) {
      // A store that was closed first.
      if (closed) return;
      if (!failing) log(`The store cannot be asked for changes, so open pages may be behind: ${wordsOf(error)}`);
      failing = true;
      pulse = null;
      // Nobody is let wait for a file that fails: once it can be read, whoever had no mark yet is told of all.
      for (const watched of readers.values()) watched.mark ??= UNKNOWN_MARK;
    }
  };
  /** One question at a time; asked meanwhile, it is asked once more. */
  const ask = (): Promise<void> => {
    askAgain = true;
    stopTimer();
    // Begun a turn later: what it does at once (ending dead waits) comes back here as an own write.
    asking ??= Promise.resolve()
      .then(askUntilQuiet)
      .finally(() => {
        asking = null;
        if (stopOwn === null) return;
        if (askAgain && !failing) void ask();
        else schedule();
      });
    return asking;
  };
  const schedule = (): void => {
    const pause = failing ? RETRY_MS : POLL_MS;
    stopTimer = after(pause, () => {
      sinceSweep += pause;
      void ask();
    });
  };
  const lookNow = (): void => {
    if (stopOwn !== null) void ask();
  };
  const rest = (): void => {
    stopOwn?.();
    stopOwn = null;
    stopTimer();
  };

  return {
    watch: (reader, listener) => {
      const watched = readers.get(reader) ?? { mark: null, listeners: new Set() };
      // Of its own, so that one function may listen twice.
      const own = (ids: readonly string[]): void => listener(ids);
      if (!closed) {
        readers.set(reader, watched);
        watched.listeners.add(own);
        stopOwn ??= questions.onWrite(lookNow);
        if (watched.mark === null) void ask();
      }
      return {
        ready: async () => {
          // A question that is just ending may have begun before this one watched.
          while (watched.mark === null && watched.listeners.has(own)) await ask();
        },
        stop: () => {
          if (!watched.listeners.delete(own) || watched.listeners.size > 0) return;
          readers.delete(reader);
          if (readers.size === 0) rest();
        },
      };
    },
    lookNow,
    close: () => {
      closed = true;
      for (const { listeners } of readers.values()) listeners.clear();
      readers.clear();
      rest();
    },
  };
}
