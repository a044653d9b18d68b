import { describe, expect, test } from "vitest";
import type { Wait } from "../ports.ts";
import { sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

/** Who waits for a review. */
export function describeWaits(open: OpenStore): void {
  describe("waits", () => {
    const { store, createText: create, during, timer } = freshStore(open);

    test("live until their time, and begin and end as changes", async () => {
      await create("AAAA");
      const begin = async () => {
        expect(await store.waits.keep("local", wait("w1", "AAAA", 1_001, "cli"))).toBe(true);
        expect(await store.waits.keep("local", wait("w2", "AAAA", 1_000))).toBe(true);
        expect(await store.waits.list("local")).toEqual([wait("w1", "AAAA", 1_001, "cli")]);
      };
      expect(await during(begin)).toEqual(["AAAA"]);
      expect(await during(() => store.waits.drop("local", "w1"))).toEqual(["AAAA"]);
      expect(await store.waits.list("local")).toEqual([]);
      // The other one has died: nobody prolonged it.
      expect(await during(() => timer.pass(10_000))).toEqual(["AAAA"]);
    });

    test("are prolonged under their own id, and keep their beginning", async () => {
      await create("AAAA");
      await store.waits.keep("local", { ...wait("w1", "AAAA", 1_001), since: sampleTime(5) });
      await store.waits.keep("local", { ...wait("w1", "AAAA", 1_050), since: sampleTime(9) });
      expect(await store.waits.list("local")).toEqual([{ ...wait("w1", "AAAA", 1_050), since: sampleTime(5) }]);
    });

    test("of several are all there, and of other owners none", async () => {
      await create("AAAA");
      await store.waits.keep("local", { ...wait("w2", "AAAA", 2_000), since: sampleTime(2) });
      await store.waits.keep("local", { ...wait("w1", "AAAA", 2_000), since: sampleTime(3) });
      expect((await store.waits.list("local")).map(({ waitId }) => waitId)).toEqual(["w2", "w1"]);
      expect(await store.waits.list("ann")).toEqual([]);
      await store.waits.drop("ann", "w1");
      expect(await store.waits.list("local")).toHaveLength(2);
    });

    test("need a canvas that is there, and end with it", async () => {
      expect(await store.waits.keep("local", wait("w1", "AAAA", 2_000))).toBe(false);
      await create("AAAA");
      await store.waits.keep("local", wait("w1", "AAAA", 2_000));
      await store.bin.put("local", "AAAA");
      expect(await store.waits.keep("local", wait("w1", "AAAA", 2_000))).toBe(false);
      await store.bin.bringBack("local", "AAAA");
      expect(await store.waits.list("local")).toEqual([]);
    });
  });
}

function wait(waitId: string, canvasId: string, until: number, client?: string): Wait {
  const named = client === undefined ? {} : { client };
  return { waitId, canvasId, ...named, since: sampleTime(999), until: sampleTime(until) };
}
