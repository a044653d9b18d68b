import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EVENTS_ROUTE, passText, SIGN_IN_META } from "../../../protocol/page.ts";
import { passingKey } from "../app/access/browser-key.ts";
import { answerOf } from "../app/access/gate.ts";
import { personRequests } from "./page-actions.ts";
import { createEventStreams } from "./page-events.ts";
import { call, send, startTestPage, type TestPage } from "./page-for-tests.ts";
import { openBrowser, startPeoplePage, TestTokens } from "./people-for-tests.ts";
import { TOKEN_SESSION_MS } from "./person-links.ts";

const ADA = "wct_a-token-of-adas-in-this-test";
const BOB = "wct_a-token-of-bobs-in-this-test";
const READER = "wct_a-token-that-reads-in-this-test";

let folder: string;
let tokens: TestTokens;
let running: TestPage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-people-"));
  tokens = new TestTokens([ADA, "ada"], [BOB, "bob"], [READER, "rita", "canvas:read"]);
  running = await startPeoplePage(folder, { tokens });
});
afterEach(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const place = () => `127.0.0.1:${running.page.port}`;
async function signedIn(token: string) {
  const browser = await openBrowser(running.page.origin);
  const entered = await answerOf<{ session: string; pass: string }>(browser.gate.signIn(token));
  if (!entered.ok) throw new Error(entered.message);
  return { ...browser, ...entered.value };
}

test("whoever signs in with a token acts as its person, and sees what is theirs", async () => {
  const [ada, bob] = [await signedIn(ADA), await signedIn(BOB)];
  expect(await ada.api.call("/api/who", {})).toMatchObject({
    ok: true,
    value: { me: { subject: "ada", name: "Ada" } },
  });
  const made = await ada.api.call("/api/new", { title: "Zebra", content: "Ours.\n" });
  if (!made.ok) throw new Error(made.message);
  const titles = async ({ api }: typeof ada) => {
    const list = await api.call("/api/list", { query: "Zebra" });
    return list.ok ? list.value.canvases.map(({ title }) => title) : list.message;
  };
  expect(await titles(ada)).toEqual(["Zebra"]);
  expect(await titles(bob)).toEqual([]);
  expect(await bob.api.call("/api/open", { id: made.value.id })).toMatchObject({ ok: false, code: "unknown_canvas" });
  expect(await running.deps.store.people.find("ada")).toMatchObject([{ subject: "ada", name: "Ada" }]);
});

test("a token that only reads signs in somebody who only reads", async () => {
  const { api } = await signedIn(READER);
  expect(await api.call("/api/list", {})).toMatchObject({ ok: true });
  expect(await api.call("/api/new", { title: "No" })).toMatchObject({ ok: false, code: "not_allowed" });
});

test("a wrong token is refused in words, and after many of them told to wait; the right one works all the same", async () => {
  const browser = await openBrowser(running.page.origin);
  const tried = async (token: string) => {
    const answer = await answerOf(browser.gate.signIn(token));
    return answer.ok ? "in" : `${answer.code}: ${answer.message}`;
  };
  expect(await tried("wct_wrong")).toBe("no_session: This token is not known here, or it was taken back.");
  for (let more = 0; more < 12; more += 1) await tried(`wct_wrong${more}`);
  expect(await tried("wct_wrong")).toMatch(
    /^too_many_requests: Too many wrong tokens came from here\. Try again in \d+ seconds\.$/,
  );
  expect(await tried(ADA)).toBe("in");
});

test.each(["", "nonsense", "A".repeat(122)])("with the key %j nobody signs in", async (key) => {
  const reply = await send(running.page.port, "/api/sign-in", {
    body: JSON.stringify({ token: ADA, key }),
    headers: { "content-type": "application/json" },
  });
  expect(reply.status).toBe(400);
});

describe("every route", () => {
  const routes = [...Object.keys(personRequests), "/api/sign-out"];
  type SignedIn = Awaited<ReturnType<typeof signedIn>>;
  test.each<[string, (ada: SignedIn) => string | Promise<string>]>([
    ["no pass", () => ""],
    ["what is none", () => "nonsense.nonsense"],
    ["a session", ({ session }) => session],
    ["a token", () => ADA],
    ["a changed pass", ({ pass }) => `${pass.slice(0, -2)}${pass.endsWith("AA") ? "BA" : "AA"}`],
    ["a pass of a page without people", async () => passWithoutPeople()],
    ["a pass of another process", async () => passOfAnotherProcess()],
    [
      "a pass whose token was taken back",
      ({ pass }) => {
        tokens.held.delete(ADA);
        return pass;
      },
    ],
    [
      "a pass whose token is another person's by now",
      ({ pass }) => {
        giveTo("eve");
        return pass;
      },
    ],
    [
      "a pass that has ended",
      ({ pass }) => {
        running.clock.now += TOKEN_SESSION_MS + 1;
        return pass;
      },
    ],
    [
      "a pass of before, by a clock that was set back",
      ({ pass }) => {
        running.clock.now -= TOKEN_SESSION_MS + 1;
        return pass;
      },
    ],
    [
      "a pass of somebody who signed out",
      async ({ pass }) => {
        expect((await call(running.page.port, "/api/sign-out", pass)).status).toBe(200);
        return pass;
      },
    ],
  ])("refuses %s", async (_, spoil) => {
    const pass = await spoil(await signedIn(ADA));
    const { port } = running.page;
    for (const route of routes) {
      const reply = await call(port, route, pass);
      expect([route, reply.status]).toEqual([route, 401]);
      expect(reply.json).toMatchObject({ error: { code: "no_session" } });
    }
    const headers = { authorization: `Bearer ${pass}` };
    expect((await send(port, EVENTS_ROUTE, { method: "GET", headers })).status).toBe(401);
    const asked = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const mcp = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    expect((await send(port, "/mcp", { body: JSON.stringify(asked), headers: mcp })).status).toBe(401);
  });
});

function giveTo(subject: string): void {
  const identity = tokens.held.get(ADA);
  if (identity !== undefined) tokens.held.set(ADA, { ...identity, subject });
}

async function passWithoutPeople(): Promise<string> {
  const made = await running.links.redeem(running.links.mint(), place(), null);
  if (made.kind !== "session") throw new Error(made.kind);
  return made.pass;
}

async function passOfAnotherProcess(): Promise<string> {
  const other = await startPeoplePage(folder, { tokens });
  try {
    const browser = await openBrowser(other.page.origin);
    const entered = await answerOf<{ pass: string }>(browser.gate.signIn(ADA));
    return entered.ok ? entered.value.pass : "";
  } finally {
    await other.close();
  }
}

describe("a session gets a pass", () => {
  const renewed = async ({ session, key }: Pick<Awaited<ReturnType<typeof signedIn>>, "session" | "key">) => {
    const token = typeof session === "string" ? session : "";
    const hello = await call(running.page.port, "/api/hello", "", { challenge: "c" });
    const { nonce } = hello.json as { nonce: string };
    const proof = await key.sign(passText({ place: place(), nonce }));
    const asked = { session: token, key: key.publicKey, nonce, proof };
    return (await call(running.page.port, "/api/pass", "", asked)).status;
  };
  test("with its key, as long as what it came from is good", async () => {
    const ada = await signedIn(ADA);
    expect(await renewed(ada)).toBe(200);
    expect(await renewed({ ...ada, key: await passingKey() })).toBe(401);
    tokens.held.delete(ADA);
    expect(await renewed(ada)).toBe(401);
  });
  test("until it has ended, or its person signed out", async () => {
    const [ada, bob] = [await signedIn(ADA), await signedIn(BOB)];
    await ada.gate.signOut();
    expect([await renewed(ada), await renewed(bob)]).toEqual([401, 200]);
    running.clock.now += TOKEN_SESSION_MS + 1;
    expect(await renewed(bob)).toBe(401);
  });
  test("also from another process of the folder, which knows who signed out", async () => {
    const [ada, bob] = [await signedIn(ADA), await signedIn(BOB)];
    await ada.gate.signOut();
    const { port } = running.page;
    await running.close();
    running = await startPeoplePage(folder, { tokens }, { ports: { first: port } });
    expect([await renewed(ada), await renewed(bob)]).toEqual([401, 200]);
  });
});

test("what a token lets its person do is as the file says it now", async () => {
  const { api } = await signedIn(ADA);
  const identity = tokens.held.get(ADA);
  if (identity === undefined) throw new Error("no Ada");
  tokens.held.set(ADA, { ...identity, scopes: ["canvas:read"] });
  expect(await api.call("/api/new", { title: "No" })).toMatchObject({ ok: false, code: "not_allowed" });
});

test("no link is given, and none is taken: the page has its plain address", async () => {
  const { page, links } = running;
  expect(page.origin).toBe(`http://127.0.0.1:${page.port}`);
  expect(page.link()).toBe(`${page.origin}/#/`);
  expect(page.link("HN8B")).toBe(`${page.origin}/#/canvas/HN8B`);
  const browser = await openBrowser(page.origin);
  expect((await browser.gate.enter(links.mint())).status).toBe(401);
  for (const route of ["/api/step", "/api/carry", "/api/carried"])
    expect((await call(page.port, route, "", {})).status).toBe(404);
});

test("the page is told how people sign in, under its policy", async () => {
  const reply = await send(running.page.port, "/", { method: "GET" });
  expect(reply.text).toContain(
    `<meta name="${SIGN_IN_META}" content="{&quot;token&quot;:true,&quot;issuer&quot;:null}">`,
  );
  expect(reply.headers["content-security-policy"]).toContain("form-action 'none'");
});

test("a server that knows no people signs nobody in, and takes no pass of one that does", async () => {
  const { pass } = await signedIn(ADA);
  const plain = await startTestPage(folder);
  try {
    const { port } = plain.page;
    const key = (await passingKey()).publicKey;
    expect((await call(port, "/api/sign-in", "", { token: ADA, key })).status).toBe(400);
    expect((await call(port, "/api/sign-in/begin", "", { key })).status).toBe(400);
    expect((await call(port, "/api/list", pass)).status).toBe(401);
    expect((await send(port, "/auth/callback", { method: "GET" })).status).toBe(404);
    expect((await send(port, "/", { method: "GET" })).text).not.toContain(SIGN_IN_META);
  } finally {
    await plain.close();
  }
});

test("a stream of events is of its person's canvases, and ends when the token is taken back", async () => {
  const { pass } = await signedIn(ADA);
  const links = running.links.forPeople({ tokens });
  const watched: (string | undefined)[] = [];
  vi.useFakeTimers();
  try {
    const streams = createEventStreams({
      watchChanges: ({ identity }) => {
        watched.push(identity?.subject);
        return { ready: async () => {}, stop: () => {} };
      },
      hello: { kind: "hello", version: "1", storeId: "s" },
      checkPass: links.checkPass,
      access: {},
    });
    const response = Object.assign(new PassThrough(), { writeHead: () => response });
    response.resume();
    const request = { headers: { authorization: `Bearer ${pass}`, host: place() } };
    const holder = await links.checkPass(pass, place());
    await streams.answer(
      request as Parameters<typeof streams.answer>[0],
      response as unknown as Parameters<typeof streams.answer>[1],
      holder ?? {},
    );
    await vi.advanceTimersByTimeAsync(30_000);
    expect([watched, response.writableEnded]).toEqual([["ada"], false]);
    tokens.held.delete(ADA);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(response.writableEnded).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
