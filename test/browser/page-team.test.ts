/** The page where somebody is signed in. The server's part is answered for: what it does has tests of its own. */
import { expect, test } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { shareWords } from "../../src/widget/words.ts";
import { faultsIn } from "../host/find-faults.ts";
import { PATIENCE } from "../host/open-host.ts";
import { pagesOfThisFile, type ServedPage } from "../host/open-page.ts";
import { answerAsTeam } from "../host/team-answers.ts";

const openPage = pagesOfThisFile();
const soon = { timeout: PATIENCE };
const titles = ({ page }: ServedPage) => page.locator(".row-title").allTextContents();

async function enter(served: ServedPage) {
  const team = await answerAsTeam(served.page);
  await served.enter();
  await served.page.getByRole("link", { name: "Plan", exact: true }).waitFor();
  return team;
}

test("mine and what is shared with me are told apart, and the choice outlives a reload", async () => {
  const served = await openPage();
  const { page } = served;
  await enter(served);
  await expect.poll(() => titles(served), soon).toEqual(["Plan", "Interview notes", "Letter"]);
  await page.getByRole("group", { name: pageWords.whose }).getByRole("button", { name: pageWords.whoseOwn }).click();
  await expect.poll(() => titles(served), soon).toEqual(["Plan", "Letter"]);
  await page.getByRole("button", { name: pageWords.whoseShared }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(served), soon).toEqual(["Interview notes"]);
  await page.reload();
  await expect.poll(() => titles(served), soon).toEqual(["Interview notes"]);
  await page.getByText("Bob Ross's").waitFor();
});

test("somebody else's canvas leaves the list once the person has said so again", async () => {
  const served = await openPage();
  const { page } = served;
  const { asked } = await enter(served);
  const link = page.getByRole("link", { name: "Interview notes", exact: true });
  await link.focus();
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: pageWords.leaveNot }).click();
  await expect.poll(() => link.evaluate((one) => one === document.activeElement), soon).toBe(true);
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: pageWords.leave, exact: true }).click();
  await expect.poll(() => titles(served), soon).toEqual(["Plan", "Letter"]);
  expect(asked).toContain('/api/share {"id":"K2QX","change":{"op":"leave"}}');
  expect(asked.some((one) => one.startsWith("/api/delete"))).toBe(false);
});

test("an own canvas is shared from its menu by keys, and the focus comes back", async () => {
  const served = await openPage();
  const { page } = served;
  const { asked } = await enter(served);
  const more = page.getByRole("button", { name: pageWords.more("Plan") });
  await more.focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("menuitem", { name: pageWords.share }).press("Enter");
  const dialog = page.getByRole("dialog", { name: shareWords.title("Plan") });
  await dialog.waitFor();
  await page.keyboard.type("bob");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => asked.filter((one) => one.startsWith("/api/share ")), soon)
    .toEqual([expect.stringContaining('"op":"add","who":"bob"')]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => more.evaluate((one) => one === document.activeElement), soon).toBe(true);
});

test("the activity is one step from the list, leads to canvases, and Escape leads back", async () => {
  const served = await openPage();
  const { page } = served;
  await enter(served);
  await page.getByRole("link", { name: pageWords.activity }).click();
  await page.getByText("Bob Ross exported Plan as a Word document (v3)").waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Old ideas" }).count(), soon).toBe(0);
  await page.getByRole("button", { name: new RegExp(pageWords.activityAll) }).click();
  await page.getByRole("menuitemradio", { name: "Old ideas" }).click();
  await expect.poll(() => page.locator(".activity-line").count(), soon).toBe(1);
  expect(page.url()).toBe(`${served.origin}/#/activity/GONE`);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Plan", exact: true }).waitFor();
});

test("a link that shares and does not work says so; its secret stands neither in the address nor in the history", async () => {
  const served = await openPage();
  // The browser itself notes the refusals.
  served.toleratesProblems = true;
  const { page } = served;
  const { asked } = await enter(served);
  await page.goto(`${served.origin}/#/canvas/HN8B?share=a-secret`);
  await page.getByRole("heading", { name: pageWords.joinFailed }).waitFor();
  expect(asked).toContain('/api/join {"id":"HN8B","share":"a-secret"}');
  expect(page.url()).toBe(`${served.origin}/#/canvas/HN8B`);
  await page.getByRole("main").getByRole("link", { name: pageWords.back }).click();
  await page.getByRole("link", { name: "Plan", exact: true }).waitFor();
  await page.goBack();
  expect(page.url()).not.toContain("share");
});

test("the list, sharing and the activity keep nobody out, and fit into 320 px", async () => {
  const served = await openPage({ width: 320, height: 720 });
  const { page } = served;
  const faults: Record<string, unknown> = {};
  const look = async (screen: string) => {
    const found = await faultsIn(page.mainFrame());
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (found.length > 0 || isWide) faults[screen] = { found, isWide };
  };
  await enter(served);
  await look("the list");
  await page.getByRole("button", { name: pageWords.more("Plan") }).click();
  await look("the menu");
  await page.getByRole("menuitem", { name: pageWords.share }).click();
  await page.getByRole("dialog").waitFor();
  await look("sharing");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: pageWords.more("Interview notes") }).click();
  await page.getByRole("menuitem", { name: pageWords.leaveItem }).click();
  await look("leaving");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: pageWords.activity }).click();
  await page.getByText("Ship it.").waitFor();
  await look("the activity");
  expect(faults).toEqual({});
});
