/** What any store must keep to: one suite, run by each of them. Over 250 lines because the port has that many promises. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MOST_OF_SEALED, MOST_POINTS } from "../../../core/document/versions/thin-points.ts";
import { commentMark } from "../../../core/feedback/mark.ts";
import type { CanvasComment, CanvasRecord } from "../../../core/records/canvas.ts";
import type { PointReason } from "../../../core/records/history.ts";
import type { CanvasStore } from "../ports.ts";
import {
  PERSON,
  sampleAmend,
  sampleBook,
  sampleCreate,
  sampleRecord,
  sampleSave,
  sampleTime,
} from "../sample-change.ts";

const ONCE = { key: "k1", fingerprint: "f1" };
const OTHER_PAYLOAD = { key: "k1", fingerprint: "f2" };

export function describeStore(name: string, open: () => Promise<CanvasStore>): void {
  describe(name, () => {
    let store: CanvasStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const create = async (record: CanvasRecord) => {
      expect(await store.create(record.owner, sampleCreate(record))).toEqual({ kind: "created" });
    };
    const save = (id: string, content: string, once?: typeof ONCE) =>
      store.update("local", id, once ? { once } : {}, (record) => ({
        change: sampleSave(record, content),
        answer: content,
      }));

    test("a canvas weighs at least its text, all of them at least the largest, and one that is not there nothing", async () => {
      await create(sampleRecord("AAAA", "x".repeat(5_000)));
      await create(sampleRecord("BBBB", "x"));
      await create({ ...sampleRecord("CCCC", "x".repeat(9_000)), owner: "ann" });
      const { largest } = await store.weight("local", "AAAA");
      expect(largest).toBeGreaterThanOrEqual(5_000);
      expect((await store.weight("local", "BBBB")).largest).toBeLessThan(5_000);
      expect((await store.weight("local", "CCCC")).largest).toBe(0);
      const listed = await store.weight("local");
      expect([listed.largest, listed.all >= largest]).toEqual([largest, true]);
      await store.delete("local", "AAAA");
      expect((await store.weight("local", "AAAA")).largest).toBe(0);
    });

    describe("creating and loading", () => {
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
        expect(await store.load("local", "AAAA")).toEqual(record);
      });

      test("the empty text is a text", async () => {
        await create({ ...sampleRecord("AAAA", ""), books: [sampleBook("x", { submitted: "" })] });
        const loaded = await store.load("local", "AAAA");
        expect([loaded?.document.content, loaded?.books]).toEqual(["", [sampleBook("x", { submitted: "" })]]);
      });

      test("an unknown id is null, and so is another owner's canvas", async () => {
        await create({ ...sampleRecord("AAAA", "x"), owner: "ann" });
        expect(await store.load("local", "BBBB")).toBeNull();
        expect(await store.load("local", "AAAA")).toBeNull();
        expect(await store.load("ann", "AAAA")).not.toBeNull();
      });

      test("an id is taken once, by whomever", async () => {
        await create(sampleRecord("AAAA", "first"));
        const second = { ...sampleRecord("AAAA", "second"), owner: "ann" };
        expect(await store.create("ann", sampleCreate(second))).toEqual({ kind: "taken" });
        expect((await store.load("local", "AAAA"))?.document.content).toBe("first");
        expect(await store.count()).toBe(1);
      });

      test("the same key creates once; with another payload it is refused", async () => {
        const first = sampleCreate(sampleRecord("AAAA", "x"));
        const again = sampleCreate(sampleRecord("BBBB", "x"));
        expect(await store.create("local", first, ONCE)).toEqual({ kind: "created" });
        expect(await store.create("local", again, ONCE)).toEqual({ kind: "repeated", id: "AAAA" });
        expect(await store.create("local", again, OTHER_PAYLOAD)).toEqual({ kind: "key_reused" });
        expect(await store.load("local", "BBBB")).toBeNull();
      });

      test("a retried create is found by its fingerprint, its owner and its time", async () => {
        await store.create("local", sampleCreate(sampleRecord("AAAA", "x", { createdAt: sampleTime(10) })), ONCE);
        await store.create("local", sampleCreate(sampleRecord("BBBB", "x", { createdAt: sampleTime(20) })), {
          ...ONCE,
          key: "k2",
        });
        expect(await store.findCreated("local", "f1", sampleTime(5))).toBe("BBBB");
        expect(await store.findCreated("local", "f1", sampleTime(20))).toBe("BBBB");
        expect(await store.findCreated("local", "f1", sampleTime(21))).toBeNull();
        expect(await store.findCreated("ann", "f1", sampleTime(5))).toBeNull();
        expect(await store.findCreated("local", "f9", sampleTime(5))).toBeNull();
      });

      test("a canvas is found by the file that it is bound to, by its owner alone", async () => {
        const path = '/home/ann/"plan" \'s ü.md';
        await create(sampleRecord("AAAA", "unbound"));
        await create({ ...sampleRecord("BBBB", "x"), meta: { file: path, other: { file: "/b.md" } } });
        await create({ ...sampleRecord("CCCC", "y"), meta: { file: "/c.md" } });
        expect(await store.findByFile("local", path)).toBe("BBBB");
        expect(await store.findByFile("local", "/b.md")).toBeNull();
        expect(await store.findByFile("ann", path)).toBeNull();
        await create({ ...sampleRecord("DDDD", "z"), meta: { file: path } });
        expect(await store.findByFile("local", path)).toBe("DDDD");
        await store.delete("local", "DDDD");
        expect(await store.findByFile("local", path)).toBe("BBBB");
      });

      test.each([
        ["a NUL", "a\0b"],
        ["a lone surrogate", "a\ud83d"],
      ])("%s is the caller's fault, and nothing is written", async (_, content) => {
        await expect(store.create("local", sampleCreate(sampleRecord("AAAA", content)))).rejects.toThrow(RangeError);
        expect(await store.count()).toBe(0);
      });
    });

    describe("updating", () => {
      test("the decision sees the newest record, and its change is what is loaded next", async () => {
        await create(sampleRecord("AAAA", "one"));
        expect(await save("AAAA", "two")).toEqual({ kind: "done", answer: "two", wrote: true });
        const outcome = await store.update("local", "AAAA", {}, (record) => ({ answer: record.document.content }));
        expect(outcome).toEqual({ kind: "done", answer: "two", wrote: false });
        expect((await store.load("local", "AAAA"))?.document.revision).toBe(2);
      });

      test("a decision to write nothing writes nothing, and does not use up its key", async () => {
        await create(sampleRecord("AAAA", "one"));
        await store.update("local", "AAAA", { once: ONCE }, () => ({ answer: null }));
        expect(await save("AAAA", "two", OTHER_PAYLOAD)).toMatchObject({ kind: "done", wrote: true });
      });

      test("the same key saves once; with another payload it is refused", async () => {
        await create(sampleRecord("AAAA", "one"));
        await save("AAAA", "two", ONCE);
        await save("AAAA", "three");
        const repeated = await save("AAAA", "two", ONCE);
        expect(repeated).toMatchObject({ kind: "repeated", record: { document: { content: "three", revision: 3 } } });
        expect(await save("AAAA", "four", OTHER_PAYLOAD)).toEqual({ kind: "key_reused" });
        expect((await store.load("local", "AAAA"))?.document.content).toBe("three");
      });

      test("keys of one canvas say nothing about another", async () => {
        await create(sampleRecord("AAAA", "one"));
        await create(sampleRecord("BBBB", "one"));
        await save("AAAA", "two", ONCE);
        expect(await save("BBBB", "three", OTHER_PAYLOAD)).toMatchObject({ kind: "done", wrote: true });
      });

      test("an unknown canvas and another owner's are not found", async () => {
        await create({ ...sampleRecord("AAAA", "x"), owner: "ann" });
        expect(await save("AAAA", "mine")).toEqual({ kind: "not_found" });
        expect(await save("BBBB", "mine")).toEqual({ kind: "not_found" });
      });

      test("a decision that throws leaves everything as it was", async () => {
        await create(sampleRecord("AAAA", "one"));
        const failing = store.update("local", "AAAA", {}, () => {
          throw new RangeError("decided wrongly");
        });
        await expect(failing).rejects.toThrow("decided wrongly");
        expect(await save("AAAA", "two")).toMatchObject({ kind: "done", wrote: true });
      });

      test("a change for another canvas or owner is refused whole", async () => {
        await create(sampleRecord("AAAA", "one"));
        const wrongId = store.update("local", "AAAA", {}, () => ({
          change: sampleCreate(sampleRecord("BBBB", "x")),
          answer: 0,
        }));
        await expect(wrongId).rejects.toThrow(RangeError);
        const wrongOwner = store.create("ann", sampleCreate(sampleRecord("CCCC", "x")));
        await expect(wrongOwner).rejects.toThrow(RangeError);
        expect(await store.count()).toBe(1);
      });

      test("a hundred saves at once all count", async () => {
        await create(sampleRecord("AAAA", "0"));
        const saves = Array.from({ length: 100 }, () =>
          store.update("local", "AAAA", {}, (record) => ({
            change: sampleSave(record, String(Number(record.document.content) + 1)),
            answer: null,
          })),
        );
        await Promise.all(saves);
        expect((await store.load("local", "AAAA"))?.document.content).toBe("100");
      });
    });

    describe("versions and events", () => {
      test("each sealed version reads exactly, also far back", async () => {
        const texts = Array.from(
          { length: 300 },
          (_, n) => `# Title\n\n${"line\n".repeat(n % 50)}${n} 😀${n % 2 ? "😁" : ""}\r\nend`,
        );
        await create(sampleRecord("AAAA", texts[0]!));
        for (const text of texts.slice(1)) await save("AAAA", text);
        for (const version of [1, 2, 63, 64, 65, 127, 128, 129, 130, 256, 257, 258, 299]) {
          expect((await store.version("local", "AAAA", version))?.content).toBe(texts[version - 1]);
        }
        expect(await store.version("local", "AAAA", 300)).toBeNull();
        expect(await store.version("ann", "AAAA", 1)).toBeNull();
      });

      test("a decision gets the texts of the sealed versions that it names", async () => {
        await create(sampleRecord("AAAA", "one"));
        await save("AAAA", "two");
        await save("AAAA", "three");
        const outcome = await store.update("local", "AAAA", { versions: [1, 2, 3, 9] }, (_, texts) => ({
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
        const first = await store.versions("local", "AAAA", { limit: 2 });
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
        const rest = await store.versions("local", "AAAA", { limit: 9, before: 4 });
        expect(rest.map(({ version }) => version)).toEqual([3, 2, 1]);
        expect(await store.versions("ann", "AAAA", { limit: 9 })).toEqual([]);
      });

      test("a version is sealed once, and in order", async () => {
        await create(sampleRecord("AAAA", "one"));
        await save("AAAA", "two");
        const sealedAgain = store.update("local", "AAAA", {}, (record) => ({
          change: sampleSave({ ...record, document: { ...record.document, version: 1 } }, "three"),
          answer: null,
        }));
        await expect(sealedAgain).rejects.toThrow(RangeError);
        expect((await store.load("local", "AAAA"))?.document.content).toBe("two");
      });

      test("events are numbered from 1 without gaps, and read on from any of them", async () => {
        await create(sampleRecord("AAAA", "1"));
        await create(sampleRecord("BBBB", "1"));
        for (const text of ["2", "3", "4"]) await save("AAAA", text);
        const all = await store.events("local", "AAAA", 0, 100);
        expect(all.map(({ sequence, kind, version }) => [sequence, kind, version])).toEqual([
          [1, "created", 1],
          [2, "saved", 2],
          [3, "saved", 3],
          [4, "saved", 4],
        ]);
        expect(all[1]).toMatchObject({ by: PERSON, payload: { revision: 2 } });
        expect((await store.events("local", "AAAA", 2, 1)).map(({ sequence }) => sequence)).toEqual([3]);
        expect(await store.events("ann", "AAAA", 0, 100)).toEqual([]);
      });
    });

    describe("points inside a version", () => {
      const amend = (content: string, reason: PointReason = "removal") =>
        store.update("local", "AAAA", {}, (record) => ({ change: sampleAmend(record, content, reason), answer: null }));
      const revisions = async (version: number) =>
        (await store.points("local", "AAAA", version)).map(({ revision }) => revision);

      test("read exactly, in the first version and in later ones, open and sealed", async () => {
        const page = "A line of its own, which is long enough.\n".repeat(30);
        const texts = [page, `${page}more 😀\r\n`, "", "x", page.replaceAll("own", "😁"), `"[" ${page}`, "[1]", "end"];
        await create(sampleRecord("AAAA", page));
        for (const version of [1, 2]) {
          const first = await store.load("local", "AAAA");
          for (const text of texts.slice(1)) await amend(text);
          const from = first!.document.revision;
          const expected = texts
            .slice(0, -1)
            .map((content, n) => [from + n, n === 0 ? first!.document.content : content]);
          for (let round = 0; round < 2; round++) {
            const kept = await store.points("local", "AAAA", version);
            expect(kept.map(({ revision }) => revision)).toEqual(expected.map(([revision]) => revision).reverse());
            for (const [revision, content] of expected) {
              const point = await store.point("local", "AAAA", version, Number(revision));
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
        const versions = await store.versions("local", "AAAA", { limit: 9 });
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
        expect(await store.points("local", "AAAA", 2)).toEqual(versions[1]!.points);
      });

      test("belong to an owner, a version and a revision", async () => {
        await create(sampleRecord("AAAA", "one"));
        await amend("two");
        expect((await store.point("local", "AAAA", 1, 1))?.content).toBe("one");
        expect(await store.point("ann", "AAAA", 1, 1)).toBeNull();
        expect(await store.points("ann", "AAAA", 1)).toEqual([]);
        for (const [version, revision] of [
          [1, 2],
          [2, 1],
          [0, 1],
          [9, 9],
        ] as const) {
          expect(await store.point("local", "AAAA", version, revision)).toBeNull();
        }
        expect(await store.point("local", "BBBB", 1, 1)).toBeNull();
      });

      test("are never twice the same text in a row; what stood before a removal is the one that stays", async () => {
        await create(sampleRecord("AAAA", "one"));
        const unkept = (content: string) =>
          store.update("local", "AAAA", {}, (record) => {
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
        expect((await store.points("local", "AAAA", 1)).map(({ reason }) => reason)).toEqual(["removal"]);
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
        await store.update("local", "AAAA", {}, (record) => {
          const amended = sampleAmend(record, "two");
          return { change: { ...sampleSave(amended.record, "three"), points: amended.points! }, answer: null };
        });
        expect((await store.versions("local", "AAAA", { limit: 9 }))[0]?.points).toHaveLength(1);
      });

      test("go into the bin and out of it with their canvas, and are gone for ever with it", async () => {
        await create(sampleRecord("AAAA", "one"));
        await amend("two");
        await store.delete("local", "AAAA");
        expect([await revisions(1), await store.point("local", "AAAA", 1, 1)]).toEqual([[], null]);
        await store.undelete("local", "AAAA");
        expect(await revisions(1)).toEqual([1]);
        await store.delete("local", "AAAA", { forever: true });
        expect(await revisions(1)).toEqual([]);
      });
    });

    describe("deleting", () => {
      test("what is deleted is gone, and its id is never given again", async () => {
        await store.create("local", sampleCreate(sampleRecord("AAAA", "x")), ONCE);
        await save("AAAA", "y");
        expect(await store.delete("ann", "AAAA")).toBe(false);
        expect(await store.delete("local", "AAAA")).toBe(true);
        expect(await store.delete("local", "AAAA")).toBe(false);
        expect(await store.load("local", "AAAA")).toBeNull();
        expect(await store.version("local", "AAAA", 1)).toBeNull();
        expect(await store.events("local", "AAAA", 0, 9)).toEqual([]);
        expect(await store.ids("local", 9)).toEqual([]);
        expect(await store.findCreated("local", "f1", sampleTime(0))).toBeNull();
        expect(await save("AAAA", "z")).toEqual({ kind: "deleted" });
        expect(await store.create("local", sampleCreate(sampleRecord("AAAA", "x")))).toEqual({ kind: "taken" });
        expect(await store.count()).toBe(1);
      });
    });

    describe("listing", () => {
      const titles = (list: Awaited<ReturnType<CanvasStore["list"]>>) => list.canvases.map(({ title }) => title);

      test("newest change first, in pages that the cursor joins without gap or twin", async () => {
        // Three share a time, so that the page ends between equals.
        for (const [n, second] of [1, 2, 2, 2, 3].entries()) {
          await create(sampleRecord(`AAA${n + 2}`, "x", { title: `t${n}`, updatedAt: sampleTime(second) }));
        }
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await store.list("local", { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
          expect(page.total).toBe(5);
          seen.push(...titles(page));
          cursor = page.next;
        } while (cursor !== undefined);
        expect(seen).toEqual(["t4", "t3", "t2", "t1", "t0"]);
      });

      test("a cursor that nobody gave is refused in words", async () => {
        for (const cursor of ["x", "", "W10", Buffer.from('["a","b"]').toString("base64url")]) {
          await expect(store.list("local", { limit: 2, cursor })).rejects.toThrow(/List again without a cursor/);
        }
      });

      test.each([
        ["alpha", ["Alpha plan"]],
        ["ALPHA", ["Alpha plan"]],
        ["plan", ["Beta", "Alpha plan"]],
        ["plan beta", ["Beta"]],
        ["100%", ["Über"]],
        ["%", ["Über"]],
        ["a_b", ["Über"]],
        ["c:\\dir", ["Über"]],
        ["ÜBER", ["Über"]],
        ["über straße", ["Über"]],
        ["ЖУК", ["Über"]],
        ["rate-limiting", ["Über", "Beta"]],
        ["rate limiting", ["Über", "Beta"]],
        ["Rate–Limiting,", ["Über", "Beta"]],
        ["“plan” (alpha)", ["Alpha plan"]],
        ["alpha / plan - first", ["Alpha plan"]],
        ["nowhere", []],
        ["plan-nowhere", []],
        ["—", []],
        ["   ", ["Über", "Beta", "Alpha plan"]],
      ])("the query %j finds %j", async (query, expected) => {
        await create(sampleRecord("AAAA", "first text, aXb", { title: "Alpha plan", updatedAt: sampleTime(1) }));
        await create(
          sampleRecord("BBBB", "A PLAN for 100: rate limiting", { title: "Beta", updatedAt: sampleTime(2) }),
        );
        await create(
          sampleRecord("CCCC", "100% straße a_b жук C:\\dir Rate-Limiting", {
            title: "Über",
            updatedAt: sampleTime(3),
          }),
        );
        await create({ ...sampleRecord("DDDD", "alpha plan 100%"), owner: "ann" });
        const found = await store.list("local", { limit: 10, query });
        expect(titles(found)).toEqual(expected);
        expect(found.total).toBe(expected.length);
      });

      test.each([
        ["plan", "A PLAN for 100"],
        ["beta plan", "A PLAN for 100"],
        ["straße", "100% straße a_b"],
        ["über жук", "100% straße a_b жук"],
      ])("the query %j gives the passage in which it stands, where that is asked for", async (query, passage) => {
        await create(sampleRecord("BBBB", `${"x ".repeat(400)}A PLAN for 100: rate limiting`, { title: "Beta" }));
        await create(sampleRecord("CCCC", `${"ä ".repeat(400)}100% straße a_b жук`, { title: "Über" }));
        const { canvases } = await store.list("local", { limit: 10, query, passages: true });
        expect(canvases.map((canvas) => canvas.passage)).toEqual([expect.stringContaining(passage)]);
        expect(canvases[0]?.passage?.length).toBeLessThan(700);
        expect((await store.list("local", { limit: 10, query })).canvases[0]).not.toHaveProperty("passage");
      });

      test("a query that only the title has gives no passage", async () => {
        await create(sampleRecord("AAAA", "first text", { title: "Alpha" }));
        const { canvases } = await store.list("local", { limit: 10, query: "alpha", passages: true });
        expect(canvases[0]).not.toHaveProperty("passage");
      });

      test.each(["x", "_%\\", "😀"])("a query of %j without end finds nothing, and nothing fails", async (part) => {
        await create(sampleRecord("AAAA", "first text"));
        expect(await store.list("local", { limit: 10, query: part.repeat(60_001) })).toMatchObject({ total: 0 });
      });

      test("without those of one status, in whole pages", async () => {
        for (const [n, status] of (["draft", "archived", "approved", "archived", "draft"] as const).entries()) {
          await create(sampleRecord(`AAA${n + 2}`, "x", { title: `t${n}`, status, updatedAt: sampleTime(n) }));
        }
        const first = await store.list("local", { limit: 2, except: "archived" });
        expect([titles(first), first.total]).toEqual([["t4", "t2"], 3]);
        const rest = await store.list("local", { limit: 2, except: "archived", cursor: first.next ?? "" });
        expect([titles(rest), rest.next]).toEqual([["t0"], undefined]);
      });

      test("with the version that was approved", async () => {
        const approval = { version: 1, revision: 1, at: sampleTime(0), by: PERSON };
        await create({ ...sampleRecord("AAAA", "x", { status: "approved", version: 2 }), approval });
        await create(sampleRecord("BBBB", "x"));
        const { canvases } = await store.list("local", { limit: 5 });
        expect(canvases.map(({ id, approved }) => [id, approved])).toEqual([
          ["BBBB", undefined],
          ["AAAA", 1],
        ]);
      });

      test("with whether it was kept from a stopped write", async () => {
        await create({ ...sampleRecord("AAAA", "x"), meta: { kept: true } });
        await create({ ...sampleRecord("BBBB", "x"), meta: { kept: "yes" } });
        const { canvases } = await store.list("local", { limit: 5 });
        expect(canvases.map(({ id, kept }) => [id, kept])).toEqual([
          ["BBBB", undefined],
          ["AAAA", true],
        ]);
      });

      test("by status, with what is open in each", async () => {
        await create(sampleRecord("AAAA", "x", { status: "approved" }));
        const comments = [
          sampleComment("c1", {}),
          sampleComment("c2", { resolved: true }),
          sampleComment("c3", { deleted: true }),
          sampleComment("c4", { author: "claude" }),
          sampleComment("c5", { replyTo: "c4" }),
          sampleComment("c6", { replyTo: "c2" }),
        ];
        await create({ ...sampleRecord("BBBB", "two words"), books: [sampleBook("two")], comments });
        const found = await store.list("local", { limit: 10, status: "draft" });
        expect(found.total).toBe(1);
        expect(found.canvases).toEqual([
          {
            id: "BBBB",
            title: "Untitled",
            status: "draft",
            version: 1,
            revision: 1,
            updatedAt: sampleTime(0),
            createdAt: sampleTime(0),
            lastEditor: "claude",
            words: 2,
            openProposals: 0,
            newEdits: 1,
            newComments: 2,
            newOthers: 0,
          },
        ]);
      });

      test("what is new is counted for whoever asks", async () => {
        const books = [
          sampleBook("a\nb\n", { client: "one" }),
          sampleBook("a\nc\n", { client: "two", seen: [commentMark(sampleComment("c1", {}))] }),
        ];
        await create({ ...sampleRecord("AAAA", "x\n\nc\n"), books, comments: [sampleComment("c1", {})] });
        const newTo = async (reader?: string) => {
          const { canvases } = await store.list("local", { limit: 1, ...(reader === undefined ? {} : { reader }) });
          return [canvases[0]!.newEdits > 0, canvases[0]!.newComments];
        };
        expect(await newTo("one")).toEqual([true, 1]);
        expect(await newTo("two")).toEqual([true, 0]);
        expect(await newTo("a newcomer")).toEqual([false, 1]);
        expect(await newTo()).toEqual(await newTo("two"));
      });

      test("ids are an owner's own, newest first", async () => {
        await create(sampleRecord("AAAA", "x"));
        await create(sampleRecord("BBBB", "x"));
        await create({ ...sampleRecord("CCCC", "x"), owner: "ann" });
        expect(await store.ids("local", 9)).toEqual(["BBBB", "AAAA"]);
        expect(await store.ids("local", 1)).toEqual(["BBBB"]);
      });
    });
  });
}

function sampleComment(id: string, change: Partial<CanvasComment>): CanvasComment {
  return {
    id,
    anchor: null,
    body: "why?",
    author: "user",
    by: PERSON,
    createdAt: sampleTime(1),
    resolved: false,
    ...change,
  };
}
