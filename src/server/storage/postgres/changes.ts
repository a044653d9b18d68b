import type { After } from "../../clock/timer.ts";
import type { Changes, StoreLog } from "../ports.ts";
import { wordsOf } from "../store-error.ts";
import { changesSince } from "./changes-since.ts";
import type { Database } from "./engine/database.ts";
import { createNews } from "./news.ts";
import { endDeadWaits } from "./waits.ts";

export interface DatabaseChanges extends Changes {
  /** This process has changed it: its own watchers are told at once, and those on other nodes by the database. */
  changed(readers: readonly string[], id: string): void;
  gauges(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

interface Watched {
  readonly listeners: Set<(ids: readonly string[]) => void>;
  /** Still to be told, the last changed last. */
  readonly untold: Set<string>;
  /** Up to where the tables were asked for changes; null: not yet. */
  mark: string | null;
  /** What the last answer held: it is told once, although later answers hold it again. */
  known: ReadonlyMap<string, string>;
}

/** How often the tables themselves are asked: for what a node could not tell before it died, and for waits that did. */
export const SWEEP_MS = 5_000;
/** So long after the last watcher has gone nodes still tell this one: the next may come at once. */
const REST_MS = 60_000;
/** Behind it is everything that ever changed. */
const FROM_THE_BEGINNING = "0";

/**
 * Tells of each change as soon as whoever made it says so: this process itself, other nodes by NOTIFY. What nobody said
 * (a node was killed between its write and its word, or this one could not hear for a while) the tables say: they are asked
 * every few seconds, and whenever listening begins.
 */
export function createChanges(options: {
  readonly database: Database;
  readonly channel: string;
  readonly now: () => Date;
  readonly log: StoreLog;
  readonly after: After;
}): DatabaseChanges {
  const { database, now, log, after } = options;
  const readers = new Map<string, Watched>();
  let asking: Promise<void> | null = null;
  let askAgain = false;
  let stopSweep: (() => void) | null = null;
  let stopRest: (() => void) | null = null;
  let isSweepDue = false;
  let isFailing = false;
  let isClosed = false;

  const note = (reader: string, id: string): void => {
    const watched = readers.get(reader);
    if (watched === undefined) return;
    watched.untold.delete(id);
    watched.untold.add(id);
    // What the tables are just being asked comes first: it was before.
    if (asking === null && watched.untold.size === 1) queueMicrotask(() => tell(watched));
  };
  const tell = ({ listeners, untold }: Watched): void => {
    if (untold.size === 0) return;
    const ids = [...untold];
    untold.clear();
    for (const listener of [...listeners]) {
      try {
        listener(ids);
      } catch (error) {
        log(`A listener for changed canvases failed: ${wordsOf(error)}`);
      }
    }
  };
  const news = createNews({
    database,
    channel: options.channel,
    log,
    after,
    // Whatever was said while nobody listened is asked for.
    onListening: () => void ask(),
    onNews: (changes) => {
      for (const { reader, id } of changes) note(reader, id);
    },
  });

  const sweepWaits = async (): Promise<void> => {
    const dead = await database.patiently((run) => endDeadWaits(run, [...readers.keys()], now()));
    for (const { told, id } of dead) {
      for (const reader of told) {
        news.say(reader, id);
        addFirst(readers.get(reader), id);
      }
    }
  };
  const askOnce = async (): Promise<void> => {
    const watching = [...readers];
    if (watching.length === 0) return;
    await news.listening();
    if (isSweepDue) await sweepWaits();
    isSweepDue = false;
    for (const [reader, watched] of watching) {
      const found = await changesSince(database.read, reader, watched.mark);
      const isBeginning = watched.mark === null;
      const isNew = ([id, by]: readonly [string, string]): boolean => !isBeginning && watched.known.get(id) !== by;
      for (const [id] of [...found.changes].filter(isNew).reverse()) addFirst(watched, id);
      watched.mark = found.mark;
      watched.known = found.changes;
    }
  };
  const askUntilQuiet = async (): Promise<void> => {
    try {
      do {
        askAgain = false;
        await askOnce();
      } while (askAgain && !isClosed);
      if (isFailing) log("The database answers again: open pages are told of changes.");
      isFailing = false;
    } catch (error) {
      if (isClosed) return;
      if (!isFailing)
        log(`The database cannot be asked for changes, so open pages may be behind: ${wordsOf(error)}`, "warn");
      isFailing = true;
      // Nobody is let wait for a database that is away: once it is back, whoever had no mark yet is told of all.
      for (const watched of readers.values()) watched.mark ??= FROM_THE_BEGINNING;
    }
  };
  /** One question at a time; asked meanwhile, it is asked once more. */
  const ask = (): Promise<void> => {
    askAgain = true;
    asking ??= Promise.resolve()
      .then(askUntilQuiet)
      .finally(() => {
        asking = null;
        for (const watched of readers.values()) tell(watched);
      });
    return asking;
  };
  const sweep = (): void => {
    stopSweep = after(SWEEP_MS, sweep);
    isSweepDue = true;
    void ask();
  };
  const rest = (): void => {
    stopSweep?.();
    stopSweep = null;
    stopRest = after(REST_MS, () => void news.rest());
  };

  return {
    watch: (reader, listener) => {
      const watched = readers.get(reader) ?? { listeners: new Set(), untold: new Set(), mark: null, known: new Map() };
      // Of its own, so that one function may listen twice.
      const own = (ids: readonly string[]): void => listener(ids);
      if (!isClosed) {
        readers.set(reader, watched);
        watched.listeners.add(own);
        stopRest?.();
        stopSweep ??= after(SWEEP_MS, sweep);
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
    changed: (told, id) => {
      for (const reader of told) {
        note(reader, id);
        if (!isClosed) news.say(reader, id);
      }
    },
    gauges: news.gauges,
    close: async () => {
      isClosed = true;
      for (const { listeners } of readers.values()) listeners.clear();
      readers.clear();
      stopSweep?.();
      stopRest?.();
      await news.close();
      await asking;
    },
  };
}

/** Before what was said meanwhile: that came later. */
function addFirst(watched: Watched | undefined, id: string): void {
  if (watched === undefined || watched.untold.has(id)) return;
  const later = [...watched.untold];
  watched.untold.clear();
  for (const each of [id, ...later]) watched.untold.add(each);
}
