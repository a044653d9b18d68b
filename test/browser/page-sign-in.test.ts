import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CALLBACK_ROUTE } from "../../src/protocol/page.ts";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { answerOf } from "../../src/surfaces/page/app/access/gate.ts";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { call, type TestPage } from "../../src/surfaces/page/server/page-for-tests.ts";
import { openBrowser, startPeoplePage, TestTokens } from "../../src/surfaces/page/server/people-for-tests.ts";
import { createSignIns } from "../../src/surfaces/page/server/sign-in/create-sign-ins.ts";
import { shellWords } from "../../src/widget/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { newContext, sharedBrowser } from "../host/shared-browser.ts";
import { type RealIssuer, startIssuer } from "../issuer/start-issuer.ts";

const BOB = "wct_a-token-of-bobs-in-this-test";
const built = (name: string) => readFile(fileURLToPath(new URL(`../../dist/${name}`, import.meta.url)), "utf8");
const soon = { timeout: PATIENCE };

let folder: string;
let issuer: RealIssuer;
let tokens: TestTokens;
let served: TestPage;
let context: BrowserContext;
let page: Page;
let problems: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-sign-in-"));
  issuer = await startIssuer();
  tokens = new TestTokens([BOB, "bob"]);
  const signIns = createSignIns({
    tokens,
    issuer: { url: issuer.url, clientId: issuer.clientId },
    access: { host: "127.0.0.1" },
    log: () => {},
  });
  served = await startPeoplePage(folder, signIns, {
    deps: { widgetHtml: () => built("canvas-app.html"), clock: () => new Date() },
    pageHtml: () => built("page.html"),
  });
  issuer.register(served.page.origin + CALLBACK_ROUTE);
  context = await newContext(await sharedBrowser(), { locale: "en-US" });
  context.setDefaultTimeout(PATIENCE);
  page = await newPage();
});
afterEach(async () => {
  await context.close();
  await served.close();
  await issuer.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function newPage(): Promise<Page> {
  const opened = await context.newPage();
  problems = [];
  opened.on("console", (message) => {
    // That a token or a session is refused is answered so, and browsers say it.
    if (message.type() === "error" && !message.text().includes("401"))
      problems.push(`${message.location().url}: ${message.text()}`);
  });
  opened.on("pageerror", (error) => problems.push(error.message));
  return opened;
}

const account = (name: string) => page.getByRole("button", { name: pageWords.signedInAs(name) });
const atIssuer = () => page.getByRole("button", { name: pageWords.signInWith(new URL(issuer.url).host) });
const token = () => page.getByLabel(pageWords.signInToken);
async function signOut(name: string): Promise<void> {
  await account(name).click();
  await page.getByRole("menuitem", { name: pageWords.signOut }).click();
  await page.getByRole("heading", { name: pageWords.signInTitle }).waitFor();
}

test("somebody signs in at the issuer, stays so, and signs out in all tabs; another does with a token", async () => {
  await page.goto(`${served.page.origin}/`);
  await page.getByRole("heading", { name: pageWords.signInTitle }).waitFor();
  await expect.poll(() => atIssuer().evaluate((button) => button === document.activeElement), soon).toBe(true);
  await page.keyboard.press("Enter");
  await account("Ada Lovelace").waitFor();
  expect(page.url()).toBe(`${served.page.origin}/#/`);
  await page.reload();
  await account("Ada Lovelace").waitFor();
  const tab = await context.newPage();
  await tab.goto(served.page.origin);
  await tab.getByRole("button", { name: pageWords.signedInAs("Ada Lovelace") }).waitFor();

  await signOut("Ada Lovelace");
  await tab.getByRole("heading", { name: pageWords.signInTitle }).waitFor();
  await tab.close();
  const left = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("canvas:page-")));
  expect(left.filter((name) => name !== "canvas:page-preferences")).toEqual(["canvas:page-signed-out"]);

  await token().fill("wct_of-nobody");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "This token is not known here" }).waitFor();
  await token().fill(BOB);
  await page.keyboard.press("Enter");
  await account("Bob").waitFor();
  await page.reload();
  await account("Bob").waitFor();
  expect(problems).toEqual([]);
});

test("what is typed when a session has ended is kept, is saved when they are back, and no other person sees it", async () => {
  await page.goto(served.page.origin);
  await atIssuer().click();
  await account("Ada Lovelace").waitFor();
  let pass = "";
  page.on("request", (request) => {
    pass = request.headers().authorization?.replace("Bearer ", "") ?? pass;
  });
  await page.getByRole("button", { name: new RegExp(`^${pageWords.newShort}`) }).click();
  const widget = page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");
  const editor = widget.locator(".cm-content");
  await widget.getByRole("radio", { name: shellWords.split, exact: true }).click();
  await editor.click();
  await page.keyboard.type("Typed by Ada.");
  const canvas = page.url();
  const id = canvas.split("/").at(-1) ?? "";
  const contentNow = async () => foundRecord(await served.deps.store.canvases.find("ada", id))?.document.content ?? "";
  await expect.poll(contentNow, soon).toContain("Typed by Ada.");

  // As if she had signed out elsewhere with this session.
  expect((await call(served.page.port, "/api/sign-out", pass)).status).toBe(200);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" And more.");
  await page.getByText(pageWords.sessionEndedPeople).waitFor();
  await page.getByRole("button", { name: pageWords.signIn, exact: true }).click();
  await atIssuer().click();
  await editor.or(widget.getByRole("article")).filter({ hasText: "And more." }).first().waitFor();
  expect(page.url()).toBe(canvas);
  await expect.poll(contentNow, soon).toContain("Typed by Ada. And more.");

  const keptInFrame = async () => {
    const frame = await context.newPage();
    await frame.goto(`http://127.0.0.1:${served.page.sandboxPort}/`);
    const names = await frame.evaluate(() => Object.keys(localStorage).sort());
    await frame.close();
    return names;
  };
  const draft = `canvas:comment:${id}`;
  await page
    .frames()
    .find((frame) => frame.url().includes(`:${served.page.sandboxPort}/`))
    ?.evaluate((name) => localStorage.setItem(name, "Half a comment of Ada's"), draft);
  expect(await keptInFrame()).toContain(draft);
  await signOut("Ada Lovelace");
  expect(await keptInFrame()).toEqual([`canvas-of:ada:${draft}`]);
  await page.goto(canvas);
  await token().fill(BOB);
  await page.keyboard.press("Enter");
  await account("Bob").waitFor();
  await page.getByText(pageWords.openFailed).waitFor();
  expect(page.url()).toBe(canvas);
  expect(await page.getByText("Typed by Ada.").count()).toBe(0);
  await signOut("Bob");
  await atIssuer().click();
  await account("Ada Lovelace").waitFor();
  expect(await keptInFrame()).toContain(draft);
});

test("who came back without being signed in is told why", async () => {
  issuer.signsIn = null;
  await page.goto(`${served.page.origin}/#/canvas/HN8B`);
  await atIssuer().click();
  await page.getByRole("alert").filter({ hasText: "You are not signed in" }).waitFor();
  expect(page.url()).toBe(`${served.page.origin}/#/canvas/HN8B`);
});

test("a link that shares a canvas is still good behind the way to the issuer, which is told nothing of it", async () => {
  const bob = await openBrowser(served.page.origin);
  await bob.gate.signIn(BOB);
  const made = await bob.api.call("/api/new", { title: "Shared", content: "Words of Bob.\n" });
  const id = made.ok ? made.value.id : "";
  const change = { op: "link", role: "viewer" } as const;
  const shared = await bob.api.call("/api/share", { id, change });
  if (!shared.ok) throw new Error(shared.message);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const { link = "" } = shared.value;
  const secret = link.split("?share=")[1] ?? "";
  expect([link, secret.length > 20]).toEqual([`${served.page.origin}/#/canvas/${id}?share=${secret}`, true]);
  await page.goto(link);
  await atIssuer().click();
  const widget = page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");
  await widget.getByText("Words of Bob.").first().waitFor();
  expect(page.url()).toBe(`${served.page.origin}/#/canvas/${id}`);
  expect(asked.filter((url) => url.startsWith(issuer.url) && url.includes(secret))).toEqual([]);
});

test("the way back of somebody else signs nobody in", async () => {
  const eve = await openBrowser(served.page.origin);
  issuer.signsIn = "eve";
  const begun = await answerOf<{ url: string }>(eve.gate.beginSignIn(null));
  const wayBack = begun.ok ? await issuer.visit(begun.value.url) : "";
  await page.goto(wayBack);
  await page.getByText(pageWords.signInElsewhere).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("canvas:page-session"))).toBeNull();
});
