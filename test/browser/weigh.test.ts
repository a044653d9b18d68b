import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { askWords, changeWords, editorWords, proposalWords, readingWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import type { TestHost } from "../host/open-host.ts";
import { heard, Person, SOON } from "./person.ts";
import { SAMPLE } from "./sample.ts";

const openHost = hostsOfThisFile();

test("what Claude changed is marked, stepped through, compared and undone alone", async () => {
  const host = await openHost();
  const first = await host.write({ content: SAMPLE });
  const rewritten = SAMPLE.replace("**Monday**", "**Tuesday**").replace("The end.", "The very end.");
  const person = new Person(host, await host.write({ canvas_id: first.canvasId, base_version: 1, content: rewritten }));
  await person.sees(changeWords.places("Claude", 2));
  await expect.poll(() => person.widget.locator(".change-mark").count(), SOON).toBe(2);
  await person.button(changeWords.next).click();
  await person.sees(changeWords.at(1, 2));
  await host.screenshot("what-claude-changed");
  await person.button(changeWords.compare).click();
  await person.widget.locator("del", { hasText: "Monday" }).waitFor();
  await person.widget.locator("ins", { hasText: "Tuesday" }).waitFor();
  await person.button(changeWords.compare).click();
  await person.widget.locator("body").press("F7");
  await person.sees(changeWords.at(2, 2));
  const next = person.button(changeWords.next);
  // In its own frame: widgets further up in the conversation may become higher or lower.
  const place = () => next.evaluate((button) => JSON.stringify(button.getBoundingClientRect()));
  const stood = await place();
  await person.button(changeWords.undoThis).click();
  await person.savedOnServer("\nThe end.");
  await person.sees(changeWords.places("Claude", 1));
  expect(await place()).toBe(stood);
  await person.startEditing();
  await person.widget.locator(".md-changed", { hasText: "Tuesday" }).waitFor();
  await person.typeAtEnd("Typed beside it.");
  await person.savedOnServer("Typed beside it.");
  await person.button(changeWords.brief(1)).click();
  await person.sees(changeWords.places("Claude", 1));
  await person.widget.locator(".md-changed", { hasText: "Tuesday" }).waitFor();
  await person.button(changeWords.done).click();
  await expect.poll(() => person.widget.getByText(changeWords.places("Claude", 1)).count(), SOON).toBe(0);
  await expect.poll(() => person.widget.locator(".md-changed").count(), SOON).toBe(0);
});

const SUGGESTED = [
  { find: "Monday", replace: "Tuesday", reason: "Monday is a holiday." },
  { find: "Tell everybody", replace: "Tell the team" },
  { find: "The end.", replace: "" },
];

test("suggestions stand in the text, struck and inserted, and are accepted, changed and rejected in place", async () => {
  const host = await openHost();
  const first = await host.write({ content: SAMPLE });
  const call = await host.edit({ canvas_id: first.canvasId, base_version: 1, mode: "suggest", edits: SUGGESTED });
  const person = new Person(host, call);
  await person.sees(proposalWords.suggestions("Claude", 3));
  await person.article.locator("del", { hasText: "Monday" }).waitFor();
  await person.article.locator("ins", { hasText: "Tuesday" }).waitFor();
  await host.screenshot("suggestions");
  await person.button(proposalWords.next).click();
  const card = person.widget.getByRole("dialog", { name: proposalWords.suggests("Claude") });
  await card.getByText("Monday is a holiday.").waitFor();
  await expect.poll(() => person.focused(), SOON).toBe(proposalWords.accept);
  await host.screenshot("suggestion-card");
  await host.page.keyboard.press("Enter");
  await person.sees(proposalWords.suggestions("Claude", 2));
  await card.getByRole("button", { name: proposalWords.edit }).click();
  await card.getByRole("textbox", { name: proposalWords.editText }).fill("Tell all the teams");
  await card.getByRole("button", { name: proposalWords.useText }).click();
  await person.sees(proposalWords.suggestions("Claude", 1));
  await person.button(proposalWords.rejectOne("")).click();
  await person.reads("Tuesday");
  await person.reads("Tell all the teams");
  await person.reads("The end.");
  await person.send();
  const told = await heard(host.log.contexts, /rejected/i);
  expect(told).toMatch(/accepted/i);
  expect(told).toContain('Wrote "Tell all the teams" instead of your');
});

test("in the editor the same suggestions stand in the text, and undo takes decisions and typing back in their order", async () => {
  const host = await openHost();
  const first = await host.write({ content: SAMPLE });
  const call = await host.edit({ canvas_id: first.canvasId, base_version: 1, mode: "suggest", edits: SUGGESTED });
  const person = new Person(host, call);
  await person.sees(proposalWords.suggestions("Claude", 3));
  await person.startEditing();
  await person.editor.locator("del", { hasText: "Monday" }).waitFor();
  await person.editor.locator("ins", { hasText: "Tuesday" }).waitFor();
  await host.screenshot("suggestions-editor");
  await person.putAtEnd("First words.");
  await person.editor.getByRole("button", { name: proposalWords.acceptOne("Tuesday"), exact: true }).click();
  const text = () => host.link.ask("read_canvas", { canvas_id: first.canvasId });
  await expect.poll(text, SOON).toContain("on **Tuesday**");
  await expect.poll(() => person.editor.textContent(), SOON).toContain("on **Tuesday**");
  await person.putAtEnd(" Second words.");
  await person.savedOnServer("Second words.");
  const undo = () => person.editor.press("Control+z");
  await undo();
  await expect.poll(() => person.editor.textContent(), SOON).not.toContain("Second words.");
  await undo();
  await expect.poll(text, SOON).toContain("on **Monday**");
  await person.editor.locator("del", { hasText: "Monday" }).waitFor();
  await person.sees(proposalWords.suggestions("Claude", 3));
  await expect.poll(() => person.editor.textContent(), SOON).toContain("First words.");
  await person.editor.press("Control+Shift+Z");
  await expect.poll(text, SOON).toContain("on **Tuesday**");
  await expect.poll(() => person.editor.textContent(), SOON).toContain("on **Tuesday**");
  await person.sees(proposalWords.suggestions("Claude", 2));
});

test("all at once, and all of it taken back with one key while reading", async () => {
  const host = await openHost();
  const first = await host.write({ content: SAMPLE });
  const canvas_id = first.canvasId;
  const person = new Person(host, await host.edit({ canvas_id, base_version: 1, mode: "suggest", edits: SUGGESTED }));
  await person.button(proposalWords.acceptAll).click();
  const text = () => host.link.ask("read_canvas", { canvas_id });
  await expect.poll(text, SOON).toContain("Tell the team");
  await person.sees(proposalWords.done.accept(3));
  await person.reads("Tell the team");
  await person.widget.locator("body").press("Control+z");
  await person.sees(proposalWords.suggestions("Claude", 3));
  await expect.poll(text, SOON).toContain("Tell everybody");
  await person.article.locator("del", { hasText: "everybody" }).waitFor();
  await host.reload();
  await person.sees(proposalWords.suggestions("Claude", 3));
  await person.article.locator("del", { hasText: "The end." }).waitFor();
});

test("a place that both changed stands in the text with both sides, is settled there, and waits again after undo", async () => {
  const host = await openHost();
  const first = await host.write({ content: "# Soup\n\nBoil the water.\n\nServe hot.\n" });
  const canvas_id = first.canvasId;
  const one = new Person(host, first);
  await one.startEditing();
  await one.replaceAll("# Soup\n\nBoil the wine.\n\nServe hot.\n");
  await one.savedOnServer("wine");
  const theirs = "# Soup\n\nBoil the milk.\n\nServe hot.\n";
  const person = new Person(host, await host.write({ canvas_id, content: theirs, base_version: 1 }));
  const conflict = person.article.getByRole("region", { name: proposalWords.bothChanged });
  await conflict.getByText("milk").waitFor();
  await person.article.locator("mark.inlay-mark", { hasText: "wine" }).waitFor();
  await person.button(shellWords.conflicts(1)).click();
  await expect.poll(() => person.focused(), SOON).toBe(proposalWords.keepMine);
  await host.screenshot("conflict-in-place");
  await person.startEditing();
  await person.editor.getByRole("region", { name: proposalWords.bothChanged }).waitFor();
  await host.screenshot("conflict-in-editor");
  const text = () => host.link.ask("read_canvas", { canvas_id });
  await person.editor.getByRole("button", { name: proposalWords.keepBoth }).click();
  await expect.poll(text, SOON).toMatch(/Boil the wine\.\n.*\n.*Boil the milk\./);
  await person.editor.press("Control+z");
  await expect.poll(text, SOON).toMatch(/Conflict \w+ at line 3/);
  await person.editor.getByRole("button", { name: proposalWords.takeTheirs("Claude") }).click();
  await expect.poll(text, SOON).toContain("Boil the milk.");
});

test("a selection is asked about, and just that passage goes to the model", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.button(shellWords.edit).waitFor();
  await person.article.getByText("Slow is smooth").click({ clickCount: 3 });
  await person.button(askWords.title("Claude")).click();
  const wish = person.widget.getByRole("textbox", { name: askWords.own("Claude") });
  await wish.fill("Say who said it");
  await person.widget.getByRole("checkbox", { name: askWords.keep }).check();
  await host.screenshot("ask");
  await wish.press("Enter");
  const sent = await heard(host.log.messages, /Say who said it/);
  expect(sent).toContain(`canvas ${person.call.canvasId} (v1)`);
  expect(sent).toContain('"Slow is smooth, and smooth is fast."');
  await person.article.getByText("The end.").click({ clickCount: 3 });
  await person.button(askWords.title("Claude")).click();
  await person.button("Say who said it").waitFor();
  await person.button(askWords.wishes[0].name).click();
  await heard(host.log.messages, /"The end\."/);
});

test("the outline leads to each section and says where the reader is; side by side both scroll in step", async () => {
  const host = await openHost({ width: 1300 });
  const parts = Array.from({ length: 9 }, (_, part) => `## Part ${part + 1}\n\n${"Words to read. ".repeat(120)}`);
  const ends = ["Late", "Later", "Last"].map((name) => `## ${name}\n\nA word.`);
  const person = new Person(host, await host.write({ content: `# Long\n\n${[...parts, ...ends].join("\n\n")}\n` }));
  await person.button(shellWords.edit).waitFor();
  await person.more(readingWords.outline);
  const outline = person.widget.getByRole("navigation", { name: readingWords.outline });
  const seventh = outline.getByRole("button", { name: /^Part 7/ });
  await seventh.click();
  await expect.poll(() => seventh.getAttribute("aria-current"), SOON).toBe("location");
  await host.screenshot("outline");
  // The page cannot scroll so far that these stand at its top.
  for (const name of ["Later", "Last", "Late"]) {
    const entry = outline.getByRole("button", { name: new RegExp(`^${name}\\b`) });
    await entry.click();
    await expect.poll(() => entry.getAttribute("aria-current"), SOON).toBe("location");
    expect(await inView(person.article.getByRole("heading", { name, exact: true }))).toBe(true);
  }
  await person.button(readingWords.closeOutline).click();
  await expect.poll(() => outline.count(), SOON).toBe(0);
  await person.button(shellWords.expand).click();
  await person.startEditing();
  await scrollsInStep(host, person);
});

/** Each side is turned by the wheel, and the other goes along. */
async function scrollsInStep(host: TestHost, person: Person): Promise<void> {
  const panes = {
    [editorWords.split.write]: person.widget.locator(".cm-scroller"),
    [editorWords.split.read]: person.widget.getByRole("region", { name: editorWords.split.read }),
  };
  for (const [name, turned] of Object.entries(panes)) {
    for (const [distance, isThere] of [
      [600, (at: number) => at > 100],
      // CodeMirror measures lines as they come into view, and may end inside its own padding.
      [-20_000, (at: number) => at < 20],
    ] as const) {
      await turned.hover();
      await host.page.mouse.wheel(0, distance);
      for (const pane of Object.values(panes)) {
        const moved = async () => isThere(await pane.evaluate((element) => element.scrollTop));
        await expect.poll(moved, { ...SOON, message: `${name} turned by ${distance}` }).toBe(true);
      }
    }
  }
}

const inView = (target: Locator) =>
  target.evaluate((element) => {
    const page = element.closest(".page, .split-pane")?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return page !== undefined && top >= page.top - 40 && bottom <= page.bottom;
  });

test("a long document is open again where it was left", async () => {
  const host = await openHost();
  const parts = Array.from({ length: 30 }, (_, part) => `## Part ${part + 1}\n\n${"Words to read. ".repeat(60)}`);
  const person = new Person(host, await host.write({ content: `# Long\n\n${parts.join("\n\n")}\n` }));
  await person.button(shellWords.edit).waitFor();
  const heading = () => person.article.getByRole("heading", { name: "Part 20" });
  await heading().evaluate((element) => element.scrollIntoView());
  const kept = () =>
    host.page
      .frames()
      .at(-1)
      ?.evaluate((id) => Number(localStorage.getItem(`canvas:place:${id}`)), person.call.canvasId);
  await expect.poll(kept, SOON).toBeGreaterThan(1_000);
  await host.reload();
  await person.button(shellWords.edit).waitFor();
  await expect.poll(() => inView(heading()), SOON).toBe(true);
  await person.article.hover();
  await host.page.mouse.wheel(0, -150);
  const top = (target: Locator) =>
    target.evaluate(
      (element) => element.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(element).paddingTop),
    );
  await expect.poll(() => top(heading()), SOON).toBeGreaterThan(150);
  const before = await top(heading());
  const line = person.editor.locator(".cm-line").filter({ hasText: "Part 20" });
  const moved = async (target: Locator) => Math.abs((await top(target)) - before);
  await person.startEditing();
  await expect.poll(() => moved(line), SOON).toBeLessThan(2);
  // What is typed lands at the reader's place, not before the title.
  await host.page.keyboard.type(", typed here");
  await expect.poll(() => line.textContent(), SOON).toBe("## Part 20, typed here");
  // With the first letter CodeMirror may measure a line above anew, which moves what is below by that line.
  const typedAt = await top(line);
  expect(Math.abs(typedAt - before)).toBeLessThan(30);
  await person.button(shellWords.done).click();
  await expect.poll(async () => Math.abs((await top(heading())) - typedAt), SOON).toBeLessThan(2);
});

test("500 suggestions open, are stepped through, and are accepted and taken back at once", async () => {
  const host = await openHost();
  const lines = Array.from({ length: 500 }, (_, at) => `Line number ${at} of the text, with a few words more.`);
  const content = `# Long\n\n${lines.join("\n\n")}\n`;
  const first = await host.write({ content });
  const canvas_id = first.canvasId;
  const edits = lines.map((_, at) => ({ find: `number ${at} of`, replace: `no. ${at} of` }));
  const person = new Person(host, await host.edit({ canvas_id, base_version: 1, mode: "suggest", edits }));
  await person.sees(proposalWords.suggestions("Claude", 500));
  await expect.poll(() => person.article.locator("del").count(), SOON).toBe(500);
  await person.button(proposalWords.next).click();
  await person.button(proposalWords.next).click();
  await person.sees(proposalWords.at(2, 500));
  await person.button(proposalWords.acceptAll).click();
  await person.sees(proposalWords.done.accept(500));
  const text = () => host.link.ask("read_canvas", { canvas_id });
  await expect.poll(text, SOON).toContain("no. 499 of");
  await person.reads("no. 499 of");
  await person.button(proposalWords.undo).click();
  await person.sees(proposalWords.suggestions("Claude", 500));
  await expect.poll(text, SOON).toContain("number 499 of");
});
