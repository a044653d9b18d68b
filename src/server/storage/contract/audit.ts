import { describe, expect, test } from "vitest";
import type { AuditLine } from "../../../core/records/history.ts";
import { PERSON, sampleCreate, sampleRecord, sampleShare, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

const ADA = { kind: "person", name: "Ada", subject: "ada", client: "page" } as const;

/** What owners can read later of who did what. */
export function describeAudit(open: OpenStore): void {
  describe("the audit", () => {
    const { store, createText: create, save, share } = freshStore(open);
    const lines = async (owner = "local", canvasId?: string) =>
      (await store.audit.list(owner, { limit: 99, ...(canvasId === undefined ? {} : { canvasId }) })).map(
        ({ number: _, ...line }) => line,
      );
    const kinds = async (owner?: string) => (await lines(owner)).map(({ kind }) => kind);

    test("holds what was done with whom, by whom and when, and nothing of everyday writing", async () => {
      await create("AAAA");
      await save("AAAA", "b");
      await share("AAAA", ["ada"]);
      const shared = { canvasId: "AAAA", title: "Untitled", kind: "shared", by: PERSON, at: sampleTime(2) };
      expect(await lines()).toEqual([{ ...shared, payload: { with: ["ada"] } }]);
      expect(await lines("ada")).toEqual([]);
    });

    test("is the owner's, whoever acts, and of a canvas that is made with it, too", async () => {
      const record = { ...sampleRecord("AAAA", "x"), owner: "ann" };
      const { events } = sampleShare(record, ["ada"]);
      const made = sampleCreate(record);
      await store.canvases.create("ann", { ...sampleShare(record, ["ada"]), events: [...made.events, ...events] });
      await store.canvases.update("ada", "AAAA", {}, (before) => ({
        change: {
          record: before,
          sealed: [],
          events: [{ kind: "exported", by: ADA, at: sampleTime(9), version: 1, payload: { as: "pdf" } }],
        },
        answer: null,
      }));
      expect(await kinds("ann")).toEqual(["exported", "shared"]);
      expect((await lines("ann"))[0]).toMatchObject({ by: ADA, at: sampleTime(9), payload: { as: "pdf" } });
      expect(await lines("ada")).toEqual([]);
    });

    test("a change that is not written leaves no line", async () => {
      await create("AAAA");
      const refused = store.canvases.update("local", "AAAA", {}, (record) => ({
        change: { ...sampleShare(record, ["ada"]), record: { ...record, owner: "ann" } },
        answer: null,
      }));
      await expect(refused).rejects.toThrow(RangeError);
      expect(await lines()).toEqual([]);
    });

    test("tells who deleted, brought back and purged a canvas, also once nothing else is left of it", async () => {
      await create("AAAA");
      await store.bin.put("local", "AAAA", ADA);
      await store.bin.put("local", "AAAA", ADA);
      await store.bin.bringBack("local", "AAAA", ADA);
      await store.bin.bringBack("local", "AAAA", ADA);
      await store.bin.purge("ann", "AAAA", ADA);
      await store.bin.purge("local", "AAAA");
      const line = { canvasId: "AAAA", title: "Untitled", by: ADA, at: sampleTime(1_000), payload: {} };
      expect(await lines()).toEqual([
        { ...line, kind: "purged", by: { kind: "person" } },
        { ...line, kind: "brought_back" },
        { ...line, kind: "deleted" },
      ]);
      expect(await lines("ann")).toEqual([]);
    });

    test("is read newest first, page by page, and of one canvas alone", async () => {
      for (let n = 0; n < 7; n++) await store.audit.add("local", line(n, n % 2 === 0 ? "AAAA" : "BBBB"));
      await store.audit.add("ann", line(9, "CCCC"));
      const first = await store.audit.list("local", { limit: 4 });
      expect(first.map(({ at }) => at)).toEqual([6, 5, 4, 3].map(sampleTime));
      const rest = await store.audit.list("local", { limit: 4, before: first.at(-1)!.number });
      expect(rest.map(({ at }) => at)).toEqual([2, 1, 0].map(sampleTime));
      const some = await store.audit.list("local", { limit: 2, canvasId: "BBBB" });
      expect(some.map(({ at }) => at)).toEqual([5, 3].map(sampleTime));
      const more = await store.audit.list("local", { limit: 2, canvasId: "BBBB", before: some[1]!.number });
      expect(more.map(({ at }) => at)).toEqual([sampleTime(1)]);
    });

    test("is put in from elsewhere once, in its order, beside what is there", async () => {
      await store.audit.add("local", line(1));
      const elsewhere = [line(1), line(2), line(2), line(3)];
      expect(await store.archive.writeAudit("local", elsewhere)).toBe(3);
      expect(await store.archive.writeAudit("local", elsewhere)).toBe(0);
      await store.audit.add("local", line(4));
      expect((await lines()).map(({ at }) => at)).toEqual([4, 3, 2, 2, 1].map(sampleTime));
    });

    test("goes with its owner, and nobody else's does", async () => {
      await create("AAAA");
      await create("BBBB", "ann");
      await store.bin.put("local", "AAAA", ADA);
      await store.bin.put("ann", "BBBB", ADA);
      await store.archive.erase("local");
      expect([await kinds(), await kinds("ann")]).toEqual([[], ["deleted"]]);
    });
  });
}

function line(second: number, canvasId = "AAAA"): AuditLine {
  return { canvasId, title: "Title ö", kind: "exported", by: PERSON, at: sampleTime(second), payload: { n: 1 } };
}
