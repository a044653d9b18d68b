import { expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { heard, Person, SOON } from "./person.ts";
import { SAMPLE } from "./sample.ts";

const openHost = hostsOfThisFile();

test("before sending, the person sees exactly what the model will get", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.startEditing();
  await person.typeAtEnd("Really.");
  await person.button(shellWords.edits(1)).click();
  await person.sees(shellWords.feedbackTitle("Claude"));
  const shown = person.widget.getByText(/base_version: \d+/).first();
  await shown.waitFor();
  await host.screenshot("what-will-be-sent");
  const told = await heard(host.log.contexts, /Really\./);
  await expect.poll(() => shown.textContent(), SOON).toContain("Really.");
  expect(told).toContain("### User Edits");
});

test("the text is downloaded through the host, under its title", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.button(shellWords.edit).waitFor();
  await person.more(shellWords.download);
  await expect.poll(() => host.log.downloads[0]?.text, SOON).toBe(SAMPLE);
  expect(host.log.downloads[0]?.name).toMatch(/Launch%20plan\.md$/);
});

test("where the host saves no files, the markdown is copied instead", async () => {
  const host = await openHost({ lacks: ["downloadFile"] });
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.more(shellWords.download);
  await person.sees(shellWords.downloadCopied);
});

test("links open through the host", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.button(shellWords.edit).waitFor();
  await person.article.getByRole("link", { name: "checklist" }).click();
  await heard(host.log.links, /https:\/\/example\.com\/checklist/);
});

test("ticking a task box edits the source", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.button(shellWords.edit).waitFor();
  await person.article.getByRole("checkbox").nth(1).click();
  await person.savedOnServer("- [x] Notes are written");
});

test("the canvas is archived, nobody can change it, and it is reopened", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.setStatus("Draft", "Archived");
  await person.button("Archived").waitFor();
  await person.sees(shellWords.archivedNotice);
  expect(await person.button(shellWords.edit).count()).toBe(0);
  const refused = await host.link.call("write_canvas", { canvas_id: person.call.canvasId, content: "# No\n" });
  expect(refused.isError).toBe(true);
  await person.button(shellWords.reopen).click();
  await person.button("Draft").waitFor();
});

test("the title is renamed in the header, and the model is told the new one", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }));
  await person.button(shellWords.edit).waitFor();
  await person.widget.getByRole("button", { name: "Launch plan" }).click();
  const field = person.widget.getByRole("textbox", { name: shellWords.titleLabel });
  await field.fill("The great launch");
  await field.press("Enter");
  const listed = () => host.link.ask("list_canvases", {});
  await expect.poll(listed, SOON).toContain("The great launch");
});
