import { expect, test } from "vitest";
import { editorWords, historyWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import type { HostOptions } from "../host/open-host.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();

const TEXT = "# Notes\n\nThe first line.\n\nThe second line.\n";
const PAGE = "\n## The coast\n\nWe walked from the harbour to the lighthouse and back before noon.\n".repeat(12);

test("undo and redo survive a reload: what was typed and deleted before it comes back", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await person.putAtEnd("A page of words.");
  await person.savedOnServer("A page of words.");
  await person.replaceAll("x");
  await expect.poll(() => host.log.tools.some(({ ok, text }) => ok && text === "x"), SOON).toBe(true);
  await host.reload();
  await person.reads("x");
  await person.startEditing();
  await person.editor.press("Control+z");
  await expect.poll(() => person.editor.textContent(), SOON).toContain("A page of words.");
  await person.button(editorWords.undo).click();
  await expect.poll(() => person.editor.textContent(), SOON).not.toContain("A page of words.");
  await person.button(editorWords.redo).click();
  await expect.poll(() => person.editor.textContent(), SOON).toContain("A page of words.");
});

/** Types a page, leaves and comes back, types on, deletes nearly all of it, and opens the history. */
async function afterDeletion(options: HostOptions = {}) {
  const host = await openHost(options);
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await person.putAtEnd(PAGE);
  await person.savedOnServer("lighthouse");
  await person.widget.locator("html").evaluate(() => window.dispatchEvent(new Event("pagehide")));
  await expect.poll(() => host.log.tools.some(({ args, ok }) => ok && args.left === true), SOON).toBe(true);
  await person.putAtEnd("And then home.");
  await person.savedOnServer("And then home.");
  await person.replaceAll("x");
  await expect.poll(() => host.log.tools.some(({ ok, text }) => ok && text === "x"), SOON).toBe(true);
  await person.more(shellWords.history);
  const dialog = person.widget.getByRole("dialog", { name: historyWords.title });
  const removal = dialog.getByRole("button", { name: /^Before [\d,]+ words were removed/ });
  await removal.waitFor();
  const all = dialog.getByRole("button", { name: historyWords.points(2) });
  await all.click();
  await dialog.getByRole("button", { name: /^When you left/ }).waitFor();
  return { host, person, dialog, removal };
}

test("a page that was typed and deleted stands in the history under its version, and is restored from there", async () => {
  const { host, person, dialog, removal } = await afterDeletion();
  await removal.focus();
  await removal.press("Enter");
  await dialog.locator("del, [data-mark='removed']").filter({ hasText: "lighthouse" }).first().waitFor();
  expect(await removal.getAttribute("aria-current")).toBe("true");
  await host.screenshot("history-point");
  await dialog.getByRole("combobox", { name: historyWords.compareWith }).selectOption("nothing");
  await dialog.getByRole("article").filter({ hasText: "lighthouse" }).waitFor();
  await dialog.getByRole("button", { name: historyWords.restorePoint }).click();
  const read = () => host.link.ask("read_canvas", { canvas_id: person.call.canvasId });
  await expect.poll(read, SOON).toContain("lighthouse");
  // One press restored it, one press takes it back.
  await person.widget.getByRole("button", { name: historyWords.undo, exact: true }).first().click();
  await expect.poll(read, SOON).not.toContain("lighthouse");
  await person.widget.getByText(/^Restored /).waitFor({ state: "detached" });
  // The keys of undo and redo do the same, and no text is put in twice.
  await person.editor.press("Control+Shift+z");
  await expect.poll(read, SOON).toContain("lighthouse");
  const walks = (await read()).split("lighthouse").length;
  expect(walks).toBe(PAGE.split("lighthouse").length);
});

test.each<[string, HostOptions]>([
  ["no server tools", { lacks: ["serverTools"] }],
  ["results without _meta", { dropsMeta: true }],
])("where no widget reaches its server the browser has the history, over a reload: %s", async (name, options) => {
  const host = await openHost(options);
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await person.putAtEnd("A line of mine.");
  await person.button(shellWords.done).click();
  await person.sees(shellWords.browserOnly);
  await host.reload();
  await person.reads("A line of mine.");
  await person.more(shellWords.history);
  const dialog = person.widget.getByRole("dialog", { name: historyWords.title });
  await dialog.getByRole("button", { name: /^v1/ }).first().click();
  await dialog.getByRole("button", { name: historyWords.restore }).click();
  await person.widget.getByText(/^Restored /).waitFor();
  await expect.poll(() => person.widget.getByText("A line of mine.").count(), SOON).toBe(0);
  await host.screenshot(`history-browser-${name.replaceAll(" ", "-")}`);
  expect(host.log.tools.filter(({ ok }) => ok)).toEqual([]);
});

test.each<[string, HostOptions]>([
  ["dark", { theme: "dark" }],
  ["320 px", { width: 320, height: 700 }],
  ["fullscreen", { width: 1400, height: 900, mode: "fullscreen" }],
])("the states of a version fit the screen: %s", async (name, options) => {
  const { host, person, dialog, removal } = await afterDeletion(options);
  await host.screenshot(`history-points-${name.replace(" ", "")}`);
  expect(await person.overflow()).toBe(0);
  expect(await removal.getAttribute("aria-current")).toBe("false");
  await removal.click();
  const restore = dialog.getByRole("button", { name: historyWords.restorePoint });
  await restore.waitFor();
  // However far the text is scrolled, the way to restore it stands where it stood.
  const before = await restore.boundingBox();
  await dialog.locator(".history-text").evaluate((text) => text.scrollTo(0, text.scrollHeight));
  expect(await restore.boundingBox()).toEqual(before);
  const box = (await dialog.boundingBox())!;
  expect(before!.y + before!.height).toBeLessThanOrEqual(box.y + box.height);
  await host.screenshot(`history-point-${name.replace(" ", "")}`);
  expect(await person.overflow()).toBe(0);
});

test.each<[string, HostOptions]>([
  ["dark", { theme: "dark" }],
  ["320 px", { width: 320, height: 700 }],
])("every state of a version is shown by the keys of a slider, and restored: %s", async (name, options) => {
  const host = await openHost(options);
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  for (const more of ["One. ", "Two. ", "Three. ", "Four. "]) {
    await person.putAtEnd(more);
    await person.savedOnServer(more);
  }
  await person.more(shellWords.history);
  const dialog = person.widget.getByRole("dialog", { name: historyWords.title });
  await dialog.getByRole("button", { name: historyWords.version(2) }).click();
  const slider = dialog.getByRole("slider", { name: historyWords.moments(3, 2) });
  await slider.waitFor();
  expect(await slider.getAttribute("aria-valuetext")).toBe(historyWords.outcome(2, true));
  await slider.focus();
  for (let step = 0; step < 2; step++) await slider.press("ArrowLeft");
  expect(await slider.getAttribute("aria-valuetext")).toMatch(/\d:\d\d:\d\d/);
  await dialog.getByRole("heading", { name: /^What changed from v2 at \S+:\d\d:\d\d/ }).waitFor();
  const added = () => dialog.locator(".history-text ins, .history-text [data-mark='added']").allTextContents();
  await expect.poll(async () => (await added()).join("").trim(), SOON).toMatch(/^Three\. Four\.$/);
  await host.screenshot(`history-moment-${name.replace(" ", "")}`);
  expect(await person.overflow()).toBe(0);
  await dialog.getByRole("button", { name: historyWords.momentBefore }).click();
  await expect.poll(async () => (await added()).join("").trim(), SOON).toMatch(/^Two\. Three\. Four\.$/);
  await dialog.getByRole("button", { name: historyWords.restorePoint }).click();
  const read = () => host.link.ask("read_canvas", { canvas_id: person.call.canvasId });
  await expect.poll(read, SOON).not.toContain("Two.");
  expect(await read()).toContain("One.");
});
