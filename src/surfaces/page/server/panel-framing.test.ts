import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PANEL_PARAMETER } from "../../../protocol/page.ts";
import { publicAddress } from "../../../server/http/public-address.ts";
import { SESSION_MS } from "./links.ts";
import { send, startTestPage, type TestPage } from "./page-for-tests.ts";
import { startPeoplePage, TestTokens } from "./people-for-tests.ts";

const PANEL = "copilot:session:instance";
let folder: string;
let running: TestPage | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-framing-"));
  running = null;
});
afterEach(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});
async function start(...given: Parameters<typeof startTestPage> extends [string, ...infer Rest] ? Rest : never) {
  running = await startTestPage(folder, ...given);
  const { page, links } = running;
  const { permit, link } = await links.mintPanel("HN8B", PANEL);
  const host = new URL(page.origin).host;
  const policyAt = async (port: number, path: string, headers: Record<string, string>) => {
    const reply = await send(port, path, { method: "GET", headers });
    return reply.status === 200 ? String(reply.headers["content-security-policy"]) : `${reply.status}`;
  };
  return { running, page, permit, link, host, policyAt };
}
/** As browsers say it of a frame on somebody else's page. */
const FRAMED = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" };

test("the page and its sandbox may be framed by anybody with a panel's permit, and by nobody without", async () => {
  const { running, page, permit, link, host, policyAt } = await start();
  const at = (search: string) => policyAt(page.port, `/${search}`, { host, ...FRAMED });
  expect(await at(`?${PANEL_PARAMETER}=${permit}`)).not.toContain("frame-ancestors");
  expect(await at(`?${PANEL_PARAMETER}=${permit}`)).toContain("script-src 'sha256-");
  const bad = [
    "",
    `?${PANEL_PARAMETER}=`,
    `?${PANEL_PARAMETER}=${link}`,
    `?${PANEL_PARAMETER}=${permit.replace("HN8B", "K3VT")}`,
    `?${PANEL_PARAMETER}=x&${PANEL_PARAMETER}=${permit}`,
    `?other=${permit}`,
  ];
  for (const search of bad) expect(await at(search)).toContain("frame-ancestors 'none'");

  const sandbox = host.replace(/\d+$/, String(page.sandboxPort));
  const frameAt = (path: string) => policyAt(page.sandboxPort, path, { host: sandbox, "sec-fetch-site": "same-site" });
  expect(await frameAt(`/?${PANEL_PARAMETER}=${permit}`)).not.toContain("frame-ancestors");
  expect(await frameAt("/")).toContain(`frame-ancestors ${page.origin}`);
  for (const path of [`/?${PANEL_PARAMETER}=x`, `/x?${PANEL_PARAMETER}=${permit}`, "/?"])
    expect(await frameAt(path)).toBe("404");

  running.clock.now += SESSION_MS + 1;
  expect(await at(`?${PANEL_PARAMETER}=${permit}`)).toContain("frame-ancestors 'none'");
});

test("a permit lets nobody in", async () => {
  const { page, permit } = await start();
  const headers = { "content-type": "application/json" };
  for (const body of [{ link: permit }, { link: permit, only: "HN8B" }])
    expect((await send(page.port, "/api/session", { body: JSON.stringify(body), headers })).status).toBe(401);
  const shown = { ...headers, authorization: `Bearer ${permit}` };
  expect((await send(page.port, "/api/open", { body: '{"id":"HN8B"}', headers: shown })).status).toBe(401);
});

test("the way to the page's name keeps the permit, and nothing else", async () => {
  const { page, permit } = await start();
  const at = async (search: string) => {
    const headers = { host: `localhost:${page.port}` };
    return (await send(page.port, `/${search}`, { method: "GET", headers })).headers.location;
  };
  const to = `http://127.0.0.1:${page.port}/`;
  expect(await at(`?${PANEL_PARAMETER}=${permit}&x=1`)).toBe(`${to}?${PANEL_PARAMETER}=${permit}`);
  expect(await at(`?${PANEL_PARAMETER}=https://else.where`)).toBe(to);
  expect(await at("?x=1")).toBe(to);
});

test("the page's own address for a panel has its permit and a link that is good there once", async () => {
  const { page } = await start();
  const address = new URL(await page.panel("HN8B", PANEL));
  const [, link] = /^#\/canvas\/HN8B\?link=(HN8B\..+)$/.exec(address.hash) ?? [];
  const enter = async (body: object) =>
    (
      await send(page.port, "/api/session", {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", host: address.host },
      })
    ).status;
  expect([address.origin, address.searchParams.get(PANEL_PARAMETER)?.slice(0, 5)]).toEqual([page.origin, "HN8B."]);
  expect(await enter({ link })).toBe(401);
  expect(await enter({ link, only: "K3VT" })).toBe(401);
  expect([await enter({ link, only: "HN8B" }), await enter({ link, only: "HN8B" })]).toEqual([200, 410]);
  const next = /link=(.+)$/.exec(await page.panel("HN8B", PANEL))?.[1];
  await page.endPanel(PANEL);
  expect(await enter({ link: next, only: "HN8B" })).toBe(410);
});

test("behind a proxy a panel is at the public address", async () => {
  const { page } = await start({
    access: {
      host: "127.0.0.1",
      token: "a-token-of-this-test",
      public: publicAddress("https://canvas.example.com", "https://canvas-frame.example.com"),
    },
  });
  expect(await page.panel("HN8B", PANEL)).toMatch(
    /^https:\/\/canvas\.example\.com\/\?panel=HN8B\.[\w-]+#\/canvas\/HN8B\?link=HN8B\./,
  );
});

test("where people sign in, a panel gets the plain address, and nothing is framed", async () => {
  running = await startPeoplePage(folder, { tokens: new TestTokens(["wct_a-token-of-this-test", "ada"]) });
  const { page, links } = running;
  expect(await page.panel("HN8B", PANEL)).toBe(`${page.origin}/#/canvas/HN8B`);
  const { permit, link } = await links.mintPanel("HN8B", PANEL);
  const reply = await send(page.port, `/?${PANEL_PARAMETER}=${permit}`, { method: "GET" });
  expect(reply.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  const body = JSON.stringify({ link, only: "HN8B" });
  const entered = await send(page.port, "/api/session", { body, headers: { "content-type": "application/json" } });
  expect(entered.status).toBe(401);
});
