import { type Browser, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { type HostOptions, TestHost } from "./open-host.ts";

/**
 * One Chromium for the file, a new context and a new server for each `openHost`. After each test all are closed, and none
 * may have seen a console error, an uncaught exception or a violation of the policy.
 */
export function hostsOfThisFile(): (options?: HostOptions) => Promise<TestHost> {
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
  afterEach(async ({ task }) => {
    const hosts = open.splice(0);
    if (task.result?.state === "fail") for (const host of hosts) await host.report(task.name);
    await Promise.all(hosts.map((host) => host.close()));
    expect(hosts.flatMap((host) => (host.toleratesProblems ? [] : host.log.problems))).toEqual([]);
  });
  afterAll(() => browser.close());
  return async (options) => {
    const host = await TestHost.open(browser, options);
    open.push(host);
    return host;
  };
}
