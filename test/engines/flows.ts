import { expect } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import {
  blockWords,
  changeWords,
  commentWords,
  historyWords,
  shellWords,
  statusWords,
} from "../../src/widget/words.ts";
import { EXAMPLE, fence } from "../browser/block-samples.ts";
import { textOf } from "../host/server-link.ts";
import { EDITOR, type EngineDesk, PREVIEW } from "./engine-desk.ts";
import { EngineHost } from "./engine-host.ts";
import { EnginePage } from "./engine-page.ts";

type Flow = readonly [behaviour: string, run: (desk: EngineDesk) => Promise<void>];

const PARTS = Array.from({ length: 60 }, (_, at) => `## Part ${at + 1}\n\nSome words of part ${at + 1}.\n`).join("\n");

/** Which part's heading is the highest that can be seen in this view. */
const topPart = (desk: EngineDesk, view: string): Promise<number> =>
  desk.widget.evaluate((within) => {
    const shown = document.querySelector(within);
    let scroller: Element | null = shown;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
    const top = scroller?.getBoundingClientRect().top ?? 0;
    for (const line of shown?.querySelectorAll("h2, .cm-line") ?? []) {
      const part = /^(?:## )?Part (\d+)$/.exec(line.textContent ?? "");
      if (part !== null && line.getBoundingClientRect().bottom > top) return Number(part[1]);
    }
    return 0;
  }, view);

/** What a person does with a canvas on our own page. Each row begins with a canvas of its own, so that any may be tried again. */
export const FLOWS: readonly Flow[] = [
  [
    "what an agent writes is on the list at once, and what it changes is marked in the text",
    async (desk) => {
      await desk.list();
      const id = await desk.written("# Harbour\n\nThe boats are blue.\n\nThe quay is long.\n");
      await desk.page.press({ css: "a", has: "Harbour" });
      await desk.widget.reads("The quay is long.", PREVIEW);
      await desk.agent("edit_canvas", { canvas_id: id, edits: [{ find: "are blue", replace: "are green" }] });
      await desk.widget.reads("The boats are green.", PREVIEW);
      await desk.widget.reads(changeWords.places("claude", 1));
    },
  ],
  [
    "what is typed is drawn beside it, saved, and read by the agent",
    async (desk) => {
      const id = await desk.canvas("# Typing\n\nA first line to type below.\n");
      await desk.typeAtEnd("Some **bold** words.");
      await desk.widget.reads("Some bold words.", PREVIEW);
      await desk.onServer(id, "Some **bold** words.");
      await desk.widget.reads(shellWords.saved);
    },
  ],
  [
    "words that are selected with the mouse are commented on",
    async (desk) => {
      const id = await desk.canvas("# Remarks\n\nWe plant tomatoes in May.\n\nA last line to remark.\n");
      await desk.widget.selectWords("tomatoes in May", PREVIEW);
      await desk.widget.press({ name: commentWords.addOn });
      await desk.widget.sees({ css: "textarea:focus" });
      await desk.driver.type("Why then?");
      await desk.driver.chord("Control", "Enter");
      await desk.widget.sees({ name: commentWords.open(1) });
      await desk.onServer(id, "Why then?");
      await desk.onServer(id, "tomatoes in May");
    },
  ],
  [
    "a task is ticked in the text as it reads",
    async (desk) => {
      const id = await desk.canvas("# Tasks\n\n- [ ] Buy seeds\n\nA last line of tasks.\n");
      await desk.widget.press({ css: `${PREVIEW} input[type=checkbox]` });
      await desk.onServer(id, "- [x] Buy seeds");
    },
  ],
  [
    "words that are selected by keys in the editor are protected",
    async (desk) => {
      const id = await desk.canvas("# Guard\n\nThese words stay as they are.\n");
      await desk.startWriting();
      await desk.driver.chord("Control", "Home");
      await desk.driver.chord("ArrowDown");
      await desk.driver.chord("ArrowDown");
      await desk.driver.chord("Shift", "End");
      await desk.widget.sees({ name: commentWords.addOn });
      await desk.widget.press({ name: shellWords.protect });
      await desk.page.waitFor("the agent cannot change them", async () => {
        const edits = [{ find: "These words stay", replace: "These words go" }];
        return (await desk.agent("edit_canvas", { canvas_id: id, edits })).isError === true;
      });
    },
  ],
  [
    "an interactive block runs by a press, tells what is done in it, takes new data, and leads nowhere",
    async (desk) => {
      const leave = `<title>Leaver</title><script>setTimeout(() => { document.title = 'Tried'; location = '${desk.server.origin}/' }, 300)</script>`;
      const content = `# Blocks\n\n${fence(EXAMPLE)}\n${fence(leave)}\nA last line of blocks.\n`;
      const id = await desk.canvas(content);
      const page = new EnginePage(desk.driver, [...desk.widget.frames, ".preview-block iframe"]);
      await desk.widget.press({ css: ".preview-block-run" });
      await page.reads("api-users");
      // It starts lower than it is, and what is in it moves when it has grown.
      await page.waitFor("the block has its height", () =>
        page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
      );
      await page.press({ css: "input[name=comments]" });
      await page.sees({ css: "input[name=comments]:focus" });
      await desk.driver.type("Looks good");
      await desk.driver.chord("Enter");
      await desk.widget.reads("review-form · ");
      const told =
        '- In the block "Test results": "submit" "review-form" with data "{\\"comments\\":\\"Looks good\\"}"';
      const review = await desk.agent("await_review", { canvas_id: id, timeout_s: 600 });
      expect(textOf(review)).toContain(told);
      await desk.agent("edit_canvas", { canvas_id: id, edits: [{ find: '"api-users"', replace: '"api-people"' }] });
      await page.reads("api-people");
      expect(await page.evaluate(() => document.querySelector("input")?.value)).toBe("Looks good");
      await desk.widget.press({ css: ".preview-block-run", has: blockWords.stop });
      await desk.widget.press({ css: ".preview-block:last-of-type .preview-block-run" });
      // Firefox leaves the page as it is when it does not let another in.
      await desk.widget.waitFor("the block is not where it wanted to go", async () => {
        if ((await desk.widget.text(PREVIEW)).includes(blockWords.ended.left)) return true;
        return (await page.evaluate(() => document.title)) === "Tried";
      });
      const isPolicy = (problem: string) => problem.includes("Content-Security-Policy");
      expect(desk.driver.takeProblems().filter((problem) => !isPolicy(problem))).toEqual([]);
    },
  ],
  [
    "an agent that waits for the review gets it by Send",
    async (desk) => {
      const id = await desk.canvas("# Sending\n\nA line that is sent.\n");
      const review = desk.agent("await_review", { canvas_id: id, timeout_s: 600 });
      await desk.typeAtEnd("My answer.");
      await desk.widget.press({ name: "Send to", starts: true });
      expect(textOf(await review)).toContain("My answer.");
    },
  ],
  [
    "an earlier version is read, compared and restored",
    async (desk) => {
      const id = await desk.written("# Versions\n\nThe oldest text of all.\n");
      await desk.agent("write_canvas", {
        canvas_id: id,
        base_version: 1,
        content: "# Versions\n\nThe newest words.\n",
      });
      await desk.show(id, "The newest words.");
      await desk.more(shellWords.history);
      await desk.widget.reads("The oldest text of all.", "dialog");
      await desk.widget.press({ css: ".version-item", has: historyWords.version(1) });
      await desk.widget.press({ name: historyWords.restore });
      await desk.widget.reads(historyWords.restored(historyWords.version(1)));
      await desk.onServer(id, "The oldest text of all.");
    },
  ],
  [
    "a suggestion is accepted",
    async (desk) => {
      const id = await desk.canvas("# Offers\n\nWe water them daily.\n");
      const edits = [{ find: "daily", replace: "weekly" }];
      await desk.agent("edit_canvas", { canvas_id: id, mode: "suggest", edits });
      await desk.widget.press({ name: "Accept “", starts: true });
      await desk.onServer(id, "We water them weekly.");
      await desk.widget.reads("We water them weekly.", PREVIEW);
    },
  ],
  [
    "what is copied in the editor is pasted there",
    async (desk) => {
      const id = await desk.canvas("# Twice\n\nA line to copy.\n");
      await desk.startWriting();
      await desk.driver.chord("Control", "a");
      await desk.driver.chord("Control", "c");
      await desk.driver.chord("Control", "End");
      await desk.driver.chord("Control", "v");
      await desk.onServer(id, "A line to copy.\n# Twice\n\nA line to copy.");
    },
  ],
  [
    "the text is copied as markdown by the menu, and replaces what is selected",
    async (desk) => {
      const id = await desk.canvas("# Copied\n\nSome *slanted* words.\n");
      await desk.more(shellWords.copyMarkdown);
      await desk.widget.reads(shellWords.copied);
      await desk.startWriting();
      await desk.driver.chord("Control", "a");
      await desk.driver.type("Instead: ");
      await desk.driver.chord("Control", "v");
      await desk.onServer(id, "Instead: # Copied");
      await desk.onServer(id, "Some *slanted* words.");
    },
  ],
  [
    "what was typed is undone and done again by keys",
    async (desk) => {
      await desk.canvas("# Undoing\n\nA line to stay.\n");
      await desk.typeAtEnd("Oops.");
      const editorHas = (words: string) => async () => (await desk.widget.text(EDITOR)).includes(words);
      await desk.driver.chord("Control", "z");
      await desk.page.waitFor("it is undone", async () => !(await editorHas("Oops")()));
      await desk.driver.chord("Control", "Shift", "z");
      await desk.page.waitFor("it is back", editorHas("Oops."));
      expect(await desk.widget.text(EDITOR)).toContain("A line to stay.");
    },
  ],
  [
    "a card is dragged to another column of the board",
    async (desk) => {
      const id = await desk.written("# Card to move\n\nSome words.\n");
      await desk.list();
      await desk.page.press({ name: pageWords.asBoard });
      const column = '.board-column[data-drop="in_review"]';
      await desk.page.drag({ css: ".board-card-open", has: "Card to move" }, { css: column }, () =>
        desk.page.isThere({ css: `${column}[data-receives="true"]` }),
      );
      await desk.page.sees({ css: `${column} .board-card-open`, has: "Card to move" });
      await desk.onServer(id, "in_review");
      await desk.page.press({ name: pageWords.asList });
    },
  ],
  [
    "editor and preview scroll in step",
    async (desk) => {
      await desk.canvas(`# Steps\n\n${PARTS}\nThe end of all parts.\n`);
      await desk.startWriting();
      await desk.widget.wheel({ css: PREVIEW }, 1500);
      await desk.page.waitFor("the editor follows", async () => {
        const [read, written] = [await topPart(desk, PREVIEW), await topPart(desk, EDITOR)];
        return read > 5 && Math.abs(read - written) <= 1;
      });
    },
  ],
  [
    "a dialog holds the focus, leaves by Escape, and gives the focus back",
    async (desk) => {
      const id = await desk.canvas("# Approval\n\nA text to approve.\n");
      await desk.widget.press({ name: statusWords.draft });
      await desk.widget.press({ name: statusWords.approved });
      await desk.widget.sees({ css: "dialog[open] .dialog-body > p" });
      await desk.widget.waitFor("the focus is in the dialog", () =>
        desk.widget.evaluate(() => document.activeElement?.closest("dialog") !== null),
      );
      await desk.driver.chord("Escape");
      await desk.widget.seesNo({ css: "dialog[open]" });
      await desk.widget.waitFor("the focus is back", () =>
        desk.widget.evaluate(() => document.activeElement !== document.body),
      );
      await desk.widget.press({ name: statusWords.draft });
      await desk.widget.press({ name: statusWords.approved });
      await desk.widget.press({ name: shellWords.approve, within: "dialog[open]" });
      await desk.widget.sees({ name: statusWords.approved });
      await desk.onServer(id, "approved");
    },
  ],
  [
    "the theme that is chosen on the page reaches the canvas",
    async (desk) => {
      await desk.canvas("# Colours\n\nDark on light, or light on dark.\n");
      const brightness = () =>
        desk.widget.evaluate(() => {
          const colour = getComputedStyle(document.body).color.match(/[\d.]+/g) ?? [];
          return colour.slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
        });
      for (const [theme, isMeant] of [
        [pageWords.themes.dark, (bright: number) => bright > 500],
        [pageWords.themes.light, (bright: number) => bright < 250],
      ] as const) {
        await desk.page.press({ name: pageWords.theme });
        await desk.page.press({ name: theme });
        await desk.page.waitFor(`the words have the colour of ${theme}`, async () => isMeant(await brightness()));
      }
    },
  ],
  [
    "a reload right after typing loses nothing, and needs no new link",
    async (desk) => {
      const id = await desk.canvas("# Reload\n\nA line from before.\n");
      await desk.typeAtEnd("Typed at the last moment.");
      await desk.driver.reload();
      await desk.widget.reads("Typed at the last moment.", EDITOR);
      await desk.onServer(id, "Typed at the last moment.");
    },
  ],
  [
    "from the address that everybody knows a link leads on to the page's own",
    async (desk) => {
      const { server, page } = desk;
      const id = await desk.written("# By the plain address\n\nA line at the end of the way.\n");
      await page.go((await server.freshLink(id)).replace(server.origin, server.plainOrigin));
      await desk.widget.reads("A line at the end of the way.", PREVIEW);
      expect(await page.evaluate(() => location.href)).toBe(`${server.origin}/#/canvas/${id}`);
    },
  ],
  ...(["allow-scripts allow-same-origin", "allow-scripts"] as const).map(
    (sandbox): Flow => [
      `in a chat (${sandbox}) a stream is drawn piece by piece, edited, sent, and there again after a reload`,
      async ({ driver }) => {
        const content = "# Garden\n\nWe plant tomatoes in May.\n\nWe water them daily.\n";
        await EngineHost.with(driver, sandbox, { content }, async (host) => {
          const { widget } = host;
          await host.stream(6);
          // The whole arguments have not been sent: what can be read came piece by piece.
          await widget.reads("We plant tomatoes", PREVIEW);
          await host.finish();
          await widget.press({ name: shellWords.edit });
          await widget.press({ css: EDITOR });
          await driver.chord("Control", "End");
          await driver.type("Slugs are a worry.");
          await widget.press({ name: shellWords.send("Claude") });
          await widget.waitFor("the message comes", async () =>
            host.messages.some((message) => message.includes(host.canvasId)),
          );
          expect(await host.link.ask("read_canvas", { canvas_id: host.canvasId })).toContain("Slugs are a worry.");
          await host.reload();
          await widget.reads("Slugs are a worry.", PREVIEW);
        });
      },
    ],
  ),
];
