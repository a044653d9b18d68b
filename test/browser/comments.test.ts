import type { FrameLocator, Locator } from "playwright-core";
import { expect, test } from "vitest";
import type { CommentOperation } from "../../src/core/records/operations.ts";
import { shellWords, commentWords as words } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { faultsFound } from "../host/find-faults.ts";
import type { HostCall, TestHost } from "../host/open-host.ts";
import { madeId } from "../host/server-link.ts";
import { SOON } from "./person.ts";

const openHost = hostsOfThisFile();
/** Many steps, each of which may take its time on a loaded machine. */
const LONG = { timeout: 300_000 };

const CONTENT = `# API design

The API uses **GraphQL** with typed queries.

## Authentication

The API uses API keys for authentication.
`;

/** Selects the first occurrence of the words in the rendered text, as any way of selecting does. */
async function select(widget: FrameLocator, quote: string): Promise<void> {
  await widget.getByRole("article").first().getByText(quote).waitFor();
  await widget.locator(".preview").evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      return;
    }
    throw new Error(`No text holds ${wanted}`);
  }, quote);
}

/** Where the words stand in the block that shows them, for a press exactly on them. */
async function placeOf(widget: FrameLocator, quote: string) {
  const block = widget.getByRole("article").first().getByText(quote);
  const position = await block.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const words = range.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      return { x: words.left - box.left + words.width / 2, y: words.top - box.top + words.height / 2 };
    }
    throw new Error(`No text holds ${wanted}`);
  }, quote);
  return { block, position };
}

async function commentOn({ widget }: HostCall, host: TestHost, quote: string, body: string): Promise<void> {
  await select(widget, quote);
  await widget.getByRole("button", { name: words.addOn }).click();
  await widget.getByRole("textbox", { name: words.newOn(quote) }).waitFor();
  await host.page.keyboard.type(body);
  await host.page.keyboard.press("Control+Enter");
  await savedOperation(host, (operation) => "body" in operation && operation.body === body);
}

/** Waits until the server has taken such an operation, and returns it. */
async function savedOperation(
  host: TestHost,
  matches: (operation: CommentOperation) => boolean,
): Promise<CommentOperation> {
  const find = () =>
    host.log.tools
      .filter(({ name, ok }) => name === "save_canvas" && ok)
      .flatMap(({ args }) => (args.comments ?? []) as CommentOperation[])
      .find(matches) ?? null;
  await expect.poll(find, SOON).not.toBeNull();
  return find()!;
}

const openPanel = async ({ widget }: HostCall) => {
  await widget
    .getByRole("button", { name: /^(\d+ )?comments?$/i, expanded: false })
    .first()
    .click();
  await widget.getByRole("complementary", { name: words.title }).waitFor();
};
const filterBy = ({ widget }: HostCall, filter: keyof typeof words.filters) =>
  widget.getByRole("group", { name: words.filter }).getByRole("button", { name: words.filters[filter] }).click();

test(
  "a review of three comments over two turns: answered, addressed, resolved, orphaned and attached again",
  LONG,
  async () => {
    const host = await openHost();
    const first = await host.write({ content: CONTENT });
    await commentOn(first, host, "API keys", "We also need OAuth2");
    await commentOn(first, host, "typed queries", "Which schema?");
    await openPanel(first);
    await first.widget.getByRole("button", { name: words.addOnDocument }).click();
    await first.widget.getByRole("textbox", { name: words.newOnDocument }).waitFor();
    await host.page.keyboard.type("A bit long");
    await host.page.keyboard.press("Control+Enter");
    await savedOperation(host, (operation) => "body" in operation && operation.body === "A bit long");
    const keys = await savedOperation(
      host,
      (operation) => "body" in operation && operation.body === "We also need OAuth2",
    );

    const told = await host.link.ask("read_canvas", { canvas_id: first.canvasId, part: "feedback" });
    for (const body of ["We also need OAuth2", "Which schema?", "A bit long"]) expect(told).toContain(body);

    const second = await host.edit({
      canvas_id: first.canvasId,
      edits: [
        { find: "for authentication", replace: "and OAuth2 for authentication" },
        { find: " with typed queries", replace: " and nothing else" },
      ],
      addresses: [keys.id],
      comments: [
        { reply_to: keys.id, body: "OAuth2 is **in**." },
        { quote: "GraphQL", body: "Or rather REST?" },
      ],
    });
    const { widget } = second;
    await widget.getByRole("article").first().getByText("and OAuth2 for authentication").waitFor();
    await openPanel(second);
    const card = (quote: string) => widget.getByRole("article", { name: quote });

    await filterBy(second, "addressed");
    // A press anywhere on a card opens it; what it says is drawn.
    await card("API keys").getByText("We also need OAuth2").click();
    await card("API keys").locator("strong").getByText("in", { exact: true }).waitFor();
    await card("API keys")
      .getByText(/Addressed in v\d/)
      .waitFor();
    await card("API keys").getByRole("button", { name: words.resolve }).click();
    await savedOperation(host, ({ op, id }) => op === "resolve" && id === keys.id);

    await filterBy(second, "orphaned");
    await card("typed queries").getByText("Which schema?").click();
    // To press on the text leaves the card of a lost one open.
    const { block, position } = await placeOf(widget, "else");
    await block.dblclick({ position });
    await card("typed queries").and(widget.locator("[data-active=true]")).waitFor();
    await card("typed queries").getByRole("button", { name: words.attach }).click();
    await savedOperation(host, ({ op }) => op === "attach");

    await filterBy(second, "open");
    await card("else").waitFor();
    await card("GraphQL").getByText("Or rather REST?").click();
    await card("GraphQL").getByRole("button", { name: words.reply }).click();
    await host.page.keyboard.type("GraphQL it is");
    await host.page.keyboard.press("Control+Enter");
    await savedOperation(host, (operation) => operation.op === "reply" && operation.body === "GraphQL it is");

    const after = await host.link.ask("read_canvas", { canvas_id: first.canvasId, part: "feedback" });
    expect(after).toContain("GraphQL it is");
    expect(after).toContain('on "else"');
    for (const quote of ["GraphQL", "else"]) await card(quote).getByRole("button", { name: words.resolve }).click();
    await widget.getByRole("group", { name: words.filter }).getByRole("button", { name: words.filters.all }).click();
    await widget.getByRole("article", { name: "Comment by You" }).getByRole("button", { name: words.resolve }).click();
    await widget.getByText(words.allResolved(4)).waitFor();
    await widget.getByRole("button", { name: words.showResolved }).click();
    await card("GraphQL").waitFor();
    expect(host.log.problems).toEqual([]);
  },
);

test("by keyboard alone: write on the selected text, go to a comment, answer it, come back", async () => {
  const host = await openHost();
  const call = await host.write({ content: CONTENT });
  const { widget } = call;
  const { keyboard } = host.page;
  await widget.getByRole("button", { name: "Edit", exact: true }).press("Enter");
  const editor = widget.getByRole("textbox", { name: "Document text" });
  await editor.waitFor();
  await editor.press("Control+End");
  await editor.press("Shift+ArrowUp");
  // The tools of a selection: F10 leads to them, Tab through them, Escape back to the text as it was.
  const tools = widget.getByRole("group", { name: words.tools });
  const hasFocus = (one: Locator) => expect.poll(() => one.evaluate((own) => own === document.activeElement), SOON);
  const text = await editor.textContent();
  await tools.waitFor();
  await keyboard.press("F10");
  await hasFocus(tools.getByRole("button", { name: words.addOn })).toBe(true);
  await keyboard.press("Tab");
  await hasFocus(tools.getByRole("button", { name: shellWords.protect })).toBe(true);
  await keyboard.press("Escape");
  await hasFocus(editor).toBe(true);
  await tools.waitFor();
  await keyboard.press("F10");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  const isProtected = () =>
    host.log.tools.some(({ name, args }) => name === "save_canvas" && args.protect !== undefined);
  await expect.poll(isProtected, SOON).toBe(true);
  await hasFocus(editor).toBe(true);
  expect(await editor.textContent()).toBe(text);
  await keyboard.press("F10");
  await keyboard.press("End");
  await keyboard.press("Enter");
  await widget.getByRole("textbox", { name: /^A question or a wish/ }).waitFor();
  await keyboard.press("Escape");
  await hasFocus(editor).toBe(true);
  // White space is no selection.
  await editor.press("Control+Home");
  await tools.waitFor({ state: "detached" });
  await editor.press("ArrowDown");
  await editor.press("Shift+ArrowDown");
  await editor.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await tools.count()).toBe(0);
  await editor.press("Control+Home");
  await editor.press("Shift+End");
  await tools.waitFor();
  await editor.press("Control+Alt+m");
  await widget.getByRole("textbox", { name: words.newOn("API design") }).waitFor();
  await keyboard.type("A better title?");
  await keyboard.press("Control+Enter");
  await savedOperation(host, (operation) => operation.op === "add" && operation.body === "A better title?");
  const isFocused = () => editor.evaluate((element) => element === document.activeElement);
  await expect.poll(isFocused, SOON).toBe(true);

  await keyboard.press("F8");
  const card = widget.getByRole("dialog").getByRole("article");
  await expect.poll(() => card.evaluate((element) => element === document.activeElement), SOON).toBe(true);
  await widget
    .getByRole("status")
    .filter({ hasText: words.stepped(1, 1, "API design") })
    .waitFor({ state: "attached" });
  await card.getByRole("button", { name: words.reply }).press("Enter");
  await card.getByRole("textbox", { name: words.newReply }).waitFor();
  await keyboard.type("Later");
  await keyboard.press("Control+Enter");
  await savedOperation(host, (operation) => operation.op === "reply" && operation.body === "Later");
  await keyboard.press("Escape");
  await expect.poll(isFocused, SOON).toBe(true);

  // While reading, Tab leads from the selected text to its tools.
  await widget.getByRole("button", { name: shellWords.done, exact: true }).press("Enter");
  await widget.getByRole("heading", { name: "Authentication" }).click();
  await select(widget, "typed queries");
  await tools.waitFor();
  await keyboard.press("Tab");
  await hasFocus(tools.getByRole("button", { name: words.addOn })).toBe(true);
  await keyboard.press("Escape");
  await tools.waitFor();
  expect(await widget.locator("body").evaluate(() => `${getSelection()}`)).toBe("typed queries");
  expect(host.log.problems).toEqual([]);
});

test("by touch: comment on a selection, tap its highlight, delete it and bring it back", async () => {
  const host = await openHost({ touch: true, width: 360, height: 740 });
  const call = await host.write({ content: CONTENT });
  const { widget } = call;
  await select(widget, "API keys");
  await widget.getByRole("button", { name: words.addOn }).tap();
  const dialog = widget.getByRole("dialog", { name: words.newOn("API keys") });
  await dialog.getByRole("textbox").fill("By touch");
  await dialog.getByRole("button", { name: words.send, exact: true }).tap();
  await savedOperation(host, (operation) => operation.op === "add" && operation.body === "By touch");
  await widget.locator(".preview").evaluate(() => document.getSelection()?.removeAllRanges());
  const { block, position } = await placeOf(widget, "API keys");
  await block.tap({ position });
  const card = widget.getByRole("dialog").getByRole("article");
  await card.getByRole("button", { name: words.delete }).tap();
  await savedOperation(host, ({ op }) => op === "delete");
  await widget.getByRole("button", { name: words.undo }).tap();
  await savedOperation(host, (operation) => operation.op === "undelete" && operation.body === "By touch");
  expect(host.log.problems).toEqual([]);
});

test("what opens beside the text closes by Escape or a press elsewhere, unless it is unfinished", async () => {
  const host = await openHost({ width: 900 });
  const { widget } = await host.write({ content: CONTENT });
  const { keyboard } = host.page;
  const field = widget.getByRole("textbox", { name: words.newOn("API keys") });
  const compose = async () => {
    await select(widget, "API keys");
    await widget.getByRole("button", { name: words.addOn }).click();
    await field.waitFor();
  };
  // Where the line is empty, and nothing covers it.
  const elsewhere = () => widget.getByRole("heading", { name: "API design" }).click({ position: { x: 640, y: 8 } });
  await compose();
  await elsewhere();
  await field.waitFor({ state: "detached" });
  await compose();
  await keyboard.type("Half a thou");
  await elsewhere();
  expect(await field.inputValue()).toBe("Half a thou");
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  await compose();
  expect(await field.inputValue()).toBe("Half a thou");
  await field.press("Escape");
  // The same for what the selection is asked about.
  await select(widget, "API keys");
  await widget.getByRole("button", { name: /^Ask/ }).click();
  const ask = widget.getByRole("textbox", { name: /^A question or a wish/ });
  await ask.waitFor();
  await elsewhere();
  await ask.waitFor({ state: "detached" });
  expect(host.log.problems).toEqual([]);
});

test("an unfinished comment is still there after a reload", async () => {
  const host = await openHost();
  const call = await host.write({ content: CONTENT });
  await select(call.widget, "typed queries");
  await call.widget.getByRole("button", { name: words.addOn }).click();
  await call.widget.getByRole("textbox", { name: words.newOn("typed queries") }).fill("Half a thou");
  await host.reload();
  const field = call.widget.getByRole("textbox", { name: words.newOn("typed queries") });
  await expect.poll(() => field.inputValue(), SOON).toBe("Half a thou");
  expect(host.log.problems).toEqual([]);
});

test.each([
  ["dark at 320 px", { theme: "dark", width: 320, height: 700 }],
  ["by touch at 320 px", { touch: true, width: 320, height: 700 }],
] as const)("popover and panel are whole and readable to everybody: %s", async (_name, options) => {
  const host = await openHost(options);
  const written = await host.link.call("write_canvas", {
    content: `${CONTENT}\nThese words will go.\n`,
    comments: [
      { quote: "GraphQL", body: "Or REST?" },
      { quote: "These words", body: "Gone" },
      { body: "On all of it" },
    ],
  });
  const edits = [{ find: "\nThese words will go.\n", replace: "" }];
  const call = await host.edit({ canvas_id: madeId(written), edits });
  const { widget } = call;
  await select(widget, "API keys");
  await widget.getByRole("button", { name: words.addOn }).click();
  const dialog = widget.getByRole("dialog", { name: words.newOn("API keys") });
  await dialog.waitFor();
  const spill = await dialog.evaluate((element) => {
    const { left, right, top } = element.getBoundingClientRect();
    return left < 0 || top < 0 || right > document.documentElement.clientWidth;
  });
  expect(spill).toBe(false);
  expect(await faultsFound(host)).toEqual([]);
  await dialog.getByRole("button", { name: words.cancel }).click();
  await openPanel(call);
  await widget.getByRole("region", { name: words.orphanedGroup }).getByText("Gone", { exact: true }).waitFor();
  await widget.getByRole("region", { name: words.onDocument }).getByText("On all of it").waitFor();
  expect(await widget.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
  expect(await faultsFound(host)).toEqual([]);
  expect(host.log.problems).toEqual([]);
});
