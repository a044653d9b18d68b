import { z } from "zod";
import { parseCanvasId } from "../../../core/document/ids.ts";
import { interactionMark } from "../../../core/feedback/describe-interactions.ts";
import type { Book } from "../../../core/records/books.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasEvent } from "../../../core/records/history.ts";
import type { CanvasError, Outcome } from "../../../protocol/errors.ts";
import type { InteractionRecord, ListedInteraction } from "../../../protocol/interactions.ts";
import { may } from "../../access/may.ts";
import { type EventPlace, foundRecord } from "../../storage/ports.ts";
import { defineAction } from "../action.ts";
import type { Call } from "../call.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";
import { nextTurn } from "../next-turn.ts";
import { makeRecords } from "./make-records.ts";

const DEFAULT_LIMIT = 50;
export const MOST_LISTED = 500;
/** So many characters of data stand on one page: more than the default limit can come to, and no more than is quickly written. */
const MOST_DATA = 4_000_000;
/** So many events are read at once: others are served between. */
const READ_AT_ONCE = 100;
/** So many pages are gone through for one: a program may have nothing to do with most canvases. */
const MOST_PAGES = 40;

export interface InteractionList {
  /** The newest first. */
  readonly interactions: readonly ListedInteraction[];
  /** Where the next page begins; left out: there is none. */
  readonly next?: string;
}

/** What people did with the caller's canvases, and with those that are shared with them, as agents read it. */
export const listInteractions = defineAction({
  name: "list_interactions",
  description: "Lists what people did with canvases, the newest first, as records of the Agent Action Protocol.",
  by: ["person", "model"],
  needs: "view",
  reads: true,
  input: z.object({
    canvasId: canvasId.optional(),
    client: z.string().optional().describe("Only of canvases that the program of this name works on"),
    limit: z.number().int().min(1).max(MOST_LISTED).optional(),
    cursor: z.string().optional().describe("From an earlier page"),
  }),
  run: async (call, { canvasId: given, client, limit = DEFAULT_LIMIT, cursor }): Promise<Outcome<InteractionList>> => {
    const asked = cursor === undefined ? null : readCursor(cursor);
    if (cursor !== undefined && asked === null) return { ok: false, error: BAD_CURSOR };
    const found = given === undefined ? null : await findCanvas(call, given);
    if (found?.ok === false) return found;
    const place = found === null ? {} : { canvasId: found.record.document.id };
    const recordOf = createFinder(call);
    const interactions: ListedInteraction[] = [];
    let last = asked;
    // One more than is asked for: the first of them is where the page before ended.
    const size = Math.min(limit, READ_AT_ONCE) + 1;
    let room = MOST_DATA;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const before = last === null ? {} : { before: behind(last) };
      const events = await call.deps.store.canvases.eventsByPeople(call.who.owner, {
        limit: size,
        ...place,
        ...before,
      });
      for (const placed of events) {
        const record = await recordOf(placed.canvasId);
        const made = record === null ? [] : listed(record, placed.event, client);
        for (let part = last !== null && isSame(last, placed) ? last.parts : 0; part < made.length; part += 1) {
          const next = made[part]!;
          room -= JSON.stringify(next.data).length;
          const isFull = interactions.length === limit || (room < 0 && interactions.length > 0);
          if (isFull) return { ok: true, interactions, next: writeCursor(placed, part) };
          interactions.push(next);
        }
        last = { ...placed, parts: made.length };
      }
      if (events.length < size) return { ok: true, interactions };
      await nextTurn();
    }
    return { ok: true, interactions, ...(last === null ? {} : { next: writeCursor(last, last.parts) }) };
  },
});

/** The canvases that are there for the caller, each looked up once. */
function createFinder(call: Call): (id: string) => Promise<CanvasRecord | null> {
  const known = new Map<string, Promise<CanvasRecord | null>>();
  const { deps, who, action } = call;
  const find = async (id: string): Promise<CanvasRecord | null> => {
    const record = foundRecord(await deps.store.canvases.find(who.owner, id));
    const isThere = record !== null && may(who, action, record, deps.clock().toISOString()) === null;
    return isThere ? record : null;
  };
  return (id) => {
    const found = known.get(id) ?? find(id);
    known.set(id, found);
    return found;
  };
}

/** What an event tells this agent, the last thing first: nothing where it is a program that has nothing to do with the canvas. */
function listed(record: CanvasRecord, event: CanvasEvent, client: string | undefined): readonly ListedInteraction[] {
  const books = client === undefined ? record.books : record.books.filter((book) => book.client === client);
  if (client !== undefined && books.length === 0) return [];
  return makeRecords(record, event)
    .map((made) => ({ ...made, ...seenBy(books, event, made) }))
    .reverse();
}

/** Whether one of these models has surely got it. */
function seenBy(
  books: readonly Book[],
  { payload: { turn } }: CanvasEvent,
  { id }: InteractionRecord,
): Pick<ListedInteraction, "seen"> {
  if (typeof turn !== "number") return {};
  const mark = interactionMark(id);
  return { seen: books.some((book) => turn <= (book.seenTurn ?? 0) || book.seen.includes(mark)) };
}

/** Up to where a page has come: so many records of this event stood on it. */
interface Cursor extends EventPlace {
  readonly parts: number;
}

/** The place right behind this one, so that it is read again. */
function behind({ at, canvasId: id, sequence }: EventPlace): EventPlace {
  return { at, canvasId: id, sequence: sequence + 1 };
}

function isSame(one: EventPlace, other: EventPlace): boolean {
  return one.at === other.at && one.canvasId === other.canvasId && one.sequence === other.sequence;
}

function writeCursor({ at, canvasId: id, sequence }: EventPlace, parts: number): string {
  return Buffer.from(JSON.stringify([at, id, sequence, parts])).toString("base64url");
}

/** One less than databases count to: the place right behind it is asked for. */
const count = z
  .int()
  .nonnegative()
  .max(2 ** 31 - 2);
const cursorForm = z.tuple([z.iso.datetime(), z.string().refine((id) => parseCanvasId(id) === id), count, count]);

function readCursor(text: string): Cursor | null {
  if (text.length > LONGEST_CURSOR) return null;
  try {
    const read = cursorForm.safeParse(JSON.parse(Buffer.from(text, "base64url").toString()));
    if (!read.success) return null;
    const [at, id, sequence, parts] = read.data;
    return { at, canvasId: id, sequence, parts };
  } catch {
    // What is no JSON is no cursor of ours.
    return null;
  }
}

const LONGEST_CURSOR = 400;
const BAD_CURSOR: CanvasError = {
  code: "invalid_input",
  message: "The cursor is none of this server's. List again without one, and pass on `next` as it comes.",
};
