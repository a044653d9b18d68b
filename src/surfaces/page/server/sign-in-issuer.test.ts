import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RealIssuer, startIssuer } from "../../../../test/issuer/start-issuer.ts";
import { CALLBACK_ROUTE } from "../../../protocol/page.ts";
import { publicAddress } from "../../../server/http/public-address.ts";
import { createMemoryMarks } from "../../../server/storage/memory/marks-for-tests.ts";
import { createMemoryStore } from "../../../server/storage/memory/store.ts";
import { answerOf } from "../app/access/gate.ts";
import { readPlace } from "../app/access/place.ts";
import { createSharedLinks } from "./links.ts";
import { send, type TestPage } from "./page-for-tests.ts";
import { openBrowser, startPeoplePage, type TestBrowser } from "./people-for-tests.ts";
import { ENDED_NOTICED_MS, ISSUER_SESSION_MS, RETURN_LINK_MS } from "./person-links.ts";
import { createSignIns, refuseSignIns } from "./sign-in/create-sign-ins.ts";
import { TRAVEL_MS } from "./sign-in/sealed-state.ts";

const ORIGIN = "https://canvas.example.com";

let folder: string;
let issuer: RealIssuer;
let running: TestPage;
let logged: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-issuer-"));
  logged = [];
  await serve(await startIssuer());
});
afterEach(async () => {
  await running.close();
  await issuer.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(by: RealIssuer): Promise<void> {
  issuer = by;
  running = await startPeoplePage(folder, signInsBy(by));
  by.register(running.page.origin + CALLBACK_ROUTE);
}

function signInsBy({ url, clientId, clientSecret }: RealIssuer) {
  const known = { url, clientId, ...(clientSecret === undefined ? {} : { clientSecret }) };
  const log = (line: string) => void logged.push(line);
  return createSignIns({ issuer: known, access: { host: "127.0.0.1" }, log });
}

const newBrowser = () => openBrowser(running.page.origin);

/** Where the issuer sends a browser back to that has set out from here. */
async function goToIssuer({ gate }: TestBrowser, canvas: string | null = null): Promise<URL> {
  const begun = await answerOf<{ url: string }>(gate.beginSignIn(canvas));
  if (!begun.ok) throw new Error(begun.message);
  return new URL(await issuer.visit(begun.value.url));
}

/** The place in the page to which the callback leads on. */
async function comeBack(at: URL, port = running.page.port): Promise<{ hash: string } & ReturnType<typeof readPlace>> {
  const reply = await send(port, at.pathname + at.search, {
    method: "GET",
    headers: { host: at.host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  });
  expect([reply.status, reply.headers["referrer-policy"], reply.headers["cache-control"], reply.text]).toEqual([
    303,
    "no-referrer",
    "no-store",
    "",
  ]);
  const to = new URL(String(reply.headers.location));
  expect([to.origin, to.pathname, to.search]).toEqual([at.origin, "/", ""]);
  return { hash: to.hash, ...readPlace(to.hash) };
}

async function signIn(browser: TestBrowser, canvas: string | null = null): Promise<TestBrowser> {
  const { link } = await comeBack(await goToIssuer(browser, canvas));
  const entered = await answerOf(browser.gate.enter(link ?? ""));
  if (!entered.ok) throw new Error(`${entered.code}: ${entered.message}`);
  return browser;
}

const meOf = async ({ api }: TestBrowser) => {
  const who = await api.call("/api/who", {});
  return who.ok ? who.value.me : who.code;
};

test("somebody goes to the issuer and comes back signed in, to the canvas that they wanted", async () => {
  const browser = await newBrowser();
  const back = await comeBack(await goToIssuer(browser, "HN8B"));
  expect(back).toMatchObject({ place: { kind: "canvas", id: "HN8B" }, problem: null });
  expect((await browser.gate.enter(back.link ?? "")).status).toBe(200);
  expect(await meOf(browser)).toMatchObject({ subject: "ada", name: "Ada Lovelace" });
  expect(await running.deps.store.people.find("ada@example.com")).toMatchObject([{ subject: "ada" }]);
  expect((await browser.api.call("/api/new", { title: "Theirs" })).ok).toBe(true);
});

test("an address of which the issuer is not sure is not theirs", async () => {
  issuer.signsIn = "grace";
  await signIn(await newBrowser());
  expect(await running.deps.store.people.of(["grace"])).toEqual([{ subject: "grace", name: "Grace Hopper" }]);
});

test("the way back is good in the browser that set out, and in no other; and once", async () => {
  const [eve, ada] = [await newBrowser(), await newBrowser()];
  issuer.signsIn = "eve";
  // Eve signs in, keeps the way back to herself, and has Ada open it.
  const { link } = await comeBack(await goToIssuer(eve));
  const refused = await answerOf(ada.gate.enter(link ?? ""));
  expect(refused).toMatchObject({ ok: false, code: "no_session" });
  expect([ada.session.read(), await meOf(ada)]).toEqual([null, "no_session"]);
  expect((await eve.gate.enter(link ?? "")).status).toBe(200);
  expect((await eve.gate.enter(link ?? "")).status).toBe(410);
  expect(await meOf(eve)).toMatchObject({ subject: "eve" });
});

test("a link that comes late is not taken", async () => {
  const browser = await newBrowser();
  const { link } = await comeBack(await goToIssuer(browser));
  running.clock.now += RETURN_LINK_MS + 1;
  expect((await browser.gate.enter(link ?? "")).status).toBe(410);
});

test("twelve hours after they signed in, they are asked again", async () => {
  const browser = await signIn(await newBrowser());
  running.clock.now += ISSUER_SESSION_MS;
  expect(await meOf(browser)).toMatchObject({ subject: "ada" });
  running.clock.now += 1;
  expect(await meOf(browser)).toBe("no_session");
  expect(browser.locked).toHaveLength(1);
});

describe("nobody is signed in", () => {
  test("who says no to the issuer", async () => {
    issuer.signsIn = null;
    const at = await goToIssuer(await newBrowser(), "HN8B");
    expect(at.searchParams.get("error_description")).toContain("<b>");
    expect(await comeBack(at)).toMatchObject({ hash: "#/canvas/HN8B?problem=denied", link: null });
    expect(logged).toEqual([]);
  });

  test("who takes longer than ten minutes", async () => {
    const at = await goToIssuer(await newBrowser());
    running.clock.now += TRAVEL_MS + 1;
    expect((await comeBack(at)).hash).toBe("#/?problem=late");
  });

  test.each([
    ["without a state", (at: URL) => at.searchParams.delete("state"), "late"],
    ["with a state that was changed", changeState, "late"],
    ["with a code that was changed", (at: URL) => at.searchParams.set("code", "stolen"), "failed"],
    ["with an answer of another issuer", (at: URL) => at.searchParams.set("iss", "https://evil.example"), "failed"],
  ])("%s", async (_, change, problem) => {
    const at = await goToIssuer(await newBrowser());
    change(at);
    expect((await comeBack(at)).problem).toBe(problem);
  });

  test("with codes that are made up, again and again, which the log says once", async () => {
    for (let n = 0; n < 5; n++) {
      const at = await goToIssuer(await newBrowser());
      at.searchParams.set("code", `made-up-${n}`);
      expect((await comeBack(at)).problem).toBe("failed");
    }
    expect(logged).toHaveLength(1);
  });

  test("with errors that are made up, which nobody reads in the log", async () => {
    for (const error of ["Call_555_now", "Call_556_now"]) {
      const at = await goToIssuer(await newBrowser());
      at.searchParams.delete("code");
      at.searchParams.set("error", error);
      expect((await comeBack(at)).problem).toBe("failed");
    }
    expect(logged).toEqual([expect.stringContaining("it says something that is no error of OAuth")]);
  });

  test("with a code of somebody else's way", async () => {
    const [one, other] = [await goToIssuer(await newBrowser()), await goToIssuer(await newBrowser())];
    one.searchParams.set("code", other.searchParams.get("code") ?? "");
    expect((await comeBack(one)).problem).toBe("failed");
  });

  test("who comes back a second time", async () => {
    const at = await goToIssuer(await newBrowser());
    expect((await comeBack(at)).link).not.toBeNull();
    expect((await comeBack(at)).problem).toBe("failed");
  });

  test("whom the server cannot tell from what was there before people", async () => {
    issuer.signsIn = "local";
    expect((await comeBack(await goToIssuer(await newBrowser()))).problem).toBe("failed");
    expect(logged.join()).toContain("names nobody");
  });

  test("while the issuer is away, which is asked again when it is back", async () => {
    const [browser, late] = [await newBrowser(), await newBrowser()];
    const at = await goToIssuer(late);
    const port = Number(new URL(issuer.url).port);
    await issuer.stop();
    expect((await comeBack(at)).problem).toBe("away");
    const begun = await answerOf(browser.gate.beginSignIn(null));
    expect(begun).toMatchObject({ ok: false, message: `127.0.0.1:${port} does not answer. Try again in a moment.` });
    const back = await startIssuer({ port });
    back.register(running.page.origin + CALLBACK_ROUTE);
    issuer = back;
    expect(await meOf(await signIn(browser))).toMatchObject({ subject: "ada" });
  });
});

function changeState(at: URL): void {
  const state = at.searchParams.get("state") ?? "";
  at.searchParams.set("state", `${state.slice(0, 20)}${state[20] === "A" ? "B" : "A"}${state.slice(21)}`);
}

test("an issuer with other keys than before still signs people in", async () => {
  await signIn(await newBrowser());
  issuer.rotateKeys();
  expect(await meOf(await signIn(await newBrowser()))).toMatchObject({ subject: "ada" });
});

test("a client that has a secret shows it", async () => {
  await running.close();
  await issuer.stop();
  await serve(await startIssuer({ clientSecret: "a secret of this test: with = & + signs" }));
  expect(await meOf(await signIn(await newBrowser()))).toMatchObject({ subject: "ada" });
});

test("the issuer is told nothing of where they come from but the state, which says nothing", async () => {
  const { gate } = await newBrowser();
  const begun = await answerOf<{ url: string }>(gate.beginSignIn("HN8B"));
  if (!begun.ok) throw new Error(begun.message);
  const asked = Object.fromEntries(new URL(begun.value.url).searchParams);
  expect(asked).toMatchObject({
    client_id: "page",
    response_type: "code",
    scope: "openid profile email",
    redirect_uri: running.page.origin + CALLBACK_ROUTE,
    code_challenge_method: "S256",
  });
  expect(Buffer.from(asked.state ?? "", "base64url").toString("latin1")).not.toContain("HN8B");
});

test("among machines that share a store one begins, another goes on, and a third knows who signed out", async () => {
  const clock = { now: Date.parse("2026-11-17T12:00:00Z") };
  const now = () => new Date(clock.now);
  const marks = createMemoryMarks(now);
  const store = { ...createMemoryStore({ now }), marks };
  const secret = await store.secrets.of(" page");
  const access = {
    host: "127.0.0.1",
    public: publicAddress(ORIGIN, "https://canvas-frame.example.com"),
    identify: async () => ({ kind: "unknown", why: "" }) as const,
  };
  const node = () =>
    startPeoplePage("", signInsBy(issuer), {
      deps: { store, clock: now },
      links: createSharedLinks({ secret, marks }, now),
      access,
    });
  const nodes = await Promise.all([node(), node(), node()]);
  issuer.register(ORIGIN + CALLBACK_ROUTE);
  try {
    const ports = nodes.map(({ page }) => page.port);
    let turn = 0;
    const browser = await openBrowser(ORIGIN, undefined, () => `http://127.0.0.1:${ports[turn++ % 3]}`);
    const back = await comeBack(await goToIssuer(browser), ports[2] ?? 0);
    expect((await browser.gate.enter(back.link ?? "")).status).toBe(200);
    for (let each = 0; each < 3; each += 1) expect(await meOf(browser)).toMatchObject({ subject: "ada" });
    const session = browser.session.read() ?? "";
    const stolen = await openBrowser(ORIGIN, browser.key, () => `http://127.0.0.1:${ports[turn++ % 3]}`);
    stolen.session.keep(session);
    for (let each = 0; each < 3; each += 1) expect(await meOf(stolen)).toMatchObject({ subject: "ada" });
    await browser.gate.signOut();
    clock.now += ENDED_NOTICED_MS + 1;
    for (let each = 0; each < 3; each += 1) expect(await meOf(stolen)).toBe("no_session");
  } finally {
    await Promise.all(nodes.map((each) => each.close()));
  }
});

test.each([
  ["https://id.example.com", { host: "127.0.0.1" }, null],
  ["http://127.0.0.1:1234", { host: "127.0.0.1" }, null],
  ["http://id.example.com", { host: "127.0.0.1" }, /begins with https/],
  ["nonsense", { host: "127.0.0.1" }, /begins with https/],
  ["https://id.example.com", { host: "0.0.0.0" }, /--public-url/],
  ["https://id.example.com", { host: "0.0.0.0", public: publicAddress(ORIGIN, null) }, null],
])("signing in at %s, served at %j", (url, access, refusal) => {
  const said = refuseSignIns({ issuer: { url, clientId: "page" }, access });
  if (refusal === null) expect(said).toBeNull();
  else expect(said).toMatch(refusal);
});
