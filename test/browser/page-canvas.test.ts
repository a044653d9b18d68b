import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { historyWords, previewWords, proposalWords, shellWords, statusWords } from "../../src/widget/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { pagesOfThisFile, type ServedPage } from "../host/open-page.ts";
import { madeId, textOf } from "../host/server-link.ts";

const openPage = pagesOfThisFile();
const soon = { timeout: PATIENCE };
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const TEXT = "# Plan\n\nThe first line.\n\nThe last line.\n";

const editorOf = (served: ServedPage, page = served.page) => served.widgetOf(page).locator(".cm-content");
const savedIn = (served: ServedPage, page = served.page) =>
  served.widgetOf(page).getByText(shellWords.saved, { exact: true });

async function onCanvas(options?: Parameters<typeof openPage>[0]) {
  const served = await openPage(options);
  const agent = await served.agent();
  const written = await agent("write_canvas", { content: TEXT });
  const id = madeId(written);
  await served.enter(id);
  await served.split();
  await editorOf(served).getByText("The first line.").waitFor();
  const contentNow = async () => textOf(await agent("read_canvas", { canvas_id: id }));
  return { served, agent, id, contentNow };
}

/** Types at the end of the text. */
async function type(served: ServedPage, words: string, page = served.page): Promise<void> {
  await editorOf(served, page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
}

test("what is typed is saved, and the agent reads it", async () => {
  const { served, contentNow } = await onCanvas();
  expect(served.page.url()).not.toContain("link=");
  await type(served, "Typed by me.");
  await savedIn(served).waitFor();
  await expect.poll(contentNow, soon).toContain("Typed by me.");
  await served.shot("canvas");
  await expect.poll(() => served.page.title(), soon).toBe("● Plan · Writing Canvas");

  // Ctrl+P in the frame reaches the page, and what it prints is the whole document, the unsaved end too.
  await served.page.evaluate(() => {
    window.print = () => {
      document.body.dataset.asked = "print";
    };
  });
  await editorOf(served).press("Control+p");
  await expect.poll(() => served.page.evaluate(() => document.body.dataset.asked), soon).toBe("print");
  await type(served, " And not saved.");
  const printed = () =>
    served.page.evaluate(() => {
      window.dispatchEvent(new Event("beforeprint"));
      return `${document.title}: ${document.querySelector(".print-sheet")?.textContent}`;
    });
  await expect.poll(printed, soon).toMatch(/^Plan: Plan.*The first line\..*Typed by me\. And not saved\./s);
  await served.page.emulateMedia({ media: "print" });
  await served.shot("canvas-printed");
  expect(await served.page.locator("#page").isVisible()).toBe(false);
  await served.page.emulateMedia({ media: null });
  await served.page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  expect(await served.page.locator(".print-sheet").count()).toBe(0);
  await expect.poll(() => served.page.title(), soon).toBe("● Plan · Writing Canvas");
});

test("a remote image is asked for by a click alone, and is then shown", async () => {
  const served = await openPage();
  const agent = await served.agent();
  const asked: string[] = [];
  await served.page.context().route("https://pictures.example/**", (route) => {
    asked.push(`${route.request().url()} ${route.request().headers().referer ?? "no referrer"}`);
    return route.fulfill({ contentType: "image/png", body: PIXEL });
  });
  const content = "# Soup\n\n![a pot](https://pictures.example/pot.png)\n\n![two](https://pictures.example/two.png)\n";
  await served.enter(madeId(await agent("write_canvas", { content })));
  const load = served.widgetOf().getByRole("button", { name: previewWords.loadImage("pictures.example") });
  await expect.poll(() => load.count(), soon).toBe(2);
  expect(asked).toEqual([]);
  await load.first().click();
  const picture = served.widgetOf().getByRole("img", { name: "a pot" });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth), soon).toBe(1);
  expect(asked).toEqual(["https://pictures.example/pot.png no referrer"]);
});

test("what an agent writes is shown by itself, with what changed marked", async () => {
  const { served, agent, id } = await onCanvas();
  const edits = [{ find: "The first line.", replace: "The first line, by the agent." }];
  await agent("edit_canvas", { canvas_id: id, edits });
  await editorOf(served).getByText("The first line, by the agent.").waitFor();
  await served
    .widgetOf()
    .getByText(/changed 1 place/)
    .first()
    .waitFor();
  await served.shot("canvas-changed");
});

test("the widget has the canvas from the page: it asks for it neither on opening nor after an agent has written", async () => {
  const served = await openPage();
  const agent = await served.agent();
  const asked: string[] = [];
  served.page.on("request", (request) => {
    if (request.url().endsWith("/api/open")) asked.push("open");
    if (request.postData()?.includes('"save_canvas"')) asked.push("save_canvas");
    if (request.postData()?.includes('"load_canvas"')) asked.push("load_canvas");
  });
  const id = madeId(await agent("write_canvas", { content: TEXT }));
  await served.enter(id);
  await served.widgetOf().getByText("The first line.").waitFor();
  const edits = [{ find: "The first line.", replace: "The first line, by the agent." }];
  await agent("edit_canvas", { canvas_id: id, edits });
  await served.widgetOf().getByText("The first line, by the agent.").waitFor();
  expect(asked).not.toContain("load_canvas");
  expect(asked).toContain("open");
  // Nor is the text sent back to whoever has just saved it.
  const sentBack: boolean[] = [];
  served.page.on("response", (response) => {
    if (response.url().endsWith("/api/open"))
      void response.text().then((text) => sentBack.push(/Typed by me/.test(text)));
  });
  await served.split();
  await type(served, "Typed by me.");
  await expect.poll(() => asked.includes("save_canvas") && sentBack.length > 0, soon).toBe(true);
  expect(sentBack).not.toContain(true);
});

test("what an agent writes stands beside what is being typed", async () => {
  const { served, agent, id, contentNow } = await onCanvas();
  await type(served, "Typed by me.");
  const edits = [{ find: "The first line.", replace: "The first line, by the agent." }];
  await agent("edit_canvas", { canvas_id: id, edits });
  await editorOf(served).getByText("The first line, by the agent.").waitFor();
  await expect.poll(() => editorOf(served).textContent(), soon).toContain("Typed by me.");
  await expect.poll(contentNow, soon).toContain("Typed by me.");
  expect(await contentNow()).toContain("The first line, by the agent.");
});

test("the server dies while somebody types: it is said, nothing is lost, and all comes back by itself", async () => {
  const { served, id } = await onCanvas();
  served.toleratesProblems = true;
  await type(served, "Before.");
  await savedIn(served).waitFor();
  await served.kill();
  await served.page.getByText(pageWords.lost, { exact: true }).waitFor();
  await served.page.keyboard.type(" While it was away.");
  await served.shot("canvas-lost");
  await served.start();
  await served.page.getByText(pageWords.lost, { exact: true }).waitFor({ state: "detached" });
  await served.page.keyboard.type(" After.");
  const agent = await served.agent();
  const content = async () => textOf(await agent("read_canvas", { canvas_id: id }));
  await expect.poll(content, soon).toContain("Before. While it was away. After.");
});

test("leaving at once after typing loses nothing, and the list is there meanwhile", async () => {
  const { served, contentNow } = await onCanvas();
  await type(served, "Typed and gone.");
  await served.page.getByRole("link", { name: pageWords.back }).click();
  await served.page.getByRole("heading", { level: 1, name: pageWords.page }).waitFor();
  await expect.poll(contentNow, soon).toContain("Typed and gone.");
  await expect.poll(() => served.page.locator('iframe[data-ready="leaving"]').count(), soon).toBe(0);
});

test("two tabs on one canvas have one text", async () => {
  const { served, id, contentNow } = await onCanvas();
  const other = await served.context.newPage();
  served.watch(other);
  await other.goto(`${served.origin}/#/canvas/${id}`);
  await served.split(other);
  await editorOf(served, other).getByText("The first line.").waitFor();
  await type(served, "By the second tab.", other);
  await expect.poll(() => editorOf(served).textContent(), soon).toContain("By the second tab.");
  await served.page.bringToFront();
  await type(served, " By the first tab.");
  await expect.poll(() => editorOf(served, other).textContent(), soon).toContain("By the first tab.");
  await expect.poll(contentNow, soon).toContain("By the second tab. By the first tab.");
});

test("New opens an empty canvas, ready to type; what is sent says where it is until an assistant has read it", async () => {
  const served = await openPage();
  const connect = served.page.getByText(/^claude mcp add writing-canvas -- /);
  await served.enter();
  await served.page.getByRole("button", { name: pageWords.newCanvas }).click();
  await editorOf(served).waitFor();
  await expect
    .poll(
      () =>
        served
          .widgetOf()
          .locator("body")
          .evaluate(() => document.activeElement?.className ?? ""),
      soon,
    )
    .toContain("cm-content");
  await served.page.getByText(pageWords.emptyCanvas).waitFor();
  await connect.waitFor();
  await served.page.keyboard.type("# My notes");
  await expect.poll(() => served.page.title(), soon).toContain("My notes");
  await connect.waitFor({ state: "detached" });
  await served.shot("new");

  const widget = served.widgetOf();
  await widget.getByText(shellWords.unread).waitFor();
  await widget.getByRole("button", { name: /^Send to/ }).click();
  await served.page.getByText(pageWords.keptNever).waitFor();
  await connect.waitFor();
  await widget.getByText(shellWords.kept(shellWords.anAssistant)).waitFor();
  await served.shot("kept");

  const agent = await served.agent();
  await agent("list_canvases", {});
  await served.page.getByText(pageWords.keptConnected("Claude")).waitFor();
  await connect.waitFor({ state: "detached" });
  const id = /canvas\/(\w+)/.exec(served.page.url())?.[1];
  expect(textOf(await agent("read_canvas", { canvas_id: id }))).toContain("# My notes");
  await served.page.getByText(pageWords.keptGiven("Claude")).waitFor();
});

test("Send is kept for the agent, with the words to call it now", async () => {
  const { served, agent, id } = await onCanvas();
  await type(served, "Look at this.");
  await served
    .widgetOf()
    .getByRole("button", { name: /^Send to/ })
    .click();
  await served.page.getByText(pageWords.keptConnected("Claude")).waitFor();
  await served.widgetOf().getByText(shellWords.kept("Claude")).waitFor();
  await served.page.getByText(new RegExp(`^Review my edits on canvas ${id}`)).waitFor();
  await served.shot("sent");
  expect(textOf(await agent("read_canvas", { canvas_id: id, part: "feedback" }))).toContain("Look at this.");
});

test("an agent that waits is told by Send, and the page says so", async () => {
  const { served, agent, id } = await onCanvas();
  const review = agent("await_review", { canvas_id: id, timeout_s: 600 });
  await served.page.getByText(/is waiting for your review/).waitFor();
  await served.shot("canvas-waiting");
  await type(served, "My answer.");
  await served
    .widgetOf()
    .getByRole("button", { name: /^Send to/ })
    .click();
  expect(textOf(await review)).toContain("My answer.");
  await served.page.getByText(/is waiting for your review/).waitFor({ state: "detached" });
  await served.page
    .getByText(/has your answer and goes on/)
    .last()
    .waitFor();
});

test("an agent that waits is told by Approve, with what was typed just before and a note", async () => {
  const { served, agent, id, contentNow } = await onCanvas();
  const review = agent("await_review", { canvas_id: id, timeout_s: 600 });
  const { page } = served;
  await type(served, "My last word.");
  await page.getByRole("button", { name: shellWords.approve }).click();
  const dialog = page.getByRole("dialog", { name: shellWords.approveTitle });
  await dialog.getByLabel(shellWords.approveNote).fill("Ship it.");
  await expect.poll(contentNow, soon).toContain("My last word.");
  await dialog.getByRole("button", { name: shellWords.approve }).click();
  const told = textOf(await review);
  expect(told).toContain("Ship it.");
  await served.widgetOf().getByRole("button", { name: statusWords.approved }).waitFor();
  await served.shot("canvas-approved");
});

test("what could not be saved is not approved without its last words", async () => {
  const { served, agent, id } = await onCanvas();
  // The browser itself notes that requests failed.
  served.toleratesProblems = true;
  const review = agent("await_review", { canvas_id: id, timeout_s: 600 });
  const { page } = served;
  await page.getByRole("button", { name: shellWords.approve }).waitFor();
  const isSave = (body: string | null) => body?.includes("save_canvas") ?? false;
  await page.route("**/mcp", (route) => (isSave(route.request().postData()) ? route.abort() : route.continue()));
  const failed = page.waitForEvent("requestfailed", { predicate: (request) => isSave(request.postData()), ...soon });
  await type(served, "My last word.");
  await failed;
  const approve = async () => {
    await page.getByRole("button", { name: shellWords.approve }).click();
    await page.getByRole("dialog").getByRole("button", { name: shellWords.approve }).click();
  };
  await approve();
  await page.getByText(pageWords.notSavedYet).last().waitFor();
  await page.unroute("**/mcp");
  await savedIn(served).waitFor();
  await approve();
  expect(textOf(await review)).toContain("My last word.");
});

test("nobody approves, accepts or replaces what they have not read: the agent writes while the question stands", async () => {
  const { served, agent, id, contentNow } = await onCanvas();
  // The browser itself notes that an approval was refused.
  served.toleratesProblems = true;
  const { page } = served;
  const widget = served.widgetOf();
  const says = async (find: string, replace: string) => {
    const done = await agent("edit_canvas", { canvas_id: id, edits: [{ find, replace }] });
    expect(textOf(done)).toContain(`Canvas ${id} v`);
  };
  const statusNow = async () => /^- \w+ "Plan": (.*?), v/m.exec(textOf(await agent("list_canvases", {})))?.[1];
  const asksInCanvas = async () => {
    await widget.getByRole("button", { name: statusWords.draft, exact: true }).click();
    await widget.getByRole("menuitemradio", { name: statusWords.approved }).click();
    return widget.getByRole("dialog", { name: shellWords.approveTitle });
  };

  const dialog = await asksInCanvas();
  await dialog.getByRole("button", { name: shellWords.approve, exact: true }).waitFor();
  await says("The last line.", "Pay 9999 euro to Mallory.");
  await dialog.getByText(shellWords.approveChanged).waitFor();
  await dialog.getByText("Mallory").first().waitFor();
  await served.shot("canvas-approve-changed");
  expect(await dialog.getByRole("button", { name: shellWords.approve, exact: true }).count()).toBe(0);
  await dialog.getByRole("button", { name: shellWords.cancel }).click();
  expect(await statusNow()).toBe("draft");

  const review = agent("await_review", { canvas_id: id, timeout_s: 600 });
  const bar = page.getByRole("button", { name: shellWords.approve });
  await bar.click();
  await page.getByRole("dialog", { name: shellWords.approveTitle }).waitFor();
  const other = await served.agent();
  await other("edit_canvas", { canvas_id: id, edits: [{ find: "Mallory", replace: "Malice" }] });
  await editorOf(served).getByText("Malice").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: shellWords.approve }).click();
  await page.getByText(pageWords.notApproved).last().waitFor();
  expect(await statusNow()).toBe("draft");

  const again = await asksInCanvas();
  await other("edit_canvas", { canvas_id: id, edits: [{ find: "Malice", replace: "Alice" }] });
  await again.getByText(shellWords.approveChanged).waitFor();
  await again.getByRole("button", { name: shellWords.approveThis }).click();
  await widget.getByRole("button", { name: statusWords.approved, exact: true }).waitFor();
  expect(textOf(await review)).toContain("The person approved canvas");

  const suggests = (replace: string) =>
    other("edit_canvas", { canvas_id: id, mode: "suggest", edits: [{ find: "9999 euro", replace }] });
  const offered = (text: string) => widget.getByRole("button", { name: proposalWords.acceptOne(text) }).first();
  await suggests("100 euro");
  await offered("100 euro").waitFor();
  // A press that was on its way to the first offer hits what takes its place.
  await offered("100 euro").evaluate(() => {
    const pressed = new MutationObserver(() => {
      const other = document.querySelector<HTMLElement>('[data-icon="Check"][aria-label*="8888 euro"]');
      if (other === null) return;
      pressed.disconnect();
      other.click();
      document.body.dataset.pressed = "";
    });
    pressed.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await suggests("8888 euro");
  await widget.locator("body[data-pressed]").waitFor({ state: "attached" });
  await savedIn(served).waitFor();
  expect(await contentNow()).not.toContain("Pay 8888");
  await offered("8888 euro").click();
  await expect.poll(contentNow, soon).toContain("Pay 8888");

  await widget.getByRole("button", { name: shellWords.more, exact: true }).click();
  await widget.getByRole("menuitem", { name: shellWords.history }).click();
  const history = widget.getByRole("dialog", { name: shellWords.history });
  await history.getByRole("button", { name: /^v1/ }).click();
  await other("edit_canvas", { canvas_id: id, edits: [{ find: "Alice", replace: "Alice and her whole family" }] });
  await editorOf(served).getByText("her whole family").waitFor();
  // By the keyboard: what the page said of the approval lies over the end of the dialog.
  await history.getByRole("button", { name: historyWords.restore }).press("Enter");
  await history.getByRole("alert").filter({ hasText: "since you opened the history" }).waitFor();
  await history.getByText("her whole family").first().waitFor();
  await served.shot("canvas-restore-changed");
  await history.getByRole("button", { name: historyWords.restoreYes(1) }).click();
  await history.waitFor({ state: "hidden" });
  expect(await contentNow()).toContain("The last line.\n</canvas-text>");
});

test("deleted elsewhere while it is open: said, and brought back with its text and with what was typed meanwhile", async () => {
  const { served, id, contentNow } = await onCanvas();
  // The browser itself notes that the canvas is not found.
  served.toleratesProblems = true;
  const other = await served.context.newPage();
  await other.goto(served.origin);
  await other.locator(`.row[data-id="${id}"] .row-link`).focus();
  await other.keyboard.press("Delete");
  await served.page.bringToFront();
  await served.page.getByText(pageWords.deletedHere, { exact: true }).waitFor();
  await served.shot("canvas-deleted");
  await type(served, "Typed in the bin.");
  await served.page.getByRole("button", { name: pageWords.bringBack }).click();
  await served.page.getByText(pageWords.deletedHere, { exact: true }).waitFor({ state: "detached" });
  await savedIn(served).waitFor();
  expect(await contentNow()).toContain("Typed in the bin.");
});

test("a canvas that is not there says so, with the way back", async () => {
  const served = await openPage();
  served.toleratesProblems = true;
  await served.enter("ZZZZ");
  await served.page.getByRole("heading", { name: pageWords.openFailed }).waitFor();
  await served.shot("canvas-unknown");
  await served.page.getByRole("link", { name: pageWords.back }).last().click();
  await served.page.getByRole("link", { name: "Welcome to Writing Canvas" }).waitFor();
});

test("the markdown is downloaded as a file, and the theme reaches the canvas", async () => {
  const { served } = await onCanvas();
  const widget = served.widgetOf();
  await widget.getByRole("button", { name: shellWords.more, exact: true }).click();
  const downloading = served.page.waitForEvent("download");
  await widget.getByRole("menuitem", { name: shellWords.download }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  expect(await readFile(await download.path(), "utf8")).toBe(TEXT);
  await served.page.getByRole("button", { name: pageWords.theme }).click();
  await served.page.getByRole("menuitemradio", { name: pageWords.themes.dark }).click();
  await expect.poll(() => widget.locator("html").getAttribute("data-theme"), soon).toBe("dark");
  await served.shot("canvas-dark");
});
