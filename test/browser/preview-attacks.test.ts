import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { rawText } from "../../scripts/raw-text.mjs";
import { sharedBrowser } from "../host/shared-browser.ts";

const ORIGIN = "http://attacks.test";
/** Pictures over https are allowed, as on our page: that none is asked for is the preview's own part. */
const POLICY = `default-src 'none'; script-src ${ORIGIN}; style-src 'unsafe-inline'; img-src data: https:; require-trusted-types-for 'script'; trusted-types 'none'`;

let bundle: string;
beforeAll(async () => {
  const built = await build({
    entryPoints: [join(import.meta.dirname, "../attacks/attack-page.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    plugins: [rawText],
  });
  bundle = built.outputFiles[0]!.text;
});

test("no attack string runs, loads or navigates anything, under enforced Trusted Types", async () => {
  const browser = await sharedBrowser();
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("dialog", (dialog) => {
    problems.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("framenavigated", (frame) => {
    if (!frame.url().startsWith(`${ORIGIN}/page`)) problems.push(`navigated to ${frame.url()}`);
  });
  const requested: string[] = [];
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url === `${ORIGIN}/page`) {
      return route.fulfill({
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": POLICY },
        body: '<!doctype html><html lang="en"><body><script src="/attacks.js"></script></body></html>',
      });
    }
    if (url === `${ORIGIN}/attacks.js`) return route.fulfill({ contentType: "text/javascript", body: bundle });
    if (!url.endsWith("/favicon.ico")) requested.push(url);
    return route.abort();
  });
  await page.goto(`${ORIGIN}/page`);
  const report = await page.evaluate(() => window.runAttacks!());

  expect(report.attacks).toBeGreaterThan(4000);
  expect(report.dangers).toEqual([]);
  expect(report.violations).toEqual([]);
  expect(report.opened.filter((url) => !/^(?:https?:|mailto:)/i.test(url))).toEqual([]);
  expect(problems).toEqual([]);
  expect(requested).toEqual([]);
  const enforced = await page.evaluate(() => {
    try {
      document.body.innerHTML = "<i></i>";
      return false;
    } catch {
      return true;
    }
  });
  expect(enforced).toBe(true);
  await page.close();
});
