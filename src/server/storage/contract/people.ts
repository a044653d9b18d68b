import { describe, expect, test } from "vitest";
import { freshStore, type OpenStore } from "./fresh-store.ts";

const ADA = { subject: "ada", name: "Ada", email: "ada@example.org" };
const BOB = { subject: "bob", name: "Bob" };

/** Whom the server has seen. */
export function describePeople(open: OpenStore): void {
  describe("people", () => {
    const { store } = freshStore(open);

    test("are found by subject, and by e-mail or name in any case of letters", async () => {
      await store.people.seen(ADA);
      await store.people.seen(BOB);
      expect(await store.people.find("ada")).toEqual([ADA]);
      expect(await store.people.find("ADA@Example.org")).toEqual([ADA]);
      expect(await store.people.find("BOB")).toEqual([BOB]);
      expect(await store.people.find("nobody")).toEqual([]);
      expect(await store.people.find("ad")).toEqual([]);
      expect(await store.people.find("%")).toEqual([]);
      expect(await store.people.find("a\0da")).toEqual([]);
      expect(await store.people.find("\ud800")).toEqual([]);
    });

    test("a subject goes before the names of others, and of one name a few are told, the first seen first", async () => {
      for (let n = 1; n <= 9; n++) await store.people.seen({ subject: `s${n}`, name: "Ada Ä" });
      expect((await store.people.find("ADA Ä")).map(({ subject }) => subject)).toEqual(["s1", "s2", "s3", "s4", "s5"]);
      await store.people.seen({ subject: "ada ä", name: "Eve" });
      expect(await store.people.find("ada ä")).toEqual([{ subject: "ada ä", name: "Eve" }]);
    });

    test("nobody is found by an e-mail address that is only what they call themselves", async () => {
      await store.people.seen({ subject: "mal", name: "Ada@Example.org" });
      expect(await store.people.find("ada@example.org")).toEqual([]);
      for (let n = 1; n <= 9; n++) await store.people.seen({ subject: `m${n}`, name: "ada@example.org" });
      await store.people.seen(ADA);
      expect(await store.people.find("ada@example.org")).toEqual([ADA]);
    });

    test("are known as they were seen last, and keep their place", async () => {
      await store.people.seen(ADA);
      await store.people.seen(BOB);
      await store.people.seen({ subject: "ada", name: "Ada L." });
      await store.people.seen({ subject: "ada", name: "Ada L." });
      expect(await store.people.of(["bob", "ada", "eve"])).toEqual([BOB, { subject: "ada", name: "Ada L." }]);
      expect(await store.people.find("ada@example.org")).toEqual([]);
      expect((await store.archive.people()).map(({ subject }) => subject)).toEqual(["ada", "bob"]);
    });

    test("whoever is erased is not known any more", async () => {
      await store.people.seen(ADA);
      await store.people.seen(BOB);
      expect(await store.archive.erase("ada")).toBe(0);
      expect(await store.people.of(["ada", "bob"])).toEqual([BOB]);
      expect(await store.archive.people()).toEqual([BOB]);
    });
  });
}
