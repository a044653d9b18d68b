/** What any store promises about deleting, bringing back, telling of changes and waiting: the second half of the contract. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CanvasStore, Wait } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";

const ONCE = { key: "k1", fingerprint: "f1" };

/** `open` makes an empty store whose clock stands at `sampleTime(1_000)`. */
export function describeLivingStore(name: string, open: () => Promise<CanvasStore>): void {
  describe(name, () => {
    let store: CanvasStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const create = (id: string, owner = "local", once?: typeof ONCE) =>
      store.create(owner, sampleCreate({ ...sampleRecord(id, `text of ${id}`), owner }), once);
    const save = (id: string, content: string) =>
      store.update("local", id, {}, (record) => ({ change: sampleSave(record, content), answer: content }));

    test("an owner's secret is made once, is long, and is nobody else's", async () => {
      const secret = await store.secret("local");
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(await store.secret("local")).toBe(secret);
      expect(await store.secret("somebody")).not.toBe(secret);
    });

    describe("the bin", () => {
      test("brings back the canvas exactly as it was, with its history", async () => {
        await create("AAAA");
        await save("AAAA", "second");
        const before = await store.load("local", "AAAA");
        const events = await store.events("local", "AAAA", 0, 9);
        await store.delete("local", "AAAA");
        expect(await store.undelete("local", "AAAA")).toBe(true);
        expect(await store.load("local", "AAAA")).toEqual(before);
        expect((await store.version("local", "AAAA", 1))?.content).toBe("text of AAAA");
        expect(await store.events("local", "AAAA", 0, 9)).toEqual(events);
        expect((await store.list("local", { limit: 9 })).total).toBe(1);
        expect(await save("AAAA", "third")).toMatchObject({ kind: "done", wrote: true });
      });

      test("is seen by nobody who asks for canvases", async () => {
        await create("AAAA");
        await save("AAAA", "second");
        await store.delete("local", "AAAA");
        expect(await store.load("local", "AAAA")).toBeNull();
        expect(await store.list("local", { limit: 9 })).toEqual({ canvases: [], total: 0 });
        expect(await store.list("local", { limit: 9, query: "second" })).toMatchObject({ total: 0 });
        expect(await store.versions("local", "AAAA", { limit: 9 })).toEqual([]);
        expect(await save("AAAA", "third")).toEqual({ kind: "deleted" });
        expect(await create("AAAA")).toEqual({ kind: "taken" });
      });

      test("lists what can be brought back, for its owner alone", async () => {
        await create("AAAA");
        await create("BBBB");
        await store.delete("local", "BBBB");
        expect(await store.bin("local")).toEqual([
          { canvas: expect.objectContaining({ id: "BBBB" }), deletedAt: sampleTime(1_000) },
        ]);
        expect(await store.bin("ann")).toEqual([]);
        expect(await store.undelete("ann", "BBBB")).toBe(false);
        await store.undelete("local", "BBBB");
        expect(await store.bin("local")).toEqual([]);
      });

      test("does not answer a create that is tried again", async () => {
        await create("AAAA", "local", ONCE);
        await store.delete("local", "AAAA");
        expect(await create("BBBB", "local", ONCE)).toEqual({ kind: "created" });
        await store.undelete("local", "AAAA");
        expect(await create("CCCC", "local", ONCE)).toEqual({ kind: "repeated", id: "BBBB" });
      });

      test("what was never there, is not deleted, or is deleted for ever does not come back", async () => {
        await create("AAAA");
        await create("BBBB");
        expect(await store.undelete("local", "ZZZZ")).toBe(false);
        expect(await store.undelete("local", "AAAA")).toBe(false);
        expect(await store.delete("local", "AAAA", { forever: true })).toBe(true);
        expect(await store.undelete("local", "AAAA")).toBe(false);
        expect(await save("AAAA", "x")).toEqual({ kind: "deleted" });
        await store.delete("local", "BBBB");
        expect(await store.delete("local", "BBBB")).toBe(false);
        expect(await store.delete("ann", "BBBB", { forever: true })).toBe(false);
        expect(await store.delete("local", "BBBB", { forever: true })).toBe(true);
        expect(await store.undelete("local", "BBBB")).toBe(false);
        expect(await store.delete("local", "BBBB", { forever: true })).toBe(false);
        expect(await create("BBBB")).toEqual({ kind: "taken" });
        expect(await store.count()).toBe(2);
      });
    });

    describe("changes", () => {
      /** The ids that `work` changed for the owner. */
      const during = async (work: () => Promise<unknown>, owner = "local"): Promise<readonly string[]> => {
        const { mark } = await store.changes(owner, null);
        const pulse = await store.pulse();
        let writes = 0;
        const stop = store.onWrite(() => {
          writes += 1;
        });
        await work();
        stop();
        const { ids, mark: next } = await store.changes(owner, mark);
        if (ids.length > 0) {
          expect(await store.pulse()).not.toBe(pulse);
          expect(writes).toBeGreaterThan(0);
        }
        expect((await store.changes(owner, next)).ids).toEqual([]);
        return ids;
      };

      test("begin with a mark and nothing else", async () => {
        await create("AAAA");
        expect(await store.changes("local", null)).toEqual({ mark: expect.any(String), ids: [] });
      });

      test("name what was made, written, deleted and brought back, each once, in the order of the last change", async () => {
        expect(await during(() => create("AAAA"))).toEqual(["AAAA"]);
        expect(await during(() => save("AAAA", "b"))).toEqual(["AAAA"]);
        expect(await during(() => store.delete("local", "AAAA"))).toEqual(["AAAA"]);
        expect(await during(() => store.undelete("local", "AAAA"))).toEqual(["AAAA"]);
        const many = async () => {
          await create("BBBB");
          await create("CCCC");
          await save("BBBB", "c");
        };
        expect(await during(many)).toEqual(["CCCC", "BBBB"]);
        expect(await during(() => store.delete("local", "CCCC", { forever: true }))).toEqual(["CCCC"]);
      });

      test("are nothing where nothing was done", async () => {
        await create("AAAA");
        await store.keepWait("local", wait("w1", "AAAA", 2_000));
        const nothing = async () => {
          await store.load("local", "AAAA");
          await store.update("local", "AAAA", {}, () => ({ answer: null }));
          await store.delete("local", "ZZZZ");
          await store.undelete("local", "AAAA");
          await store.keepWait("local", wait("w1", "AAAA", 3_000));
          await store.dropWait("local", "w2");
          await store.dropDeadWaits("local");
        };
        expect(await during(nothing)).toEqual([]);
      });

      test("of another owner are not told", async () => {
        expect(await during(() => create("AAAA"), "ann")).toEqual([]);
        expect(await during(() => create("BBBB", "ann"), "ann")).toEqual(["BBBB"]);
      });

      test("the pulse of a store at rest stays the same", async () => {
        await create("AAAA");
        const pulse = await store.pulse();
        await store.load("local", "AAAA");
        expect(await store.pulse()).toBe(pulse);
      });

      test("a listener that has stopped is not called", async () => {
        let calls = 0;
        const stop = store.onWrite(() => {
          calls += 1;
        });
        await create("AAAA");
        expect(calls).toBeGreaterThan(0);
        stop();
        const before = calls;
        await create("BBBB");
        expect(calls).toBe(before);
      });
    });

    describe("waits", () => {
      test("live until their time, and begin and end as changes", async () => {
        await create("AAAA");
        const { mark } = await store.changes("local", null);
        expect(await store.keepWait("local", wait("w1", "AAAA", 1_001, "cli"))).toBe(true);
        expect(await store.keepWait("local", wait("w2", "AAAA", 1_000))).toBe(true);
        expect(await store.waits("local")).toEqual([wait("w1", "AAAA", 1_001, "cli")]);
        const begun = await store.changes("local", mark);
        expect(begun.ids).toEqual(["AAAA"]);
        await store.dropWait("local", "w1");
        expect(await store.waits("local")).toEqual([]);
        const ended = await store.changes("local", begun.mark);
        expect(ended.ids).toEqual(["AAAA"]);
        await store.dropDeadWaits("local");
        expect((await store.changes("local", ended.mark)).ids).toEqual(["AAAA"]);
      });

      test("are prolonged under their own id, and keep their beginning", async () => {
        await create("AAAA");
        await store.keepWait("local", { ...wait("w1", "AAAA", 1_001), since: sampleTime(5) });
        await store.keepWait("local", { ...wait("w1", "AAAA", 1_050), since: sampleTime(9) });
        expect(await store.waits("local")).toEqual([{ ...wait("w1", "AAAA", 1_050), since: sampleTime(5) }]);
      });

      test("of several are all there, and of other owners none", async () => {
        await create("AAAA");
        await store.keepWait("local", { ...wait("w2", "AAAA", 2_000), since: sampleTime(2) });
        await store.keepWait("local", { ...wait("w1", "AAAA", 2_000), since: sampleTime(3) });
        expect((await store.waits("local")).map(({ waitId }) => waitId)).toEqual(["w2", "w1"]);
        expect(await store.waits("ann")).toEqual([]);
        await store.dropWait("ann", "w1");
        expect(await store.waits("local")).toHaveLength(2);
      });

      test("need a canvas that is there, and end with it", async () => {
        expect(await store.keepWait("local", wait("w1", "AAAA", 2_000))).toBe(false);
        await create("AAAA");
        await store.keepWait("local", wait("w1", "AAAA", 2_000));
        await store.delete("local", "AAAA");
        expect(await store.keepWait("local", wait("w1", "AAAA", 2_000))).toBe(false);
        await store.undelete("local", "AAAA");
        expect(await store.waits("local")).toEqual([]);
      });
    });
  });
}

function wait(waitId: string, canvasId: string, until: number, client?: string): Wait {
  const named = client === undefined ? {} : { client };
  return { waitId, canvasId, ...named, since: sampleTime(999), until: sampleTime(until) };
}
