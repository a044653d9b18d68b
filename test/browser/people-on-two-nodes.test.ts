/** Two people of one team, each with a browser and an assistant of their own, on two servers with one database. */
import type { FrameLocator, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { commentWords, shareWords, shellWords } from "../../src/widget/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { type ProxiedNodes, runProxiedNodes } from "../host/proxied-nodes.ts";
import { madeId, textOf } from "../host/server-link.ts";
import { newContext, sharedBrowser } from "../host/shared-browser.ts";
import { type RealIssuer, startIssuer } from "../issuer/start-issuer.ts";

const TEXT = "# Plan\n\nThe first line.\n\nThe last line.\n";
let issuer: RealIssuer;
let nodes: ProxiedNodes;
beforeEach(async () => {
  issuer = await startIssuer();
  nodes = await runProxiedNodes({ issuer });
});
afterEach(async () => {
  await nodes?.close();
  await issuer?.stop();
});

interface Seat {
  readonly page: Page;
  readonly widget: FrameLocator;
  readonly problems: readonly string[];
}

/** Somebody in front of a browser of their own, signed in at the issuer. */
async function sit(who: string): Promise<Seat> {
  const context = await newContext(await sharedBrowser(), {
    ignoreHTTPSErrors: true,
    locale: "en-US",
    viewport: { width: 1100, height: 800 },
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("401")) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  issuer.signsIn = who;
  await page.goto(`${nodes.origin}/`);
  await page.getByRole("button", { name: pageWords.signInWith(new URL(issuer.url).host) }).click();
  await page.getByRole("heading", { name: pageWords.signInTitle }).waitFor({ state: "detached" });
  const widget = page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");
  return { page, widget, problems };
}

async function assistantOf(who: string, node: number) {
  issuer.signsIn = who;
  return nodes.agent(node, await issuer.accessToken(nodes.audience));
}

test("they share, comment, suggest, edit and approve, see each other's changes, and are told apart by their models", async () => {
  const [ada, grace] = [await sit("ada"), await sit("grace")];
  const adas = await assistantOf("ada", 0);
  const id = madeId(await adas("write_canvas", { content: TEXT }));
  const graces = await assistantOf("grace", 1);
  expect(textOf(await graces("read_canvas", { canvas_id: id }))).toContain("There is no canvas");

  // Ada shares it from the widget; it comes to Grace's list by itself, whichever server told her page.
  await ada.page.goto(`${nodes.origin}/#/canvas/${id}`);
  await ada.widget.getByRole("article").first().waitFor();
  await ada.widget.getByRole("button", { name: shareWords.share, exact: true }).click();
  await ada.widget.getByLabel(shareWords.who).fill("Grace Hopper");
  await ada.widget.getByLabel(shareWords.role, { exact: true }).selectOption("commenter");
  await ada.widget.getByRole("button", { name: shareWords.add, exact: true }).click();
  await ada.widget.getByText(shareWords.added("Grace Hopper")).first().waitFor();
  await grace.page.getByRole("link", { name: "Plan" }).click();
  await grace.widget.getByRole("article").first().waitFor();

  // Grace may comment, and not edit; her assistant may suggest, and not edit either.
  await grace.page.screenshot({ path: "test-results/people-commenter.png" });
  await select(grace, "The first line.");
  await grace.widget.getByRole("button", { name: commentWords.addOn }).click();
  await grace.widget.getByRole("textbox", { name: commentWords.newOn("The first line.") }).waitFor();
  await grace.page.keyboard.type("Which one?");
  await grace.page.keyboard.press("Control+Enter");
  const asked = Date.now();
  await ada.page.keyboard.press("Escape");
  await ada.widget.getByText("Which one?").first().waitFor();
  console.log(`A comment was seen by the other within ${Date.now() - asked} ms`);
  const edit = { canvas_id: id, edits: [{ find: "The last line.", replace: "The very last line." }] };
  await graces("read_canvas", { canvas_id: id });
  expect(textOf(await graces("edit_canvas", edit))).toMatch(/not_allowed.*pass mode: "suggest"/s);
  expect(textOf(await graces("edit_canvas", { ...edit, mode: "suggest" }))).toContain("suggest");

  // Ada's assistant is told of Grace by name.
  expect(textOf(await adas("read_canvas", { canvas_id: id, part: "feedback" }))).toMatch(/Grace Hopper.*Which one\?/s);

  // Ada makes her an editor, and asks both of them to approve.
  await ada.widget.getByRole("button", { name: shareWords.share, exact: true }).click();
  await ada.widget.getByLabel(shareWords.roleOf("Grace Hopper")).selectOption("editor");
  for (const name of [/Ada Lovelace/, /Grace Hopper/]) await ada.widget.getByRole("checkbox", { name }).check();
  await ada.page.screenshot({ path: "test-results/people-share-dialog.png" });
  await ada.page.keyboard.press("Escape");
  await grace.widget.getByRole("radio", { name: shellWords.split, exact: true }).click();
  const editor = grace.widget.locator(".cm-content");
  await editor.click();
  await grace.page.keyboard.press("Control+Home");
  await grace.page.keyboard.press("ArrowDown");
  await grace.page.keyboard.press("ArrowDown");
  await grace.page.keyboard.press("End");
  await grace.page.keyboard.type(" Typed by Grace.");
  const typed = Date.now();
  await ada.widget.getByText("Typed by Grace.").first().waitFor();
  console.log(
    `Typed words were seen by the other within ${Date.now() - typed} ms, the second of rest before a save included`,
  );
  expect(textOf(await adas("read_canvas", { canvas_id: id, part: "feedback" }))).toMatch(
    /Grace Hopper edited line 3: .*Typed by Grace\./,
  );
  await ada.page.screenshot({ path: "test-results/people-ada.png" });
  await grace.page.screenshot({ path: "test-results/people-grace.png" });

  // It is approved once both have approved this very text.
  await approve(ada);
  await grace.widget.getByText(shareWords.approvedBy(1, 2)).first().waitFor();
  expect(textOf(await adas("read_canvas", { canvas_id: id, part: "feedback" }))).toContain("in_review");
  await grace.widget.getByRole("radio", { name: shellWords.read, exact: true }).click();
  await approve(grace);
  await ada.widget.getByText(shareWords.approvedBy(2, 2)).first().waitFor();
  await ada.page.screenshot({ path: "test-results/people-approved.png" });
  expect(textOf(await adas("read_canvas", { canvas_id: id, part: "feedback" }))).toMatch(
    /approved.*Ada Lovelace.*Grace Hopper|approved.*Grace Hopper/s,
  );
  expect([...ada.problems, ...grace.problems]).toEqual([]);
});

async function approve({ widget }: Seat): Promise<void> {
  await widget.getByRole("button", { name: shellWords.approve, exact: true }).first().click();
  // Whoever is quicker than one can read is shown first what has just changed.
  await widget
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await widget.getByRole("dialog").waitFor({ state: "detached" });
}

/** Selects these words as a mouse would. */
async function select({ widget }: Seat, words: string): Promise<void> {
  await widget
    .getByText(words)
    .first()
    .evaluate((element, text) => {
      const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(text) ?? -1;
        if (at < 0) continue;
        element.ownerDocument.getSelection()?.setBaseAndExtent(node, at, node, at + text.length);
        return;
      }
    }, words);
}
