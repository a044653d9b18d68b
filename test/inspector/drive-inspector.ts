/**
 * Drives the official MCP Inspector through everything that the README's table of hosts has a column for, and prints
 * what it saw. Not part of `npm test`: the Inspector needs Node 22.19 or newer and comes from the registry.
 * `npm run inspector` puts both into a folder of their own, outside this repository, and starts the built program in it.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type FrameLocator, type Page } from "playwright-core";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { boardWords, commentWords, proposalWords, shellWords } from "../../src/widget/words.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const SHOTS = fileURLToPath(new URL("../../test-results/", import.meta.url));
const PATIENCE = 60_000;

const folder = mkdtempSync(join(tmpdir(), "canvas-inspector-"));
/** A folder in which an earlier run, or somebody, has installed them. */
const installed = process.argv[2] ?? folder;
if (installed === folder) {
  console.log(`Installing the Inspector and a Node of its own into ${folder} …`);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const packages = ["node@22", "@modelcontextprotocol/inspector@2"];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder, stdio: "ignore" });
}
const node = join(installed, "node_modules/node/bin/node");
const launcher = join(installed, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const config = join(folder, "config.json");
const env = { WRITING_CANVAS_DATA: join(folder, "data") };
const canvas = { command: process.execPath, args: [PROGRAM, "--no-page"], env };
writeFileSync(config, JSON.stringify({ mcpServers: { canvas } }));

/** The Inspector takes no port 0. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === "string") throw new Error("No port");
  return address.port;
}

async function start(): Promise<{ program: ChildProcess; url: string }> {
  const program = spawn(node, [launcher, "--web", "--config", config], {
    env: {
      ...process.env,
      HOME: folder,
      CLIENT_PORT: String(await freePort()),
      MCP_SANDBOX_PORT: String(await freePort()),
      MCP_AUTO_OPEN_ENABLED: "false",
      MCP_INSPECTOR_SECRET_STORE: "memory",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    const read = (chunk: Buffer) => {
      said += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\S*TOKEN=\w+/.exec(said);
      if (found) resolve(found[0]);
    };
    program.stdout?.on("data", read);
    program.stderr?.on("data", read);
    program.once("exit", (code) => reject(new Error(`The Inspector ended with ${code}:\n${said}`)));
  });
  return { program, url };
}

const widgetOf = (page: Page): FrameLocator => page.frameLocator('iframe[src*="/sandbox"]').frameLocator("iframe");

/** Fills in the form of one of the tools that have an app, and opens it. */
async function openApp(
  page: Page,
  app: string,
  fields: Record<string, string>,
  partial?: string,
): Promise<FrameLocator> {
  const close = page.getByRole("button", { name: "Close", exact: true });
  if ((await close.count()) > 0) await close.first().click();
  await page.getByText(app, { exact: true }).first().click();
  for (const [name, value] of Object.entries(fields)) {
    const field = page.getByRole("textbox", { name, exact: false }).and(page.locator("input")).first();
    if (partial !== undefined && name === "content") {
      await field.fill(partial);
      await page.getByRole("button", { name: "Stage partial input" }).click();
    }
    await field.fill(value);
  }
  await page.getByRole("button", { name: "Open App" }).click();
  return widgetOf(page);
}

const { program, url } = await start();
const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: ["--no-sandbox"] });
const cells: Record<string, string> = {};
try {
  const context = await browser.newContext({ viewport: { width: 1500, height: 950 } });
  context.setDefaultTimeout(PATIENCE);
  // In every frame: what the host sends piece by piece, and whether it was drawn.
  await context.addInitScript(() => {
    const seen = globalThis as unknown as { partials: number; drawn: string[] };
    seen.partials = 0;
    seen.drawn = [];
    addEventListener("message", ({ data }) => {
      if (data?.method === "ui/notifications/tool-input-partial") seen.partials += 1;
    });
    new MutationObserver(() => {
      const text = document.querySelector("article")?.textContent ?? "";
      if (text !== "" && seen.drawn.at(-1) !== text) seen.drawn.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const page = await context.newPage();
  await page.goto(url);
  const enter = async () => {
    await page.getByRole("switch").first().click({ force: true });
    await page.getByText("Apps", { exact: true }).first().click();
  };
  await enter();

  const content = "We plant tomatoes in May. We water them daily.";
  let widget = await openApp(page, "Writing Canvas", { content }, "We plant");
  await widget.getByRole("button", { name: shellWords.edit, exact: true }).waitFor();
  const frame = page.frames().at(-1);
  const streamed = await frame?.evaluate(() => {
    const { partials, drawn } = globalThis as unknown as { partials: number; drawn: string[] };
    return { partials, drawn };
  });
  // It sends staged pieces and the whole at once: then only the whole is ever drawn.
  const arrived = (streamed?.partials ?? 0) > 0;
  cells.streams = !arrived ? "no" : streamed?.drawn.includes("We plant") ? "yes" : "in one go";

  await widget
    .locator(".preview")
    .first()
    .evaluate((root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const text = walker.nextNode() as Text;
      document.getSelection()?.setBaseAndExtent(text, 9, text, 24);
    });
  await widget.getByRole("button", { name: commentWords.addOn }).click();
  await widget.getByRole("textbox", { name: commentWords.newOn("tomatoes in May") }).fill("Why then?");
  await widget.getByRole("dialog").getByRole("button", { name: commentWords.send, exact: true }).click();
  await widget
    .getByRole("button", { name: commentWords.open(1), exact: true })
    .first()
    .waitFor();
  await widget.getByText(shellWords.saved, { exact: true }).waitFor();
  cells.comments = "yes";

  await widget.getByRole("button", { name: shellWords.edit, exact: true }).click();
  const editor = widget.locator(".cm-content");
  await editor.press("Control+End");
  await editor.pressSequentially(" Slugs are a worry.");
  await widget.getByRole("button", { name: shellWords.done, exact: true }).click();
  await widget.getByText(shellWords.saved, { exact: true }).waitFor();
  cells.edits = "yes";
  await page.screenshot({ path: `${SHOTS}inspector-canvas.png` });

  await widget.getByRole("button", { name: /^Send to / }).click();
  const copy = widget.getByRole("dialog");
  const sent = await Promise.race([
    copy.waitFor().then(() => "words to copy"),
    page
      .getByText(/Review my edits on canvas/)
      .first()
      .waitFor()
      .then(() => "yes"),
    widget
      .getByText(/Passed on to/)
      .first()
      .waitFor()
      .then(() => "yes"),
  ]);
  cells.sends = sent;
  if (sent !== "yes") await copy.getByRole("button", { name: shellWords.close, exact: true }).last().click();

  // The Inspector keeps no conversation: opened again from the same id it is as it was.
  await page.reload();
  await enter();
  widget = await openApp(page, "Show the board", {});
  await widget.locator(".board-card-open").first().waitFor();
  await page.screenshot({ path: `${SHOTS}inspector-board.png` });
  const id = (await widget.locator(".board-card-open").first().getAttribute("data-card")) ?? "";
  await widget.locator(".board-card-open").first().click();
  await widget.getByRole("article").filter({ hasText: "Slugs are a worry." }).first().waitFor();
  cells.restores = "yes";
  await widget.getByRole("button", { name: boardWords.back }).click();

  await page.getByRole("button", { name: "Close", exact: true }).first().click();
  await page.getByText("Edit a canvas", { exact: true }).first().click();
  await page.getByRole("switch", { name: "Edit as JSON" }).click();
  const call = { canvas_id: id, mode: "suggest", edits: [{ find: "daily", replace: "weekly" }] };
  const json = page.locator("textarea").first();
  await json.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(JSON.stringify(call));
  await page.getByRole("button", { name: "Open App" }).click();
  widget = widgetOf(page);
  await widget
    .getByRole("button", { name: proposalWords.acceptOne("weekly"), exact: true })
    .first()
    .click();
  await widget.getByText(shellWords.saved, { exact: true }).waitFor();
  await widget.getByRole("article").filter({ hasText: "weekly" }).first().waitFor();
  cells["accepts a suggestion"] = "yes";
} finally {
  console.log(cells);
  await browser.close();
  program.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
