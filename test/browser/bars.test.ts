import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { changeWords, editorWords, proposalWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import type { HostOptions, TestHost } from "../host/open-host.ts";
import { Person, SOON } from "./person.ts";
import { SAMPLE } from "./sample.ts";

const openHost = hostsOfThisFile();

/** Where something stands on screen. */
const boxOf = (of: Locator) =>
  of.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });

/** How many strips stand above the text, the header among them, and how many below. */
const strips = (person: Person) =>
  person.widget.locator(".frame").evaluate((frame) => {
    const place = frame.querySelector(".workspace-stage")!;
    const stage = place.getBoundingClientRect();
    const boxes = [...frame.children]
      .filter((child) => child !== place)
      .map((child) => child.getBoundingClientRect())
      .filter(({ height, width }) => height > 8 && width > 100);
    return {
      above: boxes.filter(({ top }) => top <= stage.top + 1).length,
      below: boxes.filter(({ top }) => top >= stage.bottom - 1).length,
    };
  });

async function picture(host: TestHost, person: Person, name: string): Promise<void> {
  await person.widget.locator(".frame").evaluate((frame) => frame.scrollIntoView({ block: "end" }));
  await host.screenshot(name);
}

/** A canvas that the model changed, suggests something for, and that is being written in. */
async function busyCanvas(options: HostOptions = {}) {
  const host = await openHost(options);
  const first = await host.write({ content: SAMPLE });
  const edits = [{ find: "Tell everybody", replace: "Tell the team" }];
  await host.edit({ canvas_id: first.canvasId, base_version: 1, mode: "suggest", edits });
  const content = SAMPLE.replace("**Monday**", "**Tuesday**").replace("The end.", "The very end.");
  const call = await host.write({ canvas_id: first.canvasId, base_version: 1, content });
  return { host, person: new Person(host, call) };
}

test("what asks for the person shares one line above the text, and nothing in the text moves for it", async () => {
  const { host, person } = await busyCanvas();
  const changes = person.button(changeWords.brief(2));
  await changes.waitFor();
  expect(await strips(person)).toEqual({ above: 2, below: 0 });
  await picture(host, person, "bars-reading");
  const heading = person.article.getByRole("heading", { name: "Launch plan" });
  const stood = await boxOf(heading);
  await changes.click();
  await person.button(changeWords.done).click();
  await person.button(proposalWords.next).waitFor();
  await person.widget.locator("html").hover({ position: { x: 5, y: 500 } });
  expect(await boxOf(heading)).toEqual(stood);
  await person.button(proposalWords.acceptOne("Tell the team")).click();
  await person.button(proposalWords.undo).waitFor();
  expect(await boxOf(heading)).toEqual(stood);
});

test("while somebody writes the tools have the line, and what else there is waits at its end", async () => {
  const { host, person } = await busyCanvas();
  await person.startEditing();
  await person.putAtEnd("Mine.");
  const bold = person.widget.getByRole("button", { name: editorWords.bold });
  await bold.waitFor();
  // What there is to send is said once the typing rests.
  await expect.poll(() => strips(person), SOON).toEqual({ above: 2, below: 1 });
  await picture(host, person, "bars-writing");
  // By keyboard: the focus goes into what was opened.
  await person.button(changeWords.brief(2)).press("Enter");
  await expect.poll(() => person.focused(), SOON).toBe(changeWords.previous);
  await person.button(editorWords.toolbar).click();
  await bold.waitFor();
  expect(await strips(person)).toEqual({ above: 2, below: 1 });
});

test("nothing moves under the pointer: what comes waits until it has left", async () => {
  const host = await openHost();
  const first = await host.write({ content: SAMPLE });
  const content = SAMPLE.replace("**Monday**", "**Tuesday**");
  const person = new Person(host, await host.write({ canvas_id: first.canvasId, base_version: 1, content }));
  const done = person.button(changeWords.done);
  await done.hover();
  const stood = await boxOf(done);
  const edits = [{ find: "Tell everybody", replace: "Tell the team" }];
  await host.link.ask("edit_canvas", { canvas_id: first.canvasId, base_version: 2, mode: "suggest", edits });
  // This widget hears of it when it is touched.
  await person.widget.locator("html").evaluate(() => window.dispatchEvent(new Event("focus")));
  await person.widget.locator("ins", { hasText: "the team" }).waitFor();
  expect(await boxOf(done)).toEqual(stood);
  await person.article.hover();
  await person.button(changeWords.brief(1)).waitFor();
});

test.each<[string, HostOptions]>([
  ["light", { width: 320, height: 700 }],
  ["dark, by touch", { theme: "dark", width: 320, height: 700, touch: true }],
])("on a phone there is one line, below the text: %s", async (name, options) => {
  const { host, person } = await busyCanvas(options);
  await person.button(changeWords.brief(2)).waitFor();
  expect(await strips(person)).toEqual({ above: 1, below: 1 });
  expect(await person.overflow()).toBe(0);
  await picture(host, person, `bars-phone-reading-${name.slice(0, 4)}`);
  await person.button(changeWords.brief(2)).click();
  await person.button(changeWords.done).waitFor();
  await picture(host, person, `bars-phone-changes-${name.slice(0, 4)}`);
  await person.startEditing();
  await person.putAtEnd("Mine.");
  await person.button(shellWords.send("Claude")).waitFor();
  expect(await strips(person)).toEqual({ above: 1, below: 1 });
  expect(await person.overflow()).toBe(0);
  await picture(host, person, `bars-phone-writing-${name.slice(0, 4)}`);
});

test("on a narrow screen what there is to send is cut at its end, never at its start", async () => {
  const host = await openHost({ width: 320, height: 700 });
  const comments = [{ anchor: { quotedText: "The end" }, body: "Really?" }];
  const person = new Person(host, await host.write({ content: SAMPLE, comments }));
  await person.button(shellWords.edit).click();
  await person.typeAtEnd("Mine.");
  await person.button(shellWords.done).click();
  const open = person.widget.getByTitle(shellWords.feedbackOpen);
  await open.waitFor();
  const cut = () =>
    open.evaluate((button) => {
      // Longer than any screen of that width has room for.
      button.textContent = "12 edits, 34 comments, 56 suggestions";
      const words = document.createRange();
      words.selectNodeContents(button);
      const { left } = button.getBoundingClientRect();
      return { isCut: button.scrollWidth > button.clientWidth, before: left - words.getBoundingClientRect().left };
    });
  await expect.poll(async () => (await cut()).isCut, SOON).toBe(true);
  expect((await cut()).before).toBeLessThanOrEqual(0);
});
