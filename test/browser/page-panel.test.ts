import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { panelAddress } from "../../src/protocol/page.ts";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { createLinks } from "../../src/surfaces/page/server/links.ts";
import { shellWords } from "../../src/widget/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { ServedPage } from "../host/serve-real-page.ts";
import { madeId, textOf } from "../host/server-link.ts";
import { browserWithPartitions } from "../host/shared-browser.ts";

const soon = { timeout: PATIENCE };

/** A program's window with a panel in it, on another site than the page. */
async function startSite() {
  const html = `<!doctype html><body style="margin: 0"><iframe name="panel" style="border: 0; width: 100vw; height: 100vh"></iframe>`;
  const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const close = () => {
    site.close();
    site.closeAllConnections();
  };
  return { origin: `http://localhost:${(site.address() as AddressInfo).port}`, close };
}

const show = (page: Page, address: string) =>
  page.evaluate((to) => {
    const frame = document.querySelector("iframe");
    if (frame !== null) frame.src = to;
  }, address);
const panelOf = (page: Page) => page.frameLocator('iframe[name="panel"]');
const widgetOf = (page: Page) => panelOf(page).frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");

test("a panel in another program's window shows its canvas and no other, by a link that is good once", async () => {
  const browser = await browserWithPartitions();
  const served = await ServedPage.open(browser, { width: 420, height: 760 });
  const site = await startSite();
  try {
    const { page, origin, data } = served;
    const agent = await served.agent();
    const id = madeId(await agent("write_canvas", { content: "# Plan\n\nThe first line.\n" }));
    const other = madeId(await agent("write_canvas", { content: "# Hidden\n\nOf another canvas.\n" }));
    const links = await createLinks(data, () => new Date());
    const address = panelAddress(origin, id, await links.mintPanel(id, "panel"));
    await page.goto(site.origin);
    await show(page, address);
    await widgetOf(page).getByText("The first line.").first().waitFor();

    // What is typed is saved.
    await widgetOf(page).getByRole("radio", { name: shellWords.write, exact: true }).click();
    await widgetOf(page).locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Typed in the panel.");
    const text = async () => textOf(await agent("read_canvas", { canvas_id: id }));
    await expect.poll(text, soon).toContain("Typed in the panel.");
    await served.shot("panel");

    // There is no way to the list, nor to another canvas.
    const frame = page.frame({ name: "panel" });
    if (frame === null) throw new Error("There is no panel");
    expect(await panelOf(page).getByText(pageWords.back).count()).toBe(0);
    for (const hash of ["#/", `#/canvas/${other}`, "#/activity"]) {
      await frame.evaluate((to) => {
        location.hash = to;
      }, hash);
      await widgetOf(page).getByText("Typed in the panel.").first().waitFor();
    }
    await frame.press("body", "Escape");
    expect(await panelOf(page).locator(".screen, .page-bar").count()).toBe(0);

    // Shown again at the same address it goes on, in this browser alone.
    await show(page, "about:blank");
    await show(page, address);
    await widgetOf(page).getByText("Typed in the panel.").first().waitFor();
    const stranger = await browser.newContext({ viewport: { width: 320, height: 600 } });
    try {
      const elsewhere = await stranger.newPage();
      await elsewhere.goto(site.origin);
      await show(elsewhere, address);
      await panelOf(elsewhere).getByText(pageWords.usedTitle).waitFor();
      await panelOf(elsewhere).getByText(pageWords.panelAskText(id)).waitFor();
      // Without its permit it is framed by nobody.
      await show(elsewhere, address.replace(/\?panel=[^#]*/, ""));
      await expect.poll(() => elsewhere.frames().at(-1)?.url(), soon).toContain("chrome-error:");
    } finally {
      await stranger.close();
    }
    const refused = "Failed to load resource: the server responded with a status of 410";
    expect(served.problems.filter((problem) => !problem.startsWith(refused))).toEqual([]);
  } finally {
    site.close();
    await served.close();
    await browser.close();
  }
});
