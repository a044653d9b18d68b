import { describe, expect, test } from "vitest";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { foundRecord } from "../ports.ts";
import { sampleBook, sampleComment, sampleCreate, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

const ONCE = { key: "k1", fingerprint: "f1" };
const OTHER_PAYLOAD = { key: "k1", fingerprint: "f2" };

/** Creating, finding and updating. */
export function describeCanvases(open: OpenStore): void {
  describe("creating and loading", () => {
    const { store, create } = freshStore(open);

    test("a record comes back exactly as it was given", async () => {
      const record: CanvasRecord = {
        ...sampleRecord("AAAA", "# Über\r\n\r\ntext\r trailing  \n👩‍👩‍👧 'quoted' \"too\" \\ \u2028", {
          title: "Über",
          status: "in_review",
        }),
        books: [sampleBook("# Was"), sampleBook("# Was", { client: "other", submitted: "# Theirs" })],
        comments: [sampleComment("c1", {})],
        meta: { source: { nested: [1, null, "x"] } },
      };
      await create(record);
      expect(foundRecord(await store.canvases.find("local", "AAAA"))).toEqual(record);
    });

    test("the empty text is a text", async () => {
      await create({ ...sampleRecord("AAAA", ""), books: [sampleBook("x", { submitted: "" })] });
      const loaded = foundRecord(await store.canvases.find("local", "AAAA"));
      expect([loaded?.document.content, loaded?.books]).toEqual(["", [sampleBook("x", { submitted: "" })]]);
    });

    test("an unknown id is null, and so is another owner's canvas", async () => {
      await create({ ...sampleRecord("AAAA", "x"), owner: "ann" });
      expect(foundRecord(await store.canvases.find("local", "BBBB"))).toBeNull();
      expect(foundRecord(await store.canvases.find("local", "AAAA"))).toBeNull();
      expect(foundRecord(await store.canvases.find("ann", "AAAA"))).not.toBeNull();
    });

    test("what is deleted is told from what was never there, and from another owner's", async () => {
      await create(sampleRecord("AAAA", "x"));
      await create(sampleRecord("BBBB", "x"));
      expect(await store.canvases.find("local", "AAAA")).toEqual({ kind: "found", record: sampleRecord("AAAA", "x") });
      await store.bin.put("local", "AAAA");
      await store.bin.purge("local", "BBBB");
      const kinds = async (owner: string) =>
        Promise.all(["AAAA", "BBBB", "CCCC"].map(async (id) => (await store.canvases.find(owner, id)).kind));
      expect(await kinds("local")).toEqual(["deleted", "deleted", "none"]);
      expect(await kinds("ann")).toEqual(["none", "none", "none"]);
      await store.bin.bringBack("local", "AAAA");
      expect(await kinds("local")).toEqual(["found", "deleted", "none"]);
    });

    test("an id is taken once, by whomever", async () => {
      await create(sampleRecord("AAAA", "first"));
      const second = { ...sampleRecord("AAAA", "second"), owner: "ann" };
      expect(await store.canvases.create("ann", sampleCreate(second))).toEqual({ kind: "taken" });
      expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toBe("first");
      expect(await store.canvases.count()).toBe(1);
    });

    test("the same key creates once; with another payload it is refused", async () => {
      const first = sampleCreate(sampleRecord("AAAA", "x"));
      const again = sampleCreate(sampleRecord("BBBB", "x"));
      expect(await store.canvases.create("local", first, ONCE)).toEqual({ kind: "created" });
      expect(await store.canvases.create("local", again, ONCE)).toEqual({ kind: "repeated", id: "AAAA" });
      expect(await store.canvases.create("local", again, OTHER_PAYLOAD)).toEqual({ kind: "key_reused" });
      expect(foundRecord(await store.canvases.find("local", "BBBB"))).toBeNull();
    });

    test("a retried create is found by its fingerprint, its owner and its time", async () => {
      await store.canvases.create(
        "local",
        sampleCreate(sampleRecord("AAAA", "x", { createdAt: sampleTime(10) })),
        ONCE,
      );
      await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "x", { createdAt: sampleTime(20) })), {
        ...ONCE,
        key: "k2",
      });
      expect(await store.canvases.findCreated("local", "f1", sampleTime(5))).toBe("BBBB");
      expect(await store.canvases.findCreated("local", "f1", sampleTime(20))).toBe("BBBB");
      expect(await store.canvases.findCreated("local", "f1", sampleTime(21))).toBeNull();
      expect(await store.canvases.findCreated("ann", "f1", sampleTime(5))).toBeNull();
      expect(await store.canvases.findCreated("local", "f9", sampleTime(5))).toBeNull();
    });

    const createUpTo = (most: number, id: string, owner = "local", once = { key: id, fingerprint: id }) =>
      store.canvases.create(owner, sampleCreate({ ...sampleRecord(id, "x"), owner }), once, most);

    test("an owner has no more than they may, those in the bin too; what is deleted for good makes room", async () => {
      expect(await createUpTo(0, "AAAA")).toEqual({ kind: "full" });
      expect(await createUpTo(2, "AAAA")).toEqual({ kind: "created" });
      expect(await createUpTo(2, "BBBB")).toEqual({ kind: "created" });
      await store.bin.put("local", "AAAA");
      expect(await createUpTo(2, "CCCC")).toEqual({ kind: "full" });
      expect(await createUpTo(2, "CCCC", "ann")).toEqual({ kind: "created" });
      await store.bin.purge("local", "AAAA");
      expect(await createUpTo(2, "DDDD")).toEqual({ kind: "created" });
      expect(await createUpTo(2, "EEEE")).toEqual({ kind: "full" });
      expect(await createUpTo(3, "EEEE")).toEqual({ kind: "created" });
      await store.bin.put("local", "BBBB");
      expect(await store.bin.bringBack("local", "BBBB")).toBe(true);
    });

    test("a create that has no room uses up neither its key nor its id; one that was made is repeated all the same", async () => {
      const once = { key: "k1", fingerprint: "f1" };
      expect(await createUpTo(0, "AAAA", "local", once)).toEqual({ kind: "full" });
      expect(await store.canvases.count()).toBe(0);
      expect(await createUpTo(1, "AAAA", "local", once)).toEqual({ kind: "created" });
      expect(await createUpTo(1, "BBBB", "local", once)).toEqual({ kind: "repeated", id: "AAAA" });
      expect(await createUpTo(1, "AAAA", "local", { ...once, key: "k2" })).toEqual({ kind: "taken" });
    });

    test("of fifty creates at once as many are made as there is room for", async () => {
      await create(sampleRecord("AAAA", "x"));
      const ids = Array.from({ length: 50 }, (_, n) => `B${String(n).padStart(3, "0")}`);
      const made = await Promise.all(ids.map((id) => createUpTo(20, id)));
      const kinds = made.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "created")).toHaveLength(19);
      expect(kinds.filter((kind) => kind === "full")).toHaveLength(31);
      expect((await store.canvases.list("local", { limit: 99 })).total).toBe(20);
    });

    test.each([
      ["a NUL", "a\0b"],
      ["a lone surrogate", "a\ud83d"],
    ])("%s is the caller's fault, and nothing is written", async (_, content) => {
      await expect(store.canvases.create("local", sampleCreate(sampleRecord("AAAA", content)))).rejects.toThrow(
        RangeError,
      );
      expect(await store.canvases.count()).toBe(0);
    });
  });

  describe("updating", () => {
    const { store, create, save } = freshStore(open);

    test("the decision sees the newest record, and its change is what is loaded next", async () => {
      await create(sampleRecord("AAAA", "one"));
      expect(await save("AAAA", "two")).toEqual({ kind: "done", answer: "two", wrote: true });
      const outcome = await store.canvases.update("local", "AAAA", {}, (record) => ({
        answer: record.document.content,
      }));
      expect(outcome).toEqual({ kind: "done", answer: "two", wrote: false });
      expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.revision).toBe(2);
    });

    test("a decision to write nothing writes nothing, and does not use up its key", async () => {
      await create(sampleRecord("AAAA", "one"));
      await store.canvases.update("local", "AAAA", { once: ONCE }, () => ({ answer: null }));
      expect(await save("AAAA", "two", OTHER_PAYLOAD)).toMatchObject({ kind: "done", wrote: true });
    });

    test("the same key saves once; with another payload it is refused", async () => {
      await create(sampleRecord("AAAA", "one"));
      await save("AAAA", "two", ONCE);
      await save("AAAA", "three");
      const repeated = await save("AAAA", "two", ONCE);
      expect(repeated).toMatchObject({ kind: "repeated", record: { document: { content: "three", revision: 3 } } });
      expect(await save("AAAA", "four", OTHER_PAYLOAD)).toEqual({ kind: "key_reused" });
      expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toBe("three");
    });

    test("keys of one canvas say nothing about another", async () => {
      await create(sampleRecord("AAAA", "one"));
      await create(sampleRecord("BBBB", "one"));
      await save("AAAA", "two", ONCE);
      expect(await save("BBBB", "three", OTHER_PAYLOAD)).toMatchObject({ kind: "done", wrote: true });
    });

    test("an unknown canvas and another owner's are not found", async () => {
      await create({ ...sampleRecord("AAAA", "x"), owner: "ann" });
      expect(await save("AAAA", "mine")).toEqual({ kind: "none" });
      expect(await save("BBBB", "mine")).toEqual({ kind: "none" });
    });

    test("a decision that throws leaves everything as it was", async () => {
      await create(sampleRecord("AAAA", "one"));
      const failing = store.canvases.update("local", "AAAA", {}, () => {
        throw new RangeError("decided wrongly");
      });
      await expect(failing).rejects.toThrow("decided wrongly");
      expect(await save("AAAA", "two")).toMatchObject({ kind: "done", wrote: true });
    });

    test("a change for another canvas or owner is refused whole", async () => {
      await create(sampleRecord("AAAA", "one"));
      const wrongId = store.canvases.update("local", "AAAA", {}, () => ({
        change: sampleCreate(sampleRecord("BBBB", "x")),
        answer: 0,
      }));
      await expect(wrongId).rejects.toThrow(RangeError);
      const wrongOwner = store.canvases.create("ann", sampleCreate(sampleRecord("CCCC", "x")));
      await expect(wrongOwner).rejects.toThrow(RangeError);
      expect(await store.canvases.count()).toBe(1);
    });

    test("a hundred saves at once all count", async () => {
      await create(sampleRecord("AAAA", "0"));
      const saves = Array.from({ length: 100 }, () =>
        store.canvases.update("local", "AAAA", {}, (record) => ({
          change: sampleSave(record, String(Number(record.document.content) + 1)),
          answer: null,
        })),
      );
      await Promise.all(saves);
      expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toBe("100");
    });
  });

  describe("weighing", () => {
    const { store, create } = freshStore(open);

    test("a canvas weighs at least its text, all of them at least the largest, and one that is not there nothing", async () => {
      await create(sampleRecord("AAAA", "x".repeat(5_000)));
      await create(sampleRecord("BBBB", "x"));
      await create({ ...sampleRecord("CCCC", "x".repeat(9_000)), owner: "ann" });
      const { largest } = await store.canvases.weight("local", "AAAA");
      expect(largest).toBeGreaterThanOrEqual(5_000);
      expect((await store.canvases.weight("local", "BBBB")).largest).toBeLessThan(5_000);
      expect((await store.canvases.weight("local", "CCCC")).largest).toBe(0);
      const listed = await store.canvases.weight("local");
      expect([listed.largest, listed.all >= largest]).toEqual([largest, true]);
      await store.bin.put("local", "AAAA");
      expect((await store.canvases.weight("local", "AAAA")).largest).toBe(0);
    });
  });
}
