import { describe, expect, test } from "vitest";
import { MOST_OF_SEALED, MOST_POINTS } from "../../../core/document/versions/points.ts";
import type { PointReason } from "../../../core/records/history.ts";
import { foundRecord } from "../ports.ts";
import { sampleAmend, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

/** Texts inside a version. */
export function describePoints(open: OpenStore): void {
  describe("points inside a version", () => {
    const { store, create, save } = freshStore(open);

    const amend = (content: string, reason: PointReason = "removal") =>
      store.canvases.update("local", "AAAA", {}, (record) => ({
        change: sampleAmend(record, content, reason),
        answer: null,
      }));
    const revisions = async (version: number) =>
      (await store.canvases.points("local", "AAAA", version)).map(({ revision }) => revision);

    test("read exactly, in the first version and in later ones, open and sealed", async () => {
      const page = "A line of its own, which is long enough.\n".repeat(30);
      const texts = [page, `${page}more 😀\r\n`, "", "x", page.replaceAll("own", "😁"), `"[" ${page}`, "[1]", "end"];
      await create(sampleRecord("AAAA", page));
      for (const version of [1, 2]) {
        const first = foundRecord(await store.canvases.find("local", "AAAA"));
        for (const text of texts.slice(1)) await amend(text);
        const from = first!.document.revision;
        const expected = texts
          .slice(0, -1)
          .map((content, n) => [from + n, n === 0 ? first!.document.content : content]);
        for (let round = 0; round < 2; round++) {
          const kept = await store.canvases.points("local", "AAAA", version);
          expect(kept.map(({ revision }) => revision)).toEqual(expected.map(([revision]) => revision).reverse());
          for (const [revision, content] of expected) {
            const point = await store.canvases.moment("local", "AAAA", version, Number(revision));
            expect([point?.version, point?.content]).toEqual([version, content]);
          }
          if (round === 0) await save("AAAA", page + version);
        }
      }
    });

    test("are listed with their version, newest first, and only where there are some", async () => {
      await create(sampleRecord("AAAA", "one"));
      await save("AAAA", "two");
      await amend("three", "left");
      await amend("four");
      await save("AAAA", "five");
      await save("AAAA", "six");
      const versions = await store.canvases.versions("local", "AAAA", { limit: 9 });
      expect(versions.map(({ version, points }) => [version, points])).toEqual([
        [3, undefined],
        [
          2,
          [
            { revision: 3, at: sampleTime(3), reason: "removal", wordsAdded: 2, wordsRemoved: 1 },
            { revision: 2, at: sampleTime(2), reason: "left", wordsAdded: 2, wordsRemoved: 1 },
          ],
        ],
        [1, undefined],
      ]);
      expect("points" in versions[0]!).toBe(false);
      expect(await store.canvases.points("local", "AAAA", 2)).toEqual(versions[1]!.points);
    });

    test("belong to an owner, a version and a revision", async () => {
      await create(sampleRecord("AAAA", "one"));
      await amend("two");
      expect((await store.canvases.moment("local", "AAAA", 1, 1))?.content).toBe("one");
      expect(await store.canvases.moment("ann", "AAAA", 1, 1)).toBeNull();
      expect(await store.canvases.points("ann", "AAAA", 1)).toEqual([]);
      for (const [version, revision] of [
        [1, 2],
        [2, 1],
        [0, 1],
        [9, 9],
      ] as const) {
        expect(await store.canvases.moment("local", "AAAA", version, revision)).toBeNull();
      }
      expect(await store.canvases.moment("local", "BBBB", 1, 1)).toBeNull();
    });

    test("are never twice the same text in a row; what stood before a removal is the one that stays", async () => {
      await create(sampleRecord("AAAA", "one"));
      const unkept = (content: string) =>
        store.canvases.update("local", "AAAA", {}, (record) => {
          const { points: _, ...change } = sampleAmend(record, content);
          return { change, answer: null };
        });
      await amend("two", "interval");
      await unkept("one");
      await amend("two", "interval");
      expect(await revisions(1)).toEqual([1]);
      await unkept("one");
      await amend("two", "removal");
      expect(await revisions(1)).toEqual([5]);
      await unkept("one");
      await amend("two", "left");
      expect((await store.canvases.points("local", "AAAA", 1)).map(({ reason }) => reason)).toEqual(["removal"]);
      await amend("one", "left");
      await amend("two", "left");
      expect(await revisions(1)).toEqual([9, 8, 5]);
    });

    test("are thinned out, more so once the version is sealed; what stood before a removal stays", async () => {
      await create(sampleRecord("AAAA", "0"));
      for (let n = 1; n <= 40; n++) await amend(`${n}`, n % 10 === 0 ? "removal" : "interval");
      const open = await revisions(1);
      expect(open).toHaveLength(MOST_POINTS);
      expect(open).toEqual(expect.arrayContaining([1, 10, 20, 30, 40]));
      await save("AAAA", "next");
      const sealed = await revisions(1);
      expect(sealed).toHaveLength(MOST_OF_SEALED);
      expect(sealed).toEqual(expect.arrayContaining([1, 10, 20, 30, 40]));
    });

    test("that say what the sealed version says are none", async () => {
      await create(sampleRecord("AAAA", "one"));
      for (const text of ["two", "one", "two"]) await amend(text);
      expect(await revisions(1)).toEqual([3, 2, 1]);
      await save("AAAA", "next");
      expect(await revisions(1)).toEqual([3, 1]);
    });

    test("come in one change with the sealing of their version", async () => {
      await create(sampleRecord("AAAA", "one"));
      await store.canvases.update("local", "AAAA", {}, (record) => {
        const amended = sampleAmend(record, "two");
        return { change: { ...sampleSave(amended.record, "three"), points: amended.points! }, answer: null };
      });
      expect((await store.canvases.versions("local", "AAAA", { limit: 9 }))[0]?.points).toHaveLength(1);
    });

    test("go into the bin and out of it with their canvas, and are gone for ever with it", async () => {
      await create(sampleRecord("AAAA", "one"));
      await amend("two");
      await store.bin.put("local", "AAAA");
      expect([await revisions(1), await store.canvases.moment("local", "AAAA", 1, 1)]).toEqual([[], null]);
      await store.bin.bringBack("local", "AAAA");
      expect(await revisions(1)).toEqual([1]);
      await store.bin.purge("local", "AAAA");
      expect(await revisions(1)).toEqual([]);
    });
  });
}
