import { expect, test } from "vitest";
import { editorWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();

const TEXT = "# Notes\n\nThe first line.\n\nThe second line.\n";

test("undo and redo survive a reload: what was typed and deleted before it comes back", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await person.putAtEnd("A page of words.");
  await person.savedOnServer("A page of words.");
  await person.replaceAll("x");
  await expect.poll(() => host.log.tools.some(({ args, ok }) => ok && args.content === "x"), SOON).toBe(true);
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
