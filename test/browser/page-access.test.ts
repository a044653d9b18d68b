import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { listenOnLoopback, stopServer } from "../../src/server/http/listen.ts";
import { createLinks } from "../../src/surfaces/page/server/links.ts";
import { signToken } from "../../src/surfaces/page/server/signed-token.ts";
import { PATIENCE } from "../host/open-host.ts";
import { callPage } from "../host/page-calls.ts";
import { ServedPage } from "../host/serve-real-page.ts";
import { sharedBrowser } from "../host/shared-browser.ts";

let site: Server;
let siteOrigin: string;
let served: ServedPage;
beforeAll(async () => {
  // A site that its visitor trusts with nothing; by another name of this machine it is another site to the browser.
  site = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><p>Hello"));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
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
  served = await ServedPage.open(await sharedBrowser());
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
  served = await ServedPage.open(await sharedBrowser());
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

/** A program that has the page's ports while its server is away, and writes down what it is sent. */
async function squatOn(origin: string, page: string): Promise<{ readonly heard: string[]; close(): Promise<void> }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""} ${body}`);
      const isScript = request.url === "/sw.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? 'addEventListener("fetch", (e) => e.respondWith(new Response("stolen")))' : page);
    });
  });
  const port = Number(new URL(origin).port);
  const bound = await listenOnLoopback(server, port);
  if (!bound.ok) throw new Error(bound.message);
  return { heard, close: () => stopServer(server, 0) };
}

test("whoever has the port while the server is away is sent nothing, and what was typed is saved afterwards", async () => {
  served = await ServedPage.open(await sharedBrowser());
  served.toleratesProblems = true;
  const { page, origin } = served;
  expect(origin).toMatch(/^http:\/\/[a-z2-7]{32}\.localhost:\d+$/);
  const agent = await served.agent();
  const made = await agent("write_canvas", { title: "Plan", content: "# Plan\n\nA line.\n" });
  const id = /\b[2-9A-Z]{4}\b/.exec(JSON.stringify(made))?.[0] ?? "";
  await served.enter(id);
  const widget = served.widgetOf();
  await widget.getByText("A line.").first().waitFor();
  // It comes back by itself, without its link.
  await page.reload();
  await widget.getByText("A line.").first().waitFor();

  await served.kill();
  const squatter = await squatOn(origin, "<!doctype html><p>Hello");
  await page.getByText("Another program answers at this page's address").waitFor();
  await served.split();
  await widget.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("A secret line.");
  await until(() => expect(squatter.heard.length).toBeGreaterThan(3));
  const said = squatter.heard.join("\n");
  expect(said).not.toContain("secret");
  expect(said).not.toContain("Bearer");
  expect(new Set(squatter.heard.map((line) => line.split(" ", 2).join(" ")))).toEqual(new Set(["POST /api/hello"]));
  await squatter.close();
  await served.start();
  const next = await served.agent();
  await expect
    .poll(async () => JSON.stringify(await next("read_canvas", { canvas_id: id })), { timeout: PATIENCE })
    .toContain("A secret line.");
});

test("from the address that everybody knows the page goes to its own, and takes along what was kept there", async () => {
  served = await ServedPage.open(await sharedBrowser());
  served.toleratesProblems = true;
  const { page, origin, plainOrigin, data, context } = served;
  // As a page of before left it: a session good in any hands, a preference, and text that was not saved.
  const record = JSON.parse(readFileSync(join(data, "page.json"), "utf8")) as { sandboxPort: number };
  const session = signToken(readFileSync(join(data, "page.key")), "session", Date.now());
  await page.goto(`${plainOrigin}/health`);
  await page.evaluate((token) => {
    localStorage.setItem("canvas:page-session", token);
    localStorage.setItem("canvas:page-preferences", '{"theme":"dark","view":"board"}');
  }, session);
  const frameOrigin = `http://127.0.0.1:${record.sandboxPort}`;
  await page.evaluate((to) => {
    const frame = document.createElement("iframe");
    frame.src = to;
    document.body.append(frame);
  }, `${frameOrigin}/`);
  await until(() => expect(page.frames().map((frame) => frame.url())).toContain(`${frameOrigin}/`));
  await page
    .frames()
    .find((frame) => frame.url().startsWith(frameOrigin))
    ?.evaluate(() => localStorage.setItem("canvas:comment:AAAA", "half a comment"));

  await page.goto(plainOrigin);
  await page.waitForURL(`${origin}/**`);
  await page.getByText("Welcome to Writing Canvas").first().waitFor();
  expect(page.url()).not.toContain("link=");
  expect(await page.evaluate(() => localStorage.getItem("canvas:page-preferences"))).toContain("dark");
  const own = `http://${new URL(origin).hostname}:${record.sandboxPort}`;
  // It is prepared a moment after the list has come.
  const frameOfOwn = () => page.frames().find((each) => each.url().startsWith(own));
  await until(() => expect(frameOfOwn()).toBeDefined());
  expect(await frameOfOwn()?.evaluate(() => localStorage.getItem("canvas:comment:AAAA"))).toBe("half a comment");
  // Nothing that opens the page is left where others may come to be.
  const other = await context.newPage();
  await other.goto(plainOrigin);
  await other
    .getByText(/dist\/index\.js page/)
    .first()
    .waitFor();
  expect(await other.evaluate(() => localStorage.getItem("canvas:page-session"))).toBeNull();
});

test("a service worker that somebody left at the page's address is gone after a visit", async () => {
  served = await ServedPage.open(await sharedBrowser());
  served.toleratesProblems = true;
  const { page, origin } = served;
  await served.kill();
  const squatter = await squatOn(origin, "<!doctype html><script>navigator.serviceWorker.register('/sw.js')</script>");
  await page.goto(`${origin}/`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await squatter.close();
  await served.start();
  await page.goto("about:blank");
  await page.goto(served.firstLink);
  await page.getByText("stolen").waitFor();
  // The browser looks for a newer one by itself a moment after a visit; told to, it does so at once.
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((worker) => void worker?.update()));
  await page.getByText("Welcome to Writing Canvas").first().waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
