import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { META_KEY } from "../../src/protocol/names.ts";
import type { OpenedCanvas } from "../../src/protocol/page.ts";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { pagesOfThisFile, type ServedPage } from "../host/open-page.ts";
import { visitPage } from "../host/page-calls.ts";
import { madeId } from "../host/server-link.ts";
import { newContext } from "../host/shared-browser.ts";

/** What was typed within the last second before the page goes: the server has it, by nobody's help but the page's own. */

const openPage = pagesOfThisFile();
const contexts: BrowserContext[] = [];
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
const soon = { timeout: PATIENCE };
const LONG = 400_000;
const SMALL = "# Plan\n\nThe first line.\n";
/** Above what a browser lets a page send while it goes. */
const LARGE = `# Plan\n\n${"A line of a long text, which nobody changes.\n".repeat(3_000)}`;

const editorOf = (served: ServedPage, page: Page) => served.widgetOf(page).locator(".cm-content");

/** A server with a way into it, and to see what it has, for which no tab need live. */
async function serve() {
  const served = await openPage();
  await served.enter();
  await served.page.getByRole("heading", { level: 1, name: pageWords.page }).waitFor();
  const visitor = await visitPage(await served.freshLink());
  const agent = await served.agent();
  const opened = async (id: string): Promise<OpenedCanvas> => {
    const { text } = await visitor.call("/api/open", { id });
    return JSON.parse(text) as OpenedCanvas;
  };
  return {
    served,
    agent,
    make: async (content: string) => madeId(await agent("write_canvas", { content })),
    textOf: async (id: string) => String((await opened(id)).result._meta[META_KEY].view.checkpoint.document.content),
    revisionOf: async (id: string) => (await opened(id)).canvas.revision,
    /** Until the person sees what they typed, and no longer: what is on screen is what must not be lost. */
    async typeAndSee(page: Page, words: string) {
      await page.keyboard.type(words);
      await editorOf(served, page).getByText(words).waitFor();
    },
    /** The canvas in a browser that has never seen it, and that nobody will open again; the caret at the end. */
    async visit(id: string) {
      const context = await newContext(served.context.browser()!, {});
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      served.watch(page);
      await page.goto(await served.freshLink(id));
      await served.split(page);
      await editorOf(served, page).click();
      await page.keyboard.press("Control+End");
      return { page };
    },
  };
}

/** Each takes a second or two. `LAST_SECONDS=12` closes the tab more often. */
const TRIES = Number(process.env.LAST_SECONDS ?? 4);

test.each([
  [TRIES, "a small text", SMALL],
  [Math.ceil(TRIES / 4), "a text too large to be sent whole by a page that goes", LARGE],
])(
  "the tab is closed at once after typing, %i times: the end of %s is on the server, once",
  async (tries, _, text) => {
    const { make, visit, typeAndSee, textOf, revisionOf } = await serve();
    const closed: { readonly id: string; readonly before: number; readonly typed: string }[] = [];
    for (let tried = 0; tried < tries; tried++) {
      // Equal texts, made one after the other, would be taken for one call made twice.
      const own = `${text}Try ${tried}.\n`;
      const id = await make(own);
      const { page } = await visit(id);
      const before = await revisionOf(id);
      await typeAndSee(page, "The last words.");
      await page.close();
      closed.push({ id, before, typed: `${own}The last words.` });
    }
    const reached = async () => {
      const texts = await Promise.all(closed.map(async ({ id, typed }) => (await textOf(id)) === typed));
      return texts.filter((isThere) => isThere).length;
    };
    await expect.poll(reached, soon).toBe(tries);
    for (const { id, before } of closed) expect(await revisionOf(id)).toBe(before + 1);
  },
  LONG,
);

test("the page is loaded again at once after typing: the text is there, once", async () => {
  const { served, make, visit, typeAndSee, textOf, revisionOf } = await serve();
  const id = await make(SMALL);
  const { page } = await visit(id);
  const before = await revisionOf(id);
  await typeAndSee(page, "Typed and loaded again.");
  await page.reload();
  await expect.poll(() => editorOf(served, page).textContent(), soon).toContain("Typed and loaded again.");
  await expect.poll(() => textOf(id), soon).toBe(`${SMALL}Typed and loaded again.`);
  expect(await revisionOf(id)).toBe(before + 1);
});

test("the list is opened at once after typing, and the tab closed with it", async () => {
  const { make, visit, textOf } = await serve();
  const id = await make(SMALL);
  const { page } = await visit(id);
  await page.keyboard.type("Typed, left and closed.");
  await page.getByRole("link", { name: pageWords.back }).click();
  await page.close();
  await expect.poll(() => textOf(id), soon).toBe(`${SMALL}Typed, left and closed.`);
});

test("a save is under way while more is typed, and the tab is closed: both are on the server, once each", async () => {
  const { make, visit, typeAndSee, textOf, revisionOf } = await serve();
  const id = await make(SMALL);
  const { page } = await visit(id);
  const before = await revisionOf(id);
  // The widget's own save leaves and never arrives.
  const asked = new Promise<void>((resolve) => {
    void page.route("**/mcp", (route) => {
      if (route.request().postData()?.includes("save_canvas") !== true) return route.continue();
      resolve();
    });
  });
  await page.keyboard.type("First.");
  await asked;
  await typeAndSee(page, " Second.");
  await page.close();
  await expect.poll(() => textOf(id), soon).toBe(`${SMALL}First. Second.`);
  expect(await revisionOf(id)).toBe(before + 2);
});
