import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  changeWords,
  commentWords,
  editorWords,
  historyWords,
  proposalWords,
  readingWords,
  shellWords,
  shortcutWords,
  statusWords,
} from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { faultsFound } from "../host/find-faults.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();
/** Many screens, each looked at twice. */
const LONG = { timeout: 300_000 };

const CONTENT = `# Launch plan

We launch on **Monday**, as the [checklist](https://example.com/checklist) says.

## Steps

- [x] Tests are green
- [ ] Notes are written

> Slow is smooth, and smooth is fast.

| Who | Hours |
|---|---:|
| Ada | 3 |

\`\`\`ts
export const day = "Monday";
\`\`\`
`;

/** A canvas that the model has written, edited and commented on, and a way to look at what is on screen. */
async function openCanvas() {
  const host = await openHost({ width: 1100 });
  const { canvasId } = await host.write({
    content: `${CONTENT}\nThese words will go.\n`,
    comments: [{ quote: "These words", body: "Its text is gone" }],
  });
  const { widget } = await host.edit({
    canvas_id: canvasId,
    edits: [
      { find: "We launch on **Monday**", replace: "We launch on **Tuesday**" },
      { find: "\nThese words will go.\n", replace: "" },
    ],
    comments: [{ quote: "Tests are green", body: "Since when?" }],
  });
  const button = (name: string) => widget.getByRole("button", { name, exact: true });
  const faults: Record<string, string[]> = {};
  const look = async (screen: string) => {
    const found = await faultsFound(host);
    if (found.length > 0) faults[screen] = found;
  };
  const choose = async (item: string) => {
    await button(shellWords.more).click();
    await widget.getByRole("menuitem", { name: item }).click();
  };
  await button(shellWords.edit).waitFor();
  return {
    host,
    widget,
    keyboard: host.page.keyboard,
    dialog: widget.getByRole("dialog"),
    button,
    choose,
    look,
    faults,
  };
}

test("reading and commenting keep nobody out", LONG, async () => {
  const { host, widget, keyboard, dialog, button, choose, look, faults } = await openCanvas();
  await look("reading, with what the model changed");

  await button(shellWords.more).click();
  await widget.getByRole("menuitem", { name: shellWords.history }).waitFor();
  await look("the menu");
  await keyboard.press("Escape");

  await button(commentWords.open(2)).click();
  await widget.getByRole("complementary", { name: commentWords.title }).waitFor();
  await look("the comments");
  await button(commentWords.close).click();

  await keyboard.press("F8");
  await dialog.getByRole("article").waitFor();
  await dialog.getByRole("button", { name: commentWords.reply }).click();
  await dialog.getByRole("textbox").waitFor();
  await look("a comment and its reply");
  await dialog.getByRole("button", { name: commentWords.cancel }).click();
  await dialog.getByRole("button", { name: shellWords.close }).click();

  await choose(readingWords.outline);
  await widget.getByRole("complementary", { name: readingWords.outline }).waitFor();
  await look("the outline");

  expect(faults).toEqual({});
  expect(host.log.problems).toEqual([]);
});

test("editing, sending and the history keep nobody out", LONG, async () => {
  const { host, widget, keyboard, dialog, button, choose, look, faults } = await openCanvas();
  await choose(shellWords.history);
  await dialog.getByRole("navigation", { name: historyWords.versions }).waitFor();
  await dialog.getByText("Tuesday").waitFor();
  await look("two versions as they read");
  await dialog.getByRole("button", { name: historyWords.source }).click();
  await dialog.getByRole("table").waitFor();
  await look("two versions as their source");
  await keyboard.press("Escape");

  await button(shellWords.edit).click();
  const editor = widget.getByRole("textbox", { name: editorWords.name });
  await editor.press("Control+End");
  await editor.pressSequentially("By hand.");
  await editor.press("Control+f");
  await widget.getByRole("search", { name: editorWords.findPanel.title }).waitFor();
  await look("editing and finding");
  await keyboard.press("Escape");

  await button(shellWords.edits(1)).click();
  await dialog.waitFor();
  await look("what will be sent");
  await keyboard.press("Escape");

  await button(shellWords.expand).click();
  await widget.getByRole("separator", { name: editorWords.split.divider }).waitFor();
  await look("side by side");

  expect(faults).toEqual({});
  expect(host.log.problems).toEqual([]);
});

test("what opens takes the focus, Escape leaves it, and the focus is where it was", LONG, async () => {
  const host = await openHost({ width: 1100 });
  const first = await host.write({ content: CONTENT });
  const canvas_id = first.canvasId;
  const one = new Person(host, first);
  await one.startEditing();
  await one.replaceAll(CONTENT.replace("Slow is smooth", "Slow is fine"));
  await one.savedOnServer("Slow is fine");
  await host.write({ canvas_id, base_version: 1, content: CONTENT.replace("Slow is smooth", "Slow is quick") });
  const edits = [{ find: "Tests are green", replace: "Tests are all green", reason: "All of them are." }];
  const comments = [{ quote: "Notes are written", body: "By whom?" }];
  const person = new Person(host, await host.edit({ canvas_id, mode: "suggest", edits, comments }));
  const { widget } = person;
  const { keyboard } = host.page;
  await person.button(shellWords.edit).waitFor();
  const faults: Record<string, string[]> = {};
  /** Opens it from a control that has the focus, looks, leaves by Escape, and asks where the focus is. */
  const opens = async (control: Locator, keys: readonly string[], shown: Locator, inside: boolean) => {
    await control.focus();
    const name = await person.focused();
    for (const key of keys) await keyboard.press(key);
    await shown.waitFor();
    const holdsFocus = () => shown.evaluate((element) => element.contains(element.ownerDocument.activeElement));
    if (inside) await expect.poll(holdsFocus, SOON).toBe(true);
    const found = await faultsFound(host);
    if (found.length > 0) faults[`${name} ${keys.join(" ")}`] = found;
    await keyboard.press("Escape");
    await shown.waitFor({ state: "hidden" });
    await expect.poll(() => person.focused(), SOON).toBe(name);
  };
  const dialog = (name: string) => widget.getByRole("dialog", { name, exact: true });
  const badge = person.button(statusWords.draft);
  const more = person.button(shellWords.more);
  await opens(badge, ["Enter"], widget.getByRole("menu", { name: shellWords.status }), true);
  await opens(badge, ["Enter", "End", "ArrowUp", "Enter"], dialog(shellWords.approveTitle), true);
  await opens(more, ["Enter"], widget.getByRole("menu", { name: shellWords.more }), true);
  await opens(more, ["Enter", "h", "Enter"], dialog(historyWords.title), true);
  await opens(more, ["Enter", "k", "Enter"], dialog(shortcutWords.title), true);
  await opens(more, ["Enter", "o", "Enter"], widget.getByRole("complementary", { name: readingWords.outline }), false);
  const comment = person.button(commentWords.open(1));
  await opens(comment, ["Enter"], widget.getByRole("complementary", { name: commentWords.title }), false);
  await opens(more, ["F8"], widget.getByRole("dialog", { name: commentWords.title }), false);
  const sent = widget.locator(".send-bar").getByRole("button", { name: shellWords.conflicts(1) });
  await opens(sent, ["Enter"], dialog(shellWords.feedbackTitle("Claude")), true);
  await opens(more, ["F9", "F9"], dialog(proposalWords.suggests("Claude")), true);

  // A conflict stands in the text for good: Escape gives the focus back, and it stays.
  await more.focus();
  await keyboard.press("F9");
  await expect.poll(() => person.focused(), SOON).toBe(proposalWords.keepMine);
  await keyboard.press("Tab");
  expect(await person.focused()).toBe(proposalWords.takeTheirs("Claude"));
  await keyboard.press("Escape");
  await expect.poll(() => person.focused(), SOON).toBe(shellWords.more);
  expect(faults).toEqual({});
});

test("what comes is said to whoever does not see it", LONG, async () => {
  const host = await openHost();
  const first = await host.write({ content: CONTENT });
  const canvas_id = first.canvasId;
  const content = CONTENT.replace("Monday**", "Tuesday**").replace("Slow is smooth", "Slow is quick");
  const person = new Person(host, await host.write({ canvas_id, base_version: 1, content }));
  const said = (text: string) => person.widget.getByRole("status").filter({ hasText: text }).first().waitFor();
  await said(changeWords.places("Claude", 2));
  const edits = [{ find: "Tests are green", replace: "All is green" }];
  const next = new Person(host, await host.edit({ canvas_id, mode: "suggest", edits }));
  const saidNext = (text: string) => next.widget.getByRole("status").filter({ hasText: text }).first().waitFor();
  await saidNext(proposalWords.suggestions("Claude", 1));
  await next.button(proposalWords.acceptOne("All is green")).click();
  await saidNext(proposalWords.done.accept(1));
  await next.button(proposalWords.undo).click();
  await saidNext(proposalWords.suggestions("Claude", 1));
});
