import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { createLinks } from "../../src/surfaces/page/server/links.ts";
import { PATIENCE } from "../host/open-host.ts";
import { callPage } from "../host/page-calls.ts";
import { ServedPage } from "../host/serve-real-page.ts";

let browser: Browser;
let site: Server;
let siteOrigin: string;
let served: ServedPage;
beforeAll(async () => {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error("No Chromium: run `node scripts/ensure-browser.mjs` for what to do");
  browser = await chromium.launch({
    executablePath,
    timeout: 100_000,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  // A site that its visitor trusts with nothing; by another name of this machine it is another site to the browser.
  site = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><p>Hello"));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => {
    site.close(resolve);
    site.closeAllConnections();
  });
});
afterEach(() => served.close());

const until = (check: () => void) => vi.waitFor(check, { timeout: PATIENCE, interval: 50 });

/** A pass to the page at its own address, as a browser without keys gets one. */
async function sessionOf({ data, origin }: ServedPage): Promise<string> {
  const links = await createLinks(data, () => new Date());
  const { text } = await callPage(origin, "/api/session", { link: links.mint() });
  return (JSON.parse(text) as { pass: string }).pass;
}

/** What comes of calls that a script in this frame makes with a session. */
function callsFrom(frame: Frame | Page, origin: string, session: string): Promise<readonly string[]> {
  const routes = ["/api/list", "/api/new", "/mcp"].map((route) => `${origin}${route}`);
  return frame.evaluate(
    async ({ routes, session }) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${session}` };
      const call = async (route: string) => {
        try {
          return String((await fetch(route, { method: "POST", body: "{}", headers })).status);
        } catch {
          return "refused";
        }
      };
      return Promise.all(routes.map(call));
    },
    { routes, session },
  );
}
const REFUSED = ["refused", "refused", "refused"];

const totalSeen = (page: Page, session: string): Promise<number> =>
  page.evaluate(async (bearer) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${bearer}` };
    const reply = await fetch("/api/list", { method: "POST", body: "{}", headers });
    return ((await reply.json()) as { total: number }).total;
  }, session);

test("a site that the person visits can neither call the page's server nor frame it, nor its sandbox", async () => {
  served = await ServedPage.open(browser);
  const { page, origin, context, data } = served;
  await served.enter();
  const session = await sessionOf(served);
  await page.getByText("Welcome to Writing Canvas").first().waitFor();
  const visitor = await context.newPage();
  await visitor.goto(siteOrigin);
  expect(await callsFrom(visitor, origin, session)).toEqual(REFUSED);
  // What a form can send without asking arrives, and makes nothing.
  await visitor.evaluate(
    (to) =>
      fetch(to, { method: "POST", mode: "no-cors", body: "{}" }).then(
        () => null,
        () => null,
      ),
    `${origin}/api/new`,
  );
  expect(await totalSeen(page, session)).toBe(1);

  const { sandboxPort } = JSON.parse(readFileSync(join(data, "page.json"), "utf8")) as { sandboxPort: number };
  const { hostname } = new URL(origin);
  for (const address of [`${origin}/`, `http://${hostname}:${sandboxPort}/`, `http://127.0.0.1:${sandboxPort}/`]) {
    await visitor.goto(siteOrigin);
    await visitor.evaluate((to) => {
      const frame = document.createElement("iframe");
      frame.src = to;
      document.body.append(frame);
    }, address);
    await until(() => expect(visitor.frames().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/"));
  }
});

test("what runs in the sandbox reaches neither the page, nor its server, nor anything else", async () => {
  served = await ServedPage.open(browser);
  const { page, origin } = served;
  await served.enter();
  const session = await sessionOf(served);
  await page.getByText("Welcome to Writing Canvas").first().click();
  await served.widgetOf().getByRole("checkbox").first().waitFor();
  const [proxy] = page.mainFrame().childFrames();
  const [widget] = proxy?.childFrames() ?? [];
  if (proxy === undefined || widget === undefined) throw new Error("There is no widget in its frames");
  for (const frame of [proxy, widget]) {
    expect(await callsFrom(frame, origin, session)).toEqual(REFUSED);
    expect(await callsFrom(frame, siteOrigin, session)).toEqual(REFUSED);
    const reached = await frame.evaluate(() => {
      try {
        return window.top?.document.title ?? "nothing";
      } catch {
        return "refused";
      }
    });
    expect(reached).toBe("refused");
  }
  expect(await totalSeen(page, session)).toBe(1);
});
