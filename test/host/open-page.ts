import { afterEach, expect } from "vitest";
import { type PageOptions, ServedPage } from "./serve-real-page.ts";
import { sharedBrowser } from "./shared-browser.ts";

export type { ServedPage } from "./serve-real-page.ts";

/** For each call a new server with its page. None may end with a problem in the console. */
export function pagesOfThisFile(): (options?: PageOptions) => Promise<ServedPage> {
  const open: ServedPage[] = [];
  afterEach(async ({ task }) => {
    const pages = open.splice(0);
    if (task.result?.state === "fail") for (const served of pages) await served.report(task.name);
    await Promise.all(pages.map((served) => served.close()));
    expect(pages.flatMap((served) => (served.toleratesProblems ? [] : served.problems))).toEqual([]);
  });
  return async (options) => {
    const served = await ServedPage.open(await sharedBrowser(), options);
    open.push(served);
    return served;
  };
}
