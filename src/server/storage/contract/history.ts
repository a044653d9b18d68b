import { describe, expect, test } from "vitest";
import { foundRecord } from "../ports.ts";
import { PERSON, sampleAmend, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

/** Sealed versions and the log. */
export function describeHistory(open: OpenStore): void {
  describe("versions and events", () => {
    const { store, create, save } = freshStore(open);

    test("each sealed version reads exactly, also far back", async () => {
      const texts = Array.from(
        { length: 300 },
        (_, n) => `# Title\n\n${"line\n".repeat(n % 50)}${n} 😀${n % 2 ? "😁" : ""}\r\nend`,
      );
      await create(sampleRecord("AAAA", texts[0]!));
      for (const text of texts.slice(1)) await save("AAAA", text);
      for (const version of [1, 2, 63, 64, 65, 127, 128, 129, 130, 256, 257, 258, 299]) {
        expect((await store.canvases.version("local", "AAAA", version))?.content).toBe(texts[version - 1]);
      }
      expect(await store.canvases.version("local", "AAAA", 300)).toBeNull();
      expect(await store.canvases.version("ann", "AAAA", 1)).toBeNull();
    });

    test("a decision gets the texts of the sealed versions that it names", async () => {
      await create(sampleRecord("AAAA", "one"));
      await save("AAAA", "two");
      await save("AAAA", "three");
      const outcome = await store.canvases.update("local", "AAAA", { versions: [1, 2, 3, 9] }, (_, texts) => ({
        answer: [...texts],
      }));
      expect(outcome).toMatchObject({
        answer: [
          [1, "one"],
          [2, "two"],
        ],
      });
    });

    test("the history is listed newest first, in pages, without the texts", async () => {
      await create(sampleRecord("AAAA", "1"));
      for (const text of ["2", "3", "4", "5", "6"]) await save("AAAA", text);
      const first = await store.canvases.versions("local", "AAAA", { limit: 2 });
      expect(first.map(({ version }) => version)).toEqual([5, 4]);
      expect(first[0]).toEqual({
        version: 5,
        revision: 5,
        title: "Untitled",
        status: "draft",
        by: PERSON,
        at: sampleTime(5),
        sealed: true,
        wordsAdded: 1,
        wordsRemoved: 0,
      });
      const rest = await store.canvases.versions("local", "AAAA", { limit: 9, before: 4 });
      expect(rest.map(({ version }) => version)).toEqual([3, 2, 1]);
      expect(await store.canvases.versions("ann", "AAAA", { limit: 9 })).toEqual([]);
    });

    test("a version is sealed once, and in order", async () => {
      await create(sampleRecord("AAAA", "one"));
      await save("AAAA", "two");
      const sealedAgain = store.canvases.update("local", "AAAA", {}, (record) => ({
        change: sampleSave({ ...record, document: { ...record.document, version: 1 } }, "three"),
        answer: null,
      }));
      await expect(sealedAgain).rejects.toThrow(RangeError);
      expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.content).toBe("two");
    });

    test("events are numbered from 1 without gaps, and read on from any of them", async () => {
      await create(sampleRecord("AAAA", "1"));
      await create(sampleRecord("BBBB", "1"));
      for (const text of ["2", "3", "4"]) await save("AAAA", text);
      const all = await store.canvases.events("local", "AAAA", 0, 100);
      expect(all.map(({ sequence, kind, version }) => [sequence, kind, version])).toEqual([
        [1, "created", 1],
        [2, "saved", 2],
        [3, "saved", 3],
        [4, "saved", 4],
      ]);
      expect(all[1]).toMatchObject({ by: PERSON, payload: { revision: 2 } });
      expect((await store.canvases.events("local", "AAAA", 2, 1)).map(({ sequence }) => sequence)).toEqual([3]);
      expect(await store.canvases.events("ann", "AAAA", 0, 100)).toEqual([]);
    });
  });

  describe("history of which only so much is kept", () => {
    const KEPT = 12;
    const { store, create } = freshStore(open, { keepVersions: KEPT });
    const page = (n: number) => `${"A line that stays as it is.\n".repeat(20)}Line ${n} of its own.\n`;

    /** The person's save, with a text inside its version. */
    const save = (n: number) =>
      store.canvases.update("local", "AAAA", {}, (record) => {
        const amended = sampleAmend(record, page(n));
        return { change: { ...sampleSave(amended.record, `${page(n)}.`), points: amended.points! }, answer: null };
      });
    const kept = () => store.canvases.versions("local", "AAAA", { limit: 999 });

    test("at least so many versions stay, whole, with the points inside them; older ones go with theirs", async () => {
      await create(sampleRecord("AAAA", page(0)));
      let forgotten = 0;
      for (let sealed = 1; sealed <= 150; sealed++) {
        await save(sealed);
        if (sealed % 10 !== 0) continue;
        const versions = await kept();
        const oldest = versions.at(-1)!.version;
        expect(versions.map(({ version }) => version)).toEqual(
          Array.from({ length: sealed - oldest + 1 }, (_, n) => sealed - n),
        );
        expect(versions.length).toBeGreaterThanOrEqual(Math.min(sealed, KEPT));
        for (const { version, points = [] } of versions) {
          expect((await store.canvases.version("local", "AAAA", version))?.content).toBe(page(version));
          if (version > oldest || oldest === 1) expect(points).toHaveLength(1);
          for (const { revision } of points)
            expect(await store.canvases.moment("local", "AAAA", version, revision)).not.toBeNull();
        }
        for (let version = 1; version < oldest; version++) {
          expect(await store.canvases.version("local", "AAAA", version)).toBeNull();
          expect(await store.canvases.points("local", "AAAA", version)).toEqual([]);
        }
        forgotten = oldest - 1;
      }
      expect(forgotten).toBeGreaterThan(0);
      expect(await store.canvases.events("local", "AAAA", 0, 999)).toHaveLength(151);
    });

    test("a decision goes on without the texts of versions that are forgotten", async () => {
      await create(sampleRecord("AAAA", page(0)));
      const isKept = async () => (await kept()).length === 0 || (await kept()).at(-1)?.version === 1;
      for (let sealed = 1; sealed <= 300 && (await isKept()); sealed++) await save(sealed);
      expect(await isKept()).toBe(false);
      const outcome = await store.canvases.update("local", "AAAA", { versions: [1] }, (_, texts, sought) => ({
        answer: [texts.size, [...sought]],
      }));
      expect(outcome).toEqual({ kind: "done", answer: [0, [1]], wrote: false });
    });
  });

  describe("history of which too little is asked to be kept", () => {
    const { store, create, save } = freshStore(open, { keepVersions: 1 });

    test("ten versions stay", async () => {
      // Texts of which each is a full copy.
      const text = (n: number) => String(n).repeat(20);
      await create(sampleRecord("AAAA", text(1)));
      for (let n = 2; n <= 30; n++) await save("AAAA", text(n));
      const versions = await store.canvases.versions("local", "AAAA", { limit: 99 });
      expect(versions.map(({ version }) => version)).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21, 20]);
    });
  });
}
