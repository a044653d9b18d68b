import { afterEach, expect } from "vitest";
import { type HostOptions, TestHost } from "./open-host.ts";
import { sharedBrowser } from "./shared-browser.ts";

/**
 * A new context and a new server for each `openHost`. After each test all are closed, and none
 * may have seen a console error, an uncaught exception or a violation of the policy.
 */
export function hostsOfThisFile(): (options?: HostOptions) => Promise<TestHost> {
  const open: TestHost[] = [];
  afterEach(async ({ task }) => {
    const hosts = open.splice(0);
    if (task.result?.state === "fail") for (const host of hosts) await host.report(task.name);
    await Promise.all(hosts.map((host) => host.close()));
    expect(hosts.flatMap((host) => (host.toleratesProblems ? [] : host.log.problems))).toEqual([]);
  });
  return async (options) => {
    const host = await TestHost.open(await sharedBrowser(), options);
    open.push(host);
    return host;
  };
}
