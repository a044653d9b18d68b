import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PersonSave } from "../../../core/document/person/apply-person-save.ts";
import { MOST_MOMENTS, MOST_MOMENTS_OF_SEALED } from "../../../core/document/versions/line.ts";
import { foundRecord, type Store } from "../ports.ts";
import { sampleAmend, sampleOwn, sampleRecord, typeText } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";
import { historyIn } from "./store-contents.ts";

/** All moments of a canvas, by version and revision, with their texts; null: one that cannot be had. */
export async function momentTexts(store: Store, id: string): Promise<ReadonlyMap<string, string | null>> {
  const record = foundRecord(await store.canvases.find("local", id));
  const texts = new Map<string, string | null>();
  for (let version = 1; version <= (record?.document.version ?? 0); version++)
    for (const { revision } of await store.canvases.moments("local", id, version)) {
      const moment = await store.canvases.moment("local", id, version, revision);
      texts.set(`${version} ${revision}`, moment?.content ?? null);
    }
  return texts;
}

const line = fc.integer({ min: 1, max: 40 }).map((n) => `Line ${n} says ${"something ".repeat(n % 5)}here. 😀\r\n`);
const typing = fc.record({
  at: fc.nat(),
  gone: fc.constantFrom(0, 0, 0, 1, 7, 90),
  put: fc.oneof(line, fc.constantFrom("a", "be", '"[', "\\", "")),
  seconds: fc.constantFrom(1, 1, 1, 5, 40, 700),
  isTyped: fc.boolean(),
  sent: fc.integer({ min: 0, max: 14 }).map((n) => n === 0),
});

/** No text has half of a letter. */
function betweenLetters(text: string, at: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) ? at - 1 : at;
}

/** Every state of a version, as long as it is not thinned out. */
export function describeMoments(open: OpenStore): void {
  describe("moments on the line of a version", () => {
    const { store, create, save: sealWith } = freshStore(open);
    const moments = async (version: number) => await store.canvases.moments("local", "AAAA", version);
    const revisions = async (version: number) => (await moments(version)).map(({ revision }) => revision);
    const textAt = async (version: number, revision: number) =>
      (await store.canvases.moment("local", "AAAA", version, revision))?.content;
    const type = (content: string, second: number, more: Partial<PersonSave> = {}) =>
      typeText(store, "local", "AAAA", () => content, second, more);

    let runs = 0;
    test("law: each state that stood is there or was thinned out, and reads exactly; those of one save are no two", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(typing, { minLength: 1, maxLength: 40 }), async (steps) => {
          runs += 1;
          const id = `LAW${runs}`;
          await create(sampleOwn(id, "First.\n"));
          let second = 0;
          const stood = new Map<string, string>();
          for (const { at: place, gone, put, seconds, isTyped, sent } of steps) {
            second += seconds;
            const before = foundRecord(await store.canvases.find("local", id))!.document;
            const from = betweenLetters(before.content, place % (before.content.length + 1));
            const to = betweenLetters(before.content, Math.min(before.content.length, from + gone));
            const content = before.content.slice(0, from) + put + before.content.slice(to);
            const changes = isTyped ? { changes: [{ from, to, insert: put }] } : {};
            await typeText(store, "local", id, () => content, second, { ...changes, sent });
            const { version, revision, content: now } = foundRecord(await store.canvases.find("local", id))!.document;
            expect(now).toBe(content);
            if (revision !== before.revision && now !== before.content) stood.set(`${version} ${revision}`, now);
          }
          const kept = await momentTexts(store, id);
          const { version: newest } = foundRecord(await store.canvases.find("local", id))!.document;
          for (const [key, content] of kept) {
            const [version, revision] = key.split(" ").map(Number);
            if (revision !== 1) expect([key, content]).toEqual([key, stood.get(key)]);
            else expect([version, content]).toEqual([1, "First.\n"]);
          }
          // So few are never thinned; what a version ends with is the version.
          const missing = [...stood].filter(([key]) => !kept.has(key));
          for (const [key, content] of missing) {
            const version = Number(key.split(" ")[0]);
            expect((await store.canvases.version("local", id, version))?.content).toBe(content);
          }
          expect(missing.length).toBeLessThanOrEqual(newest);
        }),
        { numRuns: 15 },
      );
    });

    test("are listed newest first, points among them, and counted where they are more than the points", async () => {
      await create(sampleRecord("AAAA", "one"));
      await sealWith("AAAA", "two");
      const page = "A line of its own, which is long enough.\n".repeat(10);
      await type(page, 1);
      await type("x", 2);
      await type("xy", 3);
      await type("xyz", 4, { sent: true });
      expect(await revisions(2)).toEqual([5, 4, 3, 2]);
      expect((await moments(2)).map(({ reason }) => reason)).toEqual([undefined, undefined, "removal", undefined]);
      expect(await Promise.all([2, 3, 4, 5, 6].map((each) => textAt(2, each)))).toEqual([
        "two",
        page,
        "x",
        "xy",
        undefined,
      ]);
      const [sealed] = await store.canvases.versions("local", "AAAA", { limit: 1 });
      expect([sealed?.version, sealed?.points?.length, sealed?.moments]).toEqual([2, 1, 4]);
      expect(await store.canvases.points("local", "AAAA", 2)).toEqual(sealed?.points);
      expect(await store.canvases.moments("ann", "AAAA", 2)).toEqual([]);
      expect(await store.canvases.moment("ann", "AAAA", 2, 4)).toBeNull();
    });

    test("are thinned out: dense lately, sparse before; the first, the points and what stands now stay", async () => {
      await create(sampleOwn("AAAA", "start\n"));
      const page = "A line of its own, which is long enough.\n".repeat(20);
      const texts = new Map<number, string>([[1, "start\n"]]);
      let text = "start\n";
      for (let n = 2; n <= 420; n++) {
        text = n === 100 ? page : n === 101 ? "back\n" : `${text}${n} `;
        // One version, as long as it lasts.
        await type(text, 1 + n / 2);
        texts.set(n, text);
      }
      const { version } = foundRecord(await store.canvases.find("local", "AAAA"))!.document;
      const open = await moments(version);
      expect(open.length).toBeGreaterThanOrEqual(MOST_MOMENTS);
      expect(open.length).toBeLessThanOrEqual(MOST_MOMENTS + 60);
      expect(open[0]?.revision).toBe(420);
      expect(open.find(({ revision }) => revision === 100)?.reason).toBe("removal");
      const half = open.filter(({ revision }) => revision > 210).length;
      expect(half).toBeGreaterThan(open.length * 0.55);
      for (const { revision } of open) expect(await textAt(version, revision)).toBe(texts.get(revision));
      const points = await store.canvases.points("local", "AAAA", version);
      await type(`${text}!`, 214, { sent: true });
      const sealed = await moments(version);
      expect(sealed).toHaveLength(MOST_MOMENTS_OF_SEALED);
      for (const { revision } of sealed) expect(await textAt(version, revision)).toBe(texts.get(revision));
      const kept = await store.canvases.points("local", "AAAA", version);
      expect(points).toEqual(expect.arrayContaining([...kept]));
      expect(kept.some(({ reason }) => reason === "removal")).toBe(true);
    });

    test("of long texts are fewer: their characters are bounded, too", async () => {
      await create(sampleOwn("AAAA", "start\n"));
      const word = (n: number) => `${n} `.padEnd(40_000, `word${n} `);
      const texts = new Map<number, string>();
      for (let n = 2; n <= 60; n++) {
        const text = `start\n${word(n)}`;
        await type(text, n, { changes: [] });
        texts.set(n, text);
      }
      const { version } = foundRecord(await store.canvases.find("local", "AAAA"))!.document;
      for (const { revision } of await moments(version)) {
        if (revision > 1) expect(await textAt(version, revision)).toBe(texts.get(revision));
      }
      expect((await moments(version)).filter(({ reason }) => reason === undefined).length).toBeLessThan(20);
    });

    test("go on where a program of an earlier release has saved, which knows of none", async () => {
      await create(sampleOwn("AAAA", "one"));
      await type("one two", 1);
      for (const text of ["old", "older"])
        await store.canvases.update("local", "AAAA", {}, (record) => ({
          change: sampleAmend(record, text, "interval"),
          answer: null,
        }));
      await type("older, and newer", 5);
      await type("older, and newer still", 6);
      const texts = [undefined, "one", "one two", "old", "older", "older, and newer", "older, and newer still"];
      expect(await revisions(1)).toEqual([6, 5, 4, 3, 2, 1]);
      for (const revision of await revisions(1)) expect(await textAt(1, revision)).toBe(texts[revision]);
    });

    test("are taken out and put in with their canvas, and go on there", async () => {
      await create(sampleOwn("AAAA", "one"));
      const texts = Array.from({ length: 30 }, (_, n) => `one${" more".repeat(n + 1)}`);
      for (const [n, text] of texts.entries()) await type(text, n);
      const canvas = await store.archive.read("local", "AAAA");
      const history = await historyIn(store, "local", "AAAA");
      expect(history.filter(({ kind }) => kind === "moment")).toHaveLength(30);
      await store.archive.erase("local");
      const renamed = { ...canvas!.record, document: { ...canvas!.record.document, id: "BBBB" } };
      expect(await store.archive.write("local", { ...canvas!, record: renamed }, history)).toBe(true);
      for (const text of ["!", "?"]) await typeText(store, "local", "BBBB", (before) => before + text, 40);
      const kept = await momentTexts(store, "BBBB");
      expect([...kept.values()]).toEqual([`${texts[29]}!?`, `${texts[29]}!`, ...texts.toReversed(), "one"]);
    });

    test("go with their canvas into the bin, out of it, and for ever", async () => {
      await create(sampleOwn("AAAA", "one"));
      for (const [n, text] of ["two", "two and", "two and more"].entries()) await type(text, n);
      expect(await revisions(1)).toEqual([4, 3, 2, 1]);
      await store.bin.put("local", "AAAA");
      expect([await revisions(1), await store.canvases.moment("local", "AAAA", 1, 2)]).toEqual([[], null]);
      await store.bin.bringBack("local", "AAAA");
      expect(await textAt(1, 2)).toBe("two");
      await store.bin.purge("local", "AAAA");
      expect(await revisions(1)).toEqual([]);
    });
  });
}
