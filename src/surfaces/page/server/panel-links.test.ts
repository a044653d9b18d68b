import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { passText } from "../../../protocol/page.ts";
import { createMemoryMarks } from "../../../server/storage/memory/marks-for-tests.ts";
import { createLinks, createSharedLinks, LINK_MS, type Links, SESSION_MS } from "./links.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "canvas-panels-")), "data");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const START = Date.parse("2026-11-16T12:00:00Z");
const HERE = "name.localhost:3001";
const PANEL = "copilot:session:instance";
type Clock = { now: number };

/** Two processes that make and take the same links. */
const PLACES: readonly [string, (clock: Clock) => Promise<readonly [Links, Links]>][] = [
  [
    "of a data folder",
    async (clock) => [
      await createLinks(folder, () => new Date(clock.now)),
      await createLinks(folder, () => new Date(clock.now)),
    ],
  ],
  [
    "on a store that machines share",
    async (clock) => {
      const shared = { secret: "secret", marks: createMemoryMarks(() => new Date(clock.now)) };
      return [
        createSharedLinks(shared, () => new Date(clock.now)),
        createSharedLinks(shared, () => new Date(clock.now)),
      ];
    },
  ],
];

describe.each(PLACES)("a panel's link, %s", (_, linksOf) => {
  const open = async () => {
    const clock = { now: START };
    const [one, other] = await linksOf(clock);
    return { clock, one, other };
  };
  const redeem = (links: Links, link: string, only: string | undefined = "HN8B") =>
    links.redeem(link, HERE, null, "anybody", only);

  test("gives one pass, for its canvas alone, in whatever process", async () => {
    const { one, other } = await open();
    const { link } = await one.mintPanel("HN8B", PANEL);
    const redeemed = await redeem(other, link);
    expect(redeemed.kind === "session" && (await other.checkPass(redeemed.pass, HERE))).toEqual({ only: "HN8B" });
    expect(await redeem(one, link)).toEqual({ kind: "used" });
    expect(await redeem(other, link)).toEqual({ kind: "used" });
  });

  test("ends after a day", async () => {
    const { one, clock } = await open();
    const { link } = await one.mintPanel("HN8B", PANEL);
    clock.now += LINK_MS + 1;
    expect(await redeem(one, link)).toEqual({ kind: "expired" });
  });

  test("is good for nothing once the panel was given another, by whatever process; other panels' are", async () => {
    const { one, other } = await open();
    const first = await one.mintPanel("HN8B", PANEL);
    const elsewhere = await one.mintPanel("HN8B", "copilot:session:another");
    const second = await other.mintPanel("K3VT", PANEL);
    const third = await one.mintPanel("K3VT", PANEL);
    expect(await redeem(one, first.link)).toEqual({ kind: "used" });
    expect(await redeem(other, second.link, "K3VT")).toEqual({ kind: "used" });
    expect((await redeem(other, third.link, "K3VT")).kind).toBe("session");
    expect((await redeem(other, elsewhere.link)).kind).toBe("session");
  });

  test("is good for nothing once the panel has ended; who came in by it stays", async () => {
    const { one, other } = await open();
    const used = await one.mintPanel("HN8B", PANEL);
    const redeemed = await redeem(one, used.link);
    const unused = await one.mintPanel("HN8B", PANEL);
    await other.endPanel(PANEL);
    await other.endPanel("never opened");
    expect(await redeem(one, unused.link)).toEqual({ kind: "used" });
    expect(redeemed.kind === "session" && (await one.checkPass(redeemed.pass, HERE))).toEqual({ only: "HN8B" });
  });

  test("is none for the whole page, nor for another canvas; a link of the page is none for a panel. Neither is used up", async () => {
    const { one } = await open();
    const [{ link, permit }, whole] = [await one.mintPanel("HN8B", PANEL), one.mint()];
    const bad = { kind: "bad" };
    expect(await one.redeem(link, HERE, null)).toEqual(bad);
    expect(await redeem(one, link, "K3VT")).toEqual(bad);
    expect(await redeem(one, link.replace("HN8B", "K3VT"), "K3VT")).toEqual(bad);
    expect(await one.redeem(link.replace("HN8B.", ""), HERE, null)).toEqual(bad);
    expect(await redeem(one, whole)).toEqual(bad);
    expect(await redeem(one, `HN8B.${whole}`)).toEqual(bad);
    expect(await redeem(one, permit)).toEqual(bad);
    expect((await redeem(one, link)).kind).toBe("session");
    expect((await one.redeem(whole, HERE, null)).kind).toBe("session");
  });

  test("makes sessions and passes that stay its canvas's, however they are written", async () => {
    const { one, other, clock } = await open();
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = publicKey.export({ type: "spki", format: "der" }).toString("base64url");
    const renew = (links: Links, session: string) => {
      const { nonce } = links.greet("challenge", HERE, 3002);
      const options = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
      const proof = sign("sha256", Buffer.from(passText({ place: HERE, nonce })), options).toString("base64url");
      return links.renew({ session, key, nonce, proof }, HERE);
    };
    const { link } = await one.mintPanel("HN8B", PANEL);
    const redeemed = await one.redeem(link, HERE, key, "anybody", "HN8B");
    if (redeemed.kind !== "session" || redeemed.session === null) throw new Error(redeemed.kind);
    const { session, pass } = redeemed;
    const renewed = (await renew(other, session)) ?? "";
    expect(await other.checkPass(renewed, HERE)).toEqual({ only: "HN8B" });
    for (const written of [session.replace("HN8B.", ""), session.replace("HN8B", "K3VT"), pass, link])
      expect(await renew(other, written)).toBeNull();
    for (const written of [pass.replace("HN8B.", ""), pass.replace("HN8B", "K3VT"), session, link])
      expect(await one.checkPass(written, HERE)).toBeNull();
    // A place is whatever a caller calls the server.
    const stripped = pass.replace("HN8B.", "");
    for (const place of [`HN8B: pass at ${HERE}`, `${HERE} HN8B`])
      expect(await one.checkPass(stripped, place)).toBeNull();
    clock.now += SESSION_MS + 1;
    expect(await renew(one, session)).toBeNull();
  });

  test("leads on to the page's own address", async () => {
    const { one } = await open();
    const { link } = await one.mintPanel("HN8B", PANEL);
    expect(await one.leadsOn({ link })).toBe(true);
    await one.endPanel(PANEL);
    expect(await one.leadsOn({ link })).toBe(false);
  });
});

test("a permit lets a panel be framed as long as a session lasts, and nothing else is one", async () => {
  const clock = { now: START };
  const links = await createLinks(folder, () => new Date(clock.now));
  const { link, permit } = await links.mintPanel("hn8b", PANEL);
  expect([permit.slice(0, 5), link.slice(0, 5)]).toEqual(["HN8B.", "HN8B."]);
  expect(links.isPermit(permit)).toBe(true);
  const others = [link, links.mint(), permit.replace("HN8B", "K3VT"), permit.replace("HN8B.", ""), "HN8B.", "", "x"];
  expect(others.map(links.isPermit)).toEqual(others.map(() => false));
  clock.now += SESSION_MS + 1;
  expect(links.isPermit(permit)).toBe(false);
});

test("what is remembered of a panel says nothing of it, and is forgotten", async () => {
  const clock = { now: START };
  const links = await createLinks(folder, () => new Date(clock.now));
  await links.mintPanel("HN8B", PANEL);
  const names = () => readdirSync(join(folder, "page-panels"));
  expect(names()).toEqual([createHash("sha256").update(PANEL).digest("hex").slice(0, 32)]);
  clock.now += LINK_MS + 2 * 60 * 60_000;
  await links.mintPanel("HN8B", "another");
  expect(names()).toHaveLength(1);
  await links.endPanel("another");
  expect(names()).toEqual([]);
});
