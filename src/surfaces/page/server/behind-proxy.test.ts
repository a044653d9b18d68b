import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PageError } from "../../../protocol/page.ts";
import type { Access } from "../../../server/http/access.ts";
import { publicAddress } from "../../../server/http/public-address.ts";
import { OWNER, type Reply, send, startTestPage, TEST_PAGE, type TestPage } from "./page-for-tests.ts";

const ORIGIN = "https://canvas.example.com";
const PLACE = "canvas.example.com";
const FRAME = "https://canvas-frame.example.com";
const FRAME_HOST = "canvas-frame.example.com";
const TOKEN = "a-token-of-this-test";
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };

let folder: string;
let running: TestPage[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-proxy-"));
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.close()));
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

/** Even where somebody had told this server who its user is. */
async function start(access: Partial<Access> = {}): Promise<TestPage> {
  const started = await startTestPage(folder, {
    access: { host: "0.0.0.0", token: TOKEN, public: publicAddress(ORIGIN, FRAME), ...OWNER, ...access },
  });
  running.push(started);
  return started;
}
const bearer = (session: string) => ({ authorization: `Bearer ${session}` });
const messageOf = (reply: Reply) => (reply.json as PageError).error.message;

describe("whatever the proxy calls the server", () => {
  test.each([
    ["0.0.0.0", PLACE],
    ["0.0.0.0", "127.0.0.1:3001"],
    ["0.0.0.0", "node-3.internal"],
    ["127.0.0.1", PLACE],
    ["127.0.0.1", "127.0.0.1:3001"],
  ])("bound to %s, as %s, it is the public page", async (host, header) => {
    const { page, links, session } = await start({ host });
    expect(page.link("HN8B")).toMatch(/^https:\/\/canvas\.example\.com\/#\/canvas\/HN8B\?link=/);
    const root = await send(page.port, "/", { method: "GET", headers: { host: header } });
    expect(root.status).toBe(200);
    expect(root.text).toContain(`<meta name="canvas-sandbox" content="${FRAME}">`);
    expect(root.headers["content-security-policy"]).toContain(`frame-src ${FRAME};`);
    expect(root.headers["content-security-policy"]).toContain("connect-src 'self';");
    const greeted = await send(page.port, "/api/hello", {
      body: JSON.stringify({ challenge: "c" }),
      headers: { ...JSON_TYPE, host: header, origin: ORIGIN },
    });
    expect(greeted.json).toMatchObject({ frame: 443 });
    const entered = await send(page.port, "/api/session", {
      body: JSON.stringify({ link: links.mint() }),
      headers: { ...JSON_TYPE, host: header, origin: ORIGIN },
    });
    const { pass } = entered.json as { pass: string };
    expect(await links.checkPass(pass, PLACE)).toEqual({});
    const asked = async (more: Record<string, string>, path = "/api/list", body = "{}") =>
      (await send(page.port, path, { body, headers: { ...JSON_TYPE, host: header, ...more } })).status;
    expect(await asked({ origin: ORIGIN, ...bearer(pass) })).toBe(200);
    expect(await asked({ origin: ORIGIN, ...bearer(pass) }, "/mcp", PING)).toBe(200);
    // What was made for the Host header is worth nothing.
    expect(await asked({ origin: ORIGIN, ...bearer(await session("127.0.0.1:3001")) })).toBe(401);
    for (const origin of [`https://${header}`, `http://${PLACE}`, FRAME, "https://evil.example", "null"])
      if (origin !== ORIGIN) expect([origin, await asked({ origin, ...bearer(pass) })]).toEqual([origin, 403]);
  });

  test("what it says of others is not believed", async () => {
    const { page, session } = await start();
    const pass = await session(PLACE);
    for (const said of ["evil.example", FRAME_HOST]) {
      const forwarded = {
        "x-forwarded-host": said,
        "x-forwarded-proto": "https",
        "x-forwarded-for": "127.0.0.1",
        "x-real-ip": "127.0.0.1",
        forwarded: `host=${said};for=127.0.0.1;proto=https`,
      };
      const headers = { ...JSON_TYPE, ...forwarded, host: PLACE };
      const asked = async (more: Record<string, string>, path: string, body: string) =>
        (await send(page.port, path, { body, headers: { ...headers, ...more } })).status;
      expect(await asked({ origin: `https://${said}`, ...bearer(pass) }, "/api/list", "{}")).toBe(403);
      expect(await asked({}, "/mcp", PING)).toBe(401);
      const root = await send(page.port, "/", { method: "GET", headers });
      expect(root.text).toContain(`content="${FRAME}"`);
      expect(root.text).not.toContain("evil");
    }
  });

  test("on loopback any other name is one that was made to point here", async () => {
    const { page } = await start({ host: "127.0.0.1" });
    for (const path of ["/", "/api/list", "/mcp", "/health"]) {
      const reply = await send(page.port, path, { body: "{}", headers: { ...JSON_TYPE, host: "evil.example" } });
      expect([path, reply.status]).toEqual([path, 403]);
    }
  });
});

describe("nobody is this machine's user", () => {
  test.each(["127.0.0.1", "0.0.0.0"])("bound to %s, a program needs the token", async (host) => {
    const { page } = await start({ host });
    const asked = async (more: Record<string, string>) =>
      (await send(page.port, "/mcp", { body: PING, headers: { ...JSON_TYPE, host: PLACE, ...more } })).status;
    expect(await asked({})).toBe(401);
    expect(await asked(bearer("a-wrong-token-of-this-test"))).toBe(401);
    expect(await asked(bearer(TOKEN))).toBe(200);
  });

  test("a caller whom the system names is nobody either: it is the proxy that calls", async () => {
    const access = { host: "127.0.0.1", public: publicAddress(ORIGIN, FRAME), ...OWNER };
    const started = await startTestPage(folder, { access });
    running.push(started);
    const headers = { ...JSON_TYPE, host: PLACE };
    expect((await send(started.page.port, "/mcp", { body: PING, headers })).status).toBe(401);
    const body = JSON.stringify({ link: started.links.mint("this user") });
    expect((await send(started.page.port, "/api/session", { body, headers })).status).toBe(401);
  });

  test("a link is good in anybody's hands, once", async () => {
    const { page } = await start({ host: "127.0.0.1" });
    const link = /link=(.+)$/.exec(page.link(undefined, "this user"))?.[1];
    const redeem = async () =>
      (
        await send(page.port, "/api/session", {
          body: JSON.stringify({ link }),
          headers: { ...JSON_TYPE, host: PLACE },
        })
      ).status;
    expect([await redeem(), await redeem()]).toEqual([200, 410]);
  });
});

describe("the frame", () => {
  test("is served at its own port, whatever the proxy calls it, for the public page", async () => {
    const { page } = await start();
    for (const host of [FRAME_HOST, "127.0.0.1:3002", "node-3.internal"]) {
      // It may be on another site than the page.
      const headers = { host, "sec-fetch-site": "cross-site" };
      const reply = await send(page.sandboxPort, "/", { method: "GET", headers });
      expect(reply.status).toBe(200);
      expect(reply.text).toContain(`const page = "${ORIGIN}"`);
      expect(reply.headers["content-security-policy"]).toContain(`frame-ancestors ${ORIGIN}`);
    }
  });

  test.each(["127.0.0.1", "0.0.0.0"])(
    "bound to %s, its host gets it from the page's port too, and nothing else",
    async (host) => {
      const { page, links, session } = await start({ host });
      for (const header of [FRAME_HOST, `${FRAME_HOST}:3001`]) {
        const reply = await send(page.port, "/", { method: "GET", headers: { host: header } });
        expect(reply.status).toBe(200);
        expect(reply.text).toContain(`const page = "${ORIGIN}"`);
        expect(reply.text).not.toContain(TEST_PAGE.slice(30, 60));
      }
      const headers = { ...JSON_TYPE, host: FRAME_HOST, ...bearer(await session(PLACE)) };
      const link = JSON.stringify({ link: links.mint() });
      for (const path of ["/api/list", "/api/session", "/api/hello", "/api/events", "/mcp", "/health", "/api/leader"])
        for (const method of ["GET", "POST"]) {
          const { status } = await send(page.port, path, { method, body: method === "GET" ? "" : link, headers });
          expect([path, method, status]).toEqual([path, method, 404]);
        }
      expect((await send(page.port, "/", { body: "{}", headers })).status).toBe(405);
      expect((await send(page.port, "/mcp", { body: PING, headers: { ...headers, ...bearer(TOKEN) } })).status).toBe(
        404,
      );
    },
  );
});

test("the page has one address: nothing is carried to another", async () => {
  const { page, links } = await start();
  const link = links.mint();
  for (const [path, body] of [
    ["/api/step", { link }],
    ["/api/carry", { page: {}, frame: {} }],
    ["/api/carried", { ticket: "t" }],
  ] as const) {
    const headers = { ...JSON_TYPE, host: PLACE, origin: ORIGIN, ...bearer(link) };
    const reply = await send(page.port, path, { body: JSON.stringify(body), headers });
    expect([path, reply.status, messageOf(reply)]).toEqual([path, 404, expect.stringContaining("one address")]);
  }
  expect((await send(page.port, "/api/reach", { method: "GET", headers: { host: links.name } })).status).toBe(404);
});
