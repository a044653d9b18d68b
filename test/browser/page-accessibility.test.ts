/** Every screen of the page keeps nobody out: axe finds nothing, in light and in dark. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { boardWords, shellWords, statusWords } from "../../src/widget/words.ts";
import { faultsIn } from "../host/find-faults.ts";
import { pagesOfThisFile, type ServedPage } from "../host/open-page.ts";
import { madeId } from "../host/server-link.ts";
import { BoardHand } from "./board-hand.ts";

const openPage = pagesOfThisFile();
/** Many screens, each looked at twice. */
const LONG = { timeout: 300_000 };

/** Looks at what is on screen, and remembers by the screen's name what is wrong with it. */
function looker({ page }: ServedPage) {
  const faults: Record<string, string[]> = {};
  return {
    faults,
    async look(screen: string, within?: Locator): Promise<void> {
      const frame = within === undefined ? page.mainFrame() : await (await within.elementHandle())?.ownerFrame();
      if (!frame) throw new Error(`${screen} is in no frame`);
      const found = await faultsIn(frame);
      if (found.length > 0) faults[screen] = found;
    },
  };
}

test("the locked page, the list and the board keep nobody out", LONG, async () => {
  const served = await openPage();
  const { page } = served;
  const { look, faults } = looker(served);
  await page.goto(served.origin);
  await page.getByRole("heading", { name: pageWords.lockedTitle }).waitFor();
  await look("locked");

  const agent = await served.agent();
  await agent("write_canvas", { title: "Alpha", content: "Text of Alpha.\n", comments: [{ body: "Is it?" }] });
  const waited = await agent("write_canvas", { title: "Beta", content: "Text of Beta.\n", status: "in_review" });
  const canvas_id = madeId(waited);
  // It waits for longer than the test lasts, and ends with the server.
  void agent("await_review", { canvas_id }).catch(() => undefined);
  await page.goto("about:blank");
  await served.enter();
  await page.getByRole("link", { name: "Alpha", exact: true }).waitFor();
  await look("the list");
  await page.getByRole("button", { name: pageWords.more("Alpha") }).click();
  await page.getByRole("menuitem", { name: pageWords.delete }).waitFor();
  await look("the menu of a row");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: pageWords.keysTitle }).waitFor();
  await look("the keys");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: pageWords.asBoard, exact: true }).click();
  const hand = new BoardHand(page, page);
  await hand.sees("Beta", "in_review");
  await look("the board");
  await hand.drag("Alpha", "approved");
  await hand.toast().getByText(boardWords.moved("Alpha", statusWords.approved)).waitFor();
  await look("the board after a move");
  expect(faults).toEqual({});
});

test("a canvas on the page, its status and its approval keep nobody out", LONG, async () => {
  const served = await openPage();
  const { page } = served;
  const { look, faults } = looker(served);
  const agent = await served.agent();
  const written = await agent("write_canvas", { content: "# Plan\n\nWords to read.\n" });
  await served.enter(madeId(written));
  const widget = served.widgetOf();
  const inside = widget.getByRole("main");
  await widget.getByRole("article").filter({ hasText: "Words to read." }).first().waitFor();
  await look("around the canvas");
  await look("the canvas", inside);
  await widget.getByRole("button", { name: statusWords.draft, exact: true }).click();
  await widget.getByRole("menuitemradio", { name: statusWords.approved }).waitFor();
  await look("the status menu", inside);
  await widget.getByRole("menuitemradio", { name: statusWords.approved }).click();
  const dialog = widget.getByRole("dialog", { name: shellWords.approveTitle });
  await dialog.waitFor();
  await look("the approve dialog", inside);
  await dialog.getByRole("button", { name: shellWords.approve, exact: true }).click();
  await widget.getByRole("button", { name: statusWords.approved, exact: true }).waitFor();
  await page.getByRole("link", { name: pageWords.back }).waitFor();
  await look("the approved canvas", inside);
  await page.getByRole("link", { name: pageWords.back }).click();
  await page.getByRole("button", { name: pageWords.newCanvas }).click();
  await page.getByText(pageWords.emptyCanvasConnected("Claude")).waitFor();
  await look("around an empty canvas");
  expect(faults).toEqual({});
});
