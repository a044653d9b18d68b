import { z } from "zod";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasEvent } from "../../../core/records/history.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import type { InteractionRecord } from "../../../protocol/interactions.ts";
import type { EventPlace } from "../../storage/ports.ts";
import { defineAction } from "../action.ts";
import type { Call } from "../call.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";
import { makeRecords } from "./make-records.ts";

/** So many events are read at once. */
const PAGE = 200;
/** So many pages are gone through where nothing but a time tells where to begin; beyond them the log is read from its beginning. */
const MOST_PAGES = 50;

const place = z.object({ sequence: z.number().int().min(0), at: z.string() });
const BEGINNING = { sequence: 0, at: "" } satisfies LogPlace;

/** An event of a canvas's log, by its number and its time: a number alone may be another's in a store that was put back. */
export type LogPlace = z.output<typeof place>;

export interface Followed {
  /** In the order of the log. One event may tell several things. */
  readonly steps: readonly { readonly place: LogPlace; readonly records: readonly InteractionRecord[] }[];
  /** Where to follow on, once the steps are dealt with; left out: the log told nothing yet. */
  readonly through?: LogPlace;
  /** There is more behind it already. */
  readonly isMore: boolean;
  /** The programs that work on the canvas, as they named themselves. */
  readonly clients: readonly string[];
}

/**
 * What people did with a canvas behind a place in its log, as agents read it. By the place nothing is left out, whatever clocks
 * say. Without one, and in a store that was put back and does not know it, the time decides.
 */
export const followInteractions = defineAction({
  name: "follow_interactions",
  description: "Lists what people did with a canvas since a place in its log, the oldest first.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({
    canvasId,
    after: place.optional().describe("From an earlier call"),
    since: z.string().optional().describe("Without a place: since this time (ISO); left out: since ever"),
  }),
  run: async (call, { canvasId: given, after, since = "" }): Promise<Outcome<Followed>> => {
    const found = await findCanvas(call, given);
    if (!found.ok) return found;
    const { record } = found;
    const known = after === undefined ? null : await eventsBehind(call, record, after);
    const { events, last = after, isMore } = known ?? (await eventsSince(call, record, after?.at ?? since));
    const { storeId } = call.deps.store;
    const steps = events.flatMap((event) => {
      const records = makeRecords(storeId, record, event);
      return records.length === 0 ? [] : [{ place: placeOf(event), records }];
    });
    const clients = [...new Set(record.books.map((book) => book.client))];
    return { ok: true, steps, isMore, clients, ...(last === undefined ? {} : { through: placeOf(last) }) };
  },
});

interface Events {
  readonly events: readonly CanvasEvent[];
  /** The last that was read. */
  readonly last?: LogPlace | undefined;
  readonly isMore: boolean;
}

function placeOf({ sequence, at }: LogPlace): LogPlace {
  return { sequence, at };
}

/** Null: there is no such place in this store. */
async function eventsBehind({ deps, who }: Call, record: CanvasRecord, after: LogPlace): Promise<Events | null> {
  const { id } = record.document;
  const isBeginning = after.sequence === 0;
  const read = await deps.store.canvases.events(who.owner, id, Math.max(0, after.sequence - 1), PAGE + 1);
  const isKnown = isBeginning || (read[0]?.sequence === after.sequence && read[0].at === after.at);
  const events = read.slice(isBeginning ? 0 : 1);
  return isKnown ? { events, last: events.at(-1), isMore: read.length > PAGE } : null;
}

async function eventsSince({ deps, who }: Call, record: CanvasRecord, since: string): Promise<Events> {
  const { id } = record.document;
  const read: CanvasEvent[] = [];
  let before: EventPlace | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { limit: PAGE, canvasId: id, ...(before === undefined ? {} : { before }) };
    const placed = await deps.store.canvases.eventsByPeople(who.owner, query);
    read.push(...placed.map(({ event }) => event));
    before = placed.at(-1);
    if (placed.length === PAGE && before !== undefined && before.at >= since) continue;
    read.sort((one, other) => one.sequence - other.sequence);
    return { events: read.filter(({ at }) => at >= since), last: read.at(-1), isMore: false };
  }
  return { events: [], last: BEGINNING, isMore: true };
}
