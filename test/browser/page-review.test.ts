import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FrameLocator, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { shellWords } from "../../src/widget/words.ts";
import { type Agent, startAgent } from "../host/agent.ts";
import { PATIENCE } from "../host/open-host.ts";
import { newContext, sharedBrowser } from "../host/shared-browser.ts";
import { readAnswer } from "../loop/harness.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const SHOTS = fileURLToPath(new URL("../../test-results/", import.meta.url));
const TEXT = "# Plan\n\nThe first line.\n";
const env = { WRITING_CANVAS_PAGE_PORT: "0", BROWSER: "none" };

let page: Page;
let data: string;
let agents: Agent[];
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "canvas-page-review-"));
  agents = [];
  const context = await newContext(await sharedBrowser(), { viewport: { width: 1200, height: 800 }, locale: "en-US" });
  context.setDefaultTimeout(PATIENCE);
  page = await context.newPage();
});
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") {
    // biome-ignore lint/performance/useDomNodeTextContent: what the person saw, line by line.
    const shown = await page.locator("body").innerText({ timeout: 5_000 }).catch(String);
    console.log(`${page.url()} showed\n${shown}\n${agents.map((agent) => agent.log()).join("\n")}`);
  }
  await page.context().close();
  for (const agent of agents) agent.signal("SIGKILL");
  await Promise.all(agents.map((agent) => agent.ended));
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
});

const widget = (): FrameLocator => page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");
const editor = () => widget().locator(".cm-content");
const button = (name: string) => widget().getByRole("button", { name, exact: true });

async function opensAndTypes(link: string, words: string): Promise<void> {
  await page.goto(link);
  await widget().getByRole("radio", { name: shellWords.split, exact: true }).click();
  await editor().getByText("The first line.").waitFor();
  await page.getByText(pageWords.endsWait).waitFor();
  await editor().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(words);
  await widget().getByText(shellWords.saved, { exact: true }).waitFor();
}

async function approves(note: string): Promise<void> {
  await button("Draft").click();
  await widget().getByRole("menuitemradio", { name: "Approved" }).click();
  await widget().getByLabel(shellWords.approveNote).fill(note);
  await button(shellWords.approve).click();
  await button("Approved").waitFor();
}

test("a text-only agent waits while the person follows its link, edits, closes, is asked again and approves", async () => {
  const agent = await startAgent({ data, name: "claude-code", env });
  agents.push(agent);
  const created = await agent.call("write_canvas", { content: TEXT });
  const id = created.canvasId;
  const wait = async () =>
    readAnswer(
      await agent.client.callTool(
        { name: "await_review", arguments: { canvas_id: id, timeout_s: 3_000 } },
        { timeout: PATIENCE, onprogress: () => undefined, resetTimeoutOnProgress: true },
      ),
    );

  const first = wait();
  await opensAndTypes(await agent.link(id), "Written by me.\n");
  const saved = async () => (await agent.call("list_canvases", { query: "Written by me." })).text;
  await expect.poll(saved, { timeout: PATIENCE }).toContain("1 canvas:");
  await page.screenshot({ path: `${SHOTS}page-review-waiting.png`, animations: "disabled" });
  await page.getByRole("button", { name: pageWords.closeReview }).click();
  const closed = await first;
  expect(closed).toMatchObject({ outcome: "closed", canvasId: id });
  expect(closed.text).toContain("Written by me.");
  await page.getByText(pageWords.endsWait).waitFor({ state: "detached" });

  const second = wait();
  await page.getByText(pageWords.endsWait).waitFor();
  await approves("Good, with my line.");
  const told = await second;
  const { text } = told;
  expect(told).toMatchObject({ outcome: "approved", status: "approved" });
  expect(text).toContain("Good, with my line.");
});

test("writing-canvas review shows the file, and ends with 0 and the person's text in it once they approve", async () => {
  const file = join(data, "plan.md");
  writeFileSync(file, TEXT);
  const args = [PROGRAM, "review", file, "--write", "--json", "--data", join(data, "data")];
  const review = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  review.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  const link = new Promise<string>((resolve, reject) => {
    review.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
      const found = /Review canvas \w+ at (\S+)\s/.exec(err);
      if (found !== null) resolve(found[1]!);
    });
    review.once("exit", (code) => reject(new Error(`It ended with ${code} before it gave a link:\n${err}`)));
  });
  const ended = once(review, "close");
  await opensAndTypes(await link, "Written by me.\n");
  // The server ends with the command, perhaps before the widget has heard that its approval was taken.
  await button("Draft").click();
  await widget().getByRole("menuitemradio", { name: "Approved" }).click();
  await button(shellWords.approve).click();
  expect(await ended).toEqual([0, null]);
  expect(JSON.parse(out)).toMatchObject({ outcome: "approved", status: "approved", written: file });
  expect(readFileSync(file, "utf8")).toBe(`${TEXT}Written by me.\n`);
});
