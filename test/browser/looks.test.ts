import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import type { HostOptions, TestHost } from "../host/open-host.ts";
import { heard, Person, SOON } from "./person.ts";
import { SAMPLE } from "./sample.ts";

const openHost = hostsOfThisFile();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong in the widget: rule, and where. */
async function faultsFound(host: TestHost): Promise<string[]> {
  const frame = host.page.frames().at(-1);
  if (frame === undefined) throw new Error("There is no widget to look at");
  await frame.evaluate(AXE);
  return frame.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    // Fading in changes colours: look when nothing moves any more, but for the caret, which blinks for ever.
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(passing.map((one) => one.finished.catch(() => null)));
    const { violations } = await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`));
  });
}

/** Nothing may be wider than the page it stands on. */
async function overflow(person: Person): Promise<number> {
  return person.widget.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
}

const LOOKS: readonly (readonly [string, HostOptions])[] = [
  ["light", {}],
  ["dark", { theme: "dark" }],
  ["320 px", { width: 320, height: 700 }],
  ["dark touch 320 px", { theme: "dark", width: 320, height: 700, touch: true }],
];

test.each(LOOKS)("reading and editing look right: %s", async (name, options) => {
  const host = await openHost(options);
  const person = new Person(host, await host.write({ content: SAMPLE }));
  const picture = name.replaceAll(" ", "-");
  await person.button(shellWords.edit).waitFor();
  await person.reads("The end.");
  expect(await overflow(person)).toBe(0);
  expect(await faultsFound(host)).toEqual([]);
  await host.screenshot(`reading-${picture}`);
  await person.startEditing();
  await person.typeAtEnd("Written by hand.");
  await person.button(shellWords.send("Claude")).waitFor();
  expect(await overflow(person)).toBe(0);
  expect(await faultsFound(host)).toEqual([]);
  await host.screenshot(`editing-${picture}`);
});

test("the theme changes while the widget is open", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.button(shellWords.edit).waitFor();
  const ground = () => person.widget.locator("html").evaluate((html) => getComputedStyle(html).colorScheme);
  expect(await ground()).toContain("light");
  await host.changeContext({ theme: "dark" });
  await expect.poll(ground, SOON).toContain("dark");
});

test("right-to-left text stands on its own side", async () => {
  const host = await openHost({ locale: "ar" });
  const content = "# خطة الإطلاق\n\nنبدأ يوم الاثنين.\n\nThis line is English.\n";
  const person = new Person(host, await host.write({ content }));
  await person.reads("نبدأ");
  const direction = (text: string) =>
    person.article.getByText(text).evaluate((element) => getComputedStyle(element).direction);
  expect(await direction("نبدأ يوم الاثنين.")).toBe("rtl");
  expect(await direction("This line is English.")).toBe("ltr");
  await person.startEditing();
  await person.typeAtEnd("שלום");
  await person.savedOnServer("שלום");
  await host.screenshot("right-to-left");
});

test("expanded: first to be read, then editor and preview side by side, and back", async () => {
  const host = await openHost({ width: 1400, height: 900 });
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.button(shellWords.expand).click();
  await expect.poll(() => person.layout(shellWords.read).getAttribute("aria-checked"), SOON).toBe("true");
  expect(await person.editor.count()).toBe(0);
  await host.screenshot("fullscreen-read");
  await person.startEditing();
  await person.typeAtEnd("Seen at once.");
  await person.reads("Seen at once.");
  expect(await faultsFound(host)).toEqual([]);
  await host.screenshot("fullscreen");
  await person.savedOnServer("Seen at once.");
  await person.button(shellWords.collapse).click();
  await person.button(shellWords.expand).waitFor();
});

test("by keyboard alone: edit, make bold, send", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: "# Keys\n\nSome words.\n" }));
  await person.button(shellWords.edit).waitFor();
  const { keyboard } = host.page;
  await tabTo(person, shellWords.edit);
  await keyboard.press("Enter");
  await person.editor.waitFor();
  await expect.poll(() => person.editor.evaluate((element) => element === document.activeElement), SOON).toBe(true);
  await keyboard.press("Control+End");
  await keyboard.press("Control+b");
  await keyboard.type("strong");
  await person.savedOnServer("**strong**");
  await keyboard.press("Escape");
  await tabTo(person, shellWords.send("Claude"));
  await keyboard.press("Enter");
  await heard(host.log.messages, /Review my edits on canvas/);
});

/** Presses Tab until the button of that name has the focus. */
async function tabTo(person: Person, name: string): Promise<void> {
  const target = person.button(name);
  await target.waitFor();
  const page = target.page();
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`80 times Tab did not reach "${name}"`);
}
