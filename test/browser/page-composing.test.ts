import { expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { PATIENCE } from "../host/open-host.ts";
import { pagesOfThisFile } from "../host/open-page.ts";
import { madeId, textOf } from "../host/server-link.ts";

/** An input method composes while others write into the same line. */

const openPage = pagesOfThisFile();
const soon = { timeout: PATIENCE };
const TEXT = "# Plan\n\nThe first line.\n\nThe last line.\n";
const EDIT = [{ find: "The first line.", replace: "The very first line." }];

async function composing() {
  const served = await openPage();
  const agent = await served.agent();
  const id = madeId(await agent("write_canvas", { content: TEXT }));
  await served.enter(id);
  await served.split();
  const { page } = served;
  const editor = served.widgetOf().locator(".cm-content");
  await editor.getByText("The first line.").click();
  await page.keyboard.press("End");
  const cdp = await page.context().newCDPSession(page);
  return {
    served,
    page,
    editor,
    /** The letters of the input method so far, not yet chosen. */
    async compose(...steps: readonly string[]) {
      for (const text of steps)
        await cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await editor.getByText(steps.at(-1) ?? "").waitFor();
    },
    commit: (text: string) => cdp.send("Input.insertText", { text }),
    takeBack: () => cdp.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 }),
    /** The agent's edit, until the page has fetched it and its widget has had a turn with it. */
    async edit() {
      const fetched = page.waitForResponse((response) => response.url().endsWith("/api/open"), soon);
      await agent("edit_canvas", { canvas_id: id, edits: EDIT });
      await fetched;
      for (let turns = 0; turns < 5; turns++) await editor.evaluate(() => new Promise(requestAnimationFrame));
    },
    line: () => editor.locator(".cm-line").nth(2).textContent(),
    content: async () => textOf(await agent("read_canvas", { canvas_id: id })),
  };
}

test("a model's edit in the line that is composed waits for its end: both stand there, and no raw letters", async () => {
  const { compose, edit, commit, line, content } = await composing();
  await compose("k", "か", "かn", "かん", "かんj", "かんじ");
  await edit();
  expect(await line()).toBe("The first line.かんじ");
  await compose("漢字");
  await commit("漢字");
  await expect.poll(line, soon).toBe("The very first line.漢字");
  await expect.poll(content, soon).toContain("The very first line.漢字\n");
});

test("a model's edit that comes before the first letter is there, and what is composed after it", async () => {
  const { compose, edit, commit, line, content } = await composing();
  const edited = edit();
  await compose("k", "か");
  await edited;
  await compose("かn", "かん");
  await commit("缶");
  await expect.poll(line, soon).toBe("The very first line.缶");
  await expect.poll(content, soon).toContain("The very first line.缶\n");
});

test("a composition that is taken back leaves the model's edit and nothing else", async () => {
  const { compose, edit, takeBack, line, content } = await composing();
  await compose("k", "か");
  await edit();
  await takeBack();
  await expect.poll(line, soon).toBe("The very first line.");
  await expect.poll(content, soon).toContain("The very first line.\n");
});

test("a composition that is left for another field ends, and what came meanwhile is shown", async () => {
  const { served, compose, edit, line, content } = await composing();
  await compose("k", "か");
  await edit();
  await served.widgetOf().getByRole("button", { name: shellWords.more }).first().focus();
  await expect.poll(line, soon).toBe("The very first line.か");
  await expect.poll(content, soon).toContain("The very first line.か\n");
});
