import { expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();

const TEXT = "# Notes\n\nThe first line.\n\nThe second line.\n\nThe third line.\n";

test("the server goes away while the person types: it is said, and saved when the server is back", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await host.link.stop();
  await person.typeAtEnd("Typed without a server.");
  await person.sees(shellWords.browserOnly);
  await host.screenshot("server-gone");
  await host.link.start();
  await person.typeAtEnd(" And after.");
  await person.savedOnServer("Typed without a server. And after.");
  await person.sees(shellWords.saved);
});

test("the conversation is reloaded without the server: the text of the browser is there, and is saved later", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await person.typeAtEnd("Before.");
  await person.savedOnServer("Before.");
  await host.link.stop();
  await person.typeAtEnd(" Unsaved.");
  await person.sees(shellWords.browserOnly);
  await host.reload();
  await person.reads("Before. Unsaved.");
  await host.link.start();
  await host.reload();
  await person.reads("Before. Unsaved.");
  await person.savedOnServer("Before. Unsaved.");
});

test("where the host gives no ids of calls, unsaved text of the widget before the reload still comes back", async () => {
  const host = await openHost({ callIds: false });
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await host.link.stop();
  await person.typeAtEnd("Only here.");
  await person.sees(shellWords.browserOnly);
  await host.link.start();
  await host.reload();
  await person.reads("Only here.");
  await person.savedOnServer("Only here.");
});

test("a browser storage that throws loses nothing while the server is there", async () => {
  const host = await openHost({
    beforeScripts: () => {
      const refuse = () => {
        throw new DOMException("The quota has been exceeded", "QuotaExceededError");
      };
      Storage.prototype.setItem = refuse;
      Storage.prototype.getItem = refuse;
      Storage.prototype.removeItem = refuse;
    },
  });
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await person.typeAtEnd("Without storage.");
  await person.savedOnServer("Without storage.");
  await host.reload();
  await person.reads("Without storage.");
});

test("with neither storage nor server the person is told, and the text is saved once the server is back", async () => {
  const host = await openHost({ sandbox: "opaque" });
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await host.link.stop();
  await person.typeAtEnd("Nowhere to go.");
  await person.sees(shellWords.notSaved);
  await host.screenshot("not-saved");
  await host.link.start();
  await person.typeAtEnd(" Now.");
  await person.savedOnServer("Nowhere to go. Now.");
});

test("two widgets of one canvas typing at once: both texts are in it", async () => {
  const host = await openHost();
  const first = await host.write({ content: TEXT });
  const one = new Person(host, first);
  await one.startEditing();
  const second = await host.edit({
    canvas_id: first.canvasId,
    edits: [{ find: "The third line.", replace: "The last line." }],
  });
  const two = new Person(host, second);
  await two.startEditing();
  await one.editor.focus();
  await one.editor.press("Control+Home");
  await one.editor.press("End");
  await one.editor.pressSequentially(" of one");
  await two.typeAtEnd("Of two.");
  const text = () => host.link.ask("read_canvas", { canvas_id: first.canvasId });
  await expect
    .poll(async () => /Notes of one[\s\S]*The last line\.[\s\S]*Of two\./.test(await text()), SOON)
    .toBe(true);
});

test("an older widget follows to the newest text when it is scrolled into sight and under the press of Edit, and says so", async () => {
  const host = await openHost();
  const first = await host.write({ content: TEXT });
  const one = new Person(host, first);
  await one.button(shellWords.edit).waitFor();
  const second = await host.write({ canvas_id: first.canvasId, content: TEXT.replace("third", "last") });
  await new Person(host, second).reads("The last line.");
  await one.button(shellWords.edit).click();
  await one.sees("The last line.");
  await one.sees(shellWords.followed("Claude", 2));
  await one.editor.waitFor();
  await host.screenshot("superseded");
  await one.widget.locator("body").press("Escape");
  await expect.poll(() => one.widget.getByText(shellWords.followed("Claude", 2)).count(), SOON).toBe(0);
  await host.page.setViewportSize({ width: 900, height: 200 });
  const third = new Person(
    host,
    await host.write({ canvas_id: first.canvasId, content: TEXT.replace("third", "new") }),
  );
  await third.button(shellWords.edit).scrollIntoViewIfNeeded();
  await third.reads("The new line.");
  // Until it has gone out of sight, it cannot come back.
  await one.widget.locator("html").evaluate(
    (html) =>
      new Promise<void>((away) => {
        const sight = new IntersectionObserver((seen) => {
          if (seen.at(-1)?.isIntersecting !== false) return;
          sight.disconnect();
          away();
        });
        sight.observe(html);
      }),
  );
  await host.page.evaluate(() => scrollTo(0, 0));
  await one.sees(shellWords.followed("Claude", 3));
  await one.sees("The new line.");
});

test("pasted characters that no document can hold are replaced, and it is said", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: TEXT }));
  await person.startEditing();
  await person.editor.focus();
  await person.editor.press("Control+End");
  await person.editor.evaluate((element) => {
    const data = new DataTransfer();
    data.setData("text/plain", "before\u0000after");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await person.savedOnServer("before\uFFFDafter");
  await person.sees(/replaced by/);
});
