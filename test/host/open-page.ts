import { type Browser, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { type PageOptions, ServedPage } from "./serve-real-page.ts";

export type { ServedPage } from "./serve-real-page.ts";

/** One Chromium for the file, and for each call a new server with its page. None may end with a problem in the console. */
export function pagesOfThisFile(): (options?: PageOptions) => Promise<ServedPage> {
  let browser: Browser;
  const open: ServedPage[] = [];
  beforeAll(async () => {
    const executablePath = findBrowser();
    if (executablePath === null) throw new Error("No Chromium: run `node scripts/ensure-browser.mjs` for what to do");
    const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
    browser = await chromium.launch({ executablePath, timeout: 100_000, args });
  });
  afterEach(async ({ task }) => {
    const pages = open.splice(0);
    if (task.result?.state === "fail") for (const served of pages) await served.report(task.name);
    await Promise.all(pages.map((served) => served.close()));
    expect(pages.flatMap((served) => (served.toleratesProblems ? [] : served.problems))).toEqual([]);
  });
  afterAll(() => browser.close());
  return async (options) => {
    const served = await ServedPage.open(browser, options);
    open.push(served);
    return served;
  };
}
