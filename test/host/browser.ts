import { type Browser, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { type HostOptions, TestHost } from "./open-host.ts";

/** One Chromium for the file, a new context and a new server for each `openHost`; all are closed after their test. */
export function useHosts(): (options?: HostOptions) => Promise<TestHost> {
  let browser: Browser;
  const open: TestHost[] = [];
  beforeAll(async () => {
    const executablePath = findBrowser();
    if (executablePath === null) throw new Error("No Chromium: run `node scripts/ensure-browser.mjs` for what to do");
    browser = await chromium.launch({
      executablePath,
      timeout: 100_000,
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((host) => host.close()));
  });
  afterAll(() => browser.close());
  return async (options) => {
    const host = await TestHost.open(browser, options);
    open.push(host);
    return host;
  };
}
