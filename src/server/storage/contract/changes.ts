import { describe, expect, test } from "vitest";
import { sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

/** Who is told of what. */
export function describeChanges(open: OpenStore): void {
  describe("changes", () => {
    const { store, createText: create, save, during, said } = freshStore(open);

    test("begin with nothing: what was done before is not told", async () => {
      await create("AAAA");
      expect(await during(async () => undefined)).toEqual([]);
    });

    test("name what was made, written, deleted and brought back, each once, in the order of the last change", async () => {
      expect(await during(() => create("AAAA"))).toEqual(["AAAA"]);
      expect(await during(() => save("AAAA", "b"))).toEqual(["AAAA"]);
      expect(await during(() => store.bin.put("local", "AAAA"))).toEqual(["AAAA"]);
      expect(await during(() => store.bin.bringBack("local", "AAAA"))).toEqual(["AAAA"]);
      const many = async () => {
        await create("BBBB");
        await create("CCCC");
        await save("BBBB", "c");
      };
      expect(await during(many)).toEqual(["CCCC", "BBBB"]);
      expect(await during(() => store.bin.purge("local", "CCCC"))).toEqual(["CCCC"]);
    });

    test("are nothing where nothing was done", async () => {
      await create("AAAA");
      const wait = { waitId: "w1", canvasId: "AAAA", since: sampleTime(999) };
      await store.waits.keep("local", { ...wait, until: sampleTime(2_000) });
      const nothing = async () => {
        await store.canvases.find("local", "AAAA");
        await store.canvases.find("local", "ZZZZ");
        await store.canvases.update("local", "AAAA", {}, () => ({ answer: null }));
        await store.canvases.update("local", "ZZZZ", {}, () => ({ answer: null }));
        await store.bin.put("local", "ZZZZ");
        await store.bin.bringBack("local", "AAAA");
        await store.waits.keep("local", { ...wait, until: sampleTime(3_000) });
        await store.waits.drop("local", "w2");
      };
      expect(await during(nothing)).toEqual([]);
    });

    test("of another owner are not told", async () => {
      expect(await during(() => create("AAAA"), "ann")).toEqual([]);
      expect(await during(() => create("BBBB", "ann"), "ann")).toEqual(["BBBB"]);
    });

    test("whoever has ceased to watch hears nothing; the others do, also when one of them fails", async () => {
      const told: (readonly string[])[] = [];
      const watch = store.changes.watch("local", (ids) => told.push(ids));
      const broken = store.changes.watch("local", () => {
        throw new Error("a broken page");
      });
      await watch.ready();
      watch.stop();
      watch.stop();
      expect(await during(() => create("AAAA"))).toEqual(["AAAA"]);
      broken.stop();
      expect(told).toEqual([]);
      expect(said()[0]).toContain("a broken page");
    });

    test("are told to one function as often as it watches", async () => {
      const told: string[] = [];
      const listener = (ids: readonly string[]) => void told.push(...ids);
      const [once, twice] = [store.changes.watch("local", listener), store.changes.watch("local", listener)];
      await Promise.all([once.ready(), twice.ready()]);
      once.stop();
      await during(() => create("AAAA"));
      expect(told.filter((id) => id === "AAAA")).toEqual(["AAAA"]);
      twice.stop();
    });
  });
}
