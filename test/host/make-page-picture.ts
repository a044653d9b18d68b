/** Makes docs/page.png, the picture of the page in the README: `npm run build && npx tsx test/host/make-page-picture.ts`. */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { readCreatedId } from "../../src/protocol/result-lines.ts";
import { ServedPage } from "./serve-real-page.ts";
import { type ToolResult, textOf } from "./server-link.ts";

const TEXTS: readonly (readonly [title: string, words: number, status?: string])[] = [
  ["Onboarding for new engineers", 940],
  ["Minutes of the garden club", 310],
  ["Why we moved to one database", 1_620, "in_review"],
  ["Talk: writing with machines", 720],
  ["Launch plan for the spring release", 1_180, "in_review"],
];

const browser = await chromium.launch({ executablePath: findBrowser() ?? "chromium", args: ["--no-sandbox"] });
const served = await ServedPage.open(browser, { width: 1_080, height: 560 });
const { page } = served;
await served.enter();
await page.getByRole("link", { name: "Welcome to Writing Canvas" }).waitFor();
// Over stdio an agent has a name.
const client = new Client({ name: "claude-code", version: "1" });
const env = { ...process.env, WRITING_CANVAS_DATA: served.data } as Record<string, string>;
const program = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
await client.connect(new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: "ignore" }));
const agent = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
const ids: string[] = [];
for (const [title, words, status] of TEXTS) {
  const content = `# ${title}\n\n${"word ".repeat(words)}\n\nThe last line.\n`;
  const made = await agent("write_canvas", { content, ...(status === undefined ? {} : { status }) });
  ids.push(readCreatedId(textOf(made as ToolResult)) ?? "");
}
const suggested = { find: "The last line.", replace: "The last line, shortened." };
await agent("edit_canvas", { canvas_id: ids[2], mode: "suggest", edits: [suggested] });
void agent("await_review", { canvas_id: ids[4], timeout_s: 600 }).catch(() => undefined);
await page.locator(".row-waiting").waitFor();
// What has just changed glows for a moment.
await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
await mkdir(docs, { recursive: true });
await page.screenshot({ path: `${docs}page.png` });
await client.close();
await served.close();
await browser.close();
process.exit(0);
