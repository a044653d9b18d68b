import { expect, test } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { statusWords } from "../../src/widget/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { pagesOfThisFile, type ServedPage } from "../host/open-page.ts";
import { PROGRAM } from "../host/real-server.ts";
import { textOf } from "../host/server-link.ts";

const openPage = pagesOfThisFile();
/** How the server says that its commands are typed. */
const OWN = `node ${PROGRAM}`;
const EXAMPLE = "Welcome to Writing Canvas";
const soon = { timeout: PATIENCE };

const rowOf = ({ page }: ServedPage, title: string | RegExp) => page.locator(".row").filter({ hasText: title });
const linkOf = ({ page }: ServedPage, title: string) => page.getByRole("link", { name: title, exact: true });
const titles = ({ page }: ServedPage) => page.locator(".row-title").allTextContents();

async function withCanvases(served: ServedPage, names: readonly string[]) {
  const agent = await served.agent();
  for (const title of names) await agent("write_canvas", { title, content: `Text of ${title}.\n` });
  await served.enter();
  for (const title of names) await linkOf(served, title).waitFor();
  return agent;
}

test("a link opens the page once, leaves the address at once, and its session outlives a reload", async () => {
  const served = await openPage();
  const { page } = served;
  await page.goto(served.origin);
  await page.getByRole("heading", { name: pageWords.lockedTitle }).waitFor();
  await served.shot("locked");
  await page.goto("about:blank");
  await served.enter();
  await linkOf(served, EXAMPLE).waitFor();
  expect(page.url()).toBe(`${served.origin}/#/`);
  await served.shot("first-visit");
  await page.reload();
  await linkOf(served, EXAMPLE).waitFor();
});

test("a used link just opens where there is a session", async () => {
  const served = await openPage();
  // The browser itself notes the refusal of the link.
  served.toleratesProblems = true;
  await served.enter();
  await linkOf(served, EXAMPLE).waitFor();
  await served.page.goto("about:blank");
  await served.enter();
  await linkOf(served, EXAMPLE).waitFor();
  expect(served.page.url()).not.toContain("link=");
});

test("a used link says so and how to get a new one; a session from another tab lets it in", async () => {
  const served = await openPage();
  served.toleratesProblems = true;
  await served.enter();
  await linkOf(served, EXAMPLE).waitFor();
  const session = await served.page.evaluate(() => localStorage.getItem("canvas:page-session"));
  await served.page.evaluate(() => localStorage.removeItem("canvas:page-session"));
  await served.page.goto("about:blank");
  await served.enter();
  await served.page.getByRole("heading", { name: pageWords.usedTitle }).waitFor();
  await served.page.getByText(`${OWN} page --data ${served.data}`, { exact: true }).waitFor();
  await served.shot("used-link");
  const other = await served.context.newPage();
  await other.goto(served.origin);
  await other.getByRole("heading", { name: pageWords.lockedTitle }).waitFor();
  await other.evaluate((token) => localStorage.setItem("canvas:page-session", token ?? ""), session);
  await linkOf(served, EXAMPLE).waitFor();
});

test("a session that the server does not take ends in words, and goes on with a new one", async () => {
  const served = await openPage();
  served.toleratesProblems = true;
  await served.page.goto(served.origin);
  await served.page.evaluate(() => localStorage.setItem("canvas:page-session", "v1.none.none"));
  await served.page.reload();
  await served.page.getByRole("heading", { name: pageWords.expiredTitle }).waitFor();
  await served.shot("expired");
});

test("the list is searched by title and text, and filtered by status; archived canvases stand apart", async () => {
  const served = await openPage();
  const { page } = served;
  await withCanvases(served, ["Alpha", "Beta", "Gamma"]);
  await served.shot("list");
  await page.keyboard.press("/");
  await page.keyboard.type("text of beta");
  await expect.poll(() => titles(served), soon).toEqual(["Beta"]);
  await expect.poll(() => page.locator(".row-found").allTextContents(), soon).toEqual(["Text of Beta."]);
  await served.shot("search");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("zebra");
  await page.getByRole("heading", { name: pageWords.nothingFound("zebra") }).waitFor();
  await served.shot("nothing-found");
  await page.getByRole("button", { name: pageWords.clearSearch }).first().click();
  await linkOf(served, "Alpha").waitFor();

  await linkOf(served, "Gamma").focus();
  await page.keyboard.press("e");
  await page.getByText(pageWords.archived("Gamma"), { exact: true }).last().waitFor();
  await expect.poll(() => titles(served), soon).toEqual(["Beta", "Alpha"]);
  await page.getByRole("button", { name: statusWords.archived, exact: true }).click();
  await expect.poll(() => titles(served), soon).toEqual(["Gamma"]);
  // Who comes back from a canvas finds the list as it was.
  await linkOf(served, "Gamma").click();
  await page.getByRole("link", { name: pageWords.back }).click();
  await expect.poll(() => titles(served), soon).toEqual(["Gamma"]);
  const pressed = page.locator(".list-filter [aria-pressed=true]");
  await expect.poll(() => pressed.allTextContents(), soon).toEqual([statusWords.archived]);
  await page.getByRole("button", { name: statusWords.approved, exact: true }).click();
  await page.getByRole("heading", { name: pageWords.nothingOf(statusWords.approved) }).waitFor();
});

test("delete is undone from the toast and by the keyboard; a duplicate is a canvas of its own", async () => {
  const served = await openPage();
  const { page } = served;
  const agent = await withCanvases(served, ["Alpha", "Beta"]);
  await rowOf(served, "Beta")
    .getByRole("button", { name: pageWords.more("Beta") })
    .click();
  await page.getByRole("menuitem", { name: pageWords.delete }).click();
  await expect.poll(() => titles(served), soon).toEqual(["Alpha"]);
  await served.shot("deleted");
  const undo = page.getByRole("button", { name: pageWords.undo });
  await undo.click();
  await expect.poll(() => titles(served), soon).toEqual(["Beta", "Alpha"]);

  for (const title of ["Beta", "Alpha"]) {
    await linkOf(served, title).focus();
    await page.keyboard.press("Delete");
  }
  const bin = page.getByRole("button", { name: pageWords.bin, exact: true });
  await bin.click();
  await expect.poll(() => titles(served), soon).toEqual(["Alpha", "Beta"]);
  await served.shot("bin");
  await page.getByRole("button", { name: `${pageWords.bringBackShort} Alpha` }).click();
  await expect.poll(() => titles(served), soon).toEqual(["Beta"]);
  await page.getByRole("button", { name: `${pageWords.purge} Beta` }).click();
  await served.shot("bin-purge");
  await page.getByRole("dialog").getByRole("button", { name: pageWords.purge, exact: true }).click();
  await page.getByRole("heading", { name: pageWords.binEmpty }).waitFor();
  await served.shot("bin-empty");
  await page.getByRole("button", { name: pageWords.all, exact: true }).click();
  await agent("write_canvas", { title: "Beta", content: "Text of Beta.\n" });
  await expect.poll(() => titles(served), soon).toEqual(["Beta", "Alpha"]);

  await linkOf(served, "Alpha").focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => titles(served), soon).toEqual(["Beta"]);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Beta");
  await undo.waitFor();
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await titles(served)).sort(), soon).toEqual(["Alpha", "Beta"]);

  await linkOf(served, "Beta").focus();
  await page.keyboard.press("d");
  await expect.poll(async () => (await titles(served)).length, soon).toBe(3);
  const listed = await agent("list_canvases", {});
  expect(textOf(listed)).toContain("3 canvases:");
});

test("the arrows and letters go through the rows, Enter opens, Escape comes back to the row", async () => {
  const served = await openPage();
  const { page } = served;
  await withCanvases(served, ["Alpha", "Beta", "Gamma"]);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Gamma");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  expect(await focused()).toBe("Beta");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Beta" }).waitFor();
  await page.getByRole("link", { name: pageWords.back }).focus();
  await page.keyboard.press("Escape");
  await expect.poll(focused, soon).toBe("Beta");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: pageWords.keysTitle }).waitFor();
  await served.shot("keys");
  await page.getByRole("checkbox", { name: pageWords.keysSwitch }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("v");
  await linkOf(served, "Alpha").waitFor();
});

test("what an agent writes appears by itself, without moving what the pointer is on", async () => {
  const served = await openPage();
  const { page } = served;
  const agent = await withCanvases(served, ["Alpha", "Beta"]);
  await linkOf(served, "Alpha").hover();
  await agent("write_canvas", { title: "Gamma", content: "New.\n" });
  await page.getByRole("button", { name: pageWords.arrived(1) }).waitFor();
  expect(await titles(served)).toEqual(["Beta", "Alpha"]);
  await served.shot("arrived");
  await page.mouse.move(5, 5);
  await expect.poll(() => titles(served), soon).toEqual(["Gamma", "Beta", "Alpha"]);
});

test("a canvas that an agent waits for comes first and says so, in the tab's title too", async () => {
  const served = await openPage();
  const { page } = served;
  const agent = await withCanvases(served, ["Alpha", "Beta"]);
  const id = (await rowOf(served, "Alpha").getAttribute("data-id")) ?? "";
  const waits = agent("await_review", { canvas_id: id, timeout_s: 600 });
  await rowOf(served, /is waiting for your review/).waitFor();
  await expect.poll(() => titles(served), soon).toEqual(["Alpha", "Beta"]);
  expect(await page.title()).toMatch(/^● /);
  await served.shot("waiting");
  await linkOf(served, "Alpha").click();
  await page.getByRole("button", { name: pageWords.closeReview }).click();
  const ended = await waits;
  expect(ended.isError ?? false).toBe(false);
  await page.getByRole("button", { name: pageWords.closeReview }).waitFor({ state: "detached" });
});

test("an emptied list says how to begin", async () => {
  const served = await openPage();
  await served.enter();
  await linkOf(served, EXAMPLE).focus();
  await served.page.keyboard.press("Delete");
  await served.page.getByRole("heading", { name: pageWords.emptyTitle }).waitFor();
  const command = `claude mcp add writing-canvas -- ${process.execPath} ${PROGRAM} --data ${served.data}`;
  await served.page.getByText(command, { exact: true }).waitFor();
  await served.page.getByText(`${OWN} install --data ${served.data}`, { exact: true }).waitFor();
  await served.shot("empty");
});

test("the board moves a canvas, the choice is remembered, and so is the theme", async () => {
  const served = await openPage();
  const { page } = served;
  await withCanvases(served, ["Alpha"]);
  await page.getByRole("button", { name: pageWords.asBoard, exact: true }).click();
  await page.locator(".board").getByText("Alpha").waitFor();
  await served.shot("board");
  await page.getByRole("button", { name: pageWords.theme }).click();
  await page.getByRole("menuitemradio", { name: pageWords.themes.dark }).click();
  await page.reload();
  await page.locator(".board").getByText("Alpha").waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await served.shot("board-dark");
  await page.keyboard.press("v");
  await linkOf(served, "Alpha").waitFor();
  await served.shot("list-dark");
});

test.each([320, 390])("at %i px nothing is cut off", async (width) => {
  const served = await openPage({ width, height: 720 });
  const { page } = served;
  await withCanvases(served, [`Alpha ${"long ".repeat(30)}`.trim(), "خطة", "Beta"]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await served.shot(`list-${width}`);
  await linkOf(served, "Beta").click();
  await served
    .widgetOf()
    .getByRole("heading", { name: "Beta" })
    .or(served.widgetOf().getByText("Text of Beta."))
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await served.shot(`canvas-${width}`);
});
