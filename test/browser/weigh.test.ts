import { expect, test } from "vitest";
import { askWords, changeWords, proposalWords, readingWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
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
  await person.button(changeWords.undoThis).click();
  await person.savedOnServer("\nThe end.");
  await person.sees(changeWords.places("Claude", 1));
  await person.button(changeWords.done).click();
  await expect.poll(() => person.widget.getByText(changeWords.places("Claude", 1)).count(), SOON).toBe(0);
  await person.reads("Tuesday");
});

test("suggestions stand in the text, struck and inserted, and are accepted, changed and rejected", async () => {
  const host = await openHost();
  const first = await host.write({ content: SAMPLE });
  const edits = [
    { find: "Monday", replace: "Tuesday", reason: "Monday is a holiday." },
    { find: "Tell everybody", replace: "Tell the team" },
    { find: "The end.", replace: "" },
  ];
  const call = await host.edit({ canvas_id: first.canvasId, base_version: 1, mode: "suggest", edits });
  const person = new Person(host, call);
  await person.sees(proposalWords.suggestions("Claude", 3));
  await person.sees("Monday is a holiday.");
  await person.widget.locator("del", { hasText: "Monday" }).waitFor();
  await person.widget.locator("ins", { hasText: "Tuesday" }).waitFor();
  await host.screenshot("suggestions");
  await person.button(proposalWords.accept).click();
  await person.sees(proposalWords.suggestions("Claude", 2));
  await person.button(proposalWords.edit).click();
  await person.widget.getByRole("textbox", { name: proposalWords.editText }).fill("Tell all the teams");
  await person.button(proposalWords.useText).click();
  await person.sees(proposalWords.suggestions("Claude", 1));
  await person.button(proposalWords.reject).click();
  await person.reads("Tuesday");
  await person.reads("Tell all the teams");
  await person.reads("The end.");
  await person.send();
  const told = await heard(host.log.contexts, /rejected/i);
  expect(told).toMatch(/accepted/i);
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

test("the outline leads to each section, and says where the reader is", async () => {
  const host = await openHost({ width: 1300 });
  const parts = Array.from({ length: 9 }, (_, part) => `## Part ${part + 1}\n\n${"Words to read. ".repeat(120)}`);
  const person = new Person(host, await host.write({ content: `# Long\n\n${parts.join("\n\n")}\n` }));
  await person.button(shellWords.edit).waitFor();
  await person.more(readingWords.outline);
  const outline = person.widget.getByRole("navigation", { name: readingWords.outline });
  const seventh = outline.getByRole("button", { name: /^Part 7/ });
  await seventh.click();
  await expect.poll(() => seventh.getAttribute("aria-current"), SOON).toBe("location");
  await host.screenshot("outline");
  await person.button(readingWords.closeOutline).click();
  await expect.poll(() => outline.count(), SOON).toBe(0);
});
