import { readCanvasFile } from "../../core/document/canvas-file.ts";
import type { InteractionRecord } from "../../protocol/interactions.ts";
import type { Call } from "../../server/actions/call.ts";
import { followInteractions, type LogPlace } from "../../server/actions/interactions/follow-interactions.ts";
import { listInteractions, MOST_LISTED } from "../../server/actions/interactions/list-interactions.ts";
import { realAfter } from "../../server/clock/timer.ts";
import { watchCanvases } from "../../server/live/watch-canvases.ts";

/** What somebody did, and the programs that work on its canvas. */
export interface Happened {
  readonly record: InteractionRecord;
  readonly clients: readonly string[];
}

export interface WatchOptions {
  /** The person whose canvases are watched. */
  readonly call: Call;
  /** What it throws is logged, and the record told again later. */
  readonly tell: (happened: Happened) => void | Promise<void>;
  /** From this time on (ISO; "": since ever). Left out: from now on. */
  readonly from?: string;
  /** Whatever was done before this time (ISO) has been told. Never fails. */
  readonly onCaughtUp?: (at: string) => void | Promise<void>;
  /** What went wrong, in words for the log, with what to do. */
  readonly inWords: (error: unknown) => string;
}

export interface InteractionWatch {
  /** Tells nothing any more; resolves once what is under way is over. */
  readonly stop: () => Promise<void>;
}

/** An event of a canvas's log, and what it tells. */
interface Step {
  readonly id: string;
  readonly place: LogPlace;
  readonly happened: readonly Happened[];
}

/** Clocks of machines may differ by so much, and a change may take so long to be written. */
const OVERLAP_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** So many canvases are read before what was done with them is told, in the order of time. */
const AT_ONCE = 20;

/**
 * Tells each thing that people do with the canvases of one person once, for each canvas in the order in which it was done. By
 * its place in the canvas's log, so that nothing is left out when many come at once, when the clock is set back, or when reading
 * or telling fails: then it is tried again, after longer and longer pauses.
 */
export function watchInteractions(options: WatchOptions): InteractionWatch {
  const { call, tell, from, onCaughtUp, inWords } = options;
  const { clock, log, after = realAfter } = call.deps;
  const began = clock();
  const since = sinceOf(from ?? began.toISOString());
  const places = new Map<string, LogPlace>();
  /** Done before it was watched, and not to be told. */
  let known: ReadonlySet<string> = new Set();
  const due = new Set<string>();
  const failed = new Set<string>();
  let failures = 0;
  let hasBegun = false;
  let isStopped = false;
  let running: Promise<void> | null = null;
  let stopTimer: (() => void) | null = null;

  const begin = async (): Promise<void> => {
    await watch.ready();
    const before = new Set<string>();
    for await (const { id, timestamp, canvasFile } of recordsSince(call, since)) {
      if (isStopped) return;
      const file = readCanvasFile(canvasFile);
      if (from === undefined && timestamp < began.toISOString()) before.add(id);
      else if (file.kind === "canvas") due.add(file.id);
    }
    known = before;
    hasBegun = true;
  };

  /** Tells what is new of these canvases; those of which it could not be told are left in `failed`. */
  const tellOf = async (ids: readonly string[]): Promise<void> => {
    const logs: Step[][] = [];
    for (const id of ids) {
      failed.add(id);
      const place = places.get(id);
      const followed = await followInteractions.run(call, { canvasId: id, since, ...(place ? { after: place } : {}) });
      // One that was deleted is as it was once it is brought back.
      if (followed.ok) {
        const { clients, through, isMore } = followed;
        const steps = followed.steps.map(
          ({ place: at, records }): Step => ({
            id,
            place: at,
            happened: records.map((record) => ({ record, clients })),
          }),
        );
        logs.push(through === undefined ? steps : [...steps, { id, place: through, happened: [] }]);
        if (isMore) due.add(id);
      }
    }
    for (const { id, place, happened } of byTime(logs)) {
      if (isStopped) return;
      for (const each of happened) if (!known.has(each.record.id)) await tell(each);
      places.set(id, place);
    }
    for (const id of ids) failed.delete(id);
  };

  const work = async (): Promise<void> => {
    while (!isStopped && (due.size > 0 || !hasBegun)) {
      const ids = [...due].slice(0, AT_ONCE);
      for (const id of hasBegun ? ids : []) due.delete(id);
      try {
        if (hasBegun) await tellOf(ids);
        else await begin();
      } catch (error) {
        if (isStopped) return;
        if (failures === 0) log(inWords(error), "warn");
        failures += 1;
        break;
      }
    }
    if (isStopped) return;
    if (failed.size > 0 || !hasBegun) {
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
      stopTimer ??= after(pause, retry);
      return;
    }
    if (failures > 0) log("Interactions are passed on again; none was left out.");
    failures = 0;
    await onCaughtUp?.(clock().toISOString());
  };
  const retry = (): void => {
    stopTimer = null;
    // They stay failed until they are told: one of them may be under way just now, and fail again.
    for (const id of failed) due.add(id);
    wake();
  };
  const wake = (): void => {
    if (isStopped || running !== null) return;
    running = work()
      .catch((error: unknown) => log(inWords(error), "warn"))
      .finally(() => {
        running = null;
        // What came while the last of it was under way.
        if (due.size > 0 && hasBegun) wake();
      });
  };
  const watch = watchCanvases(call, (ids) => {
    for (const id of ids) due.add(id);
    wake();
  });
  wake();

  return {
    stop: async () => {
      isStopped = true;
      watch.stop();
      stopTimer?.();
      await running;
    },
  };
}

function sinceOf(from: string): string {
  return from === "" ? "" : new Date(Date.parse(from) - OVERLAP_MS).toISOString();
}

/** The newest first. */
async function* recordsSince(call: Call, since: string): AsyncGenerator<InteractionRecord> {
  let cursor: string | undefined;
  do {
    const page = await listInteractions.run(call, { limit: MOST_LISTED, ...(cursor === undefined ? {} : { cursor }) });
    if (!page.ok) throw new Error(page.error.message);
    for (const record of page.interactions) {
      if (record.timestamp < since) return;
      yield record;
    }
    cursor = page.next;
  } while (cursor !== undefined);
}

/** In the order of time, as far as each log's own order, which counts first, allows it. */
function byTime(logs: readonly (readonly Step[])[]): readonly Step[] {
  const left = logs.filter((steps) => steps.length > 0).map((steps) => ({ steps, at: 0 }));
  const timeOf = ({ steps, at }: (typeof left)[number]): string => steps[at]?.place.at ?? "";
  const ordered: Step[] = [];
  while (left.length > 0) {
    const next = left.reduce((first, each) => (timeOf(each) < timeOf(first) ? each : first));
    ordered.push(next.steps[next.at]!);
    next.at += 1;
    if (next.at === next.steps.length) left.splice(left.indexOf(next), 1);
  }
  return ordered;
}
