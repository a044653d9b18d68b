import { type CanvasEvent, PERSON_KINDS } from "../../core/records/history.ts";
import type { Canvases, EventPlace, PlacedEvent } from "./ports.ts";
import { eventsFrom, type StoredRow, text } from "./rows.ts";
import { unlessDamaged } from "./version-row.ts";

/** Behind it is every event. */
const LATEST: EventPlace = { at: "\u{10ffff}", canvasId: "", sequence: 0 };

/** The kinds that are asked for, as a list in SQL. */
export const KINDS_IN_SQL = PERSON_KINDS.map((kind) => `'${kind}'`).join(", ");
/**
 * Stands in the JSON of every author who is a person, as it is kept. An index can look for it in a damaged text, too: reading
 * JSON there would fail the write, or come out otherwise in another release of the engine.
 */
export const SAYS_PERSON = '"kind":"person"';

type Query = Parameters<Canvases["eventsByPeople"]>[1];

/** The events of the port `eventsByPeople` among all that are there for its reader. */
export function placeEvents(
  logs: readonly { readonly canvasId: string; readonly events: readonly CanvasEvent[] }[],
  { limit, before = LATEST }: Query,
): readonly PlacedEvent[] {
  return logs
    .flatMap(({ canvasId, events }) => events.flatMap((event) => placed(canvasId, event)))
    .filter((event) => newestFirst(before, event) < 0)
    .sort(newestFirst)
    .slice(0, limit);
}

/**
 * The same from rows: what `eventsFrom` reads, with `canvas_id`. `page` gives the first so many behind a place, those of
 * `KINDS_IN_SQL` in whose author is `SAYS_PERSON`; in which order does not matter. For each that is damaged another one is read.
 */
export async function readPeopleEvents(
  { limit, before = LATEST }: Query,
  page: (before: EventPlace, most: number) => Promise<readonly StoredRow[]>,
  log: (line: string) => void,
): Promise<readonly PlacedEvent[]> {
  for (let most = limit; ; most *= 2) {
    const rows = (await page(before, most)).map((row) => ({ canvasId: text(row, "canvas_id"), event: eventOf(row) }));
    const events = rows.flatMap(({ canvasId, event }) => (event === null ? [] : placed(canvasId, event)));
    if (events.length < limit && rows.length === most) continue;
    for (const canvasId of new Set(rows.flatMap((row) => (row.event === null ? row.canvasId : [])))) {
      const read = rows.filter((row) => row.canvasId === canvasId);
      const damaged = read.filter(({ event }) => event === null).length;
      log(`Of the log of canvas ${canvasId} ${damaged} of ${read.length} entries are damaged and left out.`);
    }
    return events.sort(newestFirst).slice(0, limit);
  }
}

/** For sorting. Times and ids compare as texts. */
export function newestFirst(a: EventPlace, b: EventPlace): number {
  return compare(b.at, a.at) || compare(b.canvasId, a.canvasId) || b.sequence - a.sequence;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Null: it is damaged. */
function eventOf(row: StoredRow): CanvasEvent | null {
  return unlessDamaged(() => eventsFrom([row])[0] ?? null);
}

/** Nothing, where it is none of a person's that is asked for. */
function placed(canvasId: string, event: CanvasEvent): readonly PlacedEvent[] {
  const isAsked = event.by.kind === "person" && PERSON_KINDS.includes(event.kind);
  return isAsked ? [{ at: event.at, canvasId, sequence: event.sequence, event }] : [];
}
