/**
 * What the save of one typed word costs in a canvas of 10 kB, 100 kB and 1 MB on our page: the bytes that travel, the time that
 * the widget's main thread is busy, and the server's. Each is printed as a ratio to the smallest canvas of the same run.
 * After a build: `npm run bench:saving`
 */

import { readdirSync, readFileSync } from "node:fs";
import type { Browser, Request } from "playwright-core";
import { shellWords } from "../src/widget/words.ts";
import { ServedPage } from "../test/host/serve-real-page.ts";
import { madeId } from "../test/host/server-link.ts";
import { sharedBrowser } from "../test/host/shared-browser.ts";
import { createRandom, createWriter, type Text } from "./corpus.ts";

const SIZES = (process.env.SIZES ?? "10000,100000,1000000").split(",").map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 9);
const COMMENTS = Number(process.env.COMMENTS ?? 20);
/** "write": the editor alone. "split": with the preview beside it. */
const LAYOUT = process.env.LAYOUT === "split" ? "split" : "write";
/** What is done after a save has been answered is over by then, also what waits for the browser to be idle. */
const QUIET_MS = 2_500;
/** As long as the widget waits for a rest in typing: its timer is where a save starts. */
const REST_MS = 1_000;
const REST_MARK = "rest-in-typing";

/** As text: what tsx makes of a function does not run in a page. */
const MARKING = `{
  const after = window.setTimeout;
  const marked = (run) => () => {
    performance.mark("${REST_MARK}");
    run();
  };
  window.setTimeout = (run, ms) => after(ms === ${REST_MS} ? marked(run) : run, ms);
}`;

interface Saved {
  /** Bodies of the request and of its answer, as they travel. */
  readonly sent: number;
  readonly answered: number;
  /** The widget's main thread, from the start of the save until nothing of it is left to do, without what it does idly anyway. */
  readonly busy: number;
  /** The longest single task of it. */
  readonly longest: number;
  /** The same thread over the keystrokes and up to the save, for one key. */
  readonly key: number;
  /** The page around it, in the same time, where it has a thread of its own. */
  readonly page: number;
  /** From the request to its answer, and the time of the processor that the server took. */
  readonly answerTime: number;
  readonly server: number;
}

const words = (text: Text): string =>
  text.map(({ lead, words: all }) => lead + all.map((word) => word.text).join(" ")).join("\n\n");

/** Chapters with lists, code and prose, of about so many bytes. */
function textOf(bytes: number): string {
  const writer = createWriter(createRandom(7));
  let text = "# Report\n\n";
  for (let chapter = 1; text.length < bytes; chapter++) {
    const list = Array.from(
      { length: 5 },
      (_, at) => `- item ${chapter}.${at} of the list, as *agreed* in \`plan ${at}\``,
    );
    const code = `\`\`\`ts\nconst chapter${chapter} = read("chapter-${chapter}.md");\nprint(chapter${chapter});\n\`\`\``;
    text += `## Chapter ${chapter}\n\n${words(writer.text(4))}\n\n${list.join("\n")}\n\n${code}\n\n`;
  }
  return text;
}

/** On items of its lists, all over the text. */
function commentsOn(text: string): object[] {
  const items = text.match(/item \d+\.0 of the list/g) ?? [];
  return Array.from({ length: Math.min(COMMENTS, items.length) }, (_, at) => {
    const quote = items[Math.floor((at * items.length) / COMMENTS)] ?? "";
    return { quote, body: `Is this still so? (${at})` };
  });
}

class OpenCanvas {
  private constructor(
    private readonly served: ServedPage,
    private readonly browser: Browser,
  ) {}

  static async open(bytes: number): Promise<OpenCanvas> {
    const browser = await sharedBrowser();
    const served = await ServedPage.open(browser, { width: 1300, height: 900 });
    const { page } = served;
    page.setDefaultTimeout(300_000);
    await served.context.addInitScript(MARKING);
    const agent = await served.agent();
    const content = textOf(bytes);
    const canvas_id = madeId(await agent("write_canvas", { content }));
    const comments = commentsOn(content);
    for (let at = 0; at < comments.length; at += 10) {
      await agent("edit_canvas", { canvas_id, base_version: 1, comments: comments.slice(at, at + 10) });
    }
    await served.enter(canvas_id);
    const widget = served.widgetOf();
    await widget.getByRole("radio", { name: shellWords[LAYOUT], exact: true }).click();
    const editor = widget.locator(".cm-content");
    await editor.waitFor();
    // Into the middle, as far as the bar scrolls.
    const scroller = widget.locator(".cm-scroller");
    for (let step = 0; step < 3; step++) {
      await scroller.evaluate((one) => one.scrollTo(0, one.scrollHeight / 2));
      await page.waitForTimeout(1_000);
    }
    const { x = 0, y = 0, width = 0, height = 0 } = (await scroller.boundingBox()) ?? {};
    await page.mouse.click(x + width / 3, y + height / 2);
    await page.keyboard.press("End");
    const canvas = new OpenCanvas(served, browser);
    // The first save has more to do: a version begins.
    for (let warm = 0; warm < 2; warm++) await canvas.typeWord();
    await widget.getByText(shellWords.saved, { exact: true }).waitFor();
    return canvas;
  }

  /** Types one word and waits until nothing of its save is left to do. */
  async typeWord(): Promise<Saved> {
    const { page, processId = 0 } = this.served;
    await page.bringToFront();
    await page.waitForTimeout(QUIET_MS);
    const tracing = { categories: ["toplevel", "blink.user_timing", "__metadata"] };
    await this.browser.startTracing(page, tracing);
    const spent = [processorTime(processId)];
    await page.waitForTimeout(QUIET_MS);
    spent.push(processorTime(processId));
    const sending = page.waitForRequest(isSave);
    const word = " words";
    await page.evaluate(`performance.mark("${TYPING_MARK}")`);
    for (const key of word) await page.keyboard.type(key, { delay: 30 });
    const request = await sending;
    const response = await request.response();
    await response?.finished();
    // Nobody looks for words on screen: it would cost the widget more than its save.
    await page.waitForTimeout(QUIET_MS);
    spent.push(processorTime(processId));
    const [start = 0, typing = 0, end = 0] = spent;
    const server = end - typing - 2 * (typing - start);
    const trace = await this.browser.stopTracing();
    const { requestBodySize, responseBodySize } = await request.sizes();
    const { requestStart, responseEnd } = request.timing();
    const busy = readTrace(trace.toString("utf8"), word.length);
    return {
      sent: requestBodySize,
      answered: responseBodySize,
      ...busy,
      answerTime: responseEnd - requestStart,
      server,
    };
  }

  close(): Promise<void> {
    return this.served.close();
  }
}

const TYPING_MARK = "typing";

function isSave(request: Request): boolean {
  return request.postData()?.includes('"save_canvas"') === true;
}

interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What the main threads of the widget and of the page around it did. Times are of the processor, in milliseconds. */
function readTrace(json: string, keys: number): Pick<Saved, "busy" | "longest" | "key" | "page"> {
  const { traceEvents } = JSON.parse(json) as { readonly traceEvents: readonly TraceEvent[] };
  const marks = traceEvents.filter(({ cat }) => cat.includes("blink.user_timing"));
  const typing = marks.find(({ name }) => name === TYPING_MARK);
  const saving = marks.find(({ name, ts }) => name === REST_MARK && ts > (typing?.ts ?? 0));
  if (typing === undefined || saving === undefined) throw new Error("The trace has no mark of the save");
  const mains = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const tasksOf = (process: number): readonly TraceEvent[] => {
    const main = mains.find(({ pid }) => pid === process);
    return traceEvents.filter(
      ({ name, ph, pid, tid }) => ph === "X" && name.endsWith("RunTask") && pid === process && tid === main?.tid,
    );
  };
  const time = (tasks: readonly TraceEvent[], from: number, until: number): number =>
    tasks.reduce((sum, { ts, dur = 0, tdur = dur }) => (ts + dur > from && ts < until ? sum + tdur : sum), 0) / 1_000;
  const end = Math.max(...traceEvents.map(({ ts }) => ts));
  const start = Math.min(...traceEvents.filter(({ ts }) => ts > 0).map(({ ts }) => ts));
  const tasks = tasksOf(saving.pid);
  // Whatever happens without a save, for as long.
  const idle = (time(tasks, start, typing.ts) / (typing.ts - start)) * (end - saving.ts);
  const longest = tasks.filter(({ ts, dur = 0 }) => ts + dur > saving.ts).map(({ tdur = 0 }) => tdur / 1_000);
  return {
    busy: time(tasks, saving.ts, end) - idle,
    longest: Math.max(...longest),
    key: time(tasks, typing.ts, saving.ts) / keys,
    page: typing.pid === saving.pid ? 0 : time(tasksOf(typing.pid), saving.ts, end),
  };
}

/** Of all threads of a process, in milliseconds; Linux says. */
function processorTime(process: number): number {
  try {
    const threads = readdirSync(`/proc/${process}/task`);
    const spent = threads.map((thread) => readFileSync(`/proc/${process}/task/${thread}/schedstat`, "utf8"));
    return spent.reduce((sum, text) => sum + Number(text.split(" ")[0]), 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

const canvases: OpenCanvas[] = [];
for (const size of SIZES) canvases.push(await OpenCanvas.open(size));
const saves = canvases.map((): Saved[] => []);
for (let round = 0; round < ROUNDS; round++) {
  for (const [at, canvas] of canvases.entries()) saves[at]?.push(await canvas.typeWord());
}
const ROWS: readonly (readonly [keyof Saved, string])[] = [
  ["sent", "request, bytes"],
  ["answered", "answer, bytes"],
  ["busy", "widget's main thread, ms"],
  ["longest", "  its longest task, ms"],
  ["page", "page's main thread, ms"],
  ["answerTime", "request to answer, ms"],
  ["server", "server's processor, ms"],
  ["key", "(one key, ms)"],
];
console.log(`One word saved, ${LAYOUT}, ${COMMENTS} comments, medians of ${ROUNDS}`);
console.log(`${"".padEnd(26)}${SIZES.map((size) => `${size / 1_000} kB`.padStart(20)).join("")}`);
for (const [name, label] of ROWS) {
  const all = saves.map((each) => median(each.map((one) => one[name])));
  const cells = all.map((value) => {
    const ratio = value / (all[0] ?? Number.NaN);
    return `${value < 100 ? value.toFixed(1) : value.toFixed(0)} (${ratio.toFixed(2)})`.padStart(20);
  });
  console.log(`${label.padEnd(26)}${cells.join("")}`);
}
process.exit(0);
