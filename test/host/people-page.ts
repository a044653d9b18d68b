import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createMemoryStore } from "../../src/server/storage/memory/store.ts";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { startPeoplePage, TestTokens } from "../../src/surfaces/page/server/people-for-tests.ts";
import { PATIENCE } from "./open-host.ts";
import { newContext, sharedBrowser } from "./shared-browser.ts";

const built = (name: string) => readFile(new URL(`../../dist/${name}`, import.meta.url), "utf8");

/** The built page on a server in this process that knows Ada and Bob, each with a browser of their own. */
export async function openPeoplePage() {
  const folder = await mkdtemp(join(tmpdir(), "canvas-people-"));
  const clock = () => new Date();
  const tokens = new TestTokens(["token-of-ada", "ada"], ["token-of-bob", "bob"]);
  let origin = "";
  const running = await startPeoplePage(
    folder,
    { tokens },
    {
      pageHtml: () => built("page.html"),
      deps: {
        store: createMemoryStore({ now: clock }),
        clock,
        widgetHtml: () => built("canvas-app.html"),
        page: { linkTo: async (id) => `${origin}/#${id === undefined ? "/" : `/canvas/${id}`}` },
      },
    },
  );
  ({ origin } = running.page);
  const browser = await sharedBrowser();
  const pages: Page[] = [];
  return {
    origin,
    /** Their browser, at this address, not yet signed in. */
    async open(address = origin): Promise<Page> {
      const context = await newContext(browser, { viewport: { width: 1200, height: 800 }, locale: "en-US" });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      pages.push(page);
      await page.goto(address);
      return page;
    },
    async signIn(page: Page, who: "ada" | "bob"): Promise<void> {
      await page.getByLabel(pageWords.signInToken, { exact: true }).fill(`token-of-${who}`);
      await page.keyboard.press("Enter");
      await page.getByLabel(pageWords.signInToken, { exact: true }).waitFor({ state: "detached" });
    },
    async close(): Promise<void> {
      await Promise.all(pages.map((page) => page.context().close()));
      await running.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
