import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Author } from "../../../core/records/canvas.ts";
import { type EventKind, type NewEvent, PERSON_KINDS } from "../../../core/records/history.ts";
import type { EventPlace, PlacedEvent, Store } from "../ports.ts";
import { PERSON, sampleCreate, sampleRecord, sampleShare, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

const MODEL: Author = { kind: "model", client: "test" };
/** Those by the model or of other kinds are not asked for. */
const someEvents = fc.array(
  fc.record({
    canvas: fc.nat(4),
    kind: fc.constantFrom<EventKind>("comment", "ticked", "status", "saved"),
    by: fc.constantFrom(PERSON, PERSON, PERSON, MODEL),
    second: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 5, maxLength: 40, size: "max" },
);

/** "AAAA 2": the canvas, and the number of the event within it. */
const shown = (events: readonly PlacedEvent[]) => events.map(({ canvasId, sequence }) => `${canvasId} ${sequence}`);

/** Sorts as the port says it, by a key that no store uses. */
function sorted(places: readonly EventPlace[]): readonly EventPlace[] {
  const key = ({ at, canvasId, sequence }: EventPlace) => `${at} ${canvasId} ${String(sequence).padStart(9, "0")}`;
  return [...places].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/** Everything in pages of this size, as a caller reads them. */
async function inPages(store: Store, reader: string, limit: number, canvasId?: string): Promise<PlacedEvent[]> {
  const read: PlacedEvent[] = [];
  for (;;) {
    const last = read.at(-1);
    const page = await store.canvases.eventsByPeople(reader, {
      limit,
      ...(canvasId === undefined ? {} : { canvasId }),
      ...(last === undefined ? {} : { before: last }),
    });
    expect(page).not.toContainEqual(last);
    read.push(...page);
    if (page.length < limit) return read;
  }
}

/** What people did, over all canvases. */
export function describePeopleEvents(open: OpenStore): void {
  describe("what people did", () => {
    const { store, createText: create, share, timer } = freshStore(open);

    const add = async (id: string, events: readonly Partial<NewEvent>[], owner = "local"): Promise<void> => {
      const whole = { kind: "comment", by: PERSON, at: sampleTime(1), version: 1, payload: {} } as const;
      const added = await store.canvases.update(owner, id, {}, (record) => ({
        change: { record, sealed: [], events: events.map((event) => ({ ...whole, ...event })) },
        answer: null,
      }));
      expect(added).toMatchObject({ kind: "done", wrote: true });
    };
    const at = (...seconds: readonly number[]) => seconds.map((second) => ({ at: sampleTime(second) }));
    const all = async (reader = "local", canvasId?: string) =>
      shown(
        await store.canvases.eventsByPeople(reader, { limit: 99, ...(canvasId === undefined ? {} : { canvasId }) }),
      );

    test("is told of all canvases, the newest first; of one time by canvas, then by number", async () => {
      for (const id of ["CCCC", "AAAA", "BBBB"]) await create(id);
      await add("AAAA", at(1, 5, 3));
      await add("CCCC", at(3, 3, 2));
      await add("BBBB", at(3, 6));
      const order = ["BBBB 3", "AAAA 3", "CCCC 3", "CCCC 2", "BBBB 2", "AAAA 4", "CCCC 4", "AAAA 2"];
      expect(await all()).toEqual(order);
      expect(shown(await store.canvases.eventsByPeople("local", { limit: 4 }))).toEqual(order.slice(0, 4));
      expect(await store.canvases.eventsByPeople("local", { limit: 0 })).toEqual([]);
    });

    test("comes with its place and all that the log holds of it", async () => {
      await create("AAAA");
      const by = { kind: "person", name: 'Ö "quoted"', subject: "ann" } as const;
      await add("AAAA", [{ kind: "message", by, at: sampleTime(7), version: 3, payload: { text: "a\r\n😀" } }]);
      const [event] = await store.canvases.events("local", "AAAA", 1, 1);
      expect(event).toMatchObject({ by, payload: { text: "a\r\n😀" } });
      expect(await store.canvases.eventsByPeople("local", { limit: 9 })).toEqual([
        { at: sampleTime(7), canvasId: "AAAA", sequence: 2, event },
      ]);
    });

    test("is of the kinds that an agent is to hear of, and nothing that a model did", async () => {
      await create("AAAA");
      await add(
        "AAAA",
        PERSON_KINDS.flatMap((kind) => [{ kind }, { kind, by: MODEL }]),
      );
      const others: readonly EventKind[] = ["written", "edited", "saved", "offered", "seen", "shared", "joined"];
      await add(
        "AAAA",
        others.map((kind) => ({ kind })),
      );
      const told = await store.canvases.eventsByPeople("local", { limit: 99 });
      expect(told.map(({ event }) => event.kind)).toEqual([...PERSON_KINDS].reverse());
    });

    test("is told by who did it, however their name reads", async () => {
      await create("AAAA");
      const people: readonly Author[] = [
        { client: "widget", kind: "person" },
        { kind: "person", name: "model" },
      ];
      const models: readonly Author[] = [
        { kind: "model", name: '"kind":"person"' },
        { name: "person", client: '{"kind":"person"}', kind: "model" },
      ];
      await add(
        "AAAA",
        [...models, ...people, ...models].map((by) => ({ by })),
      );
      const told = await store.canvases.eventsByPeople("local", { limit: 2 });
      expect(told.map(({ event }) => event.by)).toEqual([...people].reverse());
    });

    test("with one canvas is told alone", async () => {
      for (const id of ["BBBB", "AAAA"]) await create(id);
      await add("AAAA", at(4, 1, 4));
      await add("BBBB", at(2, 3));
      expect(await all("local", "AAAA")).toEqual(["AAAA 4", "AAAA 2", "AAAA 3"]);
      expect(await all("local", "BBBB")).toEqual(["BBBB 3", "BBBB 2"]);
      const before = { at: sampleTime(4), canvasId: "AAAA", sequence: 4 };
      const rest = (canvasId: string) => store.canvases.eventsByPeople("local", { limit: 9, canvasId, before });
      expect(shown(await rest("AAAA"))).toEqual(["AAAA 2", "AAAA 3"]);
      // Behind a place of another canvas.
      expect(shown(await rest("BBBB"))).toEqual(["BBBB 3", "BBBB 2"]);
      expect(await all("local", "ZZZZ")).toEqual([]);
    });

    test("goes on behind a place at which nothing is any more", async () => {
      for (const id of ["AAAA", "BBBB"]) await create(id);
      await add("AAAA", at(2, 4));
      await add("BBBB", at(2, 3));
      await store.bin.purge("local", "BBBB");
      const behind = (canvasId: string, second: number, sequence: number) =>
        store.canvases.eventsByPeople("local", { limit: 9, before: { at: sampleTime(second), canvasId, sequence } });
      expect(shown(await behind("BBBB", 3, 3))).toEqual(["AAAA 2"]);
      expect(shown(await behind("BBBB", 2, 2))).toEqual(["AAAA 2"]);
      expect(shown(await behind("AAA", 2, 2))).toEqual([]);
    });

    test("with a canvas in the bin is not told, until it is brought back", async () => {
      for (const id of ["AAAA", "BBBB"]) await create(id);
      await add("AAAA", at(2, 4));
      await add("BBBB", at(3));
      await share("AAAA", ["ada"]);
      await store.bin.put("local", "AAAA");
      expect(await all()).toEqual(["BBBB 2"]);
      expect(await all("local", "AAAA")).toEqual([]);
      expect([await all("ada"), await all("ada", "AAAA")]).toEqual([[], []]);
      await store.bin.bringBack("local", "AAAA");
      expect(await all()).toEqual(["AAAA 3", "BBBB 2", "AAAA 2"]);
      expect(await all("ada")).toEqual(["AAAA 3", "AAAA 2"]);
      await store.bin.purge("local", "AAAA");
      expect(await all()).toEqual(["BBBB 2"]);
      expect(await all("ada")).toEqual([]);
    });

    test("with another's canvas is told to whom it is shared with, for as long as it is", async () => {
      for (const id of ["AAAA", "BBBB"]) await create(id);
      await create("CCCC", "ada");
      await add("AAAA", at(2, 5));
      await add("BBBB", at(3));
      await add("CCCC", at(4), "ada");
      expect([await all("ada"), await all("ada", "AAAA")]).toEqual([["CCCC 2"], []]);
      await share("AAAA", ["ada", "bob"]);
      expect(await all("ada")).toEqual(["AAAA 3", "CCCC 2", "AAAA 2"]);
      expect(await all("ada", "AAAA")).toEqual(["AAAA 3", "AAAA 2"]);
      expect(await all("bob")).toEqual(["AAAA 3", "AAAA 2"]);
      expect([await all("eve"), await all("eve", "AAAA"), await all("bob", "CCCC")]).toEqual([[], [], []]);
      await share("AAAA", ["bob"]);
      expect([await all("ada"), await all("ada", "AAAA")]).toEqual([["CCCC 2"], []]);
      // Named as a reader of their own, they hear of it once.
      await share("CCCC", ["ada"], [], "ada");
      expect(await all("ada")).toEqual(["CCCC 2"]);
    });

    test("with several canvases of others at one time is told in its order, also in pages that hold fewer", async () => {
      for (const id of ["BBBB", "CCCC", "AAAA"]) {
        await create(id);
        await share(id, ["ada"]);
        await add(id, at(3, 2));
      }
      for (const limit of [1, 2, 9]) {
        const order = ["CCCC 3", "BBBB 3", "AAAA 3", "CCCC 4", "BBBB 4", "AAAA 4"];
        expect(shown(await inPages(store, "ada", limit))).toEqual(order);
      }
    });

    test("with a canvas that a link gave is told as long as lists show it", async () => {
      const { record } = sampleShare(sampleRecord("AAAA", "x"), ["ada"], ["hash"]);
      const { people, links, ...sharing } = record.sharing!;
      const expiresAt = sampleTime(1_060);
      await store.canvases.create(
        "local",
        sampleCreate({
          ...record,
          sharing: {
            ...sharing,
            people: people.map((each) => ({ ...each, link: links[0]!.id })),
            links: links.map((link) => ({ ...link, expiresAt })),
          },
        }),
      );
      await add("AAAA", at(2));
      const listed = async () => (await store.canvases.list("ada", { limit: 9 })).total;
      expect([await all("ada"), await listed()]).toEqual([["AAAA 2"], 1]);
      await timer.pass(60_000);
      expect([await all("ada"), await listed()]).toEqual([[], 0]);
    });

    test("law: pages of any size are one order, without a gap and without a repeat, whoever owns what they are about", async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(someEvents, fc.integer({ min: 1, max: 7 }), async (events, limit) => {
          runs += 1;
          const [reader, other] = [`reader ${runs}`, `other ${runs}`];
          // Made in another order than that of their ids; the last one is not there for the reader.
          const canvases = ["D", "B", "E", "A", "C"].map((letter, n) => ({
            id: `${letter}${runs}`,
            owner: n < 2 ? reader : other,
          }));
          for (const { id, owner } of canvases) await create(id, owner);
          for (const { id, owner } of canvases.slice(2, 4)) await share(id, [reader], [], owner);
          const expected: EventPlace[] = [];
          for (const [n, { id, owner }] of canvases.entries()) {
            const own = events.filter(({ canvas }) => canvas === n);
            if (own.length === 0) continue;
            const first = (await store.canvases.events(owner, id, 0, 99)).length + 1;
            await add(
              id,
              own.map(({ kind, by, second }) => ({ kind, by, at: sampleTime(second) })),
              owner,
            );
            for (const [nth, { kind, by, second }] of own.entries())
              if (n < 4 && kind !== "saved" && by === PERSON)
                expected.push({ at: sampleTime(second), canvasId: id, sequence: first + nth });
          }
          const places = (read: readonly PlacedEvent[]) =>
            read.map(({ event, ...place }) => {
              expect([event.at, event.sequence]).toEqual([place.at, place.sequence]);
              return place;
            });
          expect(places(await inPages(store, reader, limit))).toEqual(sorted(expected));
          for (const { id } of canvases) {
            const ofOne = expected.filter(({ canvasId }) => canvasId === id);
            expect(places(await inPages(store, reader, limit, id))).toEqual(sorted(ofOne));
          }
        }),
        { numRuns: 25 },
      );
    });
  });
}
