import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { changeWords, historyWords, previewWords, shellWords, unseenWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { heard, Person, SOON } from "./person.ts";
import { SAMPLE } from "./sample.ts";

const openHost = hostsOfThisFile();

const UNSEEN = `# Contract

Sign here at the [office](https://evil.example), by the pass\u200bword of \u202e1000 euros.

| Item | Price |
|------|-------|
| Desk | 100 | and 900 more |

[//]: # (Nobody reads this remark)

[a script](javascript:alert) and emoji 👩🏽‍⚕️, می‌خواهم.

\`\`\`ts title=price.ts
const price = 1;
\`\`\`
`;

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
  expect(told).toMatch(/^Canvas \w+ v\d+, draft\. New from the person:\n- /);
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
  await host.screenshot("archived");
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

test("history shows who changed what, and an older version is restored as a new one", async () => {
  const host = await openHost();
  const first = await host.write({ content: "# Soup\n\nBoil the water.\n" });
  const canvas_id = first.canvasId;
  const second = await host.write({ canvas_id, content: "# Soup\n\nBoil the milk.\n", base_version: 1 });
  const person = new Person(host, second);
  await person.reads("milk");
  await person.more(shellWords.history);
  const dialog = person.widget.getByRole("dialog", { name: historyWords.title });
  await dialog.getByRole("button", { name: /^v1/ }).waitFor();
  await dialog.locator("ins, [data-mark='added']").filter({ hasText: "milk" }).first().waitFor();
  await host.screenshot("history");
  await dialog.getByRole("button", { name: /^v1/ }).click();
  await dialog.getByRole("button", { name: historyWords.restore }).click();
  const text = () => host.link.ask("read_canvas", { canvas_id });
  await expect.poll(text, SOON).toContain("Boil the water.");
  expect(await host.link.ask("read_canvas", { canvas_id, version: 2 })).toContain("Boil the milk.");
});

/** Whether the first letter of some words stands before their last on the screen. */
function isInOrder(article: Locator, words: string): Promise<boolean> {
  return article.evaluate((root, text) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(text);
      if (at < 0) continue;
      const left = (offset: number) => {
        const range = document.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        return range.getBoundingClientRect().left;
      };
      return left(at) < left(at + text.length - 1);
    }
    throw new Error(`There is no ${text}`);
  }, words);
}

test("what reading does not show is hinted at, drawn, said at approval, and compared", async () => {
  const host = await openHost();
  const before = UNSEEN.replace("https://evil.example", "https://good.example");
  const first = await host.write({ content: before });
  const { canvasId: canvas_id } = first;
  const person = new Person(host, await host.write({ canvas_id, content: UNSEEN, base_version: 1 }));
  await person.reads("Sign here");
  await person.article.locator("bdi.unseen").first().waitFor();
  const hint = person.widget.getByRole("button", { name: unseenWords.hidden(5) });
  await hint.click();
  await person.article.getByText("Nobody reads this remark").waitFor();
  expect(await isInOrder(person.article, "1000 euros")).toBe(true);
  await host.screenshot("hidden-parts");
  await hint.click();
  await person.button(changeWords.next).click();
  await person.widget.locator(".changes-unseen").getByText("https://evil.example").waitFor();
  await person.button(changeWords.compare).click();
  await person.widget.locator(".compared-text ins").getByText("https://evil.example").waitFor();
  await host.screenshot("hidden-change");
  await person.setStatus("Draft", "Approved");
  const dialog = person.widget.getByRole("dialog");
  await dialog.getByRole("button", { name: unseenWords.hidden(5) }).click();
  await dialog.getByText("Nobody reads this remark").waitFor();
  await host.screenshot("hidden-approval");
});

test("where both changed the same words the person's stand, and the model's are taken with one press", async () => {
  const host = await openHost();
  const first = await host.write({ content: "# Soup\n\nBoil the water.\n" });
  const canvas_id = first.canvasId;
  const one = new Person(host, first);
  await one.startEditing();
  await one.replaceAll("# Soup\n\nBoil the wine.\n");
  await one.savedOnServer("wine");
  const second = await host.write({ canvas_id, content: "# Soup\n\nBoil the milk.\n", base_version: 1 });
  const two = new Person(host, second);
  await two.reads("wine");
  await two.button(shellWords.takeTheirs("Claude")).waitFor();
  await host.screenshot("conflict");
  await two.button(shellWords.takeTheirs("Claude")).click();
  await expect.poll(() => host.link.ask("read_canvas", { canvas_id }), SOON).toContain("Boil the milk.");
});

test("open suggestions and comments are downloaded as CriticMarkup", async () => {
  const host = await openHost();
  const comments = [{ anchor: { quotedText: "water" }, body: "Cold?" }];
  const first = await host.write({ content: "# Soup\n\nBoil the water.\n", comments });
  const person = new Person(host, first);
  await person.button(shellWords.edit).waitFor();
  await person.more(shellWords.downloadMarked);
  await expect
    .poll(() => host.log.downloads[0]?.text, SOON)
    .toBe("# Soup\n\nBoil the {==water==}{>>Claude: Cold?<<}.\n");
  expect(host.log.downloads[0]?.name).toMatch(/Soup\.critic\.md$/);
});

test("copied as rich text, the clipboard gets the formatted text and the markdown", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: "# Soup\n\nBoil the **water**.\n" }));
  await person.button(shellWords.edit).waitFor();
  // As in sandboxes that keep the newer clipboard from a frame: what is copied then passes through an event.
  const body = person.widget.locator("body");
  await body.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    window.addEventListener("copy", ({ clipboardData }) => {
      const heard = ["text/plain", "text/html"].map((type) => clipboardData?.getData(type) ?? "");
      document.body.dataset.copied = JSON.stringify(heard);
    });
  });
  await person.more(shellWords.copyRichText);
  const copied = () => body.evaluate((element) => JSON.parse(element.dataset.copied ?? "[]") as string[]);
  await expect
    .poll(copied, SOON)
    .toEqual(["# Soup\n\nBoil the **water**.\n", "<h1>Soup</h1>\n<p>Boil the <strong>water</strong>.</p>\n"]);
});

test("a remote image is asked for only on a click, and where the policy forbids it it opens through the host", async () => {
  const host = await openHost();
  host.toleratesProblems = true;
  const content = "# Soup\n\n![a pot](https://pictures.example/pot.png)\n";
  const person = new Person(host, await host.write({ content }));
  await person.button(previewWords.loadImage("pictures.example")).waitFor();
  expect(await person.article.locator("img").count()).toBe(0);
  await person.button(previewWords.loadImage("pictures.example")).click();
  await person.sees(previewWords.imageFailed);
  await person.button(previewWords.openImage).click();
  await heard(host.log.links, /https:\/\/pictures\.example\/pot\.png/);
});
