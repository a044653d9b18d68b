/** The states that no other test takes a picture of: each whole, readable, and in test-results. */
import { expect, test } from "vitest";
import { commentWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { faultsFound } from "../host/find-faults.ts";
import type { TestHost } from "../host/open-host.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();

/** Nothing stands out of the page, axe finds nothing, and there is a picture. */
async function looksRight(host: TestHost, person: Person, name: string): Promise<void> {
  expect(await person.overflow()).toBe(0);
  // Before axe looks: it puts the other theme on for a moment.
  await host.screenshot(`state-${name}`);
  expect(await faultsFound(host)).toEqual([]);
}

async function writes(host: TestHost, args: Readonly<Record<string, unknown>>): Promise<Person> {
  const person = new Person(host, await host.write(args));
  await person.button(shellWords.edit).waitFor();
  return person;
}

test("connecting", async () => {
  const host = await openHost();
  const html = await host.link.widgetHtml();
  await host.page.setContent('<iframe width="700" height="400"></iframe>');
  await host.page.locator("iframe").evaluate((frame, text) => frame.setAttribute("srcdoc", text), html);
  await host.page.frameLocator("iframe").getByText(shellWords.connecting).waitFor();
  await host.screenshot("state-connecting");
  expect(await faultsFound(host)).toEqual([]);
});

test("waiting, then empty, then saving", async () => {
  const host = await openHost();
  const call = await host.begin("write_canvas", { content: "# Notes\n\nOne line.\n" });
  const person = new Person(host, call);
  await person.sees(shellWords.idle);
  await looksRight(host, person, "waiting");
  await call.finish();
  await person.startEditing();
  await person.replaceAll("");
  await person.button(shellWords.done).click();
  await person.sees(shellWords.emptyDocument);
  await looksRight(host, person, "empty");
  await person.startEditing();
  let release = () => {};
  host.held = new Promise((resolve) => {
    release = resolve;
  });
  await person.typeAtEnd("A new beginning.");
  await person.sees(shellWords.saving);
  await looksRight(host, person, "saving");
  release();
  await person.savedOnServer("A new beginning.");
});

test("refused", async () => {
  const host = await openHost();
  const call = await host.write({ canvas_id: "ZZZZ", content: "# Plan\n\nWords that no canvas takes.\n" });
  const person = new Person(host, call);
  await person.sees(shellWords.refused("Claude"));
  await person.reads("Words that no canvas takes.");
  await looksRight(host, person, "error");
});

test.each([
  ["long-title", `# ${"A title that goes on and on ".repeat(7)}\n\nSome words.\n`, "Some words."],
  ["no-title", "Only words, and no heading.\n", "Only words"],
  ["one-word", "Hello", "Hello"],
] as const)("a document with %s", async (name, content, text) => {
  const host = await openHost({ width: 600, height: 400 });
  const person = await writes(host, { content });
  await person.reads(text);
  await looksRight(host, person, name);
});

test("100 pages with 300 comments", async () => {
  const host = await openHost();
  const pages = Array.from({ length: 100 }, (_, page) => {
    const lines = Array.from(
      { length: 3 },
      (_, line) => `Remark ${page * 3 + line} here. ${"Words to read. ".repeat(30)}`,
    );
    return `## Page ${page + 1}\n\n${lines.join("\n\n")}`;
  });
  const comments = Array.from({ length: 300 }, (_, at) => ({ quote: `Remark ${at} here.`, body: `Number ${at}.` }));
  const person = await writes(host, { content: `# Long\n\n${pages.join("\n\n")}\n`, comments });
  await person.reads("Remark 299 here.");
  await host.screenshot("state-100-pages");
  await person.button(commentWords.open(300)).click();
  const panel = person.widget.getByRole("complementary", { name: commentWords.title });
  await panel.getByText("Number 0.", { exact: true }).waitFor();
  await expect.poll(() => person.overflow(), SOON).toBe(0);
  await host.screenshot("state-300-comments");
});
