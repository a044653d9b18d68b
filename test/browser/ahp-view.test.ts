import type { IncomingMessage, ServerResponse } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { viewWords } from "../../src/surfaces/ahp/client/view/words.ts";
import { contentUri } from "../../src/surfaces/ahp/wire/uris.ts";
import { OUTSIDE, RELAYED_ATTACKS, type RelayedAttack } from "../attacks/relayed-attacks.ts";
import { faultsIn } from "../host/find-faults.ts";
import { INSTANCE, relayedState, Trap, View, ViewServer } from "../host/open-ahp-view.ts";
import { sharedBrowser } from "../host/shared-browser.ts";
import { APP, BECAME, DIRECT, RICH } from "./ahp-view-samples.ts";
import { SOON } from "./person.ts";

const trap = new Trap();
/** For those that lead somewhere else. */
const connectable = new Trap();
const server = new ViewServer();
let browser: Browser;
/** What was asked of the servers for canvases that are loaded. */
const asked: IncomingMessage[] = [];

function answer(request: IncomingMessage, response: ServerResponse): void {
  asked.push(request);
  const { pathname: path, searchParams } = new URL(request.url ?? "/", "http://any");
  if (path === "/back") response.writeHead(302, { location: `${server.page}/canvas` }).end();
  else if (path === "/canvas") response.writeHead(200, { "content-type": "text/html" }).end(DIRECT);
  else if (path === "/attack")
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(trap.inText(RELAYED_ATTACKS[Number(searchParams.get("at"))]!.html));
  else response.writeHead(204).end();
}

beforeAll(async () => {
  browser = await sharedBrowser();
  await trap.listen();
  await connectable.listen();
  await server.listen(answer);
});
afterAll(() => {
  trap.close();
  connectable.close();
  server.close();
});
const open: View[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((view) => view.close()));
});
async function openView(size?: { width: number; height: number }): Promise<View> {
  const view = await View.open(browser, server, size);
  open.push(view);
  return view;
}

test("a document of many files is shown as if it were loaded, and each file is read once", async () => {
  const view = await openView();
  await view.showFiles(RICH, { hasHandlers: true });
  const results = () => view.relayed.locator("html").evaluate(() => Reflect.get(window, "results"));
  await expect.poll(async () => (await results()).done, SOON).toBe(true);
  expect(await results()).toEqual(BECAME);
  expect(await view.relayed.locator("html").evaluate(() => Reflect.get(window, "errors"))).toEqual([]);
  expect(await view.relayed.frameLocator("#frame").locator("#in").textContent()).toBe("Inner");
  expect(await view.relayed.frameLocator("#written").locator("#in").textContent()).toBe("Written here");
  await view.relayed.frameLocator("#apart").getByText("Apart, and nothing of it").waitFor();
  expect(view.read.toSorted()).toEqual([...new Set(view.read)].toSorted());
  expect(view.read).toContain(contentUri(INSTANCE, "styles", "deep", "deeper.css"));
  const problems = await view.page.evaluate(() => window.view.problems);
  expect(problems.map((problem) => ("uri" in problem ? problem.uri : problem.kind)).toSorted()).toEqual([
    contentUri(INSTANCE, "data", "none.json"),
    contentUri(INSTANCE, "pictures", "none.png"),
    "outside",
  ]);

  // Links: within the page, to another page of the canvas, to the web.
  await view.relayed.locator("#within").click();
  await view.relayed.locator("#web").click();
  expect(await view.page.evaluate(() => window.view.opened)).toEqual(["https://elsewhere.example/a"]);
  await view.relayed.locator("#next").click();
  await view.relayed.getByText("The next page").waitFor();
  await view.relayed.getByText("Back").click();
  await view.relayed.locator("#styled").waitFor();
  expect(await view.state()).toBe("shown");
});

test("whatever a document tries, it reaches nobody and nothing but itself", async () => {
  const view = await openView();
  const surprises: string[] = [];
  view.page.on("dialog", (dialog) => {
    surprises.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  view.page.on("download", (download) => surprises.push(`download ${download.suggestedFilename()}`));
  view.page.context().on("page", (page) => surprises.push(`page ${page.url()}`));
  const address = view.page.url();

  const trapOf = ({ mayConnect }: RelayedAttack) => (mayConnect ? connectable : trap);
  view.files = Object.fromEntries(
    RELAYED_ATTACKS.flatMap((attack, at) =>
      Object.entries({ "index.html": attack.html, ...attack.files }).map(([name, text]) => [
        `attack-${at}/${name}`,
        trapOf(attack).inText(text),
      ]),
    ),
  );
  const states = RELAYED_ATTACKS.map((_, at) =>
    relayedState({ url: contentUri(INSTANCE, `attack-${at}`, "index.html") }),
  );
  await view.page.evaluate((shown) => window.view.showAll(shown), states);
  const isOver = ({ says = /done/, ends }: RelayedAttack, { said, ends: ended }: { said: string[]; ends: string[] }) =>
    ends === undefined
      ? says.test(said.join("\n")) && said.includes("done") && ended.length === 0
      : ended.join() === ends;
  const underWay = async () => {
    const attempts = await view.page.evaluate(() => window.view.attempts);
    return RELAYED_ATTACKS.flatMap((attack, at) =>
      isOver(attack, attempts[at]!) ? [] : [[attack.name, attempts[at]]],
    );
  };
  await expect.poll(underWay, SOON).toEqual([]);
  expect(trap).toMatchObject({ requests: [], connections: 0, packets: 0 });
  // A browser may open a connection for a navigation that it then refuses; it asks for nothing over it.
  expect(connectable).toMatchObject({ requests: [], packets: 0 });
  expect(surprises).toEqual([]);
  expect(view.page.url()).toBe(address);

  // That nothing comes must not be because nothing can: the same documents, in frames that are only frames.
  const page = await view.page.context().newPage();
  await page.goto(`${server.page}/?`);
  await page.evaluate(
    ({ other, count }) => {
      for (let at = 0; at < count; at++) {
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts allow-forms");
        frame.src = `${other}/attack?at=${at}`;
        document.body.append(frame);
      }
    },
    { other: server.other, count: 4 },
  );
  await expect.poll(() => trap.requests.length, SOON).toBeGreaterThan(100);
  await expect.poll(() => trap.packets, SOON).toBeGreaterThan(10);
});

test("nothing outside of the instance is read, however it is written", async () => {
  const view = await openView();
  await view.showFiles({
    "index.html": `<!doctype html><script type="module">
      const references = ${JSON.stringify(OUTSIDE)}; const got = [];
      await Promise.all(references.map(async (reference) => {
        await fetch(reference).then(() => got.push("fetch " + reference), () => {});
        await fetch(new URL(reference, document.baseURI)).then(() => got.push("fetch in full " + reference), () => {}).catch(() => {});
        await new Promise((done) => { const ask = new XMLHttpRequest(); ask.open("GET", reference); ask.onload = () => { got.push("ask " + reference); }; ask.onloadend = done; ask.send(); });
        await import(reference).then(() => got.push("import " + reference), () => {});
        await new Promise((done) => { const made = new Image(); made.onload = () => { got.push("image " + reference); done(); }; made.onerror = done; made.src = reference; });
        for (const [tag, name] of [["iframe", "src"], ["object", "data"], ["link", "href"], ["a", "href"]]) { const made = document.createElement(tag); if (tag === "link") made.rel = "stylesheet"; made.setAttribute(name, reference); document.body.append(made); if (tag === "a") made.click(); }
        const style = document.createElement("style"); style.textContent = "@import '" + CSS.escape(reference) + "'; a { background: url('" + CSS.escape(reference) + "') }"; document.head.append(style);
      }));
      parent.postMessage({ got }, "*");</script>`,
  });
  await expect.poll(() => view.page.evaluate(() => window.view.sent), SOON).toEqual([{ got: [] }]);
  // What a browser makes of two of them lies inside, after all, where there is nothing of that name.
  const inside = ["index.html", "secret.txt"].map((name) => contentUri(INSTANCE, name));
  expect(view.read.filter((uri) => !inside.includes(uri))).toEqual([]);
  expect(await view.state()).toBe("shown");
});

test("a canvas with an address of its own is a stranger to the page, and the person is one to it", async () => {
  const view = await openView();
  const url = `${server.other}/canvas`;
  await view.page.context().addCookies([{ name: "session", value: "1", url: server.other }]);
  await view.show(relayedState({ url }));
  await view.page.evaluate(() => window.view.push({ early: 1 }));
  const said = (): Promise<Record<string, unknown>[]> => view.page.evaluate(() => window.view.sent as never);
  await expect.poll(async () => (await said()).length, SOON).toBe(2);
  expect(await said()).toEqual([
    { kept: "in its own store", parent: "threw", cookie: "", referrer: "" },
    { heard: { early: 1 } },
  ]);
  const { cookie, referer } = asked.findLast((request) => request.url === "/canvas")!.headers;
  expect({ cookie, referer }).toEqual({});
  expect(await view.page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts allow-forms allow-same-origin");

  // At the page's own origin it has none.
  await view.update(relayedState({ url: `${server.page}/canvas` }));
  await expect.poll(async () => (await said()).at(2), SOON).toMatchObject({ kept: "threw", parent: "threw" });
  expect(await view.page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts allow-forms");

  // Nor does it get there by a detour.
  await view.update(relayedState({ url: `${server.other}/back` }));
  await view.page.getByText(viewWords.ended.inside).waitFor();
  expect(await view.page.locator("iframe").count()).toBe(0);
});

test("away, back, refused, failed: each is said, nothing typed is lost, and it is tried again", async () => {
  const view = await openView({ width: 320, height: 480 });
  const note = view.page.getByRole("status");
  const field = view.relayed.getByLabel("Text");
  await view.show(relayedState({ availability: "stale", url: undefined }), { context: { theme: "dark" } });
  await note.getByText(viewWords.staleUnseen.words).waitFor();

  // Nothing to read yet.
  await view.update(relayedState());
  await note.getByText("There is no ahp-canvas-content:/draft-1/index.html.").waitFor();
  expect(await faultsIn(view.page.mainFrame())).toEqual([]);
  view.files = { "index.html": APP };
  await view.page.getByRole("button", { name: viewWords.retry }).press("Enter");
  await field.waitFor();
  expect(await view.page.locator("iframe").getAttribute("title")).toBe("A plan");
  expect(
    await view.page.locator("main > div").evaluate((element) => element.shadowRoot?.activeElement?.localName),
  ).toBe("iframe");

  await field.fill("Typed");
  await view.update(relayedState({ availability: "stale", url: undefined, title: "Another plan" }));
  await note.getByText(viewWords.stale.heading).waitFor();
  expect(await faultsIn(view.page.mainFrame())).toEqual([]);
  await view.page.keyboard.type(" and");
  await view.update(relayedState({ title: "Another plan" }));
  await expect.poll(() => view.state(), SOON).toBe("shown");
  await view.page.keyboard.type(" on");
  expect(await field.inputValue()).toBe("Typed and on");
  expect(await view.page.locator("iframe").getAttribute("title")).toBe("Another plan");
  expect(view.read).toHaveLength(2);

  await view.update(relayedState({ url: "javascript:alert(1)" }));
  await note.getByText("Addresses that begin with “javascript:” are not loaded. Nothing was loaded.").waitFor();
  expect(await view.page.locator("iframe").count()).toBe(0);
  expect(await faultsIn(view.page.mainFrame())).toEqual([]);
});

test("a page that lets no text become a document says so in the canvas's place", async () => {
  const view = await View.open(browser, server, { width: 900, height: 600 }, "strict");
  open.push(view);
  await view.showFiles({ "index.html": APP });
  await view.page.getByText(viewWords.ended.silent).waitFor();
});

test("a canvas of MCP Apps learns where it is, hears of changes, and saves before it goes", async () => {
  const view = await openView();
  const post = (payload: unknown) => view.page.evaluate((data) => window.view.push(data), payload);
  const sent = (): Promise<Record<string, unknown>[]> => view.page.evaluate(() => window.view.sent as never);
  const heard = () => view.relayed.locator("html").evaluate(() => Reflect.get(window, "heard"));
  await view.showFiles({ "index.html": APP }, { context: { theme: "dark", locale: "de-DE" }, hasHandlers: true });
  await expect.poll(async () => (await sent()).at(0)?.method, SOON).toBe("ui/initialize");
  await post({
    jsonrpc: "2.0",
    id: 1,
    result: { hostCapabilities: { serverTools: {} }, hostContext: { toolInfo: 1 } },
  });
  await expect.poll(async () => (await heard()).length, SOON).toBe(1);
  expect((await heard())[0].result).toMatchObject({
    hostCapabilities: { serverTools: {}, openLinks: {}, downloadFile: {} },
    hostContext: { toolInfo: 1, theme: "dark", locale: "de-DE", containerDimensions: { width: 900, height: 600 } },
  });

  await view.page.evaluate(() => window.view.setContext({ theme: "light" }));
  await view.page.setViewportSize({ width: 500, height: 600 });
  const changes = async () => (await heard()).slice(1).map(({ params }: { params: unknown }) => params);
  await expect.poll(changes, SOON).toEqual([{ theme: "light" }, { containerDimensions: { width: 500, height: 600 } }]);

  await view.relayed.getByRole("button", { name: "Open" }).click();
  await view.relayed.getByRole("button", { name: "Download" }).click();
  await view.relayed.getByRole("button", { name: "Call" }).click();
  await expect.poll(async () => (await sent()).at(-1)?.method, SOON).toBe("tools/call");
  await view.page.evaluate(() => window.view.lost());
  await expect
    .poll(async () => (await heard()).slice(3).map(({ id }: { id: string }) => id), SOON)
    .toEqual(["open", "download", "call"]);
  expect((await heard()).slice(3, 5).map(({ result }: { result: unknown }) => result)).toEqual([{}, {}]);
  expect((await heard()).at(-1).error.code).toBe(-32000);
  expect(await view.page.evaluate(() => [window.view.opened, window.view.downloaded.length])).toEqual([
    ["https://elsewhere.example/"],
    1,
  ]);

  const closed = view.page.evaluate(() => window.view.close());
  await expect.poll(async () => (await sent()).at(-1)?.params, SOON).toEqual({ saved: true });
  await post({ jsonrpc: "2.0", id: "last", result: {} });
  await closed;
  expect(await view.page.locator("main > *").count()).toBe(0);
});
