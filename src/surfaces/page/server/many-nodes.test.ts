import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type PageEvent, passText } from "../../../protocol/page.ts";
import { publicAddress } from "../../../server/http/public-address.ts";
import { createSharedAssistants } from "../../../server/live/shared-assistants.ts";
import { createMemoryMarks } from "../../../server/storage/memory/marks-for-tests.ts";
import { createMemoryStore } from "../../../server/storage/memory/store.ts";
import type { Marks } from "../../../server/storage/ports.ts";
import { passingKey } from "../app/access/browser-key.ts";
import { createGate } from "../app/access/gate.ts";
import { createEventReader } from "../app/access/live.ts";
import { createSharedLinks, GREETING_MS, LINK_MS, type Links, SESSION_MS } from "./links.ts";
import { startTestPage, type TestPage } from "./page-for-tests.ts";

const ORIGIN = "https://canvas.example.com";
const PLACE = "canvas.example.com";
const ADDRESS = publicAddress(ORIGIN, "https://canvas-frame.example.com");
const TOKEN = "a-token-of-this-test";

let marks: Marks;
let clock: { now: number };
let nodes: readonly TestPage[];
beforeEach(async () => {
  clock = { now: Date.parse("2026-11-17T12:00:00Z") };
  const now = () => new Date(clock.now);
  marks = createMemoryMarks(now);
  const store = { ...createMemoryStore({ now }), marks };
  const secret = await store.secrets.of(" page");
  const node = () =>
    startTestPage("", {
      deps: { store, clock: now },
      links: createSharedLinks({ secret, marks }, now),
      access: { host: "127.0.0.1", token: TOKEN, public: ADDRESS },
      assistants: createSharedAssistants({ marks, now, log: () => {} }),
    });
  nodes = await Promise.all([node(), node()]);
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()));
});

/** A browser whose requests a proxy deals out: `at` says to which node the next one goes. */
function browser(at: (route: string) => number) {
  let held: string | null = null;
  const key = passingKey();
  const went: string[] = [];
  const gate = createGate({
    session: {
      kept: "memory",
      read: () => held,
      keep: (token) => {
        held = token;
      },
      drop: () => {
        held = null;
      },
      subscribe: () => () => {},
    },
    key: () => key,
    spot: { host: PLACE, hostname: PLACE },
    onLocked: () => {},
    fetchIt: (address, init = {}) => {
      const number = at(String(address));
      went.push(`${address} ${number}`);
      return fetch(`http://127.0.0.1:${nodes[number]?.page.port}${address}`, init);
    },
  });
  const list = async () => {
    const headers = { "content-type": "application/json" };
    const answer = await gate.send("/api/list", { method: "POST", body: "{}", headers });
    return answer.status;
  };
  return { gate, went, list };
}
const tokenIn = (link: string): string => /link=([\w-]+)$/.exec(link)?.[1] ?? "";

describe("a browser whose every request may reach another node", () => {
  test("is greeted by one, redeems at the other, renews at the first, and has one pass everywhere", async () => {
    const where: Record<string, number> = { "/api/hello": 0, "/api/session": 1, "/api/pass": 1, "/api/list": 0 };
    const { gate, went, list } = browser((route) => where[route] ?? 0);
    const link = nodes[1]?.page.link() ?? "";
    expect(new URL(link).origin).toBe(ORIGIN);
    expect((await gate.enter(tokenIn(link))).status).toBe(200);
    expect(await list()).toBe(200);
    where["/api/list"] = 1;
    expect(await list()).toBe(200);
    gate.lost();
    where["/api/hello"] = 1;
    where["/api/pass"] = 0;
    expect(await list()).toBe(200);
    expect(went).toEqual([
      "/api/hello 0",
      "/api/session 1",
      "/api/list 0",
      "/api/list 1",
      "/api/hello 1",
      "/api/pass 0",
      "/api/list 1",
    ]);
    // The frame is where both say that it is.
    expect(await gate.server()).toEqual({ frame: 443 });
  });

  test("hears on either what was changed on the other, and who is connected to any", async () => {
    for (const number of [0, 1]) {
      const { gate } = browser((route) => (route === "/api/events" ? number : 1 - number));
      await gate.enter(nodes[number]?.links.mint() ?? "");
      const stop = new AbortController();
      const stream = await gate.send("/api/events", { signal: stop.signal });
      expect(stream.headers.get("x-accel-buffering")).toBe("no");
      const heard: PageEvent[] = [];
      const reading = readEvents(stream, (event) => void heard.push(event));
      await until(() => expect(heard).toContainEqual(expect.objectContaining({ kind: "hello", storeId: "memory" })));
      const made = await gate.send("/api/new", {
        method: "POST",
        body: JSON.stringify({ title: "Plan", content: "# Plan\n" }),
        headers: { "content-type": "application/json" },
      });
      const { id } = (await made.json()) as { id: string };
      await until(() => expect(heard).toContainEqual({ kind: "changed", ids: [id] }));
      await marks.keep("assistant", `claude-${number}`, new Date(clock.now + 60_000));
      await until(() =>
        expect(heard.findLast(({ kind }) => kind === "assistants")).toMatchObject({
          connected: expect.arrayContaining([`claude-${number}`]),
        }),
      );
      stop.abort();
      await reading;
    }
  });
});

describe("among all nodes", () => {
  const linksOf = (): readonly Links[] => nodes.map(({ links }) => links);

  test("a link that is redeemed on all at once works exactly once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const link = nodes[round % 2]?.links.mint() ?? "";
      const kinds = await Promise.all(
        linksOf().flatMap((links) => [links.redeem(link, PLACE, null), links.redeem(link, PLACE, null)]),
      );
      expect(kinds.map(({ kind }) => kind).sort()).toEqual(["session", "used", "used", "used"]);
      clock.now += LINK_MS / 2;
      expect(
        (await Promise.all(linksOf().map((links) => links.redeem(link, PLACE, null)))).map(({ kind }) => kind),
      ).toEqual(["used", "used"]);
      clock.now += LINK_MS / 2 + 1;
      expect((await nodes[0]?.links.redeem(link, PLACE, null))?.kind).toBe("expired");
    }
  });

  test("a greeting is answered once, and in its time", async () => {
    const key = await passingKey();
    const [one, other] = linksOf();
    if (one === undefined || other === undefined) throw new Error("There are two nodes");
    const entered = await one.redeem(one.mint(), PLACE, key.publicKey);
    if (entered.kind !== "session" || entered.session === null) throw new Error(entered.kind);
    const { session } = entered;
    const answer = async (nonce: string) => {
      const proof = await key.sign(passText({ place: PLACE, nonce }));
      return { session, key: key.publicKey, nonce, proof };
    };
    const asked = await answer(one.greet("c", PLACE, 443).nonce);
    const passes = await Promise.all([one.renew(asked, PLACE), other.renew(asked, PLACE), other.renew(asked, PLACE)]);
    expect(passes.filter((pass) => pass !== null)).toHaveLength(1);
    expect(await one.renew(asked, PLACE)).toBeNull();
    const late = await answer(one.greet("c", PLACE, 443).nonce);
    clock.now += GREETING_MS + 1;
    expect(await other.renew(late, PLACE)).toBeNull();
  });

  test("a pass ends with its session, and is worth nothing at another place or on another store", async () => {
    const [one, other] = linksOf();
    const entered = await one?.redeem(one.mint(), PLACE, null);
    if (entered?.kind !== "session") throw new Error("No pass");
    expect(await other?.checkPass(entered.pass, PLACE)).toEqual({});
    expect(await other?.checkPass(entered.pass, "canvas-frame.example.com")).toBeNull();
    const stranger = createSharedLinks({ secret: "another", marks }, () => new Date(clock.now));
    expect(await stranger.checkPass(entered.pass, PLACE)).toBeNull();
    expect((await stranger.redeem(one?.mint() ?? "", PLACE, null)).kind).toBe("bad");
    clock.now += SESSION_MS + 1;
    expect(await other?.checkPass(entered.pass, PLACE)).toBeNull();
  });
});

async function readEvents({ body }: Response, take: (event: PageEvent) => void): Promise<void> {
  const events = createEventReader();
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body ?? [])
      for (const event of events.read(decoder.decode(chunk as Uint8Array, { stream: true }))) take(event);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
