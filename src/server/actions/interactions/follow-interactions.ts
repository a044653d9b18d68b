import { z } from "zod";
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
const place = z.object({ sequence: z.number().int().min(1), at: z.string() });

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
    const known = after === undefined ? null : await eventsBehind(call, record.document.id, after);
    const { events, last = after, isMore } = known ?? (await eventsSince(call, record.document.id, after?.at ?? since));
    const steps = events.flatMap((event) => {
      const records = makeRecords(record, event);
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
async function eventsBehind(call: Call, id: string, after: LogPlace): Promise<Events | null> {
  const [first, ...events] = await call.deps.store.canvases.events(call.who.owner, id, after.sequence - 1, PAGE + 1);
  const isKnown = first?.sequence === after.sequence && first.at === after.at;
  return isKnown ? { events, last: events.at(-1), isMore: events.length === PAGE } : null;
}

/** From the first on that is not before this time. */
async function eventsSince(call: Call, id: string, since: string): Promise<Events> {
  const { canvases } = call.deps.store;
  let begin = since === "" ? 1 : Number.POSITIVE_INFINITY;
  let newest: EventPlace | undefined;
  let before: EventPlace | undefined;
  for (let isOver = since === ""; !isOver; ) {
    const query = { limit: PAGE, canvasId: id, ...(before === undefined ? {} : { before }) };
    const placed = await canvases.eventsByPeople(call.who.owner, query);
    for (const { at, sequence } of placed) if (at >= since) begin = Math.min(begin, sequence);
    newest ??= placed[0];
    before = placed.at(-1);
    isOver = placed.length < PAGE || (before !== undefined && before.at < since);
  }
  if (begin === Number.POSITIVE_INFINITY) return { events: [], last: newest, isMore: false };
  const events = await canvases.events(call.who.owner, id, begin - 1, PAGE);
  return { events, last: events.at(-1), isMore: events.length === PAGE };
}
