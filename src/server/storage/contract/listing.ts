import { describe, expect, test } from "vitest";
import { commentMark } from "../../../core/feedback/mark.ts";
import type { Canvases } from "../ports.ts";
import { PERSON, sampleBook, sampleComment, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

/** Lists of canvases. */
export function describeListing(open: OpenStore): void {
  describe("listing", () => {
    const { store, create } = freshStore(open);

    const titles = (list: Awaited<ReturnType<Canvases["list"]>>) => list.canvases.map(({ title }) => title);

    test("newest change first, in pages that the cursor joins without gap or twin", async () => {
      // Three share a time, so that the page ends between equals.
      for (const [n, second] of [1, 2, 2, 2, 3].entries()) {
        await create(sampleRecord(`AAA${n + 2}`, "x", { title: `t${n}`, updatedAt: sampleTime(second) }));
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.canvases.list("local", { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
        expect(page.total).toBe(5);
        seen.push(...titles(page));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(seen).toEqual(["t4", "t3", "t2", "t1", "t0"]);
    });

    test("one is found by its title, in any case of letters; of several the one that was changed last", async () => {
      const at = (id: string, title: string, second: number) =>
        create(sampleRecord(id, "x", { title, updatedAt: sampleTime(second) }));
      await at("AAAA", "Über den Plan", 2);
      await at("BBBB", "über den plan", 3);
      await at("CCCC", "Über den Plan B", 9);
      await create({
        ...sampleRecord("DDDD", "x", { title: "Über den Plan", updatedAt: sampleTime(9) }),
        owner: "ann",
      });
      const found = async (title: string) => (await store.canvases.titled("local", title))?.id ?? null;
      for (const title of ["Über den Plan", " ÜBER DEN PLAN ", "über den plan"])
        expect(await found(title)).toBe("BBBB");
      expect(await found("den Plan")).toBeNull();
      expect(await found("%")).toBeNull();
      await store.bin.put("local", "BBBB");
      expect(await found("über den plan")).toBe("AAAA");
      await store.canvases.update("local", "AAAA", {}, (record) => ({
        change: sampleSave({ ...record, document: { ...record.document, title: "Other" } }, "y"),
        answer: null,
      }));
      expect([await found("Über den Plan"), await found("OTHER")]).toEqual([null, "AAAA"]);
    });

    test("a cursor that nobody gave is refused in words", async () => {
      for (const cursor of ["x", "", "W10", Buffer.from('["a","b"]').toString("base64url")]) {
        await expect(store.canvases.list("local", { limit: 2, cursor })).rejects.toThrow(/List again without a cursor/);
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
      await create(sampleRecord("BBBB", "A PLAN for 100: rate limiting", { title: "Beta", updatedAt: sampleTime(2) }));
      await create(
        sampleRecord("CCCC", "100% straße a_b жук C:\\dir Rate-Limiting", {
          title: "Über",
          updatedAt: sampleTime(3),
        }),
      );
      await create({ ...sampleRecord("DDDD", "alpha plan 100%"), owner: "ann" });
      const found = await store.canvases.list("local", { limit: 10, query });
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
      const { canvases } = await store.canvases.list("local", { limit: 10, query, passages: true });
      expect(canvases.map((canvas) => canvas.passage)).toEqual([expect.stringContaining(passage)]);
      expect(canvases[0]?.passage?.length).toBeLessThan(700);
      expect((await store.canvases.list("local", { limit: 10, query })).canvases[0]).not.toHaveProperty("passage");
    });

    test("a query that only the title has gives no passage", async () => {
      await create(sampleRecord("AAAA", "first text", { title: "Alpha" }));
      const { canvases } = await store.canvases.list("local", { limit: 10, query: "alpha", passages: true });
      expect(canvases[0]).not.toHaveProperty("passage");
    });

    test.each(["x", "_%\\", "😀"])("a query of %j without end finds nothing, and nothing fails", async (part) => {
      await create(sampleRecord("AAAA", "first text"));
      expect(await store.canvases.list("local", { limit: 10, query: part.repeat(60_001) })).toMatchObject({ total: 0 });
    });

    test("without those of one status, in whole pages", async () => {
      for (const [n, status] of (["draft", "archived", "approved", "archived", "draft"] as const).entries()) {
        await create(sampleRecord(`AAA${n + 2}`, "x", { title: `t${n}`, status, updatedAt: sampleTime(n) }));
      }
      const first = await store.canvases.list("local", { limit: 2, except: "archived" });
      expect([titles(first), first.total]).toEqual([["t4", "t2"], 3]);
      const rest = await store.canvases.list("local", { limit: 2, except: "archived", cursor: first.next ?? "" });
      expect([titles(rest), rest.next]).toEqual([["t0"], undefined]);
    });

    test("with the version that was approved", async () => {
      const approval = { version: 1, revision: 1, at: sampleTime(0), by: PERSON };
      await create({ ...sampleRecord("AAAA", "x", { status: "approved", version: 2 }), approval });
      await create(sampleRecord("BBBB", "x"));
      const { canvases } = await store.canvases.list("local", { limit: 5 });
      expect(canvases.map(({ id, approved }) => [id, approved])).toEqual([
        ["BBBB", undefined],
        ["AAAA", 1],
      ]);
    });

    test("with whether it was kept from a stopped write", async () => {
      await create({ ...sampleRecord("AAAA", "x"), meta: { kept: true } });
      await create({ ...sampleRecord("BBBB", "x"), meta: { kept: "yes" } });
      const { canvases } = await store.canvases.list("local", { limit: 5 });
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
        sampleComment("c4", { by: { kind: "model" } }),
        sampleComment("c5", { replyTo: "c4" }),
        sampleComment("c6", { replyTo: "c2" }),
      ];
      await create({ ...sampleRecord("BBBB", "two words"), books: [sampleBook("two")], comments });
      const found = await store.canvases.list("local", { limit: 10, status: "draft" });
      expect(found.total).toBe(1);
      expect(found.canvases).toEqual([
        {
          id: "BBBB",
          owner: "local",
          title: "Untitled",
          status: "draft",
          version: 1,
          revision: 1,
          updatedAt: sampleTime(0),
          createdAt: sampleTime(0),
          lastEditor: "model",
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
        const { canvases } = await store.canvases.list("local", {
          limit: 1,
          ...(reader === undefined ? {} : { reader: { client: reader } }),
        });
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
      expect(await store.canvases.ids("local", 9)).toEqual(["BBBB", "AAAA"]);
      expect(await store.canvases.ids("local", 1)).toEqual(["BBBB"]);
    });
  });
}
