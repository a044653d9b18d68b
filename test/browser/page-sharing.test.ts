/** Two people at one server, each in a browser of their own: what one shares, the other sees. */
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { shareWords } from "../../src/widget/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { openPeoplePage } from "../host/people-page.ts";

const EXAMPLE = "Welcome to Writing Canvas";
const soon = { timeout: PATIENCE };
let server: Awaited<ReturnType<typeof openPeoplePage>>;
beforeEach(async () => {
  server = await openPeoplePage();
});
afterEach(() => server.close());

const titles = (page: Page) => page.locator(".row-title").allTextContents();
const article = (page: Page) =>
  page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe").getByRole("article").first();

/** Ada's list with her example, and its dialog open. */
async function adaShares(): Promise<Page> {
  const ada = await server.open();
  await server.signIn(ada, "ada");
  await ada.getByRole("button", { name: pageWords.more(EXAMPLE) }).click();
  await ada.getByRole("menuitem", { name: pageWords.share }).click();
  await ada.getByRole("dialog", { name: shareWords.title(EXAMPLE) }).waitFor();
  return ada;
}

test("what is shared appears in the other's list by itself, and an open canvas says when it is taken away", async () => {
  const bob = await server.open();
  await server.signIn(bob, "bob");
  await bob.getByRole("button", { name: pageWords.whoseShared }).click();
  await bob.getByRole("heading", { name: pageWords.nothingShared }).waitFor();
  const ada = await adaShares();
  await ada.keyboard.type("bob");
  await ada.keyboard.press("Enter");
  await expect.poll(() => titles(bob), soon).toEqual([EXAMPLE]);
  await bob.getByText("Ada's", { exact: true }).waitFor();

  // She lets him comment: what he may not do is said in words, and stays undone.
  await bob.getByRole("button", { name: pageWords.more(EXAMPLE) }).click();
  await bob.getByRole("menuitem", { name: pageWords.archive }).click();
  await bob.locator(".toast-text", { hasText: pageWords.notChanged }).waitFor();
  await expect.poll(() => titles(bob), soon).toEqual([EXAMPLE]);

  await bob.getByRole("link", { name: EXAMPLE }).click();
  await article(bob).waitFor();
  await ada.getByRole("button", { name: shareWords.removeOne("Bob") }).click();
  await bob.getByText(pageWords.takenAway("Ada")).first().waitFor();
  expect(await bob.getByRole("button", { name: pageWords.bringBack }).count()).toBe(0);
  await bob.getByRole("link", { name: pageWords.back }).click();
  await bob.getByRole("heading", { name: pageWords.nothingShared }).waitFor();
});

test("a link is taken up after the sign-in, leaves no secret behind, and its use and a print stand in the activity", async () => {
  const ada = await adaShares();
  await ada.getByRole("button", { name: shareWords.create }).click();
  const link = await ada.getByLabel(shareWords.newLink).inputValue();
  await ada.keyboard.press("Escape");
  const bob = await server.open(link);
  await bob.getByLabel(pageWords.signInToken, { exact: true }).waitFor();
  expect(bob.url()).not.toContain("share");
  await server.signIn(bob, "bob");
  await article(bob).waitFor();
  expect(bob.url()).not.toContain("share");
  const secret = new URLSearchParams(new URL(link).hash.split("?")[1]).get("share") ?? "";
  expect(secret).not.toBe("");
  const kept = await bob.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain(secret);

  await bob.evaluate(() => {
    for (const name of ["beforeprint", "afterprint"]) window.dispatchEvent(new Event(name));
  });
  await ada.getByRole("link", { name: pageWords.activity }).click();
  const said = () => ada.locator(".activity-said").allTextContents();
  await expect
    .poll(async () => {
      await ada.reload();
      await ada.locator(".activity-line").first().waitFor();
      return said();
    }, soon)
    .toEqual([
      `Bob printed ${EXAMPLE} (v1)`,
      `Bob joined ${EXAMPLE} by a link, and can view`,
      expect.stringContaining(`You made a link to ${EXAMPLE} that lets people view`),
    ]);
});

test("a link that does not work lets nobody in", async () => {
  const ada = await adaShares();
  await ada.getByRole("button", { name: shareWords.create }).click();
  const link = await ada.getByLabel(shareWords.newLink).inputValue();
  await ada.getByRole("button", { name: /^Revoke/ }).click();
  await expect.poll(() => ada.getByRole("button", { name: /^Revoke/ }).count(), soon).toBe(0);
  for (const address of [link, `${link}x`]) {
    const bob = await server.open(address);
    await server.signIn(bob, "bob");
    await bob.getByRole("heading", { name: pageWords.joinFailed }).waitFor();
    await bob.getByText(pageWords.joinFailedNext).waitFor();
    expect(bob.url()).not.toContain("share");
  }
});
