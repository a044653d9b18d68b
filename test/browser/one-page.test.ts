import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import type { HostOptions, TestHost } from "../host/open-host.ts";
import { Person, SOON } from "./person.ts";
import { SAMPLE } from "./sample.ts";

/** One page from the first word to the last save: nothing on it is built anew, and nothing jumps. */
const openHost = hostsOfThisFile();

const WITH_DETAILS = SAMPLE.replace(
  "The end.",
  "<details><summary>More about it</summary>\n\nHidden words.\n\n</details>\n\nThe end.",
);

interface Watched {
  readonly shifts: number;
  /** What moved, and what went. */
  readonly moved: readonly string[];
  readonly gone: readonly string[];
  readonly kept: number;
  readonly of: number;
}

/** The widget's own frame, and what moves and goes in it from now on. */
async function watch(host: TestHost, within = ".frame, .frame *"): Promise<() => Promise<Watched>> {
  const frame = host.page.frames().at(-1) as Frame;
  await drawn(frame);
  const handle = await frame.evaluateHandle((within) => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRectReadOnly;
        readonly currentRect: DOMRectReadOnly;
      }[];
    }
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.localName}.${node.className}` : `${node?.textContent}`;
    let shifts = 0;
    const moved: string[] = [];
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as Shift[]) {
        shifts += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources)
          moved.push(
            `${nameOf(node)} ${[from.x, from.y, from.width, from.height]} → ${[to.x, to.y, to.width, to.height]}`,
          );
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift" });
    const nodes = [...document.querySelectorAll(within)];
    return {
      read() {
        add(observer.takeRecords());
        const gone = nodes.filter((node) => !node.isConnected).map(nameOf);
        return { shifts, moved, gone, kept: nodes.filter((node) => node.isConnected).length, of: nodes.length };
      },
    };
  }, within);
  return async () => {
    await drawn(frame);
    return handle.evaluate((watching) => watching.read());
  };
}

/** Until what has changed is on screen. */
const drawn = (frame: Frame) =>
  frame.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

function expectStill({ shifts, moved, gone, kept, of }: Watched): void {
  expect(shifts, moved.join("\n")).toBe(0);
  expect(kept / of, gone.join("\n")).toBeGreaterThanOrEqual(0.95);
}

const SCREENS: readonly (readonly [string, HostOptions])[] = [
  ["inline", {}],
  ["320 px", { width: 320, height: 700 }],
];

test.each(SCREENS)("the stream ends, and the page stands as it stood: %s", async (_, options) => {
  const host = await openHost(options);
  const call = await host.begin("write_canvas", { content: SAMPLE });
  const person = new Person(host, call);
  await call.stream(20);
  await person.reads("Slow is smooth");
  await call.sendInput();
  await person.reads("The end.");
  await person.sees(shellWords.settling);
  const seen = await watch(host);
  await call.finish();
  await person.button(shellWords.edit).waitFor();
  await person.sees("v1");
  const watched = await seen();
  console.log(`The end of a stream, ${_}: ${watched.kept} of ${watched.of} nodes kept, shift ${watched.shifts}`);
  expectStill(watched);
  // Its result was the canvas: nothing was asked for again.
  expect(host.log.tools.map(({ name }) => name)).toEqual([]);
});

test.each(SCREENS)("editing starts and ends on the same page: %s", async (_, options) => {
  const host = await openHost(options);
  const person = new Person(host, await host.write({ content: SAMPLE }, { partials: 5 }));
  await person.button(shellWords.edit).waitFor();
  const started = await watch(host);
  await person.startEditing();
  const start = await started();
  console.log(`Editing starts, ${_}: ${start.kept} of ${start.of} nodes kept, shift ${start.shifts}`);
  expectStill(start);
  const ended = await watch(host);
  await person.button(shellWords.done).click();
  await person.button(shellWords.edit).waitFor();
  const end = await ended();
  console.log(`Editing ends, ${_}: ${end.kept} of ${end.of} nodes kept, shift ${end.shifts}`);
  expect(end.shifts).toBe(0);
});

test("in the middle of a long text editing starts where one reads, with every line as it will look", async () => {
  const host = await openHost();
  const parts = Array.from({ length: 30 }, (_, part) => `## Part ${part + 1}\n\n${"Words to read. ".repeat(60)}`);
  const person = new Person(host, await host.write({ content: `# Long\n\n${parts.join("\n\n")}\n` }));
  await person.button(shellWords.edit).waitFor();
  const heading = person.article.getByRole("heading", { name: "Part 20" });
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  await heading.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await expect.poll(top, SOON).toBeGreaterThan(100);
  const seen = await watch(host);
  await person.startEditing();
  await person.editor.locator(".cm-line .md-heading", { hasText: "Part 20" }).waitFor();
  expectStill(await seen());
});

test("Read, Write and Split are one page in fullscreen", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }, { partials: 5 }));
  await person.button(shellWords.expand).click();
  await person.layout(shellWords.split).click();
  await person.editor.waitFor();
  const seen = await watch(host, "[data-sheet], [data-sheet] *, .cm-editor, .cm-content");
  for (const layout of [shellWords.write, shellWords.read, shellWords.split]) await person.layout(layout).click();
  await person.editor.waitFor();
  const watched = await seen();
  expect(watched.kept / watched.of).toBeGreaterThanOrEqual(0.95);
});

test("a write of the model's that comes while somebody reads moves nothing, and takes nothing away", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: WITH_DETAILS }, { partials: 5 }));
  await person.article.getByText("More about it").click();
  await person.sees("Hidden words.");
  await person.article.getByText("Freeze the code").selectText();
  const seen = await watch(host);
  const selected = () =>
    host.page
      .frames()
      .at(-1)
      ?.evaluate(() => `${getSelection()}`);
  const before = await selected();
  expect(before).toContain("Freeze");
  const content = WITH_DETAILS.replace("**Monday**", "**Sunday**");
  await host.link.ask("write_canvas", { canvas_id: person.call.canvasId, base_version: 1, content });
  await person.widget.locator("html").evaluate(() => window.dispatchEvent(new Event("focus")));
  await person.reads("Sunday");
  expectStill(await seen());
  expect(await selected()).toBe(before);
  await person.sees("Hidden words.");
});

test("what was unfolded, the caret and the place are there again after a reload", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: WITH_DETAILS }, { partials: 5 }));
  await person.article.getByText("More about it").click();
  await person.sees("Hidden words.");
  await person.startEditing();
  const line = person.editor.locator(".cm-line").filter({ hasText: "Tell everybody" });
  await line.click();
  await host.page.keyboard.press("End");
  const kept = () =>
    host.page
      .frames()
      .at(-1)
      ?.evaluate((id) => localStorage.getItem(`canvas:place:${id}`), person.call.canvasId);
  await expect.poll(kept, SOON).toContain("caret");
  await host.reload();
  await person.button(shellWords.edit).waitFor();
  await person.sees("Hidden words.");
  await person.startEditing();
  await host.page.keyboard.insertText(" at once");
  await person.editor.locator(".cm-line").filter({ hasText: "Tell everybody at once" }).waitFor();
});

test("words that are selected in the editor are selected in the text when editing ends", async () => {
  const host = await openHost();
  const person = new Person(host, await host.write({ content: SAMPLE }, { partials: 5 }));
  await person.startEditing();
  await person.editor.locator(".cm-line").filter({ hasText: "Tell everybody" }).dblclick();
  const inEditor = await host.page
    .frames()
    .at(-1)
    ?.evaluate(() => `${getSelection()}`);
  await host.page.keyboard.press("F2");
  await person.button(shellWords.edit).waitFor();
  const selected = () =>
    host.page
      .frames()
      .at(-1)
      ?.evaluate(() => `${getSelection()}`);
  await expect.poll(selected, SOON).toBe(inEditor);
  expect(await person.article.count()).toBe(1);
});
