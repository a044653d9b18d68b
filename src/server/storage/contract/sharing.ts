import { describe, expect, test } from "vitest";
import { linkReader } from "../../../core/document/sharing/standing.ts";
import type { Store } from "../ports.ts";
import { sampleAmend, sampleSave, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

const LINK = linkReader("hash");
/** Everybody but the owner, and whether AAAA is there for them. */
const READERS = [
  ["a reader", "ada", true],
  ["whoever opens a link", LINK, true],
  ["a stranger", "eve", false],
  ["one who may no longer", "bob", false],
  ["whoever opens a link that was revoked", linkReader("old"), false],
] as const;

/** Every way to ask for one canvas, without what it answers where there is one. */
const WAYS: Record<string, (store: Store, reader: string, id: string) => Promise<unknown>> = {
  find: ({ canvases }, reader, id) => canvases.find(reader, id),
  update: ({ canvases }, reader, id) => canvases.update(reader, id, {}, () => ({ answer: "seen" })),
  reading: ({ canvases }, reader, id) => canvases.update(reader, id, { isReading: true }, () => ({ answer: "seen" })),
  versions: ({ canvases }, reader, id) => canvases.versions(reader, id, { limit: 9 }),
  version: ({ canvases }, reader, id) => canvases.version(reader, id, 1),
  points: ({ canvases }, reader, id) => canvases.points(reader, id, 2),
  point: ({ canvases }, reader, id) => canvases.moment(reader, id, 2, 2),
  events: ({ canvases }, reader, id) => canvases.events(reader, id, 0, 9),
  weight: async ({ canvases }, reader, id) => (await canvases.weight(reader, id)).largest > 0,
};

/** Canvases of others: for whom each question is answered, and for whom it is as if there were none. */
export function describeSharing(open: OpenStore): void {
  describe("shared canvases", () => {
    const fresh = freshStore(open);
    const { store, createText: create, save, share } = fresh;
    /** AAAA has two versions and a point; it was shared with more than it is now. */
    const prepare = async (): Promise<void> => {
      await create("AAAA");
      await save("AAAA", "second text");
      await store.canvases.update("local", "AAAA", {}, (record) => ({
        change: sampleAmend(record, "third text"),
        answer: null,
      }));
      await share("AAAA", ["ada", "bob"], ["hash", "old"]);
      await share("AAAA", ["ada"], ["hash"]);
    };

    test.each(READERS)("answer %s in every way", async (_, reader, isThere) => {
      await prepare();
      for (const [way, ask] of Object.entries(WAYS)) {
        const mine = await ask(store, "local", "AAAA");
        const none = await ask(store, "local", "ZZZZ");
        expect([way, mine]).not.toEqual([way, none]);
        expect([way, await ask(store, reader, "AAAA")]).toEqual([way, isThere ? mine : none]);
      }
      const { canvases, total } = await store.canvases.list(reader, { limit: 9 });
      expect([canvases.map(({ id }) => id), total]).toEqual(isThere ? [["AAAA"], 1] : [[], 0]);
      expect(await store.canvases.ids(reader, 9)).toEqual(isThere ? ["AAAA"] : []);
      const wait = { waitId: "w1", canvasId: "AAAA", since: sampleTime(999), until: sampleTime(2_000) };
      expect(await store.waits.keep(reader, wait)).toBe(isThere);
      expect(await store.waits.list(reader)).toHaveLength(isThere ? 1 : 0);
    });

    test.each(READERS)("are never %s's to delete, to name or to make again", async (_, reader) => {
      await prepare();
      expect(await store.bin.put(reader, "AAAA")).toBe(false);
      expect(await store.bin.purge(reader, "AAAA")).toBe(false);
      expect(await store.canvases.titled(reader, "Untitled")).toBeNull();
      expect(await store.canvases.findCreated(reader, "f", sampleTime(0))).toBeNull();
      await store.bin.put("local", "AAAA");
      expect(await store.bin.list(reader)).toEqual([]);
      expect(await store.bin.bringBack(reader, "AAAA")).toBe(false);
      expect(await store.bin.purge(reader, "AAAA")).toBe(false);
      expect(await store.archive.ids(reader)).toEqual([]);
    });

    test.each(READERS)("in the bin are deleted for %s, and purged they never were", async (_, reader, isThere) => {
      await prepare();
      await store.bin.put("local", "AAAA");
      expect(await store.canvases.find(reader, "AAAA")).toEqual({ kind: isThere ? "deleted" : "none" });
      const update = () => store.canvases.update(reader, "AAAA", {}, () => ({ answer: 1 }));
      expect(await update()).toEqual({ kind: isThere ? "deleted" : "none" });
      expect(await store.canvases.versions(reader, "AAAA", { limit: 9 })).toEqual([]);
      expect((await store.canvases.list(reader, { limit: 9 })).total).toBe(0);
      expect(await store.canvases.ids(reader, 9)).toEqual([]);
      await store.bin.bringBack("local", "AAAA");
      expect(await store.canvases.find(reader, "AAAA")).toMatchObject({ kind: isThere ? "found" : "none" });
      await store.bin.purge("local", "AAAA");
      expect(await store.canvases.find(reader, "AAAA")).toEqual({ kind: "none" });
      expect(await update()).toEqual({ kind: "none" });
    });

    test("are written by a reader as by their owner, who stays the owner", async () => {
      await prepare();
      const once = { key: "k1", fingerprint: "f1" };
      const write = (reader: string, fingerprint = "f1") =>
        store.canvases.update(reader, "AAAA", { once: { ...once, fingerprint }, versions: [1] }, (record, texts) => ({
          change: sampleSave(record, `after ${texts.get(1)}`),
          answer: record.owner,
        }));
      expect(await write("ada")).toEqual({ kind: "done", answer: "local", wrote: true });
      expect(await write("local")).toMatchObject({ kind: "repeated", record: { owner: "local" } });
      expect(await write("ada", "f2")).toEqual({ kind: "key_reused" });
      expect(await write("eve")).toEqual({ kind: "none" });
      expect(await store.canvases.find("local", "AAAA")).toMatchObject({
        record: { owner: "local", document: { content: "after text of AAAA" } },
      });
      const theft = store.canvases.update("ada", "AAAA", {}, (record) => ({
        change: { ...sampleSave(record, "x"), record: { ...record, owner: "ada" } },
        answer: null,
      }));
      await expect(theft).rejects.toThrow(RangeError);
    });

    test("a reader is told of what happens to them, and one who may no longer of nothing more", async () => {
      const told = (work: () => Promise<unknown>, reader = "ada") => fresh.during(work, reader);
      await create("AAAA");
      await create("BBBB");
      expect(await told(() => save("AAAA", "b"))).toEqual([]);
      expect(await told(() => share("AAAA", ["ada"]))).toEqual(["AAAA"]);
      expect(await told(() => save("AAAA", "c"))).toEqual(["AAAA"]);
      expect(await fresh.during(() => save("AAAA", "d"))).toEqual(["AAAA"]);
      expect(await told(() => share("AAAA", ["ada", "bob"]))).toEqual(["AAAA"]);
      expect(await told(() => save("AAAA", "e"), "bob")).toEqual(["AAAA"]);
      expect(await told(() => store.bin.put("local", "AAAA"))).toEqual(["AAAA"]);
      expect(await told(() => store.bin.bringBack("local", "AAAA"))).toEqual(["AAAA"]);
      const wait = { waitId: "w1", canvasId: "AAAA", since: sampleTime(999), until: sampleTime(2_000) };
      expect(await told(() => store.waits.keep("bob", wait))).toEqual(["AAAA"]);
      expect(await told(() => store.waits.keep("bob", wait))).toEqual([]);
      expect(await told(() => store.waits.drop("bob", "w1"))).toEqual(["AAAA"]);
      expect(await told(() => share("AAAA", ["bob"]))).toEqual(["AAAA"]);
      expect(await told(() => save("AAAA", "f"))).toEqual([]);
      expect(await told(() => store.bin.purge("local", "AAAA"))).toEqual([]);
      expect(await told(() => save("BBBB", "b"))).toEqual([]);
      await share("BBBB", ["ada"]);
      expect(await told(() => store.bin.purge("local", "BBBB"))).toEqual(["BBBB"]);
    });

    test("a wait that nobody prolonged ends as a change for whoever watches, also where the owner does not", async () => {
      await create("AAAA");
      await share("AAAA", ["ada", "bob"]);
      const wait = { waitId: "w1", canvasId: "AAAA", since: sampleTime(999), until: sampleTime(1_001) };
      await store.waits.keep("bob", wait);
      expect(await fresh.during(() => fresh.timer.pass(11_000), "ada")).toEqual(["AAAA"]);
      expect(await store.waits.list("local")).toEqual([]);
    });

    test("waits of one are listed for everybody for whom it is there, whoever waits", async () => {
      await create("AAAA");
      await create("BBBB");
      await create("CCCC", "ada");
      await share("AAAA", ["ada", "bob"]);
      const wait = (waitId: string, canvasId: string, second: number) =>
        ({ waitId, canvasId, since: sampleTime(second), until: sampleTime(2_000) }) as const;
      await store.waits.keep("ada", wait("w3", "AAAA", 3));
      await store.waits.keep("local", wait("w2", "AAAA", 2));
      await store.waits.keep("local", wait("w1", "BBBB", 1));
      await store.waits.keep("ada", wait("w4", "CCCC", 4));
      const waiting = async (reader: string) => (await store.waits.list(reader)).map(({ waitId }) => waitId);
      expect(await waiting("local")).toEqual(["w1", "w2", "w3"]);
      expect(await waiting("ada")).toEqual(["w2", "w3", "w4"]);
      expect(await waiting("bob")).toEqual(["w2", "w3"]);
      await store.waits.drop("bob", "w1");
      await store.waits.drop("bob", "w2");
      await store.waits.drop("eve", "w3");
      expect(await waiting("local")).toEqual(["w1", "w3"]);
      await share("AAAA", ["bob"]);
      expect(await waiting("ada")).toEqual(["w4"]);
      await store.bin.put("local", "AAAA");
      expect(await waiting("bob")).toEqual([]);
    });
  });
}
