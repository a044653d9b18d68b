import { describe, expect, test } from "vitest";
import { foundRecord } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

const ONCE = { key: "k1", fingerprint: "f1" };

/** Deleting and bringing back. */
export function describeBin(open: OpenStore): void {
  describe("deleting", () => {
    const { store, save } = freshStore(open);

    test("what is deleted is gone, and its id is never given again", async () => {
      await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")), ONCE);
      await save("AAAA", "y");
      expect(await store.bin.put("ann", "AAAA")).toBe(false);
      expect(await store.bin.put("local", "AAAA")).toBe(true);
      expect(await store.bin.put("local", "AAAA")).toBe(false);
      expect(foundRecord(await store.canvases.find("local", "AAAA"))).toBeNull();
      expect(await store.canvases.version("local", "AAAA", 1)).toBeNull();
      expect(await store.canvases.events("local", "AAAA", 0, 9)).toEqual([]);
      expect(await store.canvases.ids("local", 9)).toEqual([]);
      expect(await store.canvases.findCreated("local", "f1", sampleTime(0))).toBeNull();
      expect(await save("AAAA", "z")).toEqual({ kind: "deleted" });
      expect(await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")))).toEqual({ kind: "taken" });
      expect(await store.canvases.count()).toBe(1);
    });
  });

  describe("the bin", () => {
    const { store, createText: create, save } = freshStore(open);

    test("brings back the canvas exactly as it was, with its history", async () => {
      await create("AAAA");
      await save("AAAA", "second");
      const before = foundRecord(await store.canvases.find("local", "AAAA"));
      const events = await store.canvases.events("local", "AAAA", 0, 9);
      await store.bin.put("local", "AAAA");
      expect(await store.bin.bringBack("local", "AAAA")).toBe(true);
      expect(foundRecord(await store.canvases.find("local", "AAAA"))).toEqual(before);
      expect((await store.canvases.version("local", "AAAA", 1))?.content).toBe("text of AAAA");
      expect(await store.canvases.events("local", "AAAA", 0, 9)).toEqual(events);
      expect((await store.canvases.list("local", { limit: 9 })).total).toBe(1);
      expect(await save("AAAA", "third")).toMatchObject({ kind: "done", wrote: true });
    });

    test("is seen by nobody who asks for canvases", async () => {
      await create("AAAA");
      await save("AAAA", "second");
      await store.bin.put("local", "AAAA");
      expect(foundRecord(await store.canvases.find("local", "AAAA"))).toBeNull();
      expect(await store.canvases.list("local", { limit: 9 })).toEqual({ canvases: [], total: 0 });
      expect(await store.canvases.list("local", { limit: 9, query: "second" })).toMatchObject({ total: 0 });
      expect(await store.canvases.versions("local", "AAAA", { limit: 9 })).toEqual([]);
      expect(await save("AAAA", "third")).toEqual({ kind: "deleted" });
      expect(await create("AAAA")).toEqual({ kind: "taken" });
    });

    test("lists what can be brought back, for its owner alone", async () => {
      await create("AAAA");
      await create("BBBB");
      await store.bin.put("local", "BBBB");
      expect(await store.bin.list("local")).toEqual([
        { canvas: expect.objectContaining({ id: "BBBB" }), deletedAt: sampleTime(1_000) },
      ]);
      expect(await store.bin.list("ann")).toEqual([]);
      expect(await store.bin.bringBack("ann", "BBBB")).toBe(false);
      await store.bin.bringBack("local", "BBBB");
      expect(await store.bin.list("local")).toEqual([]);
    });

    test("does not answer a create that is tried again", async () => {
      await create("AAAA", "local", ONCE);
      await store.bin.put("local", "AAAA");
      expect(await create("BBBB", "local", ONCE)).toEqual({ kind: "created" });
      await store.bin.bringBack("local", "AAAA");
      expect(await create("CCCC", "local", ONCE)).toEqual({ kind: "repeated", id: "BBBB" });
    });

    test("what was never there, is not deleted, or is deleted for ever does not come back", async () => {
      await create("AAAA");
      await create("BBBB");
      expect(await store.bin.bringBack("local", "ZZZZ")).toBe(false);
      expect(await store.bin.bringBack("local", "AAAA")).toBe(false);
      expect(await store.bin.purge("local", "AAAA")).toBe(true);
      expect(await store.bin.bringBack("local", "AAAA")).toBe(false);
      expect(await save("AAAA", "x")).toEqual({ kind: "deleted" });
      await store.bin.put("local", "BBBB");
      expect(await store.bin.put("local", "BBBB")).toBe(false);
      expect(await store.bin.purge("ann", "BBBB")).toBe(false);
      expect(await store.bin.purge("local", "BBBB")).toBe(true);
      expect(await store.bin.bringBack("local", "BBBB")).toBe(false);
      expect(await store.bin.purge("local", "BBBB")).toBe(false);
      expect(await create("BBBB")).toEqual({ kind: "taken" });
      expect(await store.canvases.count()).toBe(2);
    });
  });
}
