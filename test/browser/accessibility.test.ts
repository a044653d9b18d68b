import { expect, test } from "vitest";
import { commentWords, editorWords, historyWords, readingWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { faultsFound } from "../host/find-faults.ts";

const openHost = hostsOfThisFile();
/** Many screens, each looked at twice. */
const LONG = { timeout: 300_000 };

const CONTENT = `# Launch plan

We launch on **Monday**, as the [checklist](https://example.com/checklist) says.

## Steps

- [x] Tests are green
- [ ] Notes are written

> Slow is smooth, and smooth is fast.

| Who | Hours |
|---|---:|
| Ada | 3 |

\`\`\`ts
export const day = "Monday";
\`\`\`
`;

/** A canvas that the model has written, edited and commented on, and a way to look at what is on screen. */
async function openCanvas() {
  const host = await openHost({ width: 1100 });
  const { canvasId } = await host.write({ content: CONTENT });
  const { widget } = await host.edit({
    canvas_id: canvasId,
    edits: [{ find: "We launch on **Monday**", replace: "We launch on **Tuesday**" }],
    comments: [
      { quote: "Tests are green", body: "Since when?" },
      { quote: "not in the text", body: "Its text is gone" },
    ],
  });
  const button = (name: string) => widget.getByRole("button", { name, exact: true });
  const faults: Record<string, string[]> = {};
  const look = async (screen: string) => {
    const found = await faultsFound(host);
    if (found.length > 0) faults[screen] = found;
  };
  const choose = async (item: string) => {
    await button(shellWords.more).click();
    await widget.getByRole("menuitem", { name: item }).click();
  };
  await button(shellWords.edit).waitFor();
  return {
    host,
    widget,
    keyboard: host.page.keyboard,
    dialog: widget.getByRole("dialog"),
    button,
    choose,
    look,
    faults,
  };
}

test("reading and commenting keep nobody out", LONG, async () => {
  const { host, widget, keyboard, dialog, button, choose, look, faults } = await openCanvas();
  await look("reading, with what the model changed");

  await button(shellWords.more).click();
  await widget.getByRole("menuitem", { name: shellWords.history }).waitFor();
  await look("the menu");
  await keyboard.press("Escape");

  await button(commentWords.open(2)).click();
  await widget.getByRole("complementary", { name: commentWords.title }).waitFor();
  await look("the comments");
  await button(commentWords.close).click();

  await keyboard.press("F8");
  await dialog.getByRole("article").waitFor();
  await dialog.getByRole("button", { name: commentWords.reply }).click();
  await dialog.getByRole("textbox").waitFor();
  await look("a comment and its reply");
  await dialog.getByRole("button", { name: commentWords.cancel }).click();
  await dialog.getByRole("button", { name: shellWords.close }).click();

  await choose(readingWords.outline);
  await widget.getByRole("complementary", { name: readingWords.outline }).waitFor();
  await look("the outline");

  expect(faults).toEqual({});
  expect(host.log.problems).toEqual([]);
});

test("editing, sending and the history keep nobody out", LONG, async () => {
  const { host, widget, keyboard, dialog, button, choose, look, faults } = await openCanvas();
  await choose(shellWords.history);
  await dialog.getByRole("navigation", { name: historyWords.versions }).waitFor();
  await dialog.getByText("Tuesday").waitFor();
  await look("two versions as they read");
  await dialog.getByRole("button", { name: historyWords.source }).click();
  await dialog.getByRole("table").waitFor();
  await look("two versions as their source");
  await keyboard.press("Escape");

  await button(shellWords.edit).click();
  const editor = widget.getByRole("textbox", { name: editorWords.name });
  await editor.press("Control+End");
  await editor.pressSequentially("By hand.");
  await editor.press("Control+f");
  await widget.getByRole("search", { name: editorWords.findPanel.title }).waitFor();
  await look("editing and finding");
  await keyboard.press("Escape");

  await button(shellWords.edits(1)).click();
  await dialog.waitFor();
  await look("what will be sent");
  await keyboard.press("Escape");

  await button(shellWords.expand).click();
  await widget.getByRole("separator", { name: editorWords.split.divider }).waitFor();
  await look("side by side");

  expect(faults).toEqual({});
  expect(host.log.problems).toEqual([]);
});
