import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { blockWords, commentWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { faultsIn } from "../host/find-faults.ts";
import type { TestHost } from "../host/open-host.ts";
import { EXAMPLE, fence } from "./block-samples.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();
const TEXT = `# Release checks\n\nApprove what may go out; I merge what you approve.\n\n${fence(EXAMPLE)}\nThe end.\n`;
const run = (block: Locator) => block.getByRole("button", { name: blockWords.run }).click();

/** The widget's own frame: blocks have theirs inside of it. */
function widgetFrame(host: TestHost) {
  const frame = host.page.frames().find((one) => one.parentFrame()?.parentFrame() === host.page.mainFrame());
  if (frame === undefined) throw new Error("There is no widget");
  return frame;
}

const LOOKS = [
  ["light", {}],
  ["narrow", { width: 320, touch: true, theme: "dark" }],
] as const;

test.each(LOOKS)("a block can be read, run and stopped by keys in every state: %s", async (name, options) => {
  const host = await openHost({ ...options, height: 760 });
  const person = new Person(host, await host.write({ content: TEXT }));
  const block = person.widget.locator(".preview-block");
  const button = block.getByRole("button", { name: blockWords.run });
  await button.waitFor();
  expect(await faultsIn(widgetFrame(host))).toEqual([]);
  await host.screenshot(`block-off-${name}`);
  await button.focus();
  await host.page.keyboard.press("Enter");
  const page = block.frameLocator("iframe");
  await page.getByText("auth-login").waitFor();
  const scheme = await page.locator("html").evaluate((html) => getComputedStyle(html).colorScheme);
  expect(scheme).toBe("theme" in options ? "dark" : "light");
  await page.getByRole("button", { name: "Approve" }).click();
  await person.sees(/approve-btn · Not yet/);
  await expect.poll(() => block.locator("iframe").evaluate((frame) => frame.clientHeight), SOON).toBeGreaterThan(200);
  expect(await faultsIn(widgetFrame(host))).toEqual([]);
  expect(await person.overflow()).toBeLessThanOrEqual(0);
  await host.screenshot(`block-running-${name}`);
  if (name !== "light") return;
  await host.changeContext({ theme: "dark" });
  await expect
    .poll(() => page.locator("body").evaluate((body) => getComputedStyle(body).color), SOON)
    .toBe("rgb(236, 235, 231)");
  await host.screenshot("block-running-dark");
  await host.changeContext({ theme: "light" });
  await block.getByRole("button", { name: blockWords.source }).click();
  await block.getByText("maestro.onUpdate").waitFor();
  await host.screenshot("block-source");
  await host.page.emulateMedia({ media: "print" });
  expect(await block.locator("iframe").isVisible()).toBe(false);
  expect(await block.getByText("maestro.onUpdate").isVisible()).toBe(true);
  await host.page.emulateMedia({ media: null });
  // Into the block by Tab, out of it by Escape, whatever it does with the keys.
  await page.getByPlaceholder("Comments").click();
  await host.page.keyboard.press("Escape");
  await host.page.keyboard.press("Escape");
  await expect.poll(() => person.focused(), SOON).toContain(blockWords.stop);
  await host.page.keyboard.press("Enter");
  await button.waitFor();
  expect(await person.focused()).toContain(blockWords.run);
});

test("a block says in place that it has changed", async () => {
  const host = await openHost({ mode: "fullscreen", width: 1300, height: 760 });
  const person = new Person(host, await host.write({ content: TEXT }));
  const block = person.widget.locator(".preview-block");
  await run(block);
  await block.frameLocator("iframe").getByText("auth-login").waitFor();
  // What is run while reading goes on beside the editor.
  await person.startEditing();
  await block.frameLocator("iframe").getByText("auth-login").waitFor();
  await host.screenshot("block-beside-editor");
  await person.editor.getByText("<form", { exact: false }).click();
  await host.page.keyboard.type("x");
  await person.sees(blockWords.changed);
  expect(await faultsIn(widgetFrame(host))).toEqual([]);
  await host.screenshot("block-changed");
});

test("comments on the source of a block keep their place while it runs, and a jump shows the source", async () => {
  const host = await openHost({ mode: "fullscreen", width: 1300, height: 760 });
  const written = await host.write({ content: TEXT });
  const comments = [{ quote: "maestro.onUpdate", body: "Why this?" }];
  await host.link.call("edit_canvas", { canvas_id: written.canvasId, edits: [], comments });
  const person = new Person(host, written);
  await person.widget.locator("html").evaluate(() => window.dispatchEvent(new Event("focus")));
  await person.button(commentWords.open(1)).waitFor();
  const block = person.widget.locator(".preview-block");
  await run(block);
  await block.frameLocator("iframe").getByText("auth-login").waitFor();
  await person.button(commentWords.open(1)).click();
  await person.widget.getByText("Why this?").first().click();
  await expect.poll(() => block.getByText("maestro.onUpdate").isVisible(), SOON).toBe(true);
  expect(await block.locator("iframe").count()).toBe(1);
  await host.screenshot("block-commented");
  expect(await person.button(shellWords.more).isVisible()).toBe(true);
});
