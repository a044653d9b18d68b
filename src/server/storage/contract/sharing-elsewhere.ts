import { describe, expect, test } from "vitest";
import { foundRecord, type ListQuery } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleShare, sampleTime } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";
import { historyIn } from "./store-contents.ts";

/** Lists of one's own and of what others share, and what becomes of sharing when canvases or people are moved or erased. */
export function describeSharedElsewhere(open: OpenStore): void {
  describe("lists with shared canvases", () => {
    const { store, create, share, timer } = freshStore(open);
    /** Nine of three owners, every other one shared with Ada, who owns some herself. */
    const prepare = async (): Promise<void> => {
      for (let n = 0; n < 9; n++) {
        const owner = ["ada", "ann", "local"][n % 3]!;
        const id = "ABCDEFGHJ"[n]!.repeat(4);
        const status = n % 2 === 0 ? "draft" : "in_review";
        await create({
          ...sampleRecord(id, `text number${n} Größe`, { updatedAt: sampleTime((n * 4) % 9), status }),
          owner,
        });
        if (owner !== "ada" && n !== 4) await share(id, ["ada", "bob"], [], owner);
      }
    };
    const pages = async (query: Omit<ListQuery, "limit">, limit: number, reader = "ada") => {
      const ids: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await store.canvases.list(reader, { ...query, limit, ...(cursor ? { cursor } : {}) });
        ids.push(...page.canvases.map(({ id }) => id));
        expect(page.total).toBeGreaterThanOrEqual(page.canvases.length);
        if (page.next === undefined) return { ids, total: page.total };
        cursor = page.next;
      }
    };

    test.each([
      ["both", {}, "CGJBDFHA"],
      ["one's own", { whose: "own" }, "GDA"],
      ["only what is shared", { whose: "shared" }, "CJBFH"],
      ["of one status", { status: "draft" }, "CGJA"],
      ["of all but one", { except: "draft" }, "BDFH"],
      ["what is shared of one status", { whose: "shared", status: "in_review" }, "BFH"],
      ["what is found", { query: "GRÖSSE number" }, ""],
      ["what is found in both", { query: "GRÖßE number" }, "CGJBDFHA"],
      ["what is found of one's own", { query: "größe", whose: "own" }, "GDA"],
      ["what is found of others'", { query: "größe", whose: "shared", except: "draft" }, "BFH"],
    ] as const)("hold %s, newest first, page by page, and say how many there are", async (_, query, expected) => {
      await prepare();
      const ids = [...expected].map((letter) => letter.repeat(4));
      for (const limit of [1, 2, 3, 99]) {
        expect(await pages(query, limit)).toEqual({ ids, total: ids.length });
      }
    });

    test("say whose each is, with how many it is shared, and the passage that was found", async () => {
      await prepare();
      await share("BBBB", ["ada", "bob"], ["h1"], "ann");
      const { canvases } = await store.canvases.list("ada", { limit: 9, query: "number1", passages: true });
      expect(canvases).toMatchObject([{ id: "BBBB", owner: "ann", shared: 3, passage: "text number1 Größe" }]);
      const [mine] = (await store.canvases.list("ada", { limit: 9, query: "number0" })).canvases;
      expect([mine?.owner, mine !== undefined && "shared" in mine]).toEqual(["ada", false]);
      expect((await store.canvases.list("bob", { limit: 9, whose: "own" })).total).toBe(0);
      expect((await store.canvases.list("bob", { limit: 9 })).total).toBe(5);
      expect((await store.canvases.list("eve", { limit: 9, whose: "shared" })).total).toBe(0);
    });

    test("what a link gave is in no list once the link has ended, or lasts as long as the longest of several", async () => {
      await create(sampleRecord("AAAA", "x"));
      const ends = [sampleTime(1_100), sampleTime(1_200)];
      const join = (subject: string, link?: string) =>
        ({ person: { subject, name: subject }, role: "viewer", at: sampleTime(1), ...(link ? { link } : {}) }) as const;
      await store.canvases.update("local", "AAAA", {}, (record) => {
        const { record: shared, ...change } = sampleShare(record, [], ["h0", "h1"]);
        const links = shared.sharing!.links.map((link, at) => ({ ...link, expiresAt: ends[at]! }));
        const [first = "", second = ""] = links.map(({ id }) => id);
        const people = [join("ada", first), join("bob", first), join("bob", second), join("eve", first), join("eve")];
        return {
          change: { ...change, record: { ...shared, sharing: { ...shared.sharing!, links, people } } },
          answer: 0,
        };
      });
      const listing = async (): Promise<string> => {
        const seen = [];
        for (const reader of ["ada", "bob", "eve"]) {
          const lists = [{}, { whose: "shared" }, { query: "x" }] as const;
          const totals = await Promise.all(lists.map(async (query) => (await pages(query, 9, reader)).total));
          const all = [...totals, (await store.canvases.ids(reader, 9)).length];
          expect(new Set(all).size).toBe(1);
          if (all[0] === 1) seen.push(reader);
        }
        return seen.join(" ");
      };
      expect(await listing()).toBe("ada bob eve");
      await timer.pass(100_000);
      expect(await listing()).toBe("bob eve");
      await timer.pass(100_000);
      expect(await listing()).toBe("eve");
      // Nor are they told what became of it.
      await store.bin.put("local", "AAAA");
      const became = async (reader: string) => [
        (await store.canvases.find(reader, "AAAA")).kind,
        (await store.canvases.update(reader, "AAAA", {}, () => ({ answer: 0 }))).kind,
      ];
      expect(await Promise.all(["ada", "bob", "eve", "local"].map(became))).toEqual([
        ["none", "none"],
        ["none", "none"],
        ["deleted", "deleted"],
        ["deleted", "deleted"],
      ]);
    });

    test("ids are those of both, the last made first; what they weigh counts both", async () => {
      await prepare();
      const ids = (letters: string) => [...letters].map((letter) => letter.repeat(4));
      expect(await store.canvases.ids("ada", 99)).toEqual(ids("JHGFDCBA"));
      expect(await store.canvases.ids("ada", 3)).toEqual(ids("JHG"));
      expect(await store.canvases.ids("bob", 2)).toEqual(ids("JH"));
      expect((await store.canvases.weight("bob")).largest).toBeGreaterThan(0);
      expect((await store.canvases.weight("eve")).largest).toBe(0);
    });
  });

  describe("sharing that is moved or erased", () => {
    const fresh = freshStore(open);
    const { store, createText: create, share, during } = fresh;

    test("comes with a canvas that is put in from elsewhere, in the bin or not", async () => {
      for (const [id, deletedAt] of [
        ["AAAA", undefined],
        ["BBBB", sampleTime(5)],
      ] as const) {
        const { record } = sampleShare(sampleRecord(id, "x"), ["ada"], ["h1"]);
        const canvas = { record, sealed: 0, events: 0, ...(deletedAt === undefined ? {} : { deletedAt }) };
        expect(await during(() => store.archive.write("local", canvas, []), "ada")).toEqual([id]);
      }
      expect(await store.canvases.find("ada", "AAAA")).toMatchObject({ kind: "found" });
      expect(await store.canvases.find("ada", "BBBB")).toEqual({ kind: "deleted" });
      expect((await store.canvases.list("ada", { limit: 9, whose: "shared" })).canvases).toMatchObject([
        { id: "AAAA", shared: 2 },
      ]);
      expect(await historyIn(store, "local", "AAAA")).toEqual([]);
    });

    test("whoever is erased is in nobody's sharing any more, not even of what lies in the bin", async () => {
      for (const id of ["AAAA", "BBBB", "CCCC"]) await create(id);
      for (const id of ["AAAA", "BBBB"]) {
        const ada = { subject: "ada", name: "Ada" };
        await store.canvases.update("local", id, {}, (record) => {
          const { record: shared, ...change } = sampleShare(record, ["ada", "bob"], ["h1"]);
          return {
            change: { ...change, record: { ...shared, sharing: { ...shared.sharing!, approvers: [ada] } } },
            answer: 0,
          };
        });
      }
      await create("DDDD", "ada");
      await share("DDDD", ["bob"], [], "ada");
      await store.bin.put("local", "BBBB");
      expect(await during(() => store.archive.erase("ada"), "bob")).toEqual(expect.arrayContaining(["AAAA", "DDDD"]));
      await store.bin.bringBack("local", "BBBB");
      for (const id of ["AAAA", "BBBB"]) {
        const record = foundRecord(await store.canvases.find("local", id));
        expect(JSON.stringify(record)).not.toContain("ada");
        expect(record?.sharing?.people.map(({ person }) => person.subject)).toEqual(["bob"]);
        expect(await store.canvases.find("ada", id)).toEqual({ kind: "none" });
        expect(await store.canvases.find("bob", id)).toMatchObject({ kind: "found" });
      }
      expect(await store.canvases.find("bob", "DDDD")).toEqual({ kind: "none" });
      expect((await store.canvases.list("bob", { limit: 9, whose: "shared" })).canvases).toMatchObject([
        { shared: 2 },
        { shared: 2 },
      ]);
      expect((await store.canvases.list("ada", { limit: 9 })).total).toBe(0);
      // The name is free for somebody else, for whom nothing is there.
      expect(await create("EEEE", "ada")).toEqual({ kind: "created" });
      await share("CCCC", ["ada"]);
      expect((await store.canvases.list("ada", { limit: 9 })).total).toBe(2);
    });

    test("a canvas that is shared from its first moment is there for its readers at once", async () => {
      const { record } = sampleShare(sampleRecord("AAAA", "x"), ["ada"]);
      const made = () => store.canvases.create("local", sampleCreate(record));
      expect(await during(made, "ada")).toEqual(["AAAA"]);
      expect(await store.canvases.find("ada", "AAAA")).toEqual({ kind: "found", record });
    });
  });
}
