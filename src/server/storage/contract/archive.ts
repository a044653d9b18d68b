import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { realAfter } from "../../clock/timer.ts";
import { createMemoryStore } from "../memory/store.ts";
import { foundRecord, type HistoryEntry, NOBODY, type Store } from "../ports.ts";
import { sampleAmend, sampleCreate, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";
import { doSteps, someSteps } from "./random-history.ts";
import { collect, contentsOf, copyStore, historyIn } from "./store-contents.ts";

/** Taking everything out, and putting it in. */
export function describeArchive(open: OpenStore): void {
  describe("the archive", () => {
    const { store, createText: create, save, during } = freshStore(open);

    const amend = (id: string, content: string) =>
      store.canvases.update("local", id, {}, (record) => ({ change: sampleAmend(record, content), answer: null }));
    const now = () => new Date(sampleTime(1_000));
    const memory = (storeId = "memory"): Store => createMemoryStore({ storeId, now });

    test("law: a store that is put into an empty one is the same store, whichever kinds they are; twice changes nothing", async () => {
      const kinds: Record<string, () => Promise<Store>> = {
        this: () => open({ now, after: realAfter, log: () => undefined }),
        memory: async () => memory(),
      };
      const kind = fc.constantFrom(...Object.keys(kinds));
      await fc.assert(
        fc.asyncProperty(someSteps, kind, kind, async (done, fromKind, toKind) => {
          const [from, to] = [await kinds[fromKind]!(), await kinds[toKind]!()];
          try {
            await doSteps(from, done);
            const before = await contentsOf(from);
            const used = await from.canvases.count();
            expect(await copyStore(from, to)).toBe(used);
            expect(await contentsOf(to)).toEqual(before);
            expect(await copyStore(from, to)).toBe(0);
            expect(await contentsOf(to)).toEqual(before);
            expect(await contentsOf(from)).toEqual(before);
          } finally {
            await from.close();
            await to.close();
          }
        }),
        { numRuns: 20 },
      );
    });

    test("gives a canvas whole: in the bin too, with the call that made it, and where its history ends", async () => {
      await create("AAAA", "local", { key: "k1", fingerprint: "f1" });
      await save("AAAA", "second");
      await amend("AAAA", "third");
      await create("BBBB");
      await create("CCCC", "ann");
      await store.bin.put("local", "AAAA");
      await store.bin.purge("local", "BBBB");
      expect(await store.archive.owners()).toEqual(["ann", "local"]);
      expect(await store.archive.ids("local")).toEqual([
        { id: "AAAA", createdAt: sampleTime(0), deletedAt: sampleTime(1_000) },
        { id: "BBBB", createdAt: sampleTime(0), deletedAt: sampleTime(1_000) },
      ]);
      expect(await store.archive.ids("nobody we know")).toEqual([]);
      const canvas = await store.archive.read("local", "AAAA");
      expect(canvas).toMatchObject({
        record: { document: { content: "third", version: 2, revision: 3 } },
        fingerprint: "f1",
        deletedAt: sampleTime(1_000),
        sealed: 1,
        events: 2,
      });
      const history = await historyIn(store, "local", "AAAA");
      expect(history).toMatchObject([
        { kind: "version", version: { version: 1, content: "text of AAAA", sealed: true } },
        { kind: "point", point: { version: 2, revision: 2, content: "second", reason: "removal" } },
        { kind: "event", event: { sequence: 1, kind: "created" } },
        { kind: "event", event: { sequence: 2, kind: "saved", payload: { revision: 2 } } },
      ]);
      expect(await store.archive.read("ann", "AAAA")).toBeNull();
      expect(await store.archive.read("local", "BBBB")).toBeNull();
      const fresh = await store.archive.read("ann", "CCCC");
      expect(fresh).toMatchObject({ sealed: 0, events: 1 });
      expect(fresh).not.toHaveProperty("fingerprint");
      expect(fresh).not.toHaveProperty("deletedAt");
    });

    test("gives the history of when the canvas was read, whatever is done to it meanwhile", async () => {
      await create("AAAA");
      await save("AAAA", "second");
      const canvas = (await store.archive.read("local", "AAAA"))!;
      const before = await collect(store.archive.history("local", canvas));
      await amend("AAAA", "third");
      await save("AAAA", "fourth");
      const later = await collect(store.archive.history("local", canvas));
      expect(later).toEqual(before);
      await store.bin.put("local", "AAAA");
      expect(await collect(store.archive.history("local", canvas))).toEqual(before);
      await store.bin.purge("local", "AAAA");
      await expect(collect(store.archive.history("local", canvas))).rejects.toThrow("AAAA was deleted for good");
    });

    test("rebuilds each of many versions exactly, and puts them in so", async () => {
      const texts = Array.from({ length: 200 }, (_, n) => `# Title\n\n${"line\n".repeat(n % 40)}${n} 😀\r\nend`);
      await create("AAAA");
      for (const text of texts) await save("AAAA", text);
      const other = memory();
      expect(await copyStore(store, other)).toBe(1);
      const back = await other.archive.read("local", "AAAA");
      await store.archive.erase("local");
      const renamed = { ...back!.record, document: { ...back!.record.document, id: "BBBB" } };
      const history = await historyIn(other, "local", "AAAA");
      expect(await store.archive.write("local", { ...back!, record: renamed }, history)).toBe(true);
      for (const [n, text] of texts.slice(0, -1).entries())
        expect((await store.canvases.version("local", "BBBB", n + 2))?.content).toBe(text);
    });

    test("what was put in goes on as if it had been made here", async () => {
      const source = memory();
      await source.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")), {
        key: "k1",
        fingerprint: "f1",
      });
      await source.canvases.update("local", "AAAA", {}, (record) => ({
        change: sampleSave(record, "second"),
        answer: null,
      }));
      const canvas = (await source.archive.read("local", "AAAA"))!;
      const history = await historyIn(source, "local", "AAAA");
      const told = await during(() => store.archive.write("local", canvas, history));
      expect(told).toEqual(["AAAA"]);
      expect(await store.canvases.findCreated("local", "f1", sampleTime(0))).toBe("AAAA");
      expect(await save("AAAA", "third")).toMatchObject({ kind: "done", wrote: true });
      expect((await store.canvases.version("local", "AAAA", 2))?.content).toBe("second");
      const events = await store.canvases.events("local", "AAAA", 0, 9);
      expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
      expect((await store.canvases.list("local", { limit: 9, query: "third" })).total).toBe(1);
    });

    test("of a history that cannot be put in nothing is", async () => {
      const source = memory();
      await source.canvases.create("local", sampleCreate(sampleRecord("AAAA", "first")));
      for (const text of ["second", "third"])
        await source.canvases.update("local", "AAAA", {}, (record) => ({
          change: sampleSave(record, text),
          answer: null,
        }));
      const canvas = (await source.archive.read("local", "AAAA"))!;
      const history = await historyIn(source, "local", "AAAA");
      const before = await contentsOf(store);
      function* endsEarly(): Iterable<HistoryEntry> {
        yield* history.slice(0, 3);
        throw new Error("the disk went away");
      }
      await expect(store.archive.write("local", canvas, endsEarly())).rejects.toThrow("the disk went away");
      const again = { [Symbol.iterator]: () => endsEarly()[Symbol.iterator]() };
      await expect(store.archive.write("local", canvas, again)).rejects.toThrow("the disk went away");
      await expect(store.archive.write("local", canvas, [...history].reverse())).rejects.toThrow();
      await expect(store.archive.write("ann", canvas, history)).rejects.toThrow(RangeError);
      const hostile = { ...canvas.record, document: { ...canvas.record.document, content: "a\0b" } };
      await expect(store.archive.write("local", { ...canvas, record: hostile }, history)).rejects.toThrow(RangeError);
      expect(await contentsOf(store)).toEqual(before);
      // By whichever kind of iterable it comes.
      expect(await store.archive.write("local", canvas, history.values())).toBe(true);
      expect(await historyIn(store, "local", "AAAA")).toEqual(history);
    });

    test("an id that was used, by whomever and for whatever, is left as it is", async () => {
      await create("AAAA");
      await create("BBBB", "ann");
      await store.bin.purge("ann", "BBBB");
      await store.archive.bury("local", { id: "CCCC", createdAt: sampleTime(1), deletedAt: sampleTime(2) });
      const before = await contentsOf(store);
      for (const id of ["AAAA", "BBBB", "CCCC"]) {
        const record = sampleRecord(id, "other");
        expect(await store.archive.write("local", { record, sealed: 0, events: 0 }, [])).toBe(false);
        expect(await store.archive.bury("local", { id, createdAt: sampleTime(3) })).toBe(false);
      }
      expect(await contentsOf(store)).toEqual(before);
      expect(await store.canvases.find("local", "CCCC")).toEqual({ kind: "deleted" });
      expect(await store.canvases.find("ann", "CCCC")).toEqual({ kind: "none" });
      expect(await store.bin.bringBack("local", "CCCC")).toBe(false);
      expect(await create("CCCC")).toEqual({ kind: "taken" });
      expect(await store.canvases.count()).toBe(3);
    });
  });

  describe("erasing an owner", () => {
    const { store, createText: create, save } = freshStore(open);
    const once = { key: "k1", fingerprint: "f1" };

    test("leaves nothing of theirs but used ids that are nobody's, and all of everybody else's", async () => {
      await create("AAAA", "local", once);
      await save("AAAA", "second", { key: "k2", fingerprint: "f2" });
      for (const id of ["BBBB", "CCCC"]) await create(id);
      await create("DDDD", "ann", once);
      await store.bin.put("local", "BBBB");
      await store.bin.purge("local", "CCCC");
      const wait = { waitId: "w", canvasId: "AAAA", since: sampleTime(999), until: sampleTime(1_009) };
      await store.waits.keep("local", wait);
      const secret = await store.secrets.of("local");
      const [theirs, theirSecret] = [await store.archive.read("ann", "DDDD"), await store.secrets.of("ann")];

      expect(await store.archive.erase("local")).toBe(2);
      expect(await store.archive.owners()).toEqual(["ann"]);
      expect(await store.archive.ids("local")).toEqual([]);
      const ids = (await store.archive.ids(NOBODY)).map(({ id, deletedAt }) => [id, deletedAt]);
      expect(ids.sort()).toEqual(["AAAA", "BBBB", "CCCC"].map((id) => [id, sampleTime(1_000)]));
      for (const id of ["AAAA", "BBBB", "CCCC"]) {
        for (const owner of ["local", "ann", NOBODY]) {
          expect(await store.archive.read(owner, id)).toBeNull();
          expect(foundRecord(await store.canvases.find(owner, id))).toBeNull();
          expect(await store.bin.bringBack(owner, id)).toBe(false);
        }
        expect(await create(id, "ann")).toEqual({ kind: "taken" });
      }
      expect(await store.canvases.list("local", { limit: 9 })).toEqual({ canvases: [], total: 0 });
      expect(await store.bin.list("local")).toEqual([]);
      expect(await store.waits.list("local")).toEqual([]);
      expect(await store.secrets.of("local")).not.toBe(secret);
      expect(await store.archive.read("ann", "DDDD")).toEqual(theirs);
      expect(await store.secrets.of("ann")).toBe(theirSecret);
      expect(await create("EEEE", "ann", once)).toEqual({ kind: "repeated", id: "DDDD" });
      expect(await create("EEEE", "local", once)).toEqual({ kind: "created" });
      expect(await store.canvases.count()).toBe(5);
      expect(await store.archive.erase("nobody we know")).toBe(0);
    });
  });

  describe("the store's id", () => {
    const { store, createText: create } = freshStore(open);

    test("can be that of another store until somebody has a canvas", async () => {
      const own = store.storeId;
      expect(await store.archive.adopt(own)).toBe(true);
      expect(await store.archive.adopt("of another store")).toBe(true);
      expect(store.storeId).toBe("of another store");
      await create("AAAA");
      expect(await store.archive.adopt(own)).toBe(false);
      expect(await store.archive.adopt("of another store")).toBe(true);
      await store.archive.erase("local");
      expect(await store.archive.adopt(own)).toBe(false);
      expect(store.storeId).toBe("of another store");
    });
  });
}
