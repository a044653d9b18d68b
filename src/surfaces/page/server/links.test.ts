import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLinks, LINK_MS, type Redeemed, SESSION_MS } from "./links.ts";
import { readToken, signToken } from "./signed-token.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "canvas-links-")), "data");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const START = Date.parse("2026-11-16T12:00:00Z");
/** Links of one process, on a clock that the test moves. */
async function links(clock: { now: number } = { now: START }) {
  return createLinks(folder, () => new Date(clock.now));
}
const HERE = "name.localhost:3001";
function passOf(redeemed: Redeemed): string {
  if (redeemed.kind !== "session") throw new Error(`No session: ${redeemed.kind}`);
  return redeemed.pass;
}

describe("a link", () => {
  test("gives one session, and then no more, in whatever process", async () => {
    const [one, other] = [await links(), await links()];
    const link = one.mint();
    expect(await other.checkPass(passOf(await other.redeem(link, HERE, null)), HERE)).toEqual({});
    expect(await one.redeem(link, HERE, null)).toEqual({ kind: "used" });
    expect(await other.redeem(link, HERE, null)).toEqual({ kind: "used" });
  });

  test.each([
    ["at once", 0, "session"],
    ["at the end of its day", LINK_MS, "session"],
    ["a moment later", LINK_MS + 1, "expired"],
    ["long before it was made, by a clock set back", -LINK_MS - 1, "expired"],
  ])("%s: %s", async (_, after, kind) => {
    const clock = { now: START };
    const made = await links(clock);
    const link = made.mint();
    clock.now = START + after;
    expect((await made.redeem(link, HERE, null)).kind).toBe(kind);
  });

  test("for this user is good in nobody else's hands, and not used up by them", async () => {
    const made = await links();
    const link = made.mint("this user");
    expect([await made.redeem(link, HERE, null), await made.redeem(link, HERE, null, "anybody")]).toEqual([
      { kind: "another's" },
      { kind: "another's" },
    ]);
    expect((await made.redeem(link, HERE, null, "this user")).kind).toBe("session");
    expect(await made.redeem(link, HERE, null, "this user")).toEqual({ kind: "used" });
    expect((await made.redeem(made.mint(), HERE, null, "this user")).kind).toBe("session");
  });

  test("is no session, and a session is no link", async () => {
    const made = await links();
    const link = made.mint();
    expect(await made.checkPass(link, HERE)).toBeNull();
    expect((await made.redeem(passOf(await made.redeem(link, HERE, null)), HERE, null)).kind).toBe("bad");
  });

  test("of another data folder is bad", async () => {
    const elsewhere = await createLinks(`${folder}-2`, () => new Date(START));
    expect(await (await links()).redeem(elsewhere.mint(), HERE, null)).toEqual({ kind: "bad" });
  });

  test("that was used is forgotten once it is too old to be used, and not before", async () => {
    const clock = { now: START };
    const made = await links(clock);
    await made.redeem(made.mint(), HERE, null);
    clock.now = START + LINK_MS;
    await made.redeem(made.mint(), HERE, null);
    expect(readdirSync(join(folder, "page-used"))).toHaveLength(2);
    clock.now = START + LINK_MS + 60 * 60 * 1000 + 1;
    await made.redeem(made.mint(), HERE, null);
    expect(readdirSync(join(folder, "page-used"))).toHaveLength(2);
  });
});

test.each([
  ["today", 0, true],
  ["on its last day", SESSION_MS, true],
  ["after it", SESSION_MS + 1, false],
])("a session lasts thirty days: %s", async (_, after, lasts) => {
  const clock = { now: START };
  const made = await links(clock);
  const session = passOf(await made.redeem(made.mint(), HERE, null));
  clock.now = START + after;
  expect(await made.checkPass(session, HERE)).toEqual(lasts ? {} : null);
});

describe("signed tokens", () => {
  const key = Buffer.alloc(32, 7);
  const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });

  test("say what was signed", () => {
    fc.assert(
      fc.property(times, (madeAt) => {
        expect(readToken(key, "link", signToken(key, "link", madeAt))).toMatchObject({ madeAt });
      }),
    );
  });

  test("are refused with any one character changed, added or taken away", () => {
    const token = signToken(key, "session", START);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet), (at, letter) => {
        fc.pre(token[at] !== letter);
        expect(readToken(key, "session", token.slice(0, at) + letter + token.slice(at + 1))).toBeNull();
        expect(readToken(key, "session", token.slice(0, at) + letter + token.slice(at))).toBeNull();
        expect(readToken(key, "session", token.slice(0, at) + token.slice(at + 1))).toBeNull();
      }),
    );
  });

  test("of any other text there are none", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readToken(key, "session", text)).toBeNull();
      }),
    );
  });
});

test("a proof holds for its own text only, and is no token", async () => {
  const [one, other] = [await links(), await links()];
  const proof = one.prove("I serve on 3001");
  expect(other.checkProof("I serve on 3001", proof)).toBe(true);
  for (const wrong of [`${proof}A`, proof.slice(1), "", one.mint()])
    expect(other.checkProof("I serve on 3001", wrong)).toBe(false);
  expect(other.checkProof("I serve on 3002", proof)).toBe(false);
  expect((await other.redeem(proof, HERE, null)).kind).toBe("bad");
});

describe.skipIf(process.platform === "win32")("the key", () => {
  test("is the owner's alone, in a folder of their own", async () => {
    await links();
    expect(statSync(join(folder, "page.key")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const made = await links();
    await made.redeem(made.mint(), HERE, null);
    expect(statSync(join(folder, "page-used")).mode & 0o777).toBe(0o700);
  });

  test("that others could read is closed to them", async () => {
    await links();
    chmodSync(join(folder, "page.key"), 0o644);
    await links();
    expect(statSync(join(folder, "page.key")).mode & 0o777).toBe(0o600);
  });

  test("is one, however many make it at once", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => links()));
    const link = all[0]!.mint();
    const kinds = await Promise.all(all.map(async (each) => (await each.redeem(link, HERE, null)).kind));
    expect(kinds.sort()).toEqual(["session", ...Array(7).fill("used")]);
  });

  test("that was left half written is made anew", async () => {
    await links();
    writeFileSync(join(folder, "page.key"), "half");
    const made = await links();
    expect(readFileSync(join(folder, "page.key"))).toHaveLength(32);
    expect((await made.redeem((await links()).mint(), HERE, null)).kind).toBe("session");
  });

  test("that is no file is said in words", async () => {
    mkdirSync(join(folder, "page.key"), { recursive: true });
    await expect(links()).rejects.toThrow(/The page's key cannot be used: .*delete it/);
  });
});
