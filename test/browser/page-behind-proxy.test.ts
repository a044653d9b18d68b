import { expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { runProxiedNodes } from "../host/proxied-nodes.ts";
import { madeId, textOf } from "../host/server-link.ts";
import { newContext, sharedBrowser } from "../host/shared-browser.ts";

const soon = { timeout: PATIENCE };

test("behind a proxy with TLS, on two servers that take turns, a link opens the page, and a canvas is written by both sides", async () => {
  const nodes = await runProxiedNodes();
  const context = await newContext(await sharedBrowser(), { ignoreHTTPSErrors: true, locale: "en-US" });
  context.setDefaultTimeout(PATIENCE);
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
    const [one, other] = [await nodes.agent(0), await nodes.agent(1)];
    const id = madeId(await one("write_canvas", { content: "# Plan\n\nThe first line.\n\nThe last line.\n" }));
    const widget = page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");
    const editor = widget.locator(".cm-content");
    const split = async () => {
      await widget.getByRole("radio", { name: shellWords.split, exact: true }).click();
      await editor.waitFor();
    };

    await page.goto(nodes.link(id));
    await split();
    await editor.getByText("The first line.").waitFor();
    expect(page.url()).toBe(`${nodes.origin}/#/canvas/${id}`);
    const kept = () =>
      page.evaluate(() => [window.isSecureContext, localStorage.getItem("canvas:page-session") !== null]);
    expect(await kept()).toEqual([true, true]);

    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Typed by me.");
    const contentNow = async () => textOf(await other("read_canvas", { canvas_id: id }));
    await expect.poll(contentNow, soon).toContain("Typed by me.");

    await page.reload();
    await split();
    await editor.getByText("Typed by me.").waitFor();
    for (const [agent, from, to] of [
      [one, "The first line.", "The first line, by one."],
      [other, "The last line.", "The last line, by the other."],
    ] as const) {
      await agent("edit_canvas", { canvas_id: id, edits: [{ find: from, replace: to }] });
      await editor.getByText(to).waitFor();
    }
    // Both have answered the page, and its frame came from a port of theirs too.
    for (const answered of nodes.answered) expect(answered.join("\n")).toMatch(/^POST page\.canvas\.test \/api\//m);
    expect(nodes.answered.flat()).toContain("GET frame.canvas.test /");
    expect(problems).toEqual([]);
  } finally {
    await context.close();
    await nodes.close();
  }
});
