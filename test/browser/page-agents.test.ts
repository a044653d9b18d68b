import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commentWords, shellWords } from "../../src/widget/words.ts";
import { type Agent, startAgent } from "../host/agent.ts";
import { PATIENCE } from "../host/open-host.ts";
import { pickPagePort } from "../host/page-port.ts";
import { newContext, sharedBrowser } from "../host/shared-browser.ts";
import { SOON } from "./person.ts";

/** Agents over stdio, each with a server of its own on one folder, and the page that one of those servers gives. */
let context: BrowserContext;
let page: Page;
let data: string;
let port: string;
let agents: Agent[];
/** Many steps, each of which may take its time on a loaded machine. */
const LONG = { timeout: 300_000 };
const TEXT = "# Plan\n\nThe first line.\n\nThe middle line.\n\nThe last line.\n";

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "canvas-agents-"));
  port = String(pickPagePort());
  agents = [];
  context = await newContext(await sharedBrowser(), { viewport: { width: 1200, height: 800 }, locale: "en-US" });
  context.setDefaultTimeout(PATIENCE);
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  for (const agent of agents) agent.signal("SIGKILL");
  await Promise.all(agents.map(({ ended }) => ended));
  await rm(data, { recursive: true, force: true, maxRetries: 5 });
});

async function start(name: string): Promise<Agent> {
  const agent = await startAgent({ data, name, env: { WRITING_CANVAS_PAGE_PORT: port } });
  agents.push(agent);
  return agent;
}

/** The agent writes, and the person opens the link that it was given. */
async function writtenAndOpened(agent: Agent): Promise<string> {
  const id = (await agent.call("write_canvas", { content: TEXT })).canvasId;
  await page.goto(await agent.link(id));
  await widget().getByRole("radio", { name: shellWords.split, exact: true }).click();
  await editor().getByText("The last line.").waitFor();
  return id;
}

const widget = () => page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");
const editor = () => widget().locator(".cm-content");
const shown = () => editor().textContent();
const contentFor = (agent: Agent, id: string) => async () => (await agent.call("read_canvas", { canvas_id: id })).text;

async function typeAtEnd(words: string): Promise<void> {
  await editor().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
}

async function commentOnAll(words: string): Promise<void> {
  await widget()
    .getByRole("button", { name: /^(\d+ )?comments?$/i, expanded: false })
    .first()
    .click();
  await widget().getByRole("button", { name: commentWords.addOnDocument }).click();
  await widget().getByRole("textbox", { name: commentWords.newOnDocument }).waitFor();
  await page.keyboard.type(words);
  await page.keyboard.press("Control+Enter");
}

async function askByKeyboard(question: string): Promise<void> {
  await widget().locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+End");
  await widget().getByRole("group", { name: commentWords.tools }).waitFor();
  await page.keyboard.press("F10");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await widget()
    .getByRole("textbox", { name: /^A question or a wish/ })
    .waitFor();
  await page.keyboard.type(question);
  await page.keyboard.press("Enter");
}

test(
  "an agent without a widget and a person in the browser work on one canvas until the review is sent",
  LONG,
  async () => {
    const agent = await start("claude-code");
    const id = await writtenAndOpened(agent);
    await typeAtEnd("Typed in the page.");
    await commentOnAll("Is this all?");
    const read = contentFor(agent, id);
    await expect.poll(read, SOON).toMatch(/Typed in the page\.[\s\S]*[\w-]+ .*: "Is this all\?"/);

    const edits = [{ find: "The first line.", replace: "The first line, by the agent." }];
    const comment = /^- (?:Comment )?([\w-]+) .*: "Is this all\?"$/m.exec(await read())?.[1];
    await agent.call("edit_canvas", { canvas_id: id, edits, addresses: [comment] });
    await expect.poll(shown, SOON).toContain("The first line, by the agent.");
    expect(await shown()).toContain("Typed in the page.");

    await askByKeyboard("Why *this* title?");
    await widget()
      .getByText(/^Waiting for .* answer$/)
      .waitFor();
    // The thread is saved first, then the agent is told to look at it: it hears of both, in one answer or in two.
    const heard: string[] = [];
    const listen = async () => heard.push(await read()) && heard.join("\n");
    await expect.poll(listen, SOON).toMatch(/person's question [\w-]+: .*Why \*this\* title\?/);
    const feedback = (await agent.call("read_canvas", { canvas_id: id, part: "feedback" })).text;
    const asked = /- (?:\(told before\) )?Question ([\w-]+) on "# Plan" .*\(wants an answer/.exec(feedback)?.[1];
    const comments = [{ reply_to: asked, body: "It is **short**." }];
    const answered = await agent.call("edit_canvas", { canvas_id: id, comments });
    expect([answered.isError, answered.text]).toEqual([false, expect.not.stringContaining("Question")]);
    await widget().locator(".thread-card strong", { hasText: "short" }).waitFor();
    expect(
      await widget()
        .getByText(/^Waiting for/)
        .count(),
    ).toBe(0);

    const review = agent.call("await_review", { canvas_id: id, timeout_s: 600 });
    await page
      .getByText(/is waiting for your review/)
      .first()
      .waitFor();
    await typeAtEnd(" My answer.");
    await widget()
      .getByRole("button", { name: /^Send to/ })
      .click();
    // Where what the agent wrote has stood there for a moment only, Send shows it and asks once more.
    const again = widget().getByRole("button", { name: shellWords.sendThis });
    const told = await Promise.race([
      review,
      again.click().then(
        () => review,
        () => review,
      ),
    ]);
    expect(told.text).toContain("My answer.");
    expect(told.text.trimEnd().split("\n").at(-1)).toMatch(/^base_version: \d+$/);
  },
);

test("two agents write one canvas at once, and the page shows what both wrote beside what is typed", LONG, async () => {
  const [one, two] = [await start("one"), await start("two")];
  const id = await writtenAndOpened(one);
  await typeAtEnd("Typed meanwhile.");
  const by = (agent: Agent, line: string, name: string) =>
    agent.call("edit_canvas", {
      canvas_id: id,
      base_version: 1,
      edits: [{ find: `The ${line} line.`, replace: `The ${line} line, by ${name}.` }],
    });
  const answers = await Promise.all([by(one, "first", "one"), by(two, "middle", "two")]);
  expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
  for (const words of ["The first line, by one.", "The middle line, by two.", "Typed meanwhile."]) {
    await expect.poll(shown, SOON).toContain(words);
    await expect.poll(contentFor(two, id), SOON).toContain(words);
  }
});

test(
  "the server that gives the page is killed while somebody types: another goes on, and nothing is lost",
  LONG,
  async () => {
    const [one, two] = [await start("one"), await start("two")];
    const id = await writtenAndOpened(one);
    // Whoever has given a link follows the page.
    const origin = new URL(await two.link(id)).origin;
    expect(new URL(page.url()).origin).toBe(origin);
    await typeAtEnd("Before. ");
    one.signal("SIGKILL");
    await page.keyboard.type("While it was taken over. ");
    await one.ended;
    await page.keyboard.type("After.");
    const read = contentFor(two, id);
    await expect.poll(read, SOON).toContain("Before. While it was taken over. After.");
    await two.call("edit_canvas", {
      canvas_id: id,
      edits: [{ find: "The first line.", replace: "The first, by two." }],
    });
    await expect.poll(shown, SOON).toContain("The first, by two.");
    expect(await shown()).toContain("Before. While it was taken over. After.");
    // The session that was opened with the first server's link is still good.
    await page.reload();
    await editor().getByText("The first, by two.").waitFor();
    await expect.poll(shown, SOON).toContain("Before. While it was taken over. After.");
  },
);
