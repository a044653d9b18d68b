/** The page's way to its server, against the server's own half of it: both are real, only the wire between them is not. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLinks, type Links, SESSION_MS } from "../../server/links.ts";
import { passingKey } from "./browser-key.ts";
import { createGate, UnknownServerError } from "./gate.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-gate-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PORT = 3001;
const FRAME = 3002;
const clock = { now: Date.parse("2026-11-17T12:00:00Z") };
const linksOf = (name = "data") => createLinks(join(folder, name), () => new Date(clock.now));

interface Sent {
  readonly route: string;
  readonly body: string;
  readonly authorization: string | null;
}

/** Answers as the page's server does, with these links, to a browser at `host`. */
function answerer(links: Links, host: string) {
  return async (route: string, body: Record<string, string>, pass: string): Promise<Response> => {
    const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
    switch (route) {
      case "/api/hello":
        return json(links.greet(body.challenge ?? "", host, FRAME));
      case "/api/session": {
        const made = await links.redeem(body.link ?? "", host, body.key ?? null, "anybody", body.only);
        return made.kind === "session" ? json(made) : json({ error: { code: "used_link", message: "" } }, 410);
      }
      case "/api/pass": {
        const made = await links.renew(body as unknown as Parameters<Links["renew"]>[0], host);
        return made === null ? json({ error: { code: "no_session", message: "" } }, 401) : json({ pass: made });
      }
      default:
        return (await links.checkPass(pass, host)) ? json({ ok: true }) : json({ error: { code: "no_session" } }, 401);
    }
  };
}
type Answerer = ((...asked: Parameters<ReturnType<typeof answerer>>) => Response | Promise<Response>) | null;

/** A browser at this address; `wire.to` is whoever answers there. */
function browserAt(
  host: string,
  to: Answerer,
  held: string | null = null,
  {
    store = { held },
    hasKeys = true,
    only = null,
  }: { readonly store?: { held: string | null }; readonly hasKeys?: boolean; readonly only?: string | null } = {},
) {
  const wire = { to };
  const sent: Sent[] = [];
  const locked: (string | null)[] = [];
  const key = passingKey();
  const gate = createGate({
    session: {
      kept: "browser",
      read: () => store.held,
      keep: (token) => {
        store.held = token;
      },
      drop: () => {
        store.held = null;
      },
      subscribe: () => () => {},
    },
    key: hasKeys ? () => key : null,
    spot: { host, hostname: host.split(":")[0] ?? "" },
    only,
    onLocked: (token) => void locked.push(token),
    fetchIt: async (address, init = {}) => {
      const authorization = new Headers(init.headers).get("authorization");
      const body = String(init.body ?? "{}");
      sent.push({ route: String(address), body, authorization });
      if (wire.to === null) throw new TypeError("Failed to fetch");
      return wire.to(String(address), JSON.parse(body), authorization?.slice(7) ?? "");
    },
  });
  const list = async () => (await gate.send("/api/list", { method: "POST", body: '{"text":"mine"}' })).status;
  return { gate, wire, sent, locked, store, list };
}

test("a link makes a session, the session a pass, and a server that follows takes the same session", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const { gate, wire, list, sent, store } = browserAt(host, answerer(links, host));
  expect((await gate.enter(links.mint())).status).toBe(200);
  expect(await list()).toBe(200);
  const first = sent.at(-1)?.authorization;
  // Another process of the folder: its passes are its own.
  wire.to = answerer(await linksOf(), host);
  expect(await list()).toBe(200);
  expect(sent.at(-1)?.authorization).not.toBe(first);
  expect(store.held).not.toBeNull();
});

test("a panel takes no link but its own, and stays its canvas's with a server that follows", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const panel = browserAt(host, answerer(links, host), null, { only: "HN8B" });
  const { link } = await links.mintPanel("HN8B", "p");
  const whole = links.mint();
  expect([(await panel.gate.enter(whole)).status, panel.store.held]).toEqual([410, null]);
  expect((await panel.gate.enter(link)).status).toBe(200);
  const next = await linksOf();
  panel.wire.to = answerer(next, host);
  expect(await panel.list()).toBe(200);
  const pass = panel.sent.at(-1)?.authorization?.slice(7) ?? "";
  expect(await next.checkPass(pass, host)).toEqual({ only: "HN8B" });
  // The link of the whole page was not spent on it, and a panel's link is none there.
  const page = browserAt(host, answerer(links, host));
  expect((await page.gate.enter((await links.mintPanel("HN8B", "p")).link)).status).toBe(410);
  expect((await page.gate.enter(whole)).status).toBe(200);
});

test("a stolen session is worth nothing without the browser's key, and nothing at another address", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const owner = browserAt(host, answerer(links, host));
  await owner.gate.enter(links.mint());
  const thief = browserAt(host, answerer(links, host), owner.store.held);
  expect([await thief.list(), thief.locked]).toEqual([401, [owner.store.held]]);
  const elsewhere = `${links.name}:4001`;
  owner.wire.to = answerer(links, elsewhere);
  owner.gate.lost();
  await expect(owner.list()).rejects.toThrow(UnknownServerError);
});

test.each([
  ["with another data folder's key", (_: Links, other: Links, host: string) => answerer(other, host)],
  ["that passes it all on to the true server elsewhere", (own: Links) => answerer(own, `${own.name}:3002`)],
  ["that knows nothing", () => () => new Response("<html>", { status: 200 })],
  ["that says yes to everything", () => () => new Response("{}", { status: 200 })],
])("a program %s gets neither text, nor session, nor link, nor pass", async (_, stranger) => {
  const [links, other] = [await linksOf(), await linksOf("other")];
  const host = `${links.name}:${PORT}`;
  const browser = browserAt(host, answerer(links, host));
  await browser.gate.enter(links.mint());
  expect(await browser.list()).toBe(200);

  // The server is gone, which the page notices; somebody else takes its port.
  browser.wire.to = null;
  await expect(browser.list()).rejects.toThrow(TypeError);
  browser.sent.length = 0;
  browser.wire.to = stranger(links, other, host);
  const link = links.mint();
  for (const attempt of [() => browser.list(), () => browser.gate.enter(link), () => browser.list()])
    await expect(attempt()).rejects.toThrow(UnknownServerError);
  expect(browser.sent.map(({ route, authorization }) => [route, authorization])).toEqual(
    Array(3).fill(["/api/hello", null]),
  );
  const said = browser.sent.map(({ body }) => body).join("");
  for (const secret of ["mine", link, browser.store.held ?? "?"]) expect(said).not.toContain(secret);

  // Back again, it is taken up where it was left.
  browser.wire.to = answerer(links, host);
  expect(await browser.list()).toBe(200);
});

test("by another name the page holds to the key that it met first", async () => {
  const [links, other] = [await linksOf(), await linksOf("other")];
  const host = `127.0.0.1:${PORT}`;
  const browser = browserAt(host, answerer(links, host));
  await browser.gate.enter(links.mint());
  browser.gate.lost();
  browser.wire.to = answerer(other, host);
  await expect(browser.list()).rejects.toThrow(UnknownServerError);
});

test("a greeting is answered once: what was seen on the wire opens nothing", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const browser = browserAt(host, answerer(links, host));
  await browser.gate.enter(links.mint());
  browser.gate.lost();
  expect(await browser.list()).toBe(200);
  const seen = browser.sent.findLast(({ route }) => route === "/api/pass");
  expect((await answerer(links, host)("/api/pass", JSON.parse(seen?.body ?? "{}"), "")).status).toBe(401);
});

test("a session that has ended is locked, and says so once for all that wait", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const browser = browserAt(host, answerer(links, host));
  await browser.gate.enter(links.mint());
  const before = clock.now;
  clock.now += SESSION_MS + 1;
  expect(await Promise.all([browser.list(), browser.list(), browser.list()])).toEqual([401, 401, 401]);
  clock.now = before;
  expect(browser.locked[0]).toBe(browser.store.held);
});

test("where there is a pass, a request is on its way before anything is waited for: a page that goes has no time", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const browser = browserAt(host, answerer(links, host));
  await browser.gate.enter(links.mint());
  browser.sent.length = 0;
  const leaving = browser.gate.send("/api/left-saves", { method: "POST", body: "{}" });
  expect(browser.sent.map(({ route }) => route)).toEqual(["/api/left-saves"]);
  await leaving;
});

test("where a browser has no keys, a tab goes on with the pass that another tab has brought, and drops none that is good", async () => {
  const links = await linksOf();
  const host = `canvas.example:${PORT}`;
  const store = { held: null as string | null };
  const tabs = [0, 1].map(() => browserAt(host, answerer(links, host), null, { store, hasKeys: false }));
  const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]];
  await one.gate.enter(links.mint());
  expect(await two.list()).toBe(200);
  // Another process: its passes are its own, and one tab gets in by a new link.
  const next = answerer(await linksOf(), host);
  for (const tab of tabs) tab.wire.to = next;
  await one.gate.enter(links.mint());
  const fresh = store.held;
  expect([await two.list(), await one.list()]).toEqual([200, 200]);
  expect([two.locked, store.held]).toEqual([[], fresh]);
});

test("where a browser has no keys, a pass that was refused locks the page once, and is not sent again", async () => {
  const links = await linksOf();
  const host = `canvas.example:${PORT}`;
  const browser = browserAt(host, answerer(links, host), null, { hasKeys: false });
  await browser.gate.enter(links.mint());
  const ended = browser.store.held;
  browser.wire.to = answerer(await linksOf(), host);
  browser.sent.length = 0;
  expect([await browser.list(), await browser.list()]).toEqual([401, 401]);
  expect([browser.sent.length, browser.locked]).toEqual([1, [ended, ended]]);
});

test("a pass that comes after the server was lost is not taken: whoever gave it has not shown who they are", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const browser = browserAt(host, answerer(links, host));
  await browser.gate.enter(links.mint());
  browser.gate.lost();
  const own = answerer(links, host);
  browser.wire.to = (route, body, pass) => {
    if (route !== "/api/pass") return own(route, body, pass);
    // The server ends after its greeting, the page hears of it, and somebody else answers what was under way.
    browser.gate.lost();
    browser.wire.to = () => new Response('{"pass":"theirs"}', { status: 200 });
    return new Response('{"pass":"theirs"}', { status: 200 });
  };
  browser.sent.length = 0;
  await expect(browser.list()).rejects.toThrow(TypeError);
  await expect(browser.list()).rejects.toThrow(UnknownServerError);
  expect(browser.sent.filter(({ body, authorization }) => body.includes("mine") || authorization !== null)).toEqual([]);
});

test("a pass of a server that is gone may be told to wait as a wrong token: the next pass goes through", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const browser = browserAt(host, answerer(links, host));
  await browser.gate.enter(links.mint());
  const next = answerer(await linksOf(), host);
  browser.wire.to = async (route, body, pass) => {
    const answer = await next(route, body, pass);
    return answer.status === 401 ? new Response("{}", { status: 429 }) : answer;
  };
  expect(await browser.list()).toBe(200);
});

test("a server that has shown who it is says where its frame is, and is another one after it was lost", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const { gate, wire } = browserAt(host, answerer(links, host));
  expect(await gate.server()).toBeNull();
  await gate.enter(links.mint());
  const met = await gate.server();
  expect([met, met !== null && gate.isStill(met)]).toEqual([{ frame: FRAME }, true]);
  gate.lost();
  expect(met !== null && gate.isStill(met)).toBe(false);
  const own = answerer(links, host);
  // Whoever passes the greeting on cannot name a frame of their own.
  wire.to = (route, body, pass) =>
    route === "/api/hello"
      ? new Response(JSON.stringify({ ...links.greet(body.challenge ?? "", host, FRAME), frame: 4000 }))
      : own(route, body, pass);
  await expect(gate.server()).rejects.toThrow(UnknownServerError);
});

test("a pass that comes while somebody enters by a link makes the server no other; one that was refused does", async () => {
  const links = await linksOf();
  const host = `${links.name}:${PORT}`;
  const own = answerer(links, host);
  const browser = browserAt(host, own);
  const { gate, wire } = browser;
  await gate.enter(links.mint());
  gate.lost();
  let letGo = () => {};
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  wire.to = async (route, body, pass) => {
    const answer = await own(route, body, pass);
    if (route === "/api/pass") await isHeld;
    return answer;
  };
  const listing = browser.list();
  await gate.enter(links.mint());
  const met = (await gate.server())!;
  letGo();
  expect([await listing, gate.isStill(met)]).toEqual([200, true]);

  // Another process of the same folder serves the page: passes of the first are none of its.
  wire.to = answerer(await linksOf(), host);
  expect([await browser.list(), gate.isStill(met)]).toEqual([200, false]);
});
